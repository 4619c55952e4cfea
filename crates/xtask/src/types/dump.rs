//! The reference's typed tree (`cudafe++ --il_display`) as lines that a program can compare.
//!
//! The dump is a text of records, `file-scope KIND@ADDRESS` and then one `field: value` a line, with a blank line behind
//! each. Only the kinds in [`KINDS`] and the fields in [`FIELDS`] are read. Lines (tab separated; FILE:LINE:COL is the
//! user's place, `-` where there is none):
//!
//! ```text
//! fn     PLACE  NAME  TYPE                                    start of a function body; the ex lines up to the next fn belong to it
//! ex     PLACE  DEPTH  WHAT  TYPE  CATEGORY  ENTITY  FLAGS    one expression, operands follow one deeper
//! class  PLACE  NAME  SIZE  ALIGN                             complete classes that are not patterns of templates
//! field  PLACE  CLASS  NAME  OFFSET  TYPE                     non-static data members (bytes, +bits for bit-fields)
//! var    PLACE  NAME  TYPE  VALUE                             variables with a constant value
//! assert PLACE  VALUE                                         static assertions
//! ```
//!
//! TYPE is canonical: typedefs are followed, `const` stands in front. CATEGORY: `l` lvalue, `x` xvalue, `p` prvalue;
//! `l>p` an lvalue whose value is read.

use std::collections::{HashMap, HashSet};
use std::io::{BufRead, Write};

use anyhow::Result;

/// The kinds of records that are read.
const KINDS: &[&str] = &[
    "type",
    "param-type",
    "expr-node",
    "seq-number-lookup-entry",
    "source-file",
    "routine",
    "variable",
    "field",
    "constant",
    "static-assertion",
    "dynamic-init",
];

/// The fields that are read, of records of any kind.
const FIELDS: &[&str] = &[
    "alignment",
    "arg",
    "args",
    "bit_offset",
    "bool_type",
    "compiler_generated",
    "condition",
    "constant",
    "constant_valued",
    "decl_position.column",
    "decl_position.seq",
    "dynamic_init",
    "element_type",
    "enum_type",
    "expr",
    "expression",
    "field",
    "field_list",
    "file_name",
    "first",
    "float_kind",
    "float_value",
    "fold.operands",
    "generated_default_arg",
    "has_ellipsis",
    "has_this_param",
    "incomplete",
    "init_kind",
    "initializer",
    "int_kind",
    "integer_value",
    "is_brace_notation_cast",
    "is_const_cast",
    "is_functional_notation_cast",
    "is_lvalue",
    "is_nonreal_class",
    "is_reference",
    "is_reinterpret_cast",
    "is_rvalue_reference",
    "is_scoped_enum",
    "is_static_cast",
    "is_virtual_call",
    "is_xvalue",
    "kind",
    "last",
    "line_number",
    "name",
    "next",
    "number_of_elements",
    "offset",
    "offset_bit_remainder",
    "only_found_through_arg_dependent_lookup",
    "operands",
    "operation.kind",
    "orig_lvalue_type",
    "param_type_list",
    "position.column",
    "position.seq",
    "qualifiers",
    "return_type",
    "routine",
    "size",
    "source_file",
    "static",
    "top_level_file",
    "type",
    "type_pointed_to",
    "typeref_type",
    "value",
    "variable",
];

/// Fields of expressions that are flags, and the words for them.
const FLAGS: &[(&str, &str)] = &[
    ("compiler_generated", "implicit"),
    ("is_static_cast", "static_cast"),
    ("is_functional_notation_cast", "functional"),
    ("is_brace_notation_cast", "brace"),
    ("is_virtual_call", "virtual"),
    ("only_found_through_arg_dependent_lookup", "adl"),
    ("generated_default_arg", "default_arg"),
    ("is_reinterpret_cast", "reinterpret_cast"),
    ("is_const_cast", "const_cast"),
];

