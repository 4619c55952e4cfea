//! Virtual functions that the members of an instance of a class template override through bases that depend on its
//! parameters, or those of classes in blocks and of explicit specializations ([class.virtual]/2).

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{Decl, DeclKind, DeclName, LocalId};
use asunder_hir::body::FIRST_LOCAL;
use asunder_types::{Class, Symbol};

use crate::view::{Sema, Site};

/// A function that overrides another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Override<'db> {
    /// The overrider.
    pub own: Symbol<'db>,
    /// The function that it overrides, where it is virtual first.
    pub overridden: Symbol<'db>,
}

/// Whether a member function may override another one.
fn can_override(member: &Decl) -> bool {
    !member.specifiers.is_static
        && !member.specifiers.is_friend
        && !matches!(member.name, DeclName::Constructor | DeclName::None)
}

/// What the member functions of an instance override in bases that its template does not know.
pub fn overrides_of_instance<'db>(sema: &Sema<'db>, class: Class<'db>) -> Vec<Override<'db>> {
    sema.overrides_of_instance(class).unwrap_or_default()
}

/// What the member functions of classes in the blocks of an item, those of templates as they are written, and of its
/// explicit specializations of class templates override.
pub fn overrides_in_item<'db>(sema: &Sema<'db>, item: u32) -> Vec<Override<'db>> {
    let in_blocks = (FIRST_LOCAL..).zip(&sema.bodies(item).locals).filter(|(_, decl)| has_bases(decl));
    let in_blocks = in_blocks.map(|(local, _)| LocalId(local));
    let specialized = sema.names().decls(item).iter().filter(|(_, decl)| {
        let is_specialization = matches!(decl.name, DeclName::TemplateId(..))
            && decl.templates.iter().all(|header| header.params.is_empty());
        is_specialization && has_bases(decl)
    });
    let specialized: Vec<LocalId> = specialized.map(|(local, _)| local).collect();
    let classes = specialized.into_iter().chain(in_blocks).map(|local| DeclRef { item, local });
    classes.flat_map(|class| sema.overrides_of_class(class).unwrap_or_default()).collect()
}

fn has_bases(decl: &Decl) -> bool {
    matches!(&decl.kind, DeclKind::Class(class) if !class.bases.is_empty())
}

impl<'db> Sema<'db> {
    /// What the member functions of a class override, each by the last overrider in its bases.
    fn overrides_of_class(&self, decl: DeclRef) -> Option<Vec<Override<'db>>> {
        let class = self.class_of(self.inside_of(decl)?)?;
        let definition = self.definition(class).filter(|definition| definition.decl == decl)?;
        let mut found = Vec::new();
        for (local, member) in self.members(decl) {
            let is_function = matches!(member.kind, DeclKind::Function { .. }) && member.templates.is_empty();
            if !is_function || !can_override(member) {
                continue;
            }
            let own = Symbol { decl: decl.sibling(local), env: definition.inside };
            for overridden in self.inherited_virtual(class, &member.name)? {
                if self.overrides(own, overridden)? {
                    found.push(Override { own, overridden });
                }
            }
        }
        Some(found)
    }

    fn overrides_of_instance(&self, class: Class<'db>) -> Option<Vec<Override<'db>>> {
        let definition = self.definition(class)?;
        let DeclKind::Class(written) = &self.decl(definition.decl).kind else { return None };
        let outside = self.inside_of(definition.decl)?.outer(self.db)?;
        let open = Site::new(outside, Point::before(definition.decl));
        let mut bases: Vec<Class<'db>> = Vec::new();
        for (base, written) in self.bases(class).iter().zip(&written.bases) {
            if !self.is_dependent(self.resolve(written, open)) {
                continue;
            }
            let base = base.ty.unqualified(self.db).as_class(self.db)?;
            let inherited = self.all_bases(base)?;
            for base in inherited.into_iter().chain([base]) {
                if !bases.contains(&base) {
                    bases.push(base);
                }
            }
        }
        let mut found = Vec::new();
        for (local, member) in self.members(definition.decl) {
            let is_function = matches!(member.kind, DeclKind::Function { .. }) && member.templates.is_empty();
            if !is_function || !can_override(member) {
                continue;
            }
            let own = Symbol { decl: definition.decl.sibling(local), env: definition.inside };
            for base in &bases {
                for function in self.virtual_first(*base, own)? {
                    found.push(Override { own, overridden: function });
                }
            }
        }
        Some(found)
    }

    /// The functions that a class itself declares to be virtual, that no base of it declares, and that a function overrides.
    fn virtual_first(&self, base: Class<'db>, own: Symbol<'db>) -> Option<Vec<Symbol<'db>>> {
        let name = &self.decl(own.decl).name;
        let is_destructor = matches!(name, DeclName::Destructor);
        let definition = self.defined(base).ok()??;
        let mut found = Vec::new();
        for function in self.functions_of_class(&definition, name) {
            let is_new = |inherited: Vec<Symbol<'db>>| {
                inherited
                    .into_iter()
                    .try_fold(true, |is_new, it| Some(is_new && !self.overrides(function, it)?))
            };
            if self.decl(function.decl).specifiers.is_virtual
                && (is_destructor || self.overrides(own, function)?)
                && is_new(self.inherited_virtual(base, name)?)?
            {
                found.push(function);
            }
        }
        Some(found)
    }

    /// A member function of an instance as messages show it, with its parameters where its class overloads it:
    /// `D<T>::f [with T=A]`.
    pub fn member_text(&self, symbol: Symbol<'db>) -> Option<String> {
        let parent = self.decl(symbol.decl).parent?;
        let open = Symbol { env: self.env_of(symbol.decl), ..symbol };
        let mut text = self.qualified_name(open)?;
        let name = &self.decl(symbol.decl).name;
        let members = self.members(symbol.decl.sibling(parent)).into_iter();
        let alike =
            members.filter(|(_, it)| it.name == *name && matches!(it.kind, DeclKind::Function { .. }));
        if alike.count() > 1 {
            text += &self.parameters_text(open)?;
        }
        self.with_bindings(text, symbol)
    }

    /// A data member or a nested class as messages show it: `D<T>::n [with T=A]` of an instance.
    pub(crate) fn nested_text(&self, symbol: Symbol<'db>) -> Option<String> {
        let open = Symbol { env: self.env_of(symbol.decl), ..symbol };
        self.with_bindings(self.qualified_name(open)?, symbol)
    }

    fn with_bindings(&self, text: String, symbol: Symbol<'db>) -> Option<String> {
        let bindings = self.bindings_text(symbol)?;
        match bindings.is_empty() {
            true => Some(text),
            false => Some(format!("{text} [with {}]", bindings.join(", "))),
        }
    }
}
