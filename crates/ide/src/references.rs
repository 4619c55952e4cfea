//! All places of what a name means.

use asunder_decls::identifiers::EntityKey;
use asunder_decls::names::DeclRef;
use asunder_decls::occurrences::{Access, Role, Target};
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
    let name = unit.name_at(offset)?;
    let key = unit.key(&name)?;
    let name = unit.slice(name.item, name.range);
    let own = unit.own_items();
    let items = match key {
        // A local is not known outside its item.
        EntityKey::Local(item, _) => vec![item],
        _ => own.to_vec(),
    };
    let is_foreign = match key {
        EntityKey::Outer(decl) => own.binary_search(&decl.item).is_err(),
        _ => false,
    };
    let mut found = References { key, name, places: Vec::new(), unknown: Vec::new(), is_foreign };
    for item in items {
        for name in unit.names_spelled(item, &found.name) {
            let range = unit.in_unit(item, name.range);
            match unit.key(&name) {
                Some(other) if other == key => {
                    let (role, access) = (name.role, name.access);
                    found.places.push(Reference { range, role, access });
                }
                Some(_) => {}
                None => found.unknown.push(range),
            }
        }
    }
    Some(found)
}

/// What a name means, in a form that another unit understands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// How it is spelled.
    pub name: String,
    /// Where it is declared.
    pub declarations: Vec<TextSize>,
    /// Its linker name, if it has one that other units may have too ([basic.link]).
    pub linker_name: Option<String>,
    /// It is declared in the user's own files.
    pub is_own: bool,
}

/// What the name at byte `offset` means; `None` for locals, which no other unit names, and for names that are not known.
pub fn identity(unit: &Unit<'_>, offset: TextSize) -> Option<Identity> {
    let name = unit.name_at(offset)?;
    let names = &unit.names;
    let (declarations, is_own) = match unit.key(&name)? {
        EntityKey::Local(..) => return None,
        EntityKey::Namespace(id) => (names.namespace_offset(id).into_iter().collect(), false),
        EntityKey::Outer(decl) => {
            let all = names.declarations_of(decl).unwrap_or_else(|| vec![decl]);
            let own = unit.own_items();
            let is_own = all.iter().any(|it| own.binary_search(&it.item).is_ok());
            (all.into_iter().filter_map(|it| names.name_offset(it)).collect(), is_own)
        }
    };
    let linker_name = match name.target? {
        Target::Decl(decl) => external_name(unit, decl),
        _ => None,
    };
    Some(Identity { name: unit.slice(name.item, name.range), declarations, linker_name, is_own })
}

/// The linker name of a function or variable that is not internal to its unit.
pub(crate) fn external_name(unit: &Unit<'_>, decl: DeclRef) -> Option<String> {
    let names = &unit.names;
    let is_linked = names.function_of(decl).is_some() || names.variable_type(decl).is_some();
    let is_external = is_linked && names.declared_internal(decl) == Some(false);
    // `_GLOBAL__N_1` is an unnamed namespace ([namespace.unnamed]).
    is_external.then(|| names.linker_name(decl)).flatten().filter(|name| !name.contains("_GLOBAL__N_"))
}

/// A place in the user's own files at which something with this linker name is named.
pub fn named_by_linker(unit: &Unit<'_>, name: &str, linker_name: &str) -> Option<TextSize> {
    for item in unit.own_items().iter().copied() {
        for found in unit.names_spelled(item, name) {
            if let Some(Target::Decl(decl)) = found.target
                && external_name(unit, decl).as_deref() == Some(linker_name)
            {
                return Some(unit.in_unit(item, found.range).start());
            }
        }
    }
    None
}
