//! Structured bindings ([dcl.struct.bind]): how many names there are, what they are bound to.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{Decl, DeclKind, Path, Segment, SegmentName};
use asunder_mangle::model::Ident;
use asunder_types::{Bound, Class, Kind, Origin, Symbol, Ty};

use super::super::Infer;
use crate::finding::{Argument, MetAt, Mistake};
use crate::lookup::{Lookup, Want};

/// "… has already been declared in the current scope".
const DECLARED_TWICE: u16 = 101;
/// "type … has no components to bind to".
const NO_COMPONENTS: u16 = 2828;
/// "too many identifiers".
const TOO_MANY: u16 = 2829;
/// "there are more elements than there are binding names".
const TOO_FEW: u16 = 2830;
/// "cannot bind to non-public …".
const NOT_PUBLIC: u16 = 2845;

impl<'db> Infer<'_, 'db> {
    /// The names of a binding to an object of the type `of`.
    pub(crate) fn check_bindings(&mut self, decl: DeclRef, names: &[Ident], of: Ty<'db>) {
        let db = self.db();
        if self.is_open(of) {
            return;
        }
        let object = of.referred(db);
        let count = match object.unqualified(db).kind(db) {
            Kind::Array(_, Bound::Count(count)) => Some(*count as usize),
            Kind::Array(..) => return,
            Kind::Class(class) if class.args(db).is_some() => match self.tuple_count(*class) {
                Ok(Some(count)) => usize::try_from(count).ok(),
                _ => return,
            },
            Kind::Class(class) => match self.components(*class) {
                Some(fields) => {
                    let hidden = fields.iter().position(|field| self.inaccessible(*field).is_some());
                    if let Some(index) = hidden.filter(|index| *index < names.len()) {
                        if let Some(name) = self.sema.qualified_name(fields[index]) {
                            let mistake = Mistake::new(NOT_PUBLIC, vec![Argument::entity("member", name)]);
                            self.met_at(mistake, MetAt::Binding(decl, index as u32));
                        }
                        return;
                    }
                    Some(fields.len())
                }
                None if self.has_scattered_members(*class) => {
                    let ty = Argument::ty(self.sema.display(object));
                    return self.met_at(Mistake::new(NO_COMPONENTS, vec![ty]), MetAt::Bindings(decl));
                }
                None => return,
            },
            Kind::Builtin(_) | Kind::Pointer(_) | Kind::Enum(..) | Kind::MemberPointer(..) => None,
            _ => return,
        };
        let is_union = count == Some(0) && self.sema.is_union(object);
        let Some(count) = count.filter(|count| *count > 0) else {
            let ty = Argument::ty(self.sema.display(object));
            // Of a class it is its first member that is missing.
            let at = match count.is_some() && !is_union {
                true => MetAt::Binding(decl, 0),
                false => MetAt::Bindings(decl),
            };
            self.met_at(Mistake::new(NO_COMPONENTS, vec![ty]), at);
            return;
        };
        if names.len() > count {
            self.met_at(Mistake::new(TOO_MANY, Vec::new()), MetAt::Binding(decl, count as u32));
        } else if names.len() < count {
            self.met_at(Mistake::new(TOO_FEW, Vec::new()), MetAt::Bindings(decl));
        }
    }

    /// The data members that names are bound to, none if the class has no components; `None` where it is not looked at:
    /// what is like a tuple, and instances of templates.
    fn components(&self, class: Class<'db>) -> Option<Vec<Symbol<'db>>> {
        let db = self.db();
        let Origin::Decl(first) = class.origin(db) else { return None };
        let definition = self.sema.definition(class)?;
        let name = self.sema.decl(first).name.ident()?;
        if class.args(db).is_some() || self.may_be_tuple(name) {
            return None;
        }
        if self.sema.is_union(self.sema.ty(Kind::Class(class))) {
            return Some(Vec::new());
        }
        // All members may stand in one class of its bases; anonymous unions have no names.
        let is_anonymous =
            |decl: &Decl| matches!(decl.kind, DeclKind::Class(_)) && decl.name.ident().is_none();
        if self.sema.members(definition.decl).iter().any(|(_, decl)| is_anonymous(decl)) {
            return None;
        }
        let mut fields = self.sema.fields(&definition);
        for base in self.sema.bases(class).iter() {
            let of_base = self.components(base.ty.as_class(db)?)?;
            match (fields.is_empty(), of_base.is_empty()) {
                (true, _) => fields = of_base,
                (false, true) => {}
                (false, false) => return None,
            }
        }
        Some(fields)
    }

    /// Whether members stand in a class and in a base of it, or in several bases: none of them is bound to
    /// ([dcl.struct.bind]/5).
    fn has_scattered_members(&self, class: Class<'db>) -> bool {
        let Some(definition) = self.sema.definition(class).filter(|_| class.args(self.db()).is_none()) else {
            return false;
        };
        let own = usize::from(!self.sema.fields(&definition).is_empty());
        let bases = self.sema.bases(class);
        let of_bases = bases.iter().filter_map(|base| base.ty.as_class(self.db()));
        let with_members = of_bases.filter(|base| self.components(*base).is_some_and(|it| !it.is_empty()));
        own + with_members.count() > 1
    }

    /// Whether a specialization of `std::tuple_size` names a class.
    fn may_be_tuple(&self, class: &str) -> bool {
        let segments =
            ["std", "tuple_size"].map(|name| Segment { name: SegmentName::Ident(name.into()), args: None });
        let path = Path { global: true, segments: segments.into() };
        let Lookup::Found(found) = self.sema.lookup_path(&path, self.site(), Want::Any).found else {
            return false;
        };
        found.iter().any(|symbol| {
            let names = &self.sema.names;
            let own = names.declared_in("tuple_size", names.item(symbol.decl.item).namespace);
            // `template <> struct std::tuple_size<A>` stands elsewhere.
            let special = self.sema.specializations(self.sema.first_declaration(symbol.decl));
            let mut all = own.iter().chain(&special.explicit).chain(&special.partial);
            all.any(|decl| names.item_text(decl.item).text(self.db()).contains(class))
        })
    }

    /// The names of a binding that its block has already.
    pub(crate) fn check_binding_name(&mut self, decl: DeclRef, index: usize, name: &str) {
        // It hides a class ([basic.scope.hiding]/2).
        let is_class = |symbol: &Symbol<'db>| {
            matches!(self.sema.decl(symbol.decl).kind, DeclKind::Class(_) | DeclKind::Enum(_))
        };
        let is_taken = match self.scopes.in_innermost(name) {
            None => false,
            Some(Lookup::Found(symbols)) => !symbols.iter().all(is_class),
            Some(_) => true,
        };
        if is_taken {
            let mistake = Mistake::new(DECLARED_TWICE, vec![Argument::Name(name.to_owned())]);
            self.met_at(mistake, MetAt::Binding(decl, index as u32));
        }
    }
}
