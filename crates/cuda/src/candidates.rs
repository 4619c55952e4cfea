//! Which declarations of a unit may redeclare an annotated entity, found almost without parsing.
//!
//! A redeclaration rule needs all declarations of an entity, which is a question to the whole unit. Most names
//! are declared once; this table says which are worth the lookup, and which items without any attribute are
//! to be checked because they redeclare something that has one.

use asunder_decls::layout::block_item_text;
use asunder_decls::queries::item_decls;
use asunder_decls::written::{Decl, DeclKind, DeclName};
use asunder_outline::{Facts, Item};
use asunder_source::{Block, SourceText};
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
    /// Names of functions and variables that are declared more than once with different attributes, with all
    /// attributes that their declarations say.
    names: FxHashMap<Box<str>, u32>,
    /// The user's files mention `__grid_constant__`.
    has_grid_constants: bool,
    /// A class of the user's files mentions `__global__`.
    has_kernels_in_classes: bool,
    /// Names of kernels and of variable templates in device memory; [`OPERATOR`] for operators that say they are kernels.
    kernels: FxHashSet<Box<str>>,
}

impl Candidates {
    /// Whether a declaration under this name may be one of several.
    pub(crate) fn contains(&self, name: &DeclName) -> bool {
        key_of(name).is_some_and(|name| self.names.contains_key(name))
    }

    /// Whether declarations under this identifier say different things, or things with arguments.
    pub(crate) fn names_redeclared(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    /// Whether one of several declarations under this name, not in a class, may have one of `attributes`, which are
    /// [`COMPARED`].
    pub(crate) fn may_say(&self, name: &DeclName, attributes: &[&str]) -> bool {
        let wanted = attributes.iter().map(|name| bit_of(name)).fold(0, std::ops::BitOr::bitor);
        key_of(name).and_then(|name| self.names.get(name)).is_some_and(|said| said & wanted != 0)
    }

    /// Whether a declaration of the function that is declared as `written` may say `__global__`.
    pub(crate) fn may_be_kernel(&self, written: &Decl) -> bool {
        let is_qualified = written.qualifier.is_some();
        written.attributes.spaces.global
            || self.may_say(&written.name, &["global", "tile_global"])
            || is_qualified && self.has_kernels_in_classes
    }

    /// Whether a declaration may have a `__grid_constant__` parameter.
    pub(crate) fn has_grid_constants(&self) -> bool {
        self.has_grid_constants
    }

    /// Whether a kernel may have this name.
    pub(crate) fn is_kernel(&self, name: &str) -> bool {
        self.kernels.contains(name)
    }

    /// Whether an operator says that it is a kernel.
    pub(crate) fn has_kernel_operators(&self) -> bool {
        self.kernels.contains(OPERATOR)
    }
}

/// Under which name a declaration is listed.
fn key_of(name: &DeclName) -> Option<&str> {
    match name {
        DeclName::Ident(ident) | DeclName::TemplateId(ident, _) => Some(ident),
        DeclName::Operator(_) | DeclName::LiteralOperator(_) | DeclName::Conversion(_) => Some(OPERATOR),
        _ => None,
    }
}

/// The candidates of a unit.
#[salsa::tracked(returns(ref))]
pub(crate) fn candidates(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> Candidates {
    let mut said: FxHashMap<&str, Said> = FxHashMap::default();
    let (mut has_grid_constants, mut has_kernels_in_classes) = (false, false);
    for block in source.blocks(db).iter() {
        let mentions = block_mentions(db, source, *block, dialect);
        has_grid_constants |= mentions.has_grid_constants;
        has_kernels_in_classes |= mentions.has_kernels_in_classes;
        for (name, attributes) in &mentions.said {
            said.entry(name).or_insert(Said::new(*attributes)).add(*attributes);
        }
    }
    let repeated = said.into_iter().filter(|(_, said)| said.count > 1 && said.mixed);
    let names = repeated.map(|(name, said)| (name.into(), said.all)).collect();
    let annotated = annotated(db, source, dialect);
    let kernels = annotated.kernels.clone();
    Candidates { names, kernels, has_grid_constants, has_kernels_in_classes }
}

/// The items of a block without attributes that may use a kernel, or redeclare or override something annotated, as
/// numbers in its outline; in no order, and some twice.
pub(crate) fn unannotated_items(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    dialect: Dialect,
) -> impl Iterator<Item = u32> {
    let derived = derived_classes(db, source, dialect).get(&block).into_iter().flatten();
    block_mentions(db, source, block, dialect).items.iter().chain(derived).copied()
}

/// The words of a text.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    asunder_syntax::words(text).map(|(_, word)| word)
}

/// What the declarations of a name say.
struct Said {
    /// The attributes of the first.
    first: u32,
    /// Those of all.
    all: u32,
    count: u32,
    /// They do not all say the same, or say what has arguments.
    mixed: bool,
}

impl Said {
    fn new(first: u32) -> Said {
        Said { first, all: 0, count: 0, mixed: false }
    }

