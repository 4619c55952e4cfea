//! Relocatable objects in a form in which equal programs are equal (spec 5 §5).
//!
//! Three levels, strongest first: the files are equal byte for byte; their sections and symbols are
//! equal with relocations resolved to symbols; they are equal per function and variable, in any order.
//! For the last, both objects are compiled with `-ffunction-sections -fdata-sections`, so that a
//! section is a symbol and no reference between symbols is resolved by the assembler already.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context, Result};
use object::elf::RelocationType;
use object::read::elf::{ElfFile64, SectionHeader};
use object::{
    Endianness, Object, ObjectComdat, ObjectSection, ObjectSymbol, RelocationFlags, RelocationTarget,
    SectionIndex, SymbolFlags, SymbolIndex, elf,
};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// How strongly two objects were found equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Byte for byte.
    Bytes,
    /// Section by section, relocations resolved by symbol; the symbol table's order is free.
    Sections,
    /// Symbol by symbol; the order of functions, variables and strings is free.
    Symbols,
}

impl std::fmt::Display for Level {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::Bytes => "bytes",
            Self::Sections => "sections",
            Self::Symbols => "symbols",
        })
    }
}

/// Spellings that a comparison by symbol does not distinguish.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tolerance {
    /// `void()` and `(void)0` in mangled signature expressions (spec 5 §2.9 b), and what namespaces stand in front of names
    /// in them: the reference writes all of those that a variable template is a member of.
    pub signature_spelling: bool,
    /// Blanks, parentheses and the default argument `void` in string constants (spec 5 §2.9 g).
    pub string_spelling: bool,
}

/// Differences between two objects section by section; empty when they are equal on that level.
pub fn differences_by_section(reference: &[u8], candidate: &[u8]) -> Result<Vec<String>> {
    let form = |bytes| Form::of(bytes, View { by_symbol: false, tolerance: Tolerance::default() });
    Ok(form(reference)?.differences(&form(candidate)?))
}

/// Differences between two objects compiled with a section per symbol; empty when they are equal.
pub fn differences_by_symbol(
    reference: &[u8],
    candidate: &[u8],
    tolerance: Tolerance,
) -> Result<Vec<String>> {
    let form = |bytes| Form::of(bytes, View { by_symbol: true, tolerance });
    Ok(form(reference)?.differences(&form(candidate)?))
}

/// What counts in a comparison.
#[derive(Clone, Copy)]
struct View {
    by_symbol: bool,
    tolerance: Tolerance,
}

/// Where a relocation points: a symbol or section by name, or constant data by content.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Reference {
    offset: u64,
    kind: RelocationType,
    target: String,
    addend: i64,
}

#[derive(Debug, PartialEq, Eq)]
struct SectionForm {
    kind: u32,
    flags: u64,
    align: u64,
    entry_size: u64,
    size: u64,
    data: Vec<u8>,
    references: Vec<Reference>,
}

/// An object reduced to what linking and running it depend on.
struct Form {
    sections: BTreeMap<String, SectionForm>,
    symbols: BTreeMap<String, Vec<String>>,
    /// Unwinding entries, in any order; only in the view by symbol, otherwise `.eh_frame` is a section.
    frames: BTreeMap<(Vec<u8>, Vec<Reference>), usize>,
}

type File<'a> = ElfFile64<'a, Endianness>;

/// Sections that carry no part of the program.
fn ignored(name: &str) -> bool {
    matches!(name, "" | ".comment" | ".note.GNU-stack" | ".symtab" | ".strtab" | ".shstrtab" | ".group")
        || [".rela", ".debug", ".symtab_shndx"].iter().any(|prefix| name.starts_with(prefix))
}

