//! The host file of a unit: fragments of items, put together.
//!
//! ```text
//! outline ─▶ UnitIndex (names that matter to other items)
//!    │           │
//!    └─▶ item text + ItemContext ─▶ fragment ─┐
//!                     head, gaps, trailer ────┴─▶ host file
//! ```

use std::sync::Arc;

use asunder_decls::{ItemText, item_tree};
use asunder_outline::{Facts, Item, ItemKind, Outline, outline};
use asunder_source::{LineTable, SourceText, line_table};
use asunder_syntax::{AstNode, Dialect, SyntaxKind::*, ast};
use rowan::{TextRange, TextSize};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::context::{ItemContext, ManagedVariable, ScopeSegment};
use crate::edit::{Fragment, Piece};
use crate::lambda::preamble::{PREAMBLE_FILE, preamble};
use crate::lambda::queries::{LambdaSettings, item_lambdas};
use crate::lambda::{CaptureCounts, LambdaAnalysis, NamespaceName};
use crate::options::HostOptions;
use crate::{emit, frame, strip};

/// Included where `size_t` is declared first: from there on the text is compiled with the CUDA runtime's
/// own host definitions (spec page 5 §2.2).
const RUNTIME_INCLUDE: &str = "\n#if !defined(__CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__)
#define __CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__
#endif
#include \"crt/host_runtime.h\"";

/// The class in `cuda_runtime.h` in front of which the templates of extended lambdas stand (spec page 4 (a)).
const PREAMBLE_TRIGGER: &str = "__nv_lambda_preheader_injection";

const CUDA_FACTS: Facts = Facts::CUDA_ATTRIBUTE
    .union(Facts::LAUNCH)
    .union(Facts::BUILTIN_VARIABLE)
    .union(Facts::LAMBDA_ATTRIBUTE);

/// Everything that the host file depends on besides the unit's text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HostSettings {
    /// What is emitted.
    pub options: Arc<HostOptions>,
    /// The language of the unit.
    pub dialect: Dialect,
    /// The unit's file name when the text has no line marker.
    pub input_name: String,
    /// The stub file that the trailer includes.
    pub stub_file: String,
    /// The module id.
    pub module_id: String,
}

/// Names of a unit that change the host text of other items.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct UnitIndex {
    /// Managed variables.
    pub managed: Vec<ManagedVariable>,
    /// Names of kernel templates with a definition.
    pub kernel_templates: FxHashSet<String>,
    /// Names of namespaces.
    pub namespaces: FxHashSet<String>,
    /// Functions that some declaration makes `constexpr` and the CUDA headers declare again without.
    constexpr_functions: FxHashSet<FunctionKey>,
    /// Offset of the end of the item that declares `size_t` first, at file scope.
    pub size_t: Option<TextSize>,
}

/// A function, told from others by what syntax shows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct FunctionKey {
    scope: Vec<String>,
    name: String,
    /// Parameter types as [`emit::signature`] writes them.
    signature: String,
}

/// Whether an item is a declaration by the CUDA headers of a function that the host has too.
fn redeclares_for_cuda(item: &Item) -> bool {
    item.facts.contains(Facts::DEVICE_BUILTIN | Facts::HOST_DEVICE)
        && !item.facts.intersects(Facts::FUNCTION_BODY | Facts::CONSTEXPR)
}

/// The index of a unit.
#[salsa::tracked(returns(ref))]
pub fn unit_index(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> UnitIndex {
    let text = source.text(db);
    let outline = outline(db, source, dialect);
    let mut index = UnitIndex::default();
    let redeclared: FxHashSet<&str> = outline
        .items
        .iter()
        .filter(|item| redeclares_for_cuda(item))
        .filter_map(|item| Some(&text[item.function_name?]))
        .collect();
    let mut scopes = ScopeStack::default();
    for item in &outline.items {
        scopes.visit(text, item);
        if item.kind == ItemKind::NamespaceOpen {
            index.namespaces.extend(namespace_names(&text[item.range]).map(str::to_owned));
        }
        let kernel_template = Facts::GLOBAL | Facts::TEMPLATE | Facts::FUNCTION_BODY;
        if let Some(name) = item.function_name.filter(|_| item.facts.contains(kernel_template)) {
            index.kernel_templates.insert(text[name].to_owned());
        }
        if let Some(name) = item.function_name.filter(|_| item.facts.contains(Facts::CONSTEXPR))
            && redeclared.contains(&text[name])
            && let Some(signature) = function_signature(db, ItemText::new(db, &text[item.range]), dialect)
        {
            let (scope, name) = (scopes.names(), text[name].to_owned());
            index.constexpr_functions.insert(FunctionKey { scope, name, signature: signature.clone() });
        }
        if item.facts.contains(Facts::MANAGED) {
            let scope = scopes.names();
            for name in managed_names(db, ItemText::new(db, &text[item.range]), dialect) {
                index.managed.push(ManagedVariable { scope: scope.clone(), name: name.clone() });
            }
        }
        if index.size_t.is_none()
            && item.facts.contains(Facts::SIZE_T)
            && !item.facts.contains(Facts::FUNCTION_BODY)
            && scopes.is_file_scope()
            && *declares_size_t(db, ItemText::new(db, &text[item.range]), dialect)
        {
            index.size_t = Some(item.range.end());
        }
    }
    index.managed.sort();
    index.managed.dedup();
    index
}

/// Names of the managed variables that an item declares.
#[salsa::tracked(returns(ref))]
fn managed_names<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>, dialect: Dialect) -> Vec<String> {
    emit::managed_names(&item_tree(db, item, dialect).syntax())
}