    fn add(&mut self, attributes: u32) {
        self.count += 1;
        self.all |= attributes;
        self.mixed |= attributes != self.first || attributes & WITH_ARGUMENTS != 0;
    }
}

/// Attributes that redeclarations are compared by.
const COMPARED: [&str; 13] = [
    "device",
    "host",
    "global",
    "tile_global",
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
/// Those from `launch_bounds` on.
const WITH_ARGUMENTS: u32 = !0 << 7;

/// The bit of a compared attribute.
fn bit_of(name: &str) -> u32 {
    COMPARED.iter().position(|it| *it == name).map_or(0, |index| 1 << index)
}

/// The compared attributes among the words of a text, as bits.
fn attributes(text: &str) -> u32 {
    words(text).map(|word| bit_of(word.trim_matches('_'))).fold(0, std::ops::BitOr::bitor)
}

/// A declaration up to its first brace.
fn head(text: &str) -> &str {
    text.split('{').next().unwrap_or(text)
}

/// The friend declarations of a class definition, up to their bodies.
fn friends(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("friend").map(|(at, _)| {
        let start = text[..at].rfind(['{', '}', ';']).map_or(0, |before| before + 1);
        let end = text[at..].find(['{', ';']).map_or(text.len(), |length| at + length);
        &text[start..end]
    })
}

/// What stands behind the body of a class definition.
fn behind_class(text: &str) -> &str {
    text.rsplit('}').next().unwrap_or(text)
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
#[derive(Debug, Default, PartialEq, Eq)]
struct Annotated {
    names: FxHashSet<Box<str>>,
    /// Classes with annotated members.
    classes: FxHashSet<Box<str>>,
    kernels: FxHashSet<Box<str>>,
}

/// The annotated names of a unit.
#[salsa::tracked(returns(ref))]
fn annotated(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> Annotated {
    let mut all = Annotated::default();
    for block in source.blocks(db).iter() {
        let own = block_annotated(db, source, *block, dialect);
        all.names.extend(own.names.iter().cloned());
        all.classes.extend(own.classes.iter().cloned());
        all.kernels.extend(own.kernels.iter().cloned());
    }
    all
}

/// The annotated names of a block.
#[salsa::tracked(returns(ref))]
fn block_annotated(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    dialect: Dialect,
) -> Annotated {
    let text = block.text(db);
    let mut found = Annotated::default();
    let own = own_declarations(db, source, block, dialect);
    for (index, item) in own.filter(|(_, item)| item.facts.intersects(ANNOTATED)) {
        match item.function_name {
            Some(name) if item.facts.contains(Facts::GLOBAL) => {
                found.add_kernel(&text[name]);
            }
            Some(name) => drop(found.names.insert(text[name].into())),
            None => found.add_declared(db, block, index, dialect),
        }
    }
    found
}

impl Annotated {
    /// Adds what an item declares that is not a plain function.
    fn add_declared(&mut self, db: &dyn salsa::Database, block: Block, index: u32, dialect: Dialect) {
        for (_, decl) in item_decls(db, block_item_text(db, block, index, dialect)).iter() {
            match (&decl.kind, &decl.name) {
                (DeclKind::Class(_), DeclName::Ident(ident) | DeclName::TemplateId(ident, _)) => {
                    self.classes.insert(Box::from(&**ident));
                }
                (DeclKind::Class(_), _) => {}
                (_, DeclName::Operator(_) | DeclName::LiteralOperator(_) | DeclName::Conversion(_)) => {
                    self.names.insert(OPERATOR.into());
                    if decl.attributes.spaces.global {
                        self.kernels.insert(OPERATOR.into());
                    }
                }
                (DeclKind::Function { .. }, DeclName::Ident(ident)) if decl.attributes.spaces.global => {
                    self.add_kernel(ident);
                }
                (DeclKind::Variable { .. }, DeclName::Ident(ident)) if !decl.templates.is_empty() => {
                    self.add_kernel(ident);
                }
                (_, DeclName::Ident(ident)) if decl.parent.is_none() || decl.specifiers.is_friend => {
                    self.names.insert(Box::from(&**ident));
                }
                _ => {}
            }
        }
    }

    fn add_kernel(&mut self, name: &str) {
        self.names.insert(name.into());
        self.kernels.insert(name.into());
    }

    /// The annotated names that an item of `text` may declare, each with the attributes that its declaration says.
    fn declared_by<'a>(&'a self, text: &'a str, item: &Item) -> Vec<(&'a str, u32)> {
        let own = &text[item.range];
        if let Some(name) = item.function_name {
            let word = &text[name];
            let before = text[..usize::from(name.start())].trim_end().trim_end_matches('~').trim_end();
            let is_member = before.strip_suffix("::").is_some_and(|qualifier| self.is_class(qualifier));
            let is_known = self.names.contains(word) || is_member;
            return if is_known { vec![(word, attributes(head(own)))] } else { Vec::new() };
        }
        let mut found = Vec::new();
        if !item.facts.contains(Facts::CLASS_BODY) {
            let place = if item.facts.contains(Facts::FUNCTION_BODY) { head(own) } else { own };
            self.add_names(place, attributes(head(own)), &mut found);
        } else if item.facts.intersects(ANNOTATED) {
            for declaration in friends(own) {
                self.add_names(declaration, attributes(declaration), &mut found);
            }
            // Variables of the class, whose attributes stand anywhere.
            self.add_names(behind_class(own), !0, &mut found);
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Adds the annotated names among the words of `text`.
    fn add_names<'a>(&'a self, text: &str, attributes: u32, found: &mut Vec<(&'a str, u32)>) {
        found.extend(words(text).filter_map(|word| Some((&**self.names.get(word)?, attributes))));
    }

    /// Whether a qualifier ends with the name of a class that has annotated members.
    fn is_class(&self, qualifier: &str) -> bool {
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

    /// Whether an item with bodies mentions a kernel.
    fn has_kernel_in(&self, text: &str, item: &Item) -> bool {
        let has_body =
            item.facts.intersects(Facts::FUNCTION_BODY.union(Facts::CLASS_BODY).union(Facts::BRACKET));
        let mentions = || words(&text[item.range]).any(|it| self.kernels.contains(it));
        has_body && !self.kernels.is_empty() && (self.kernels.contains(OPERATOR) || mentions())
    }
}

/// What a block's own declarations have to do with annotated names.
#[derive(Debug, Default, PartialEq, Eq)]
struct Mentions {
    /// Annotated names that are declared, with the attributes that the declaration says, in order.
    said: Vec<(Box<str>, u32)>,
    /// Items without attributes that declare such a name or use a kernel, as numbers in the outline.
    items: Vec<u32>,
    has_grid_constants: bool,
    has_kernels_in_classes: bool,
}

#[salsa::tracked(returns(ref))]
fn block_mentions(db: &dyn salsa::Database, source: SourceText, block: Block, dialect: Dialect) -> Mentions {
    let text = block.text(db);
    let mut mentions = Mentions::default();
    let own: Vec<(u32, &Item)> = own_declarations(db, source, block, dialect).collect();
    if own.is_empty() {
        return mentions;
    }
    let known = annotated(db, source, dialect);
    for (index, item) in own {
        let names = known.declared_by(text, item);
        mentions.has_kernels_in_classes |= item.facts.contains(Facts::CLASS_BODY | Facts::GLOBAL);
        mentions.has_grid_constants |=
            item.facts.intersects(ANNOTATED) && text[item.range].contains("grid_constant");
        let is_annotated = item.facts.intersects(ANNOTATED);
        if !is_annotated && (!names.is_empty() || known.has_kernel_in(text, item)) {
            mentions.items.push(index);
        }
        mentions.said.extend(names.into_iter().map(|(name, attributes)| (name.into(), attributes)));
    }
    mentions
}

/// A class definition of a block, or another name of a class.
#[derive(Debug, PartialEq, Eq)]
struct NamedClass {
    /// The number of the item in the outline.
    index: u32,
    is_annotated: bool,
    is_alias: bool,
    /// What it may define.
    names: Vec<Box<str>>,
    /// Words of what may be base clauses; of an alias all words.
    bases: Vec<Box<str>>,
}

impl NamedClass {
    fn new(index: u32, item: &Item, text: &str) -> Option<NamedClass> {
        let is_annotated = item.facts.intersects(ANNOTATED);
        let is_alias = text.starts_with("typedef") || text.starts_with("using");
        let pairs = words(text).zip(words(text).skip(1));
        let (names, bases): (Vec<&str>, Vec<&str>) = if is_alias {
            (words(text).skip(1).collect(), words(text).skip(1).collect())
        } else if item.facts.contains(Facts::CLASS_BODY)
            // One in a block.
            || ["class", "struct"].iter().any(|key| text.contains(key))
                && words(text).any(|word| matches!(word, "class" | "struct"))
        {
            let names = pairs.filter(|(key, _)| matches!(*key, "class" | "struct")).map(|(_, name)| name);
            (names.collect(), base_clauses(text).flat_map(words).collect())
        } else {
            return None;
        };
        let boxed = |words: Vec<&str>| words.into_iter().map(Box::from).collect();
        (is_annotated || !bases.is_empty()).then(|| NamedClass {
            index,
            is_annotated,
            is_alias,
            names: boxed(names),
            bases: boxed(bases),
        })
    }
}

/// The class definitions of a block that are annotated or derive from something, and its aliases.
#[salsa::tracked(returns(ref))]
fn block_classes(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    dialect: Dialect,
) -> Vec<NamedClass> {
    let text = block.text(db);
    let own = own_declarations(db, source, block, dialect);
    own.filter_map(|(index, item)| NamedClass::new(index, item, &text[item.range])).collect()
}

/// Class definitions without attributes that derive from a class with annotated members, as numbers in the outlines
/// of their blocks.
#[salsa::tracked(returns(ref))]
fn derived_classes(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
) -> FxHashMap<Block, Vec<u32>> {
    // Classes with annotated members, and classes derived from them, under all their names.
    let mut polymorphic: FxHashSet<&str> = FxHashSet::default();
    let mut derived: FxHashMap<Block, Vec<u32>> = FxHashMap::default();
    for block in source.blocks(db).iter() {
        for class in block_classes(db, source, *block, dialect) {
            let derives = class.bases.iter().any(|base| polymorphic.contains(&**base));
            if class.is_annotated || derives {
                polymorphic.extend(class.names.iter().map(|name| &**name));
            }
            if derives && !class.is_annotated && !class.is_alias {
                derived.entry(*block).or_default().push(class.index);
            }
        }
    }
    derived
}
