//! What the identifiers of an item mean: by the typed trees of its bodies where these know it, and else by lookup.

use asunder_decls::identifiers::{EntityKey, Identifier};
use asunder_decls::names::DeclRef;
use asunder_decls::occurrences::{Access, Role, Target};
use asunder_sema::meanings::{Meanings, Meant, NameMeaning, meanings};
use asunder_sema::{Sema, Symbol, Ty, Value};
use asunder_syntax::{TextRange, TextSize};

use crate::Unit;

/// An identifier of an item.
#[derive(Clone, Debug)]
pub struct Name<'db> {
    /// The number of the item.
    pub item: u32,
    /// Where it stands, in bytes of the item.
    pub range: TextRange,
    /// What it does.
    pub role: Role,
    /// How a use reads or writes what it means.
    pub access: Access,
    /// A declaration of what it means; `None` where that is not known.
    pub target: Option<Target>,
    /// What it means in the scopes that it has here: a member of an instance of a template, say.
    pub symbol: Option<Symbol<'db>>,
    /// Its type, of a name in a body.
    pub ty: Option<Ty<'db>>,
    /// The value of a constant in a body.
    pub value: Option<Value<'db>>,
}

impl<'db> Unit<'db> {
    /// The typed view of the unit.
    pub(crate) fn sema(&self) -> &Sema<'db> {
        self.sema.get_or_init(|| Sema::new(self.db, self.source, self.dialect))
    }

    /// What the names in the bodies of an item mean.
    pub(crate) fn meanings(&self, item: u32) -> &'db Meanings<'db> {
        meanings(self.db, self.source, item, self.dialect)
    }

    /// The identifier at byte `offset` of the unit, or that ends there.
    pub fn name_at(&self, offset: TextSize) -> Option<Name<'db>> {
        self.names.identifier_at(offset).map(|identifier| self.known(&identifier))
    }

    /// The identifiers of an item that are names of something, in source order.
    pub(crate) fn names_of(&self, item: u32) -> Vec<Name<'db>> {
        self.names.identifiers(item).iter().map(|identifier| self.known(identifier)).collect()
    }

    /// The identifiers of an item with this spelling.
    pub(crate) fn names_spelled(&self, item: u32, spelling: &str) -> Vec<Name<'db>> {
        let range = self.names.range(item);
        let text = self.source.slice(self.db, range.into());
        if memchr::memmem::find(text.as_bytes(), spelling.as_bytes()).is_none() {
            return Vec::new();
        }
        let all = self.names.identifiers_spelled(item, spelling);
        all.iter().map(|identifier| self.known(identifier)).collect()
    }

    /// What all names of one thing have in common.
    pub(crate) fn key(&self, name: &Name<'db>) -> Option<EntityKey> {
        self.names.entity_key(name.item, name.target?)
    }

    fn known(&self, identifier: &Identifier) -> Name<'db> {
        let Identifier { item, range, role, access, target } = *identifier;
        let name = Name { item, range, role, access, target, symbol: None, ty: None, value: None };
        match self.meanings(item).name_at(range.start()) {
            Some(NameMeaning { means, ty, value, .. }) => {
                let (target, symbol) = match *means {
                    Meant::Symbol(symbol) => (Target::Decl(symbol.decl), Some(symbol)),
                    Meant::Local(at) => (Target::Local(at), None),
                };
                // A declaration says itself what it declares.
                let target = if role == Role::Use { Some(target) } else { name.target };
                Name { target, symbol, ty: Some(*ty), value: value.clone(), ..name }
            }
            None => name,
        }
    }

    /// The type of what a name means, as people write it.
    pub(crate) fn type_text(&self, name: &Name<'db>) -> Option<String> {
        let by_sema = match (name.symbol, name.ty) {
            (Some(symbol), _) => self.sema().symbol_type_text(symbol),
            (None, Some(ty)) => self.sema().type_text(ty),
            (None, None) => None,
        };
        by_sema.or_else(|| match name.target? {
            Target::Decl(decl) => self.declared_type(decl),
            Target::Local(at) => self.local_type(name.item, at),
            Target::Namespace(_) => None,
        })
    }

    /// The type that a declaration declares, as people write it.
    pub(crate) fn declared_type(&self, decl: DeclRef) -> Option<String> {
        self.sema().type_of_declared(decl).or_else(|| self.names.declared_type_text(decl))
    }

    /// The type of the local that is declared at byte `at` of an item, as people write it.
    pub(crate) fn local_type(&self, item: u32, at: TextSize) -> Option<String> {
        self.meanings(item).name_at(at).and_then(|name| self.sema().type_text(name.ty))
    }
}