/// Parameter types of the function that an item declares.
#[salsa::tracked]
fn function_signature<'db>(
    db: &'db dyn salsa::Database,
    item: ItemText<'db>,
    dialect: Dialect,
) -> Option<String> {
    emit::signature(&item_tree(db, item, dialect).syntax())
}

/// Whether an item declares the name `size_t`: as typedef, alias, or by a using-declaration.
#[salsa::tracked]
fn declares_size_t<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>, dialect: Dialect) -> bool {
    let tree = item_tree(db, item, dialect).syntax();
    let is_size_t = |name: ast::Name| {
        name.last_segment().and_then(|it| it.ident()).is_some_and(|ident| ident.text() == "size_t")
    };
    let declared = tree.descendants().find_map(|node| match node.kind() {
        SIMPLE_DECL => {
            let declaration = ast::SimpleDecl::cast(node)?;
            declaration.decl_specifier_seq()?.keyword(TYPEDEF_KW)?;
            Some(declaration.init_declarators().filter_map(|it| it.declarator()?.name()).any(is_size_t))
        }
        ALIAS_DECL => Some(ast::AliasDecl::cast(node)?.ident_token()?.text() == "size_t"),
        USING_DECL => {
            let declaration = ast::UsingDecl::cast(node)?;
            Some(declaration.using_declarators().filter_map(|it| it.name()).any(is_size_t))
        }
        _ => None,
    });
    declared.unwrap_or(false)
}

/// The host text of an item in its context.
#[salsa::tracked]
pub fn host_fragment<'db>(
    db: &'db dyn salsa::Database,
    item: ItemText<'db>,
    context: Arc<ItemContext>,
    dialect: Dialect,
) -> Arc<Fragment> {
    let text = item.text(db);
    let mut edits = emit::edits(&item_tree(db, item, dialect).syntax(), text, &context);
    if let Some(lambdas) = &context.lambdas {
        edits.extend(lambdas.edits(text, context.options.compiler));
    }
    edits.extend(strip::front_end_pragmas(text, dialect));
    Arc::new(Fragment::new(TextSize::of(text), edits))
}

/// The complete host file of a unit.
#[salsa::tracked(returns(ref))]
pub fn host_file(db: &dyn salsa::Database, source: SourceText, settings: Arc<HostSettings>) -> Arc<str> {
    let text = source.text(db);
    let outline = outline(db, source, settings.dialect);
    let lines = line_table(db, source);
    let index = unit_index(db, source, settings.dialect);
    let mut writer = Writer {
        text,
        lines: &lines,
        unnamed_namespace: format!("_GLOBAL__N_{}", settings.module_id),
        out: String::with_capacity(text.len() + text.len() / 8),
        pragmas: &outline.front_end_pragmas,
    };
    let first_file = lines.first_file().unwrap_or(&settings.input_name);
    writer.out.push_str(&frame::head(&settings.options, first_file));
    let fragments =
        Fragments { db, source, text, settings: &settings, index, mentions: Mentions::new(text, index, &outline) };
    let mut scopes = ScopeStack::default();
    let inline_unnamed = scopes_with_inline_unnamed_namespace(text, &outline);
    let mut at = TextSize::new(0);
    for (number, item) in outline.items.iter().enumerate() {
        let outer = scopes.path.clone();
        scopes.visit(text, item);
        let fragment = if item.kind == ItemKind::NamespaceOpen
            && scopes.path.last() == Some(&ScopeSegment::Unnamed)
            && !inline_unnamed.contains(&outer)
        {
            Some(Arc::new(unnamed_namespace(&outer, item.range.len())))
        } else {
            fragments.of(number, item, &scopes)
        };
        if fragments.takes_preamble(item) {
            writer.copy(TextRange::new(at, item.range.start()));
            at = item.range.start();
            writer.out.push_str(&format!("\n# 1 \"{PREAMBLE_FILE}\"\n{}", fragments.preamble(&outline)));
            writer.resync(at);
        }
        if let Some(fragment) = fragment {
            writer.copy(TextRange::new(at, item.range.start()));
            writer.fragment(&fragment, item.range.start());
            at = item.range.end();
        }
        if index.size_t == Some(item.range.end()) {
            writer.copy(TextRange::new(at, item.range.end()));
            at = item.range.end();
            writer.out.push_str(RUNTIME_INCLUDE);
            writer.resync(at);
        }
    }
    writer.copy(TextRange::new(at, TextSize::of(&**text)));
    if !writer.out.ends_with('\n') {
        writer.out.push('\n');
    }
    let trailer = frame::trailer(&settings.options, &settings.stub_file, &writer.unnamed_namespace);
    writer.out.push_str(&trailer);
    writer.out.into()
}