/// Levels of a type beyond which the dump's own label stands for it.
const MAX_TYPE_DEPTH: u32 = 40;
/// Parameters of a function type that are listed.
const MAX_PARAMETERS: usize = 300;
/// Members and operands that are listed: more are a cycle in the dump.
const MAX_LIST: usize = 5000;
/// Blanks in front of a value that stands on a line of its own.
const VALUE_COLUMN: usize = 25;
/// Files whose places are the user's own, by what is behind the last dot.
const OWN_SUFFIXES: &[&str] = &["cu", "cpp", "cc", "cxx", "c", "C", "ii"];

/// A record: its fields are those of [`Dump::fields`] in the range.
struct Record {
    kind: u8,
    address: u64,
    region: u32,
    fields: (u32, u32),
}

/// Which lines are printed.
#[derive(Clone, Copy, Default)]
pub struct Wanted {
    /// Only those at places in the unit's own source file.
    pub own: bool,
    /// Not the expressions that the user does not write.
    pub no_implicit: bool,
}

/// A dump that was read.
pub struct Dump {
    records: Vec<Record>,
    by_address: HashMap<u64, u32>,
    labels: HashMap<u64, String>,
    regions: Vec<String>,
    /// Field, and where its value is in `text`.
    fields: Vec<(u8, u64, u32)>,
    text: String,
    /// Sorted: first and last number of a stretch, the line of the first, and the file.
    lines: Vec<(u64, u64, i64, String)>,
    types: HashMap<u64, String>,
}

impl Dump {
    /// Reads a dump.
    pub fn read(input: impl BufRead) -> Result<Dump> {
        let mut dump = Dump {
            records: Vec::new(),
            by_address: HashMap::new(),
            labels: HashMap::new(),
            regions: vec![String::new()],
            fields: Vec::new(),
            text: String::new(),
            lines: Vec::new(),
            types: HashMap::new(),
        };
        let region_numbers = HashMap::from([(String::new(), 0)]);
        let mut reader = Reader { dump: &mut dump, current: None, region: 0, region_numbers, pending: None };
        for line in input.split(b'\n') {
            let line = line?;
            reader.line(String::from_utf8_lossy(&line).as_ref());
        }
        dump.read_lines();
        Ok(dump)
    }

    /// The table of the lines of positions, by their numbers.
    fn read_lines(&mut self) {
        let kind = kind_number("seq-number-lookup-entry");
        for record in self.records.iter().filter(|record| Some(record.kind) == kind) {
            let number = |name| self.field(record, name).and_then(|value| value.parse::<i64>().ok());
            if let (Some(first), Some(last), Some(line)) =
                (number("first"), number("last"), number("line_number"))
            {
                let file = quoted(self.field(record, "source_file").unwrap_or_default()).to_owned();
                self.lines.push((first as u64, last as u64, line, file));
            }
        }
        self.lines.sort();
    }

    fn field(&self, record: &Record, name: &str) -> Option<&str> {
        let field = FIELDS.binary_search(&name).ok()? as u8;
        let fields = &self.fields[record.fields.0 as usize..record.fields.1 as usize];
        let (_, start, length) = fields.iter().find(|(known, ..)| *known == field)?;
        self.text.get(*start as usize..*start as usize + *length as usize)
    }

    fn is(&self, record: &Record, name: &str) -> bool {
        self.field(record, name) == Some("TRUE")
    }

    /// The record that a value refers to.
    fn record(&self, value: Option<&str>) -> Option<&Record> {
        let (address, _) = reference(value?)?;
        let index = *self.by_address.get(&address)?;
        self.records.get(index as usize)
    }

    fn ident(&self, record: &Record) -> &str {
        quoted(self.field(record, "name").unwrap_or_default())
    }

