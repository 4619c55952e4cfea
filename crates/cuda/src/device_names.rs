//! Which words of a unit may name something that host code must not call or touch, found almost without parsing.
//!
//! The checks of calls and accesses look a name up only where its word stands here: most bodies mention
//! none of them.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

use asunder_decls::layout::block_item_text;
use asunder_decls::queries::item_decls;
use asunder_decls::written::{Decl, DeclKind, DeclName};
use asunder_outline::{Facts, Item, ItemKind, block_outline};
use asunder_source::{Block, SourceText, block_headers};
use asunder_syntax::{Dialect, TextSize};
use rustc_hash::{FxHashSet, FxHasher};

use crate::unit::{CHECKED, own_declarations};

/// Words, by hash.
type Words = FxHashSet<u64>;

fn hash(word: &str) -> u64 {
    let mut hasher = FxHasher::default();
    word.hash(&mut hasher);
    hasher.finish()
}

/// Names that a declaration marks for the device alone.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct DeviceNames {
    /// Functions with an identifier for a name.
    functions: Words,
    /// Spellings of operators that functions overload.
    operators: BTreeSet<Box<str>>,
    /// Suffixes of literals.
    suffixes: BTreeSet<Box<str>>,
    /// A class of the user's has constructors, destructors or conversion functions: whatever makes an object calls them.
    has_classes: bool,
    /// Variables in memory of the device.
    variables: Words,
}

impl DeviceNames {
    /// Whether a function for the device may have this name.
    pub(crate) fn has_function(&self, word: &str) -> bool {
        self.functions.contains(&hash(word))
    }

    /// Whether a text mentions one of the names, or could use one of the operators. The name that the text
    /// declares, which stands at `declared`, is not a mention.
    pub(crate) fn are_mentioned_in(&self, text: &str, declared: Option<TextSize>) -> bool {
        let declared = declared.map(usize::from);
        // A range-for names none of its operators; those that are rewritten are written as others ([over.match.oper]/3).
        self.has_classes
            || !self.operators.is_empty() && text.contains("for")
            || self.operators.iter().any(|spelling| match &**spelling {
                "<=>" => text.contains(['<', '>']),
                spelling => text.contains(&spelling[..1]),
            })
            || self.suffixes.iter().any(|suffix| text.contains(&**suffix))
            || asunder_syntax::words(text).filter(|(at, _)| Some(*at) != declared).any(|(_, word)| {
                let word = hash(word);
                self.functions.contains(&word) || self.variables.contains(&word)
            })
    }

    fn extend(&mut self, other: &DeviceNames) {
        self.functions.extend(&other.functions);
        self.operators.extend(other.operators.iter().cloned());
        self.suffixes.extend(other.suffixes.iter().cloned());
        self.has_classes |= other.has_classes;
        self.variables.extend(&other.variables);
    }

    /// Adds what a declaration of an item marks for the device.
    fn add(&mut self, decl: &Decl) {
        let spaces = decl.attributes.spaces;
        let is_variable = matches!(decl.kind, DeclKind::Variable { .. });
        if is_variable && (spaces.device || spaces.shared || spaces.constant) {
            self.variables.extend(decl.name.ident().map(|ident| hash(ident)));
            return;
        }
        if !spaces.device || spaces.host {
            return;
        }
        match &decl.name {
            DeclName::Ident(ident) | DeclName::TemplateId(ident, _) => {
                self.functions.insert(hash(ident));
            }
            DeclName::Operator(spelling) => {
                self.operators.insert(Box::from(&**spelling));
            }
            DeclName::LiteralOperator(suffix) => {
                self.suffixes.insert(Box::from(&**suffix));
            }
            DeclName::Constructor | DeclName::Destructor | DeclName::Conversion(_) => self.has_classes = true,
            _ => {}
        }
    }
}

/// The names of a unit.
#[salsa::tracked(returns(ref))]
pub(crate) fn device_names(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> DeviceNames {
    let mut all = DeviceNames::default();
    for block in source.blocks(db).iter() {
        all.extend(block_device_names(db, source, *block, dialect));
    }
    all
}

/// Facts of items that say a space for the device alone, somewhere.
const DEVICE: Facts = Facts::CUDA_ATTRIBUTE;

/// The names of a block. Of system headers only plain functions count.
#[salsa::tracked(returns(ref))]
fn block_device_names(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    dialect: Dialect,
) -> DeviceNames {
    let text = block.text(db);
    let headers = block_headers(db, source, block);
    let mut found = DeviceNames::default();
    let is_device = |item: &Item| item.kind == ItemKind::Declaration && item.facts.intersects(DEVICE);
    for (index, item) in (0u32..).zip(&block_outline(db, block, dialect).items) {
        if !is_device(item) || item.facts.contains(Facts::GLOBAL) && item.function_name.is_some() {
            continue;
        }
        if let Some(name) = item.function_name {
            found.functions.insert(hash(&text[name]));
        }
        if headers.contain_all() || headers.contain_range(item.range.into()) {
            continue;
        }
        let decls = item_decls(db, block_item_text(db, block, index, dialect));
        for (_, decl) in decls.iter() {
            found.add(decl);
        }
    }
    found
}

/// The user's items with bodies in a block that mention such a name, as numbers in its outline; without those that are
/// checked whatever they mention.
#[salsa::tracked(returns(ref))]
pub(crate) fn block_mentioning(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    dialect: Dialect,
) -> Vec<u32> {
    const BODIES: Facts = Facts::FUNCTION_BODY.union(Facts::CLASS_BODY).union(Facts::BRACKET);
    let text = block.text(db);
    // A declaration without a body may name a function in a type, a bound or an initializer.
    let may_refer = |item: &Item| {
        let own = &text[item.range];
        let is_checked = item.facts.intersects(CHECKED);
        !is_checked && (item.facts.intersects(BODIES) || own.contains("decltype") || own.contains('='))
    };
    let mut own = own_declarations(db, source, block, dialect).filter(|(_, item)| may_refer(item)).peekable();
    if own.peek().is_none() {
        return Vec::new();
    }
    let names = device_names(db, source, dialect);
    let mention = |item: &Item| {
        let declared = item.function_name.map(|name| name.start() - item.range.start());
        names.are_mentioned_in(&text[item.range], declared)
    };
    own.filter(|(_, item)| mention(item)).map(|(index, _)| index).collect()
}
