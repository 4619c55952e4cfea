//! Which declarations of a unit may redeclare an annotated entity, found almost without parsing.
//!
//! A redeclaration rule needs all declarations of an entity, which is a question to the whole unit. Most names
//! are declared once; this table tells which are worth the question, and which items without any attribute are
//! to be judged because they redeclare something that has one.

use std::sync::Arc;

use asunder_decls::ItemText;
use asunder_decls::queries::item_decls;
use asunder_decls::written::{DeclKind, DeclName};
use asunder_outline::{Facts, Item};
use asunder_source::SourceText;
use asunder_syntax::Dialect;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::unit::own_declarations;

/// Facts of items with attributes that say a space.
const ANNOTATED: Facts = Facts::CUDA_ATTRIBUTE.union(Facts::HOST_DEVICE);

/// Stands for all operator functions, which have no identifier.
const OPERATOR: &str = "operator";

/// What may be redeclared.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Candidates {
    /// Names of functions and variables that are declared more than once with different attributes.
    names: FxHashSet<Box<str>>,
    /// Names of kernels and of variable templates in device memory.
    kernels: FxHashSet<Box<str>>,
    /// Items without attributes that may use a kernel, or redeclare or override something annotated, in order.
    pub(crate) items: Vec<u32>,
}

impl Candidates {
    /// Whether a declaration under this name may be one of several.
    pub(crate) fn contains(&self, name: &DeclName) -> bool {
        match name {
            DeclName::Ident(ident) => self.names.contains(&**ident),
            DeclName::Operator(_) | DeclName::LiteralOperator(_) | DeclName::Conversion(_) => {
                self.names.contains(OPERATOR)
            }
            _ => false,
        }
    }
}

impl Candidates {
    /// Whether a kernel may have this name.
    pub(crate) fn is_kernel(&self, name: &str) -> bool {
        self.kernels.contains(name)
    }
}

/// The candidates of a unit.
#[salsa::tracked(returns(ref))]
pub(crate) fn candidates(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> Arc<Candidates> {
    let text = source.text(db);
    let own: Vec<(&Item, u32)> = own_declarations(db, source, dialect).collect();
    let mut collector = Collector {
        db,
        dialect,
        text,
        annotated: FxHashSet::default(),
        classes: FxHashSet::default(),
        polymorphic: FxHashSet::default(),
        kernels: FxHashSet::default(),
    };
    own.iter().filter(|(item, _)| item.facts.intersects(ANNOTATED)).for_each(|(item, _)| collector.add(item));
    Arc::new(collector.finish(&own))
}

/// The words of a text.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80;
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &text.as_bytes()[at..];
        let start = at + rest.iter().position(is_word)?;
        let length = text.as_bytes()[start..].iter().position(|byte| !is_word(byte));
        at = length.map_or(text.len(), |length| start + length);
        text.get(start..at)
    })
}

/// What the declarations of a name say.
struct Said {
    /// The attributes of the first.
    first: u32,
    count: u32,
    /// They do not all say the same, or say what has arguments.
    mixed: bool,
}

impl Said {
    fn add(&mut self, attributes: u32) {
        self.count += 1;
        self.mixed |= attributes != self.first || attributes & WITH_ARGUMENTS != 0;
    }
}

/// Attributes that redeclarations are compared by. A class says everything.
const COMPARED: [&str; 12] = [
    "device",
    "host",
    "global",
    "shared",
    "constant",
    "managed",
    "launch_bounds",
    "maxnreg",
    "local_maxnreg",
    "cluster_dims",
    "block_size",
    "grid_constant",
];
/// Those from `launch_bounds` on, and the mark of a class.
const WITH_ARGUMENTS: u32 = !0 << 6;

/// The compared attributes in the head of a declaration, as bits.
fn attributes(item: &Item, text: &str) -> u32 {
    if item.facts.contains(Facts::CLASS_BODY) {
        return WITH_ARGUMENTS;
    }
    let head = text.split('{').next().unwrap_or(text);
    let mut found = 0;
    for word in words(head) {
        let bare = word.trim_matches('_');
        if let Some(index) = COMPARED.iter().position(|name| *name == bare) {
            found |= 1 << index;
        }
    }
    found
}

/// What may be base clauses: from a colon to a brace.
fn base_clauses(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('{').filter_map(|part| {
        let head = part.strip_suffix('{')?;
        let head = head.rsplit([';', '}']).next()?;
        head.split_once(':').map(|(_, clause)| clause)
    })
}

/// Names of annotated declarations.
struct Collector<'db> {
    db: &'db dyn salsa::Database,
    dialect: Dialect,
    text: &'db str,
    annotated: FxHashSet<&'db str>,
    /// Classes with annotated members.
    classes: FxHashSet<&'db str>,
    /// Classes with annotated members, and classes derived from them.
    polymorphic: FxHashSet<&'db str>,
    kernels: FxHashSet<&'db str>,
}