    /// Where a record stands: `FILE:LINE:COLUMN`, or `-`.
    fn place(&self, record: &Record, prefix: &str) -> String {
        let number =
            self.field(record, &format!("{prefix}.seq")).and_then(|number| number.parse::<u64>().ok());
        let column = self.field(record, &format!("{prefix}.column"));
        let (Some(number @ 1..), Some(column)) = (number, column) else { return "-".to_owned() };
        match self.lines.partition_point(|line| line.0 <= number).checked_sub(1) {
            Some(index) => {
                let (first, _, line, file) = &self.lines[index];
                format!("{file}:{}:{column}", line + number as i64 - *first as i64)
            }
            None => "-".to_owned(),
        }
    }

    // ---- types

    fn ty(&mut self, value: Option<&str>) -> String {
        let value = value.map(str::to_owned);
        self.type_at(value.as_deref(), 0)
    }

    fn type_at(&mut self, value: Option<&str>, depth: u32) -> String {
        let Some((address, own_label)) = value.and_then(reference) else { return "-".to_owned() };
        if let Some(known) = self.types.get(&address) {
            return known.clone();
        }
        let label = self.labels.get(&address).map(String::as_str).or(own_label).unwrap_or("?");
        let label = without_numbers(label);
        let Some(index) = self.by_address.get(&address).copied().filter(|_| depth <= MAX_TYPE_DEPTH) else {
            return label;
        };
        let kind = self.field_of(index, "kind").unwrap_or_default();
        let made = self.type_of(index, &kind, &label, depth);
        if depth == 0 || kind != "tk_typeref" {
            self.types.insert(address, made.clone());
        }
        made
    }

    fn field_of(&self, index: u32, name: &str) -> Option<String> {
        self.field(&self.records[index as usize], name).map(str::to_owned)
    }

    fn type_of(&mut self, index: u32, kind: &str, label: &str, depth: u32) -> String {
        let is = |dump: &Dump, name| dump.is(&dump.records[index as usize], name);
        match kind {
            "tk_typeref" => {
                let target = self.part(index, "typeref_type", depth);
                let qualifiers = self.field_of(index, "qualifiers").unwrap_or_default();
                if qualifiers.is_empty() {
                    return target;
                }
                let words: Vec<&str> =
                    ["const", "volatile"].into_iter().filter(|word| qualifiers.contains(word)).collect();
                match target.ends_with('*') {
                    true => target + &words.join(" "),
                    false => format!("{} {target}", words.join(" ")).trim().to_owned(),
                }
            }
            "tk_pointer" => {
                let target = self.part(index, "type_pointed_to", depth);
                target
                    + match (is(self, "is_rvalue_reference"), is(self, "is_reference")) {
                        (true, _) => " &&",
                        (false, true) => " &",
                        (false, false) => " *",
                    }
            }
            "tk_array" => {
                let element = self.part(index, "element_type", depth);
                format!("{element} [{}]", self.field_of(index, "number_of_elements").unwrap_or_default())
            }
            "tk_routine" => self.function_type(index, depth),
            "tk_integer"
                if self.field_of(index, "enum_type").is_none()
                    && self.field_of(index, "is_scoped_enum").is_none() =>
            {
                match is(self, "bool_type") {
                    true => "bool".to_owned(),
                    false => self.field_of(index, "int_kind").unwrap_or_else(|| label.to_owned()),
                }
            }
            "tk_float" => self.field_of(index, "float_kind").unwrap_or_else(|| label.to_owned()),
            "tk_struct" | "tk_class" | "tk_union" | "tk_integer" => label.to_owned(),
            _ if label == "<unnamed>" => "<dependent>".to_owned(),
            _ => label.to_owned(),
        }
    }

    fn part(&mut self, index: u32, name: &str, depth: u32) -> String {
        let value = self.field_of(index, name);
        self.type_at(value.as_deref(), depth + 1)
    }