impl Form {
    fn of(bytes: &[u8], view: View) -> Result<Self> {
        let file = File::parse(bytes).context("unreadable object")?;
        let reader = Reader::new(&file, view)?;
        let mut form = Self { sections: BTreeMap::new(), symbols: BTreeMap::new(), frames: BTreeMap::new() };
        for section in file.sections() {
            let name = section.name()?;
            if ignored(name) || reader.anonymous.contains_key(&section.index()) {
                continue;
            }
            let references = reader.references(section.index())?;
            if view.by_symbol && name == ".eh_frame" {
                form.frames = frames(section.data()?, &references);
                continue;
            }
            let header = section.elf_section_header();
            form.sections.insert(
                reader.keys[&section.index()].clone(),
                SectionForm {
                    kind: header.sh_type(file.endian()).0,
                    flags: header.sh_flags(file.endian()).0,
                    align: section.align(),
                    entry_size: header.sh_entsize(file.endian()),
                    size: section.size(),
                    data: section.data()?.to_vec(),
                    references,
                },
            );
        }
        for symbol in file.symbols() {
            let SymbolFlags::Elf { st_info, st_other } = symbol.flags() else { continue };
            let (name, local) = (symbol.name()?, st_info.st_bind() == elf::STB_LOCAL);
            if st_info.st_type() == elf::STT_SECTION || (local && name.starts_with(".L")) {
                continue;
            }
            let place = match symbol.section_index() {
                Some(index) if reader.anonymous.contains_key(&index) => continue,
                Some(index) => reader.keys.get(&index).cloned().unwrap_or_default(),
                None => format!("{:?}", symbol.section()),
            };
            let kind = match st_info.st_type() {
                elf::STT_OBJECT => "object",
                elf::STT_FUNC => "function",
                elf::STT_TLS => "thread-local",
                elf::STT_FILE => "file",
                elf::STT_GNU_IFUNC => "ifunc",
                _ => "untyped",
            };
            let binding = match st_info.st_bind() {
                elf::STB_LOCAL => "local",
                elf::STB_GLOBAL => "global",
                elf::STB_WEAK => "weak",
                _ => "unique",
            };
            let visibility =
                ["default", "internal", "hidden", "protected"][usize::from(st_other.visibility().0)];
            let facts = format!(
                "{binding} {visibility} {kind} in {place} at {:#x}, size {:#x}",
                symbol.address(),
                symbol.size()
            );
            form.symbols.entry(reader.plain_name(name)).or_default().push(facts);
        }
        form.symbols.values_mut().for_each(|facts| facts.sort());
        Ok(form)
    }

    /// What differs in `other`, the candidate, in words.
    fn differences(&self, other: &Self) -> Vec<String> {
        let mut found = Vec::new();
        for (name, facts) in &self.symbols {
            match other.symbols.get(name) {
                None => found.push(format!("symbol {} missing ({})", readable(name), facts.join("; "))),
                Some(theirs) if theirs != facts => {
                    found.push(format!(
                        "symbol {}: {} vs {}",
                        readable(name),
                        facts.join("; "),
                        theirs.join("; ")
                    ));
                }
                Some(_) => {}
            }
        }
        for (name, facts) in &other.symbols {
            if !self.symbols.contains_key(name) {
                found.push(format!("symbol {} extra ({})", readable(name), facts.join("; ")));
            }
        }
        for (name, ours) in &self.sections {
            match other.sections.get(name) {
                None => found.push(format!("section {} missing ({:#x} bytes)", readable(name), ours.size)),
                Some(theirs) => found.extend(
                    ours.difference(theirs).map(|what| format!("section {}: {what}", readable(name))),
                ),
            }
        }
        for (name, theirs) in &other.sections {
            if !self.sections.contains_key(name) {
                found.push(format!("section {} extra ({:#x} bytes)", readable(name), theirs.size));
            }
        }
        if self.frames != other.frames {
            found.push("unwinding entries differ".into());
        }
        found
    }
}

impl SectionForm {
    /// The first difference in words.
    fn difference(&self, other: &Self) -> Option<String> {
        let scalars = [
            ("type", u64::from(self.kind), u64::from(other.kind)),
            ("flags", self.flags, other.flags),
            ("alignment", self.align, other.align),
            ("entry size", self.entry_size, other.entry_size),
            ("size", self.size, other.size),
        ];
        if let Some((what, ours, theirs)) = scalars.iter().find(|(_, ours, theirs)| ours != theirs) {
            return Some(format!("{what} {ours:#x} vs {theirs:#x}"));
        }
        if self.data != other.data {
            let at = self.data.iter().zip(&other.data).position(|(ours, theirs)| ours != theirs);
            return Some(format!("content differs from {:#x}", at.unwrap_or(0)));
        }
        if self.references != other.references {
            let pair = self.references.iter().zip(&other.references).find(|(ours, theirs)| ours != theirs);
            return Some(match pair {
                Some((ours, theirs)) => format!("reference {} vs {}", ours.words(), theirs.words()),
                None => format!("{} references vs {}", self.references.len(), other.references.len()),
            });
        }
        None
    }
}