impl<'db> Collector<'db> {
    fn add(&mut self, item: &Item) {
        if let Some(name) = item.function_name {
            self.annotated.insert(&self.text[name]);
            if item.facts.contains(Facts::GLOBAL) {
                self.kernels.insert(&self.text[name]);
            }
            return;
        }
        let decls = item_decls(self.db, ItemText::new(self.db, &self.text[item.range]), self.dialect);
        for (_, decl) in decls.iter() {
            match (&decl.kind, &decl.name) {
                (DeclKind::Class(_), DeclName::Ident(ident) | DeclName::TemplateId(ident, _)) => {
                    self.classes.insert(ident);
                }
                (DeclKind::Class(_), _) => {}
                (_, DeclName::Operator(_) | DeclName::LiteralOperator(_) | DeclName::Conversion(_)) => {
                    self.annotated.insert(OPERATOR);
                }
                (DeclKind::Function { .. }, DeclName::Ident(ident)) if decl.attributes.spaces.global => {
                    self.annotated.insert(ident);
                    self.kernels.insert(ident);
                }
                (DeclKind::Variable { .. }, DeclName::Ident(ident)) if !decl.templates.is_empty() => {
                    self.annotated.insert(ident);
                    self.kernels.insert(ident);
                }
                (_, DeclName::Ident(ident)) if decl.parent.is_none() || decl.specifiers.is_friend => {
                    self.annotated.insert(ident);
                }
                _ => {}
            }
        }
    }

    /// Whether a class definition without attributes derives from a class with annotated members.
    fn derives(&mut self, item: &Item) -> bool {
        let text = &self.text[item.range];
        let is_annotated = item.facts.intersects(ANNOTATED);
        let derives = base_clauses(text).flat_map(words).any(|word| self.polymorphic.contains(word));
        if is_annotated || derives {
            let mut previous = "";
            for word in words(text) {
                if matches!(previous, "class" | "struct") {
                    self.polymorphic.insert(word);
                }
                previous = word;
            }
        }
        derives && !is_annotated
    }

    /// Another name of a class with annotated members is as good.
    fn add_alias(&mut self, item: &Item) {
        let text = &self.text[item.range];
        let is_alias = text.starts_with("typedef") || text.starts_with("using");
        if is_alias && words(text).any(|word| self.polymorphic.contains(word)) {
            self.polymorphic.extend(words(text).skip(1));
        }
    }

    fn finish(mut self, own: &[(&Item, u32)]) -> Candidates {
        let mut said: FxHashMap<&str, Said> = FxHashMap::default();
        let mut items = Vec::new();
        for (item, number) in own {
            if item.facts.contains(Facts::CLASS_BODY) && self.derives(item) {
                items.push(*number);
            }
            self.add_alias(item);
            if !item.facts.intersects(ANNOTATED) && self.calls_kernel(item) {
                items.push(*number);
            }
            let names = self.names_of(item);
            let is_annotated = item.facts.intersects(ANNOTATED);
            if !names.is_empty() && !is_annotated {
                items.push(*number);
            }
            if names.is_empty() {
                continue;
            }
            let attributes = attributes(item, &self.text[item.range]);
            for name in names {
                said.entry(name)
                    .or_insert(Said { first: attributes, count: 0, mixed: false })
                    .add(attributes);
            }
        }
        let repeated = said.into_iter().filter(|(_, said)| said.count > 1 && said.mixed);
        let repeated = repeated.map(|(name, _)| name.into());
        let names = repeated.collect();
        let kernels = self.kernels.into_iter().map(Into::into).collect();
        items.dedup();
        Candidates { names, kernels, items }
    }

    /// Whether an item with bodies mentions a kernel.
    fn calls_kernel(&self, item: &Item) -> bool {
        let has_body =
            item.facts.intersects(Facts::FUNCTION_BODY.union(Facts::CLASS_BODY).union(Facts::BRACKET));
        has_body
            && !self.kernels.is_empty()
            && words(&self.text[item.range]).any(|it| self.kernels.contains(it))
    }

    /// The annotated names that an item may declare.
    fn names_of(&self, item: &Item) -> Vec<&'db str> {
        if let Some(name) = item.function_name {
            let word = &self.text[name];
            let before = self.text[..usize::from(name.start())].trim_end().trim_end_matches('~').trim_end();
            let is_member =
                before.strip_suffix("::").is_some_and(|qualifier| self.is_annotated_class(qualifier));
            return if self.annotated.contains(word) || is_member { vec![word] } else { Vec::new() };
        }
        let text = &self.text[item.range];
        if item.facts.contains(Facts::CLASS_BODY) && !item.facts.intersects(ANNOTATED) {
            return Vec::new();
        }
        let mut found: Vec<&str> = words(text).filter_map(|word| self.annotated.get(word).copied()).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether a qualifier ends with the name of a class that has annotated members.
    fn is_annotated_class(&self, qualifier: &str) -> bool {
        let mut rest = qualifier.trim_end();
        let mut depth = 0u32;
        if rest.ends_with('>') {
            let start = rest.char_indices().rev().find(|(_, c)| {
                match c {
                    '>' => depth += 1,
                    '<' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                depth == 0
            });
            rest = rest[..start.map_or(0, |(at, _)| at)].trim_end();
        }
        let word = rest.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default();
        self.classes.contains(word)
    }
}