    fn function_type(&mut self, index: u32, depth: u32) -> String {
        let mut parameters = Vec::new();
        let mut next = self.field_of(index, "param_type_list");
        while let Some(parameter) = self.record_index(next.as_deref())
            && parameters.len() < MAX_PARAMETERS
        {
            parameters.push(self.part(parameter, "type", depth));
            next = self.field_of(parameter, "next");
        }
        if self.field_of(index, "has_ellipsis").as_deref() == Some("TRUE") {
            parameters.push("...".to_owned());
        }
        let result = self.part(index, "return_type", depth);
        let is_const = self.field_of(index, "qualifiers").is_some_and(|words| words.contains("const"))
            && self.field_of(index, "has_this_param").as_deref() == Some("TRUE");
        format!("{result} ({}){}", parameters.join(", "), if is_const { " const" } else { "" })
    }

    fn record_index(&self, value: Option<&str>) -> Option<u32> {
        let (address, _) = reference(value?)?;
        self.by_address.get(&address).copied()
    }

    // ---- lines

    fn value(&self, record: Option<&Record>) -> String {
        let Some(record) = record else { return "?".to_owned() };
        for name in ["integer_value", "float_value", "value"] {
            if let Some(value) = self.field(record, name) {
                return value.to_owned();
            }
        }
        let kind = self.field(record, "kind").unwrap_or_default();
        if kind == "ck_address" {
            let target =
                ["routine", "variable", "constant"].into_iter().find_map(|name| self.field(record, name));
            let target = target.unwrap_or("?");
            return format!("&{}", target.rfind(": ").map_or(target, |at| &target[at + 2..]));
        }
        match kind.replace("ck_", "") {
            kind if kind.is_empty() => "?".to_owned(),
            kind => kind,
        }
    }

    fn what(&self, record: &Record) -> String {
        let kind = self.field(record, "kind").unwrap_or_default().replace("enk_", "");
        match kind.as_str() {
            "operation" => self.field(record, "operation.kind").unwrap_or_default().replace("eok_", ""),
            "constant" => {
                format!("constant={}", self.value(self.record(self.field(record, "constant"))))
            }
            _ if kind.starts_with("fold") => "fold".to_owned(),
            _ => kind,
        }
    }

    fn entity(&self, record: &Record) -> String {
        for name in ["routine", "variable", "field"] {
            let Some(value) = self.field(record, name).filter(|value| *value != "NULL") else { continue };
            let Some(entity) = self.record(Some(value)) else { return without_addresses(value) };
            let ident = match self.ident(entity) {
                "" => without_addresses(value),
                ident => ident.to_owned(),
            };
            return format!("{ident}@{}", self.place(entity, "decl_position"));
        }
        "-".to_owned()
    }

    /// Prints the lines.
    pub fn print(&mut self, wanted: Wanted, out: &mut impl Write) -> Result<()> {
        let own = Own { stem: wanted.own.then(|| self.stem()) };
        self.print_declarations(&own, out)?;
        let expressions = kind_number("expr-node");
        let mut used = HashSet::new();
        let mut by_region: Vec<Vec<u32>> = vec![Vec::new(); self.regions.len()];
        let mut regions = Vec::new();
        let mut routines: HashMap<String, u32> = HashMap::new();
        for (index, record) in self.records.iter().enumerate() {
            if Some(record.kind) == expressions {
                let region = &mut by_region[record.region as usize];
                if region.is_empty() {
                    regions.push(record.region);
                }
                region.push(index as u32);
                for name in ["operands", "next", "fold.operands", "expr", "arg"] {
                    used.extend(self.field(record, name).and_then(reference).map(|(address, _)| address));
                }
            }
            if Some(record.kind) == kind_number("routine") {
                routines.entry(self.ident(record).to_owned()).or_insert(index as u32);
            }
        }
        for region in regions {
            let mut lines = Vec::new();
            for index in &by_region[region as usize] {
                if !used.contains(&self.records[*index as usize].address) {
                    self.print_expression(*index, &own, wanted.no_implicit, &mut lines);
                }
            }
            if lines.is_empty() {
                continue;
            }
            let name = self.regions[region as usize].clone();
            let function = name.strip_prefix("function \"").and_then(|name| name.strip_suffix('"'));
            let routine = routines.get(function.unwrap_or(&name)).copied();
            let routine = routine.filter(|_| name.starts_with("function"));
            let (place, ty) = match routine {
                Some(routine) => {
                    let place = self.place(&self.records[routine as usize], "decl_position");
                    let ty = self.field_of(routine, "type");
                    (place, self.ty(ty.as_deref()))
                }
                None => ("-".to_owned(), "-".to_owned()),
            };
            writeln!(out, "fn\t{place}\t{}\t{ty}", function.unwrap_or(&name))?;
            out.write_all(&lines)?;
        }
        Ok(())
    }

