//! The linker names of the functions and variables that a unit defines, as the host compiler writes them.
//!
//! One line a definition: `name⇥kind⇥linkage⇥space⇥file⇥line⇥column`. The name is `?` where it is not known.
//! Templates and what is made of them are left out.

use std::fmt::Write as _;

use asunder_mangle::itanium::{Dialect as Mangling, mangle};
use asunder_mangle::model::{Entity, Name, Scope, Unqualified};
use asunder_source::{SourceText, line_table};
use asunder_syntax::{Dialect, TextSize};

use crate::names::{DeclRef, Names};
use crate::occurrences::Role;
use crate::written::{BodyKind, DeclKind};

/// A definition that the linker sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The linker name; `None` where it is not known.
    pub name: Option<String>,
    /// `function` or `variable`.
    pub kind: &'static str,
    /// `internal` or `external`; `None` where it is not known.
    pub linkage: Option<&'static str>,
    /// Where it lives: `host`, `device` or `global`, which is a kernel.
    pub space: &'static str,
    /// Where its name starts, in bytes of the unit.
    pub at: TextSize,
}

/// The definitions of `source`, in their order.
pub fn symbols(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> Vec<Symbol> {
    let names = Names::indexed(db, source, dialect);
    let mut found = Vec::new();
    for item in names.layout().numbers() {
        for (local, _) in names.decls(item).iter() {
            let decl = DeclRef { item, local };
            let (Some(kind), Some(at)) = (names.kind_of_definition(decl), names.name_offset(decl)) else {
                continue;
            };
            let entity = names.entity(decl);
            let name = entity.as_ref().and_then(|entity| mangle(entity, Mangling::Gnu).ok());
            let linkage =
                entity.as_ref().map(|entity| if is_internal(entity) { "internal" } else { "external" });
            let spaces = names.spaces(decl).unwrap_or_default();
            let space = match (spaces.global, spaces.device, spaces.host) {
                (true, _, _) => "global",
                (false, true, false) => "device",
                _ if spaces.constant || spaces.managed || spaces.shared => "device",
                _ => "host",
            };
            found.push(Symbol { name, kind, linkage, space, at });
        }
    }
    found
}

/// The listing of `source`.
pub fn listing(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> String {
    let (text, lines) = (source.text(db), line_table(db, source));
    let mut out = String::new();
    for Symbol { name, kind, linkage, space, at } in symbols(db, source, dialect) {
        let place = lines.position(text, u32::from(at) as usize);
        let (symbol, linkage) = (name.as_deref().unwrap_or("?"), linkage.unwrap_or("?"));
        let _ = writeln!(
            out,
            "{symbol}\t{kind}\t{linkage}\t{space}\t{}\t{}\t{}",
            place.file, place.line, place.column
        );
    }
    out
}

impl<'db> Names<'db> {
    /// `function` or `variable` when `decl` defines one outside templates.
    fn kind_of_definition(&self, decl: DeclRef) -> Option<&'static str> {
        let mut outer = Some(decl.local);
        while let Some(local) = outer {
            let written = self.decl(decl.sibling(local));
            if !written.templates.is_empty() || written.explicit_instantiation {
                return None;
            }
            outer = written.parent;
        }
        let is_member_of_template = match self.scope_name(decl)? {
            Scope::Member(scope) => has_arguments(&scope),
            _ => false,
        };
        let written = self.decl(decl);
        match &written.kind {
            _ if is_member_of_template || self.role(decl.item, decl.local.0) != Role::Definition => None,
            DeclKind::Function { body: BodyKind::Block, .. } => Some("function"),
            DeclKind::Variable { .. } if written.parent.is_none() => Some("variable"),
            _ => None,
        }
    }
}

fn has_arguments(name: &Name) -> bool {
    name.args.is_some() || matches!(&name.scope, Scope::Member(outer) if has_arguments(outer))
}

/// True when only the unit itself sees the entity.
fn is_internal(entity: &Entity) -> bool {
    fn unnamed(name: &Name) -> bool {
        let own = matches!(name.unqualified, Unqualified::UnnamedNamespace | Unqualified::UnnamedType(_));
        own || matches!(&name.scope, Scope::Member(outer) if unnamed(outer))
    }
    let name = match entity {
        Entity::Function(function) => &function.name,
        Entity::Variable(variable) => &variable.name,
        _ => return false,
    };
    name.internal || unnamed(name)
}
