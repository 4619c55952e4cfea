//! What names and types prove wrong, as diagnostics of a unit.
//!
//! The items of the user's files are looked at, as for syntax errors: each is a question of its own, so that an edit
//! asks again about the items it touches.

use asunder_decls::layout::item_number;
use asunder_diag::diagnostic::{Argument, Message};
use asunder_outline::{ItemKind, block_outline, has_directives};
use asunder_sema::mistakes::{Mistake, ScopeKind, mistakes};
use asunder_source::{SourceText, block_headers, block_offsets};
use asunder_syntax::Dialect;
use rustc_hash::FxHashSet;

/// "identifier … is undefined".
const UNDEFINED: u16 = 20;
/// "class … has no member …".
const NO_MEMBER: u16 = 135;
/// "return value type does not match the function type".
const RETURN_TYPE: u16 = 120;
/// "expression must be a modifiable lvalue".
const NOT_MODIFIABLE: u16 = 137;
/// "too many arguments in function call".
const TOO_MANY_ARGUMENTS: u16 = 140;
/// "a value of type … cannot be used to initialize an entity of type …".
const INITIALIZE: u16 = 144;
/// "too few arguments in function call".
const TOO_FEW_ARGUMENTS: u16 = 165;
/// "argument of type … is incompatible with parameter of type …".
const ARGUMENT: u16 = 167;
/// "a value of type … cannot be assigned to an entity of type …".
const ASSIGN: u16 = 513;

/// The mistakes of a unit with their places as byte offsets, in the order of the text. A unit that still holds
/// directives is not preprocessed and has none.
pub(crate) fn mistakes_of_unit(
    db: &dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
) -> Vec<(u32, Message)> {
    if has_directives(db, source, dialect) {
        return Vec::new();
    }
    let mut found = Vec::new();
    // Identifiers that were reported at namespace scope: from there on they count as declared.
    let mut reported = FxHashSet::default();
    for (block, offset) in source.blocks(db).iter().zip(block_offsets(db, source).iter()) {
        let headers = block_headers(db, source, *block);
        if headers.contain_all() {
            continue;
        }
        for (index, item) in block_outline(db, *block, dialect).items.iter().enumerate() {
            let start = u32::from(item.range.start());
            if item.kind != ItemKind::Declaration || headers.contain(start as usize) {
                continue;
            }
            let Some(number) = item_number(db, *block, index as u32, dialect) else { continue };
            for mistake in mistakes(db, source, number, dialect) {
                if let Mistake::Undeclared(name) = &mistake.mistake {
                    let is_new = match mistake.at_namespace_scope {
                        true => reported.insert(name.clone()),
                        false => !reported.contains(name),
                    };
                    if !is_new {
                        continue;
                    }
                }
                let at = *offset as u32 + start + u32::from(mistake.offset);
                found.push((at, message(&mistake.mistake)));
            }
        }
    }
    found
}

fn message(mistake: &Mistake) -> Message {
    let ty = |text: &str| Argument::Type { written: text.into(), meaning: None };
    match mistake {
        Mistake::TooManyArguments => Message::new(TOO_MANY_ARGUMENTS, Vec::new()),
        Mistake::TooFewArguments => Message::new(TOO_FEW_ARGUMENTS, Vec::new()),
        Mistake::Argument { from, to } => Message::new(ARGUMENT, vec![ty(from), ty(to)]),
        Mistake::Initialize { from, to } => Message::new(INITIALIZE, vec![ty(from), ty(to)]),
        Mistake::Assign { from, to } => Message::new(ASSIGN, vec![ty(from), ty(to)]),
        Mistake::Return => Message::new(RETURN_TYPE, Vec::new()),
        Mistake::NotModifiable => Message::new(NOT_MODIFIABLE, Vec::new()),
        Mistake::Undeclared(name) => Message::new(UNDEFINED, vec![Argument::Name(name.clone())]),
        Mistake::NoMember { scope, name, member } => {
            let (kind, what) = match scope {
                ScopeKind::Global => {
                    let member = Argument::Name(member.clone());
                    return Message::new(NO_MEMBER, vec![Argument::Text("the global scope".into()), member]);
                }
                ScopeKind::Namespace => ("namespace", "member"),
                ScopeKind::Class => ("class", "member"),
                ScopeKind::Union => ("union", "member"),
                ScopeKind::Enum => ("enum", "member"),
            };
            let entity =
                |kind, name: &str| Argument::Entity { kind: Some(kind), name: name.into(), declared: None };
            Message::new(NO_MEMBER, vec![entity(kind, name), entity(what, member)])
        }
    }
}