impl Reference {
    fn words(&self) -> String {
        format!("at {:#x} to {}{:+}", self.offset, readable(&self.target), self.addend)
    }
}

/// Names for the sections of one object, and how references in it are resolved.
struct Reader<'f, 'd> {
    file: &'f File<'d>,
    view: View,
    keys: HashMap<SectionIndex, String>,
    /// Sections that are known by their content alone: mergeable constants, and local constants whose
    /// names carry a number of the compiler's. Only in the view by symbol.
    anonymous: HashMap<SectionIndex, Constants>,
}

/// What an anonymous section holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Constants {
    Strings,
    /// Equally large entries.
    Entries(u64),
    /// One object.
    Whole,
}

/// Deepest chain of constants that refer to constants.
const MAX_CONSTANT_DEPTH: usize = 4;

impl<'f, 'd> Reader<'f, 'd> {
    fn new(file: &'f File<'d>, view: View) -> Result<Self> {
        let mut comdats = HashMap::new();
        for comdat in file.comdats() {
            for index in comdat.sections() {
                comdats.insert(index, comdat.name()?.to_owned());
            }
        }
        let mut reader = Self { file, view, keys: HashMap::new(), anonymous: HashMap::new() };
        let mut seen: HashMap<String, usize> = HashMap::new();
        for section in file.sections() {
            let name = section.name()?;
            let mut key = reader.plain_name(name);
            if let Some(signature) = comdats.get(&section.index()) {
                key = format!("{key}[{}]", reader.plain_name(signature));
            }
            let count = seen.entry(key.clone()).or_default();
            *count += 1;
            // Groups are known by the symbols that name them, whatever their order.
            if *count > 1 && name != ".group" {
                key = format!("{key}~{count}");
            }
            reader.keys.insert(section.index(), key);
            let header = section.elf_section_header();
            let has = |flag: elf::SectionFlags| header.sh_flags(file.endian()).0 & flag.0 != 0;
            if view.by_symbol && !has(elf::SHF_EXECINSTR) {
                if has(elf::SHF_MERGE) {
                    let strings = has(elf::SHF_STRINGS);
                    let entries = Constants::Entries(header.sh_entsize(file.endian()));
                    reader
                        .anonymous
                        .insert(section.index(), if strings { Constants::Strings } else { entries });
                } else if (numbered(name) || name.contains(SOURCE_LOCATION)) && !ignored(name) {
                    reader.anonymous.insert(section.index(), Constants::Whole);
                }
            }
        }
        Ok(reader)
    }

    /// A symbol's or section's name without what gcc draws from chance, and within the tolerance.
    fn plain_name(&self, name: &str) -> String {
        let mut plain = name.to_owned();
        if let Some(at) = plain.find("_GLOBAL__") {
            let generated = &plain[at..];
            if self.view.by_symbol
                && (generated.starts_with("_GLOBAL__sub_") || generated.starts_with("_GLOBAL__I_"))
            {
                // Named after whichever public symbol came first.
                plain.truncate(at + "_GLOBAL__".len());
                plain.push('#');
            } else if let Some(cut) = random_tail(generated) {
                plain.truncate(at + cut);
                plain.push('#');
            }
        }
        if self.view.tolerance.signature_spelling {
            plain = without_qualifiers(&plain.replace("cvvLi0E", "cvv_E"));
        }
        plain
    }

    /// The relocations of a section, by offset.
    fn references(&self, index: SectionIndex) -> Result<Vec<Reference>> {
        self.references_at_depth(index, 0)
    }

    fn references_at_depth(&self, index: SectionIndex, depth: usize) -> Result<Vec<Reference>> {
        let section = self.file.section_by_index(index)?;
        let mut references = Vec::new();
        for (offset, relocation) in section.relocations() {
            let RelocationFlags::Elf { r_type } = relocation.flags() else { continue };
            let (target, addend) = match relocation.target() {
                RelocationTarget::Symbol(symbol) => {
                    self.target(symbol, relocation.addend(), r_type, depth)?
                }
                other => (format!("{other:?}"), relocation.addend()),
            };
            references.push(Reference { offset, kind: r_type, target, addend });
        }
        references.sort();
        Ok(references)
    }

