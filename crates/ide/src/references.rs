//! All places of what a name means.

use asunder_decls::identifiers::{EntityKey, Identifier};
use asunder_decls::occurrences::{Access, Role};
use asunder_syntax::{TextRange, TextSize};

use crate::Unit;

/// A place of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Where it stands, in bytes of the unit.
    pub range: TextRange,
    /// What it does.
    pub role: Role,
    /// How it reads or writes.
    pub access: Access,
}

/// The places of one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct References {
    /// What it is.
    pub key: EntityKey,
    /// How it is spelled.
    pub name: String,
    /// Its places in the user's own files, in order.
    pub places: Vec<Reference>,
    /// Places in the user's own files where the same spelling stands and it is not known what it means.
    pub unknown: Vec<TextRange>,
    /// It is declared in a header that is not the user's.
    pub is_foreign: bool,
}

/// The places of what the name at byte `offset` means.
pub fn references(unit: &Unit<'_>, offset: TextSize) -> Option<References> {
    let identifier = unit.names.identifier_at(offset)?;
    let key = unit.names.entity_key(identifier.item, identifier.target?)?;
    let name = unit.slice(identifier.item, identifier.range);
    let own = unit.own_items();
    let items = match key {
        // A local is not known outside its item.
        EntityKey::Local(item, _) => vec![item],
        _ => own.clone(),
    };
    let is_foreign = match key {
        EntityKey::Outer(decl) => own.binary_search(&decl.item).is_err(),
        _ => false,
    };
    let mut found = References { key, name, places: Vec::new(), unknown: Vec::new(), is_foreign };
    for item in items {
        for identifier in spelled(unit, item, &found.name) {
            let range = unit.in_unit(item, identifier.range);
            match identifier.target.and_then(|target| unit.names.entity_key(item, target)) {
                Some(other) if other == key => {
                    let (role, access) = (identifier.role, identifier.access);
                    found.places.push(Reference { range, role, access });
                }
                Some(_) => {}
                None => found.unknown.push(range),
            }
        }
    }
    Some(found)
}

/// The identifiers of an item with this spelling.
pub(crate) fn spelled(unit: &Unit<'_>, item: u32, name: &str) -> Vec<Identifier> {
    let range = unit.names.range(item);
    let text = &unit.text()[usize::from(range.start())..usize::from(range.end())];
    match memchr::memmem::find(text.as_bytes(), name.as_bytes()) {
        Some(_) => unit.names.identifiers_spelled(item, name),
        None => Vec::new(),
    }
}