    /// The unit's name up to its first dot that nvcc adds.
    fn stem(&self) -> String {
        let kind = kind_number("source-file");
        let mut files = self.records.iter().filter(|record| Some(record.kind) == kind);
        let top = files.find(|record| self.is(record, "top_level_file"));
        let name = top.and_then(|record| self.field(record, "file_name")).map_or("", quoted);
        let name = name.rsplit('/').next().unwrap_or_default();
        let is_suffix =
            |suffix: &str| !suffix.is_empty() && suffix.bytes().all(|byte| byte.is_ascii_lowercase());
        let stem = match name.rsplit_once('.') {
            Some((stem, suffix)) if is_suffix(suffix) => stem,
            _ => return name.to_owned(),
        };
        stem.strip_suffix(".cpp1").or_else(|| stem.strip_suffix(".cpp4")).unwrap_or(stem).to_owned()
    }

    fn print_declarations(&mut self, own: &Own, out: &mut impl Write) -> Result<()> {
        let [types, variables, assertions] = ["type", "variable", "static-assertion"].map(kind_number);
        for index in 0..self.records.len() as u32 {
            let record = &self.records[index as usize];
            let kind = Some(record.kind);
            let is_class = matches!(self.field(record, "kind"), Some("tk_struct" | "tk_class" | "tk_union"));
            if kind == types && is_class {
                if !self.is(record, "incomplete") && !self.is(record, "is_nonreal_class") {
                    self.print_class(index, own, out)?;
                }
            } else if kind == variables {
                let is_constant = self.field(record, "init_kind") == Some("initk_static")
                    || self.field(record, "constant_valued").is_some();
                let place = self.place(record, "decl_position");
                if is_constant && own.takes(&place) {
                    let value = ["constant", "initializer", "static"]
                        .into_iter()
                        .find_map(|name| self.field(record, name));
                    let value = self.value(self.record(value));
                    let (ident, ty) = (self.ident(record).to_owned(), self.field_of(index, "type"));
                    let ty = self.ty(ty.as_deref());
                    writeln!(out, "var\t{place}\t{ident}\t{ty}\t{value}")?;
                }
            } else if kind == assertions {
                let place = self.place(record, "position");
                if own.takes(&place) {
                    let condition = without_addresses(self.field(record, "condition").unwrap_or_default());
                    writeln!(out, "assert\t{place}\t{condition}")?;
                }
            }
        }
        Ok(())
    }