/// Decides for each item whether and in what context it is rewritten.
struct Fragments<'a> {
    db: &'a dyn salsa::Database,
    source: SourceText,
    text: &'a str,
    settings: &'a HostSettings,
    index: &'a UnitIndex,
    mentions: Mentions,
}

impl Fragments<'_> {
    /// The fragment of an item; `None` when its text stays as it is.
    fn of(&self, number: usize, item: &Item, scopes: &ScopeStack) -> Option<Arc<Fragment>> {
        let dialect = self.settings.dialect;
        let managed = self.mentions.of(number);
        let may_be_main = item.facts.contains(Facts::MAIN | Facts::FUNCTION_BODY) && scopes.is_file_scope();
        if item.facts.intersects(CUDA_FACTS) || !managed.is_empty() || may_be_main {
            let context = Arc::new(self.context(item, scopes, managed));
            let item = ItemText::new(self.db, &self.text[item.range]);
            return Some(host_fragment(self.db, item, context, dialect).clone());
        }
        let text = &self.text[item.range];
        let mut edits = Vec::new();
        if item.facts.contains(Facts::HOST_DEVICE) {
            edits.extend(strip::host_device_attributes(text, dialect));
        }
        if item.facts.contains(Facts::FRONT_END_PRAGMA) {
            edits.extend(strip::front_end_pragmas(text, dialect));
        }
        (!edits.is_empty()).then(|| Arc::new(Fragment::new(item.range.len(), edits)))
    }

    /// The lambdas of an item, if it may have annotated ones.
    fn lambdas(&self, item: &Item, scopes: &ScopeStack) -> Option<Arc<LambdaAnalysis>> {
        if !item.facts.contains(Facts::LAMBDA_ATTRIBUTE) {
            return None;
        }
        let namespaces = scopes.path.iter().filter_map(|segment| match segment {
            ScopeSegment::Named(name) => Some(NamespaceName::Named(name.clone())),
            ScopeSegment::Unnamed => Some(NamespaceName::Unnamed),
            ScopeSegment::Linkage(_) => None,
        });
        let settings = LambdaSettings {
            enabled: self.settings.options.extended_lambda,
            compiler: self.settings.options.compiler,
            namespaces: namespaces.collect(),
        };
        let text = ItemText::new(self.db, &self.text[item.range]);
        Some(item_lambdas(self.db, self.source, text, settings, self.settings.dialect).clone())
    }

    /// Whether the templates that stand for extended lambdas belong in front of the item.
    fn takes_preamble(&self, item: &Item) -> bool {
        self.settings.options.extended_lambda
            && item.facts.contains(Facts::DEVICE_BUILTIN)
            && self.text[item.range].contains(PREAMBLE_TRIGGER)
    }

    /// The templates that stand for the extended lambdas of the unit.
    fn preamble(&self, outline: &Outline) -> String {
        let mut counts = CaptureCounts::default();
        let mut scopes = ScopeStack::default();
        for item in &outline.items {
            scopes.visit(self.text, item);
            if let Some(lambdas) = self.lambdas(item, &scopes) {
                counts.merge(&lambdas.capture_counts());
            }
        }
        preamble(&counts, self.settings.options.noexcept_in_types)
    }

    fn context(&self, item: &Item, scopes: &ScopeStack, managed: &[u32]) -> ItemContext {
        let text = &self.text[item.range];
        let kernel_templates = match item.function_name {
            Some(name) if self.index.kernel_templates.contains(&self.text[name]) => {
                vec![self.text[name].to_owned()]
            }
            _ => Vec::new(),
        };
        let qualified = item.facts.contains(Facts::CUDA_ATTRIBUTE) && text.contains("::");
        let namespaces = if qualified {
            let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            let words: FxHashSet<&str> = words.collect();
            let mut names: Vec<String> =
                self.index.namespaces.iter().filter(|name| words.contains(name.as_str())).cloned().collect();
            names.sort();
            names
        } else {
            Vec::new()
        };
        ItemContext {
            options: self.settings.options.clone(),
            scope: scopes.path.clone().into(),
            managed: managed.iter().map(|&at| self.index.managed[at as usize].clone()).collect(),
            kernel_templates,
            namespaces,
            redeclares_constexpr: self.redeclares_constexpr(item, scopes),
            lambdas: self.lambdas(item, scopes),
            merged_attributes: Default::default(),
        }
    }
}