    /// What a relocation against `symbol` names, and the addend that remains.
    fn target(
        &self,
        symbol: SymbolIndex,
        addend: i64,
        kind: RelocationType,
        depth: usize,
    ) -> Result<(String, i64)> {
        let symbol = self.file.symbol_by_index(symbol)?;
        let name = symbol.name()?;
        let Some(index) = symbol.section_index() else { return Ok((self.plain_name(name), addend)) };
        if let Some(&constants) = self.anonymous.get(&index) {
            // The processor counts from the end of the field, four bytes on.
            let bias = if pc_relative(kind) { 4 } else { 0 };
            let at = i64::try_from(symbol.address())? + addend + bias;
            return Ok((self.constant(index, constants, at, depth)?, 0));
        }
        let section_like = symbol.kind() == object::SymbolKind::Section || name.starts_with(".L");
        if !section_like {
            return Ok((self.plain_name(name), addend));
        }
        Ok((self.keys[&index].clone(), addend + i64::try_from(symbol.address())?))
    }

    /// The constant at `at` in an anonymous section, named by its content.
    fn constant(&self, index: SectionIndex, constants: Constants, at: i64, depth: usize) -> Result<String> {
        let section = self.file.section_by_index(index)?;
        let data = section.data()?;
        let start = usize::try_from(at).unwrap_or(usize::MAX).min(data.len());
        let blurred = self.view.tolerance.string_spelling;
        let name = section.name()?;
        let content = match constants {
            Constants::Strings => {
                let width =
                    usize::try_from(section.elf_section_header().sh_entsize(self.file.endian()))?.max(1);
                let tail = &data[start..];
                let end = tail.chunks(width).position(|unit| unit.iter().all(|&byte| byte == 0));
                &tail[..end.map_or(tail.len(), |units| units * width)]
            }
            Constants::Whole if blurred && FUNCTION_NAMES.iter().any(|word| name.contains(word)) => data,
            Constants::Entries(size) => {
                let end = start.saturating_add(usize::try_from(size)?).min(data.len());
                &data[start..end]
            }
            Constants::Whole => {
                let mut digest = Sha256::new();
                // The last field is a column of the generated text, which is not the program's.
                let column = if name.contains(SOURCE_LOCATION) { size_of::<u32>() } else { 0 };
                digest.update(&data[..data.len().saturating_sub(column)]);
                if depth < MAX_CONSTANT_DEPTH {
                    for reference in self.references_at_depth(index, depth + 1)? {
                        digest.update(reference.words());
                    }
                }
                let sum = digest.finalize();
                let stem = name.trim_end_matches(|c: char| c == '.' || c.is_ascii_digit());
                return Ok(format!("{{{stem} {:02x?}}}+{at:#x}", &sum[..8]));
            }
        };
        if blurred {
            let plain: Vec<u8> = content.iter().copied().filter(|byte| !b" ()\0".contains(byte)).collect();
            // The default argument of `std::equal_to<>` and the like.
            let plain = plain.escape_ascii().to_string().replace("<void>", "<>");
            return Ok(format!("{{\"{plain}\"}}"));
        }
        Ok(format!("{{\"{}\"}}", content.escape_ascii()))
    }
}

/// Variables that hold the name of the enclosing function.
const FUNCTION_NAMES: [&str; 3] = ["__PRETTY_FUNCTION__", "__func__", "__FUNCTION__"];

/// Part of the names of the constants behind `std::source_location::current()`.
const SOURCE_LOCATION: &str = ".Lsrc_loc";

/// Whether the name ends in a number of the compiler's, as in `.rodata.__func__.3`.
fn numbered(name: &str) -> bool {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    stem.len() < name.len() && stem.ends_with('.') && stem.matches('.').count() > 2
}

/// Whether a relocation of this type counts from the place it is in.
fn pc_relative(kind: RelocationType) -> bool {
    [elf::R_X86_64_PC32, elf::R_X86_64_PLT32, elf::R_X86_64_GOTPCREL].contains(&kind)
        || [elf::R_X86_64_GOTPCRELX, elf::R_X86_64_REX_GOTPCRELX].contains(&kind)
}

/// Where `_1A2B3C4D_0x…`, drawn from a random seed, begins at the end of a generated name.
fn random_tail(name: &str) -> Option<usize> {
    let at = name.rfind("_0x")?;
    let hexadecimal = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let (stem, seed) = name[..at].rsplit_once('_')?;
    (hexadecimal(&name[at + 3..]) && seed.len() == 8 && hexadecimal(seed)).then_some(stem.len())
}