    fn print_class(&mut self, index: u32, own: &Own, out: &mut impl Write) -> Result<()> {
        let record = &self.records[index as usize];
        let name = match self.labels.get(&record.address) {
            Some(label) => label,
            None => self.ident(record),
        };
        let name = without_numbers(name);
        let place = self.place(record, "decl_position");
        // Patterns of templates have parameters in their names.
        if name.contains("#(") || !own.takes(&place) {
            return Ok(());
        }
        let number = |name| self.field(record, name).unwrap_or("None");
        writeln!(out, "class\t{place}\t{name}\t{}\t{}", number("size"), number("alignment"))?;
        let mut next = self.record_index(self.field(record, "field_list"));
        let mut count = 0;
        while let Some(member) = next
            && count < MAX_LIST
        {
            count += 1;
            let record = &self.records[member as usize];
            let bits = ["offset_bit_remainder", "bit_offset"]
                .into_iter()
                .find_map(|name| self.field(record, name))
                .filter(|bits| *bits != "0");
            let bits = bits.map(|bits| format!("+{bits}")).unwrap_or_default();
            let offset = self.field(record, "offset").unwrap_or("?").to_owned();
            let (place, ident) = (self.place(record, "decl_position"), self.ident(record).to_owned());
            let ty = self.field_of(member, "type");
            let ty = self.ty(ty.as_deref());
            writeln!(out, "field\t{place}\t{name}\t{ident}\t{offset}{bits}\t{ty}")?;
            next = self.record_index(self.field(&self.records[member as usize], "next"));
        }
        Ok(())
    }

    fn print_expression(&mut self, root: u32, own: &Own, no_implicit: bool, lines: &mut Vec<u8>) {
        let mut open = vec![(root, 0)];
        while let Some((index, depth)) = open.pop() {
            let record = &self.records[index as usize];
            let place = self.place(record, "position");
            let flags: Vec<&str> =
                FLAGS.iter().filter(|(name, _)| self.is(record, name)).map(|(_, word)| *word).collect();
            if own.takes(&place) && !(no_implicit && flags.contains(&"implicit")) {
                let category = match self.field(record, "orig_lvalue_type") {
                    Some(_) => "l>p",
                    None if self.is(record, "is_lvalue") => "l",
                    None if self.is(record, "is_xvalue") => "x",
                    None => "p",
                };
                let (what, entity) = (self.what(record), self.entity(record));
                let ty = self.field_of(index, "type");
                let ty = self.ty(ty.as_deref());
                let flags = if flags.is_empty() { "-".to_owned() } else { flags.join(",") };
                let line = format!("ex\t{place}\t{depth}\t{what}\t{ty}\t{category}\t{entity}\t{flags}\n");
                lines.extend(line.bytes());
            }
            let record = &self.records[index as usize];
            let list = self.field(record, "operands").or_else(|| self.field(record, "fold.operands"));
            let mut next = self.record_index(list);
            if self.field(record, "kind") == Some("enk_temp_init") {
                let init = self.record(self.field(record, "dynamic_init"));
                next = init.and_then(|init| {
                    self.record_index(self.field(init, "args").or_else(|| self.field(init, "expression")))
                });
                if let Some(init) = init
                    && self.field(init, "routine").is_some_and(|routine| routine != "NULL")
                    && own.takes(&place)
                {
                    let constructor = self.entity(init);
                    let line =
                        format!("ex\t{place}\t{}\tconstructor\t-\t-\t{constructor}\timplicit\n", depth + 1);
                    lines.extend(line.bytes());
                }
            }
            let mut operands = Vec::new();
            while let Some(operand) = next
                && operands.len() < MAX_LIST
            {
                operands.push((operand, depth + 1));
                next = self.record_index(self.field(&self.records[operand as usize], "next"));
            }
            open.extend(operands.into_iter().rev());
        }
    }
}

/// Which places are the user's own.
struct Own {
    /// The name that the file has in front of its suffix; everything is wanted without one.
    stem: Option<String>,
}

impl Own {
    fn takes(&self, place: &str) -> bool {
        let Some(stem) = &self.stem else { return true };
        let file = place.rsplitn(3, ':').last().unwrap_or_default();
        let file = file.rsplit('/').next().unwrap_or_default();
        file.rsplit_once('.').is_some_and(|(name, suffix)| name == stem && OWN_SUFFIXES.contains(&suffix))
    }
}

/// Reads records line by line.
struct Reader<'d> {
    dump: &'d mut Dump,
    current: Option<u32>,
    region: u32,
    region_numbers: HashMap<String, u32>,
    /// The field whose value stands on the next line.
    pending: Option<String>,
}