impl Fragments<'_> {
    fn redeclares_constexpr(&self, item: &Item, scopes: &ScopeStack) -> bool {
        let Some(name) = item.function_name.filter(|_| redeclares_for_cuda(item)) else { return false };
        let text = ItemText::new(self.db, &self.text[item.range]);
        let Some(signature) = function_signature(self.db, text, self.settings.dialect).clone() else {
            return false;
        };
        let key = FunctionKey { scope: scopes.names(), name: self.text[name].to_owned(), signature };
        self.index.constexpr_functions.contains(&key)
    }
}

/// Which items mention which managed variables by name.
struct Mentions {
    by_item: FxHashMap<usize, Vec<u32>>,
}

impl Mentions {
    fn new(text: &str, index: &UnitIndex, outline: &Outline) -> Mentions {
        let mut by_item: FxHashMap<usize, Vec<u32>> = FxHashMap::default();
        let is_word =
            |byte: Option<&u8>| byte.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80);
        for (number, variable) in index.managed.iter().enumerate() {
            let finder = memchr::memmem::Finder::new(&variable.name);
            for at in finder.find_iter(text.as_bytes()) {
                let end = at + variable.name.len();
                if is_word(text.as_bytes().get(at.wrapping_sub(1))) || is_word(text.as_bytes().get(end)) {
                    continue;
                }
                let after = outline.items.partition_point(|item| usize::from(item.range.start()) <= at);
                let Some(item) = after.checked_sub(1) else { continue };
                let items = by_item.entry(item).or_default();
                if items.last() != Some(&(number as u32)) {
                    items.push(number as u32);
                }
            }
        }
        Mentions { by_item }
    }

    fn of(&self, item: usize) -> &[u32] {
        self.by_item.get(&item).map_or(&[], Vec::as_slice)
    }
}

/// Namespaces and linkage specifications around the current item.
#[derive(Default)]
struct ScopeStack {
    path: Vec<ScopeSegment>,
    /// How many segments each open brace added.
    opened: Vec<usize>,
}

impl ScopeStack {
    /// Enters or leaves what `item` opens or closes.
    fn visit(&mut self, text: &str, item: &Item) {
        let segments: Vec<ScopeSegment> = match item.kind {
            ItemKind::Declaration => return,
            ItemKind::Close => {
                let segments = self.opened.pop().unwrap_or(0);
                self.path.truncate(self.path.len() - segments);
                return;
            }
            ItemKind::NamespaceOpen => {
                let names = namespace_names(&text[item.range]);
                let names: Vec<_> = names.map(|name| ScopeSegment::Named(name.to_owned())).collect();
                if names.is_empty() { vec![ScopeSegment::Unnamed] } else { names }
            }
            ItemKind::LinkageOpen => {
                let language = text[item.range].split('"').nth(1).unwrap_or("");
                vec![ScopeSegment::Linkage(language.to_owned())]
            }
        };
        self.opened.push(segments.len());
        self.path.extend(segments);
    }

    fn is_file_scope(&self) -> bool {
        self.path.iter().all(|segment| matches!(segment, ScopeSegment::Linkage(_)))
    }

    /// Names of the namespaces, unnamed ones left out.
    fn names(&self) -> Vec<String> {
        let name = |segment: &ScopeSegment| match segment {
            ScopeSegment::Named(name) => Some(name.clone()),
            _ => None,
        };
        self.path.iter().filter_map(name).collect()
    }
}