/// The records of an `.eh_frame` section, each with the references inside it, in any order.
fn frames(data: &[u8], references: &[Reference]) -> BTreeMap<(Vec<u8>, Vec<Reference>), usize> {
    let mut frames = BTreeMap::new();
    let mut start = 0;
    while let Some(length) =
        data.get(start..start + 4).and_then(|bytes| bytes.try_into().ok().map(u32::from_le_bytes))
    {
        let end = start.saturating_add(4).saturating_add(length as usize).min(data.len());
        // Padding belongs to the record's length; only the last record is aligned.
        let padding = data[start..end].iter().rev().take_while(|&&byte| byte == 0).count();
        let mut record = data[start..end - padding].to_vec();
        record.iter_mut().take(4).for_each(|byte| *byte = 0);
        // The distance to the common record depends on the order of records.
        if let Some(pointer) = record.get_mut(4..8)
            && pointer != [0; 4]
        {
            pointer.fill(0xff);
        }
        let inside = references
            .iter()
            .filter(|reference| (start as u64..end as u64).contains(&reference.offset))
            .map(|reference| Reference { offset: reference.offset - start as u64, ..reference.clone() })
            .collect();
        *frames.entry((record, inside)).or_default() += 1;
        start = end;
        if length == 0 {
            break;
        }
    }
    frames
}

/// A name as people read it: the part after the section prefix demangled.
fn readable(name: &str) -> String {
    let Some(at) = name.find("_Z") else { return name.to_owned() };
    let (prefix, mangled) = name.split_at(at);
    let end = mangled.find(['[', ']', '~']).unwrap_or(mangled.len());
    match cpp_demangle::Symbol::new(&mangled[..end]).ok().and_then(|symbol| symbol.demangle().ok()) {
        Some(demangled) => format!("{prefix}{demangled}"),
        None => name.to_owned(),
    }
}

/// A mangled name without the namespaces in front of names in expressions (`[gs] sr <source name>+ E`).
fn without_qualifiers(name: &str) -> String {
    let mut result = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(at) = rest.find("sr") {
        let (before, behind) = rest.split_at(at);
        match behind_source_names(&behind[2..]).and_then(|behind| behind.strip_prefix('E')) {
            Some(behind) => {
                result.push_str(before.strip_suffix("gs").unwrap_or(before));
                rest = behind;
            }
            None => {
                result.push_str(&rest[..at + 2]);
                rest = &behind[2..];
            }
        }
    }
    result + rest
}