impl Reader<'_> {
    fn line(&mut self, line: &str) {
        if line.is_empty() {
            self.current = None;
            self.pending = None;
            return;
        }
        if let Some(rest) = line.strip_prefix("Intermediate language for memory region") {
            let open = rest.find('(').map_or(rest.len(), |at| at + 1);
            let end = rest.len().saturating_sub(2).max(open);
            self.enter_region(rest.get(open..end).unwrap_or_default());
            return;
        }
        if line.starts_with('f')
            && line.get(4..11) == Some("-scope ")
            && !line.contains(':')
            && let Some((kind, address)) = line[11..].split_once('@')
        {
            self.pending = None;
            self.current = self.record(kind, address);
            return;
        }
        if line.contains("type@")
            && let Some((address, Some(label))) = last_reference(line)
            && !label.is_empty()
        {
            self.dump.labels.entry(address).or_insert_with(|| label.to_owned());
        }
        let Some(current) = self.current else { return };
        let is_value = line.starts_with(' ') && Some(line.trim_start()) == line.get(VALUE_COLUMN..);
        if is_value && let Some(pending) = self.pending.take() {
            self.field(current, &pending, line.trim());
            return;
        }
        let Some((name, value)) = line.split_once(':') else { return };
        let (name, value) = (name.trim(), value.trim());
        if value.is_empty() {
            self.pending = Some(name.to_owned());
            return;
        }
        self.pending = None;
        self.field(current, name, value);
    }

    /// Functions of one name share a region.
    fn enter_region(&mut self, name: &str) {
        let next = self.dump.regions.len() as u32;
        self.region = *self.region_numbers.entry(name.to_owned()).or_insert(next);
        if self.region == next {
            self.dump.regions.push(name.to_owned());
        }
    }

    fn record(&mut self, kind: &str, address: &str) -> Option<u32> {
        let kind = kind_number(kind)?;
        let address = u64::from_str_radix(address.trim_end(), 16).ok()?;
        let dump = &mut *self.dump;
        let (index, first) = (dump.records.len() as u32, dump.fields.len() as u32);
        dump.records.push(Record { kind, address, region: self.region, fields: (first, first) });
        dump.by_address.insert(address, index);
        Some(index)
    }

    /// Enters a field, of which the first value counts.
    fn field(&mut self, record: u32, name: &str, value: &str) {
        let dump = &mut *self.dump;
        let Ok(field) = FIELDS.binary_search(&name) else { return };
        let (first, end) = dump.records[record as usize].fields;
        if dump.fields[first as usize..end as usize].iter().any(|(known, ..)| usize::from(*known) == field) {
            return;
        }
        let start = dump.text.len() as u64;
        dump.text.push_str(value);
        dump.fields.push((field as u8, start, value.len() as u32));
        dump.records[record as usize].fields.1 = dump.fields.len() as u32;
    }
}

fn kind_number(kind: &str) -> Option<u8> {
    KINDS.iter().position(|known| *known == kind).map(|index| index as u8)
}

/// What is between the first and the last quote.
fn quoted(value: &str) -> &str {
    match (value.find('"'), value.rfind('"')) {
        (Some(open), Some(close)) if open < close => &value[open + 1..close],
        _ => "",
    }
}

/// The address and the label of a value `file-scope KIND@ADDRESS: LABEL`.
fn reference(value: &str) -> Option<(u64, Option<&str>)> {
    let rest = value.strip_prefix("file-scope ").or_else(|| value.strip_prefix("func-scope "))?;
    let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '-')?;
    let rest = rest[end..].strip_prefix('@').filter(|_| end > 0)?;
    let end = rest.find(|c: char| !matches!(c, '0'..='9' | 'a'..='f')).unwrap_or(rest.len());
    let address = u64::from_str_radix(&rest[..end], 16).ok()?;
    match &rest[end..] {
        "" => Some((address, None)),
        label => Some((address, Some(label.strip_prefix(": ")?))),
    }
}