/// The names in the head of a namespace definition: `A`, `B` of `namespace A::inline B {`.
fn namespace_names(head: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0u32;
    let words = head.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
    words.filter_map(move |chunk| {
        let word = chunk.trim_end_matches(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
        let outside = depth == 0;
        match chunk.chars().last() {
            Some('(' | '[') => depth += 1,
            Some(')' | ']') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if word.is_empty() {
            return None;
        }
        let is_name = outside
            && !matches!(
                word,
                "namespace"
                    | "inline"
                    | "export"
                    | "__attribute__"
                    | "__attribute"
                    | "__inline__"
                    | "__inline"
                    | "__extension__"
            );
        is_name.then_some(word)
    })
}

/// Scopes that hold an `inline namespace {`: the reference leaves their unnamed namespaces alone
/// (spec page 5 §2.8).
fn scopes_with_inline_unnamed_namespace(text: &str, outline: &Outline) -> FxHashSet<Vec<ScopeSegment>> {
    let mut found = FxHashSet::default();
    let mut scopes = ScopeStack::default();
    for item in outline.items.iter().filter(|item| item.kind != ItemKind::Declaration) {
        let outer = scopes.path.clone();
        scopes.visit(text, item);
        let opens_unnamed =
            item.kind == ItemKind::NamespaceOpen && scopes.path.last() == Some(&ScopeSegment::Unnamed);
        if opens_unnamed && text[item.range].starts_with("inline") {
            found.insert(outer);
        }
    }
    found
}

/// Opens an unnamed namespace under its generated name (spec page 5 §2.8).
fn unnamed_namespace(outer: &[ScopeSegment], length: TextSize) -> Fragment {
    const ATTRIBUTE: &str = " __attribute__((visibility(\"hidden\"))) ";
    let mut pieces = vec![
        Piece::from("namespace "),
        Piece::UnnamedNamespace,
        Piece::Text(format!("{ATTRIBUTE} {{ }}; using namespace ::")),
    ];
    for segment in outer {
        match segment {
            ScopeSegment::Named(name) => pieces.push(Piece::Text(format!("{name}::"))),
            ScopeSegment::Unnamed => pieces.extend([Piece::UnnamedNamespace, Piece::from("::")]),
            ScopeSegment::Linkage(_) => {}
        }
    }
    pieces.extend([
        Piece::UnnamedNamespace,
        Piece::from(";\n#pragma GCC diagnostic ignored \"-Wattributes\""),
        Piece::Resync(length),
        Piece::from("namespace "),
        Piece::UnnamedNamespace,
        Piece::Text(format!("{ATTRIBUTE} {{")),
    ]);
    Fragment { pieces }
}

/// Writes the host file.
struct Writer<'a> {
    text: &'a str,
    lines: &'a LineTable,
    unnamed_namespace: String,
    out: String,
    /// Front-end pragmas in source order.
    pragmas: &'a [TextRange],
}

impl Writer<'_> {
    /// Copies source text, without the front-end pragmas in it.
    fn copy(&mut self, range: TextRange) {
        let mut at = range.start();
        let first = self.pragmas.partition_point(|pragma| pragma.start() < range.start());
        for pragma in self.pragmas[first..].iter().take_while(|pragma| pragma.end() <= range.end()) {
            self.out.push_str(&self.text[TextRange::new(at, pragma.start())]);
            at = pragma.end();
        }
        self.out.push_str(&self.text[TextRange::new(at, range.end())]);
    }

    /// Writes the fragment of the item that starts at `start`.
    fn fragment(&mut self, fragment: &Fragment, start: TextSize) {
        for piece in &fragment.pieces {
            match piece {
                Piece::Source(range) => self.out.push_str(&self.text[*range + start]),
                Piece::Text(text) => self.out.push_str(text),
                Piece::Resync(offset) => self.resync(start + *offset),
                Piece::UnnamedNamespace => self.out.push_str(&self.unnamed_namespace),
            }
        }
    }

    /// A line marker that makes the next line the presumed line of `offset`.
    fn resync(&mut self, offset: TextSize) {
        let position = self.lines.position(self.text, offset.into());
        let system = if position.system { " 3" } else { "" };
        self.out.push_str(&format!("\n# {} \"{}\"{system}\n", position.line, position.file));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_namespace_heads() {
        let names = |head| namespace_names(head).collect::<Vec<_>>();
        assert_eq!(names("namespace A {"), ["A"]);
        assert_eq!(names("inline namespace A::inline B::C {"), ["A", "B", "C"]);
        assert_eq!(
            names("namespace [[deprecated(\"x y\")]] A __attribute__((visibility(\"default\"))) {"),
            ["A"]
        );
        assert_eq!(names("namespace {"), [""; 0]);
    }
}