/// What follows one or more `<length> <identifier>`.
fn behind_source_names(mut text: &str) -> Option<&str> {
    let starts_with_digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    if !starts_with_digit(text) {
        return None;
    }
    while starts_with_digit(text) {
        let digits = text.find(|c: char| !c.is_ascii_digit())?;
        let length: usize = text[..digits].parse().ok()?;
        text = text.get(digits + length..)?;
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The object that gcc makes of a C++ text.
    fn compiled(text: &str, flags: &[&str]) -> Vec<u8> {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let (source, object) = (dir.path().join("unit.cpp"), dir.path().join("unit.o"));
        std::fs::write(&source, text).expect("written");
        let status = std::process::Command::new("gcc")
            .arg("-c")
            .args(flags)
            .arg(&source)
            .arg("-o")
            .arg(&object)
            .status()
            .expect("gcc can be run");
        assert!(status.success(), "gcc rejects {text}");
        std::fs::read(object).expect("written by gcc")
    }

    const F: &str = "int f(int a) { return a * 3; }\n";
    const G: &str =
        "static const char *words[] = {\"one\", \"two\"};\nconst char *g(int a) { return words[a]; }\n";

    fn by_section(reference: &str, candidate: &str) -> Vec<String> {
        differences_by_section(&compiled(reference, &[]), &compiled(candidate, &[]))
            .expect("readable objects")
    }

    fn by_symbol(reference: &str, candidate: &str, tolerance: Tolerance) -> Vec<String> {
        let object = |text| compiled(text, &["-O2", "-ffunction-sections", "-fdata-sections"]);
        differences_by_symbol(&object(reference), &object(candidate), tolerance).expect("readable objects")
    }

    #[test]
    fn the_order_of_functions_is_free_by_symbol_only() {
        let (one, two) = (format!("{F}{G}"), format!("{G}{F}"));
        assert_eq!(by_symbol(&one, &two, Tolerance::default()), Vec::<String>::new());
        assert!(!by_section(&one, &two).is_empty());
        assert!(by_section(&one, &one).is_empty());
    }

    #[test]
    fn changed_code_data_and_linkage_are_found() {
        let unit = format!("{F}{G}");
        for changed in [
            unit.replace("a * 3", "a * 5"),
            unit.replace("two", "twp"),
            unit.replace("int f", "inline int f"),
            unit.replace("{\"one\", \"two\"}", "{\"two\", \"one\"}"),
        ] {
            assert!(!by_section(&unit, &changed).is_empty(), "{changed}");
            assert!(!by_symbol(&unit, &changed, Tolerance::default()).is_empty(), "{changed}");
        }
    }

    #[test]
    fn parentheses_in_strings_can_be_tolerated() {
        let unit = |text: &str| format!("const char *name() {{ return \"{text}\"; }}");
        let tolerance = Tolerance { string_spelling: true, ..Tolerance::default() };
        assert!(by_symbol(&unit("f(T)"), &unit("f((T))"), tolerance).is_empty());
        assert!(by_symbol(&unit("E<>"), &unit("E<void>"), tolerance).is_empty());
        assert!(!by_symbol(&unit("f(T)"), &unit("g(T)"), tolerance).is_empty());
        assert!(!by_symbol(&unit("f(T)"), &unit("f((T))"), Tolerance::default()).is_empty());
    }

    #[test]
    fn columns_of_source_locations_do_not_count() {
        let unit = |blanks: &str, line: u32| {
            format!(
                "namespace std {{ struct source_location {{ struct __impl {{ const char *_M_file_name, *_M_function_name; \
                 unsigned _M_line, _M_column; }}; }}; }}\n# {line} \"u.cpp\"\nconst void *here() {{ {blanks}return __builtin_source_location(); }}"
            )
        };
        assert!(by_symbol(&unit("", 7), &unit("   ", 7), Tolerance::default()).is_empty());
        assert!(!by_symbol(&unit("", 7), &unit("", 8), Tolerance::default()).is_empty());
    }

    #[test]
    fn qualifiers_in_signatures_can_be_tolerated() {
        let written = "_Z1fIiTnN1N9enable_ifIXgssr4cuda3stdE4is_vIT_EEiE4typeELi0EEvv";
        let reference = "_Z1fIiTnN1N9enable_ifIXsr4cuda3std3__4E4is_vIT_EEiE4typeELi0EEvv";
        let plain = "_Z1fIiTnN1N9enable_ifIX4is_vIT_EEiE4typeELi0EEvv";
        assert_eq!([without_qualifiers(written), without_qualifiers(reference)], [plain, plain]);
        assert_eq!(without_qualifiers("_Z4usrsisr_ti"), "_Z4usrsisr_ti");
    }

    #[test]
    fn signature_expressions_can_be_tolerated() {
        let unit = |discarded: &str| {
            format!(
                "template<class T> auto f(T t) -> decltype(t.x, {discarded}) {{}}\n\
                 struct S {{ int x; }}; void (*g)(S) = f<S>;"
            )
        };
        let tolerance = Tolerance { signature_spelling: true, ..Tolerance::default() };
        assert!(by_symbol(&unit("void()"), &unit("((void)0)"), tolerance).is_empty());
        assert!(!by_symbol(&unit("void()"), &unit("((void)0)"), Tolerance::default()).is_empty());
    }

    #[test]
    fn random_tails_of_generated_names_are_found() {
        assert_eq!(random_tail("_GLOBAL__sub_I_x_1A2B3C4D_0xdeadbeef"), Some("_GLOBAL__sub_I_x".len()));
        assert_eq!(random_tail("_GLOBAL__sub_I_main"), None);
    }

    #[test]
    fn numbered_constants_are_not_sections_of_alignment() {
        assert!(numbered(".rodata.__func__.3"));
        assert!(!numbered(".rodata.str1.1x"));
        assert!(!numbered(".rodata.cst8"));
    }

    #[test]
    fn frames_do_not_depend_on_order() {
        // Length, distance to the common record, body.
        let record = |distance: u8, body: u8| [8, 0, 0, 0, distance, 0, 0, 0, body, 0, 0, 0];
        let (one, two) = ([record(1, 7), record(13, 8)].concat(), [record(1, 8), record(13, 7)].concat());
        assert_eq!(frames(&one, &[]), frames(&two, &[]));
        assert_ne!(frames(&one, &[]), frames(&[record(1, 7), record(13, 9)].concat(), &[]));
    }
}