/// The first reference in a line that reaches to its end.
fn last_reference(line: &str) -> Option<(u64, Option<&str>)> {
    let starts = line.match_indices("-scope ").filter_map(|(at, _)| at.checked_sub(4));
    starts.filter_map(|at| reference(line.get(at..)?)).next()
}

/// `<unnamed>` for `<unnamed@ADDRESS>`.
fn without_numbers(label: &str) -> String {
    let mut made = String::new();
    let mut rest = label;
    while let Some(at) = rest.find("<unnamed@") {
        let behind = &rest[at + "<unnamed@".len()..];
        let end = behind.find(|c: char| !matches!(c, '0'..='9' | 'a'..='f')).unwrap_or(behind.len());
        made.push_str(&rest[..at]);
        match behind[end..].strip_prefix('>').filter(|_| end > 0) {
            Some(tail) => {
                made.push_str("<unnamed>");
                rest = tail;
            }
            None => {
                made.push_str("<unnamed@");
                rest = behind;
            }
        }
    }
    made + rest
}

/// A value behind its addresses.
fn without_addresses(value: &str) -> String {
    let mut rest = value;
    let mut from = 0;
    while let Some(at) = rest[from..].find('@').map(|at| at + from) {
        let behind = &rest[at + 1..];
        let end = behind.find(|c: char| !matches!(c, '0'..='9' | 'a'..='f')).unwrap_or(behind.len());
        if end == 0 {
            from = at + 1;
            continue;
        }
        rest = behind[end..].strip_prefix(": ").unwrap_or(&behind[end..]);
        from = 0;
    }
    rest.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_in_order() {
        assert!(FIELDS.is_sorted());
        assert!(FLAGS.iter().all(|(name, _)| FIELDS.contains(name)));
    }

    #[test]
    fn references_and_labels() {
        assert_eq!(reference("file-scope type@5a: int"), Some((0x5a, Some("int"))));
        assert_eq!(reference("func-scope param-type@1f"), Some((0x1f, None)));
        assert_eq!(reference("NULL"), None);
        assert_eq!(without_numbers("A<<unnamed@12ab>>::<unnamed@>"), "A<<unnamed>>::<unnamed@>");
        assert_eq!(without_addresses("file-scope constant@12: 1"), "1");
    }

    #[test]
    fn places_of_the_unit_are_its_own() {
        let own = Own { stem: Some("a.b".to_owned()) };
        assert!(own.takes("dir/a.b.cu:3:4"));
        assert!(!own.takes("a.b.h:3:4"));
        assert!(!own.takes("-"));
    }

    #[test]
    fn records_become_lines() {
        let text = "Intermediate language for memory region 1 (function \"f\"):\n\n\
                    file-scope source-file@1\nfile_name:               \"x.cpp4.ii\"\ntop_level_file: TRUE\n\n\
                    file-scope seq-number-lookup-entry@2\nfirst: 10\nlast: 20\nline_number: 3\nsource_file: \"x.cu\"\n\n\
                    file-scope type@3\nkind: tk_integer\nint_kind: int\n\n\
                    file-scope constant@4\nkind: ck_integer\ninteger_value: 7\n\n\
                    file-scope expr-node@5\nposition.seq: 12\nposition.column: 9\ntype: file-scope type@3: int\n\
                    kind: enk_constant\nconstant: file-scope constant@4\n\n";
        let mut dump = Dump::read(text.as_bytes()).unwrap();
        let mut out = Vec::new();
        dump.print(Wanted { own: true, no_implicit: false }, &mut out).unwrap();
        let lines = String::from_utf8(out).unwrap();
        assert_eq!(lines, "fn\t-\tf\t-\nex\tx.cu:5:9\t0\tconstant=7\tint\tp\t-\t-\n");
    }
}
