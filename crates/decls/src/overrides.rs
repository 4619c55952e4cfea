//! Which virtual functions a member function overrides ([class.virtual]).

use asunder_mangle::model::{NameRef, Type, TypeRef};

use crate::names::{DeclRef, Names, Point};
use crate::namesakes::same_name;
use crate::redeclaration::{Same, same_type};
use crate::scope::Member;
use crate::written::{DeclKind, DeclName, FunctionExpr, TypeExpr};

/// How many classes a function is looked for in; a hierarchy that is larger is not understood.
const MAX_CLASSES: u32 = 1_000;

/// A function that is overridden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overridden {
    /// A declared one, in the class of this name.
    Function(DeclRef, NameRef),
    /// The implicitly declared destructor of the class.
    ImplicitDestructor(DeclRef),
}

/// What overriders have in common.
struct Wanted<'n> {
    name: &'n DeclName,
    function: &'n FunctionExpr,
    parameters: Vec<TypeRef>,
}

impl<'db> Names<'db> {
    /// The virtual functions that the member function `decl`, declared in its class, overrides, base by base in
    /// order, those of a base's own bases before its own; each once. Bases that depend on template parameters have
    /// none. `None` when a class or type is not understood.
    pub fn overridden(&self, decl: DeclRef) -> Option<Vec<Overridden>> {
        let written = self.decl(decl);
        let parent = decl.sibling(written.parent?);
        let can_override = written.templates.is_empty()
            && !written.specifiers.is_static
            && !written.specifiers.is_friend
            && !matches!(written.name, DeclName::Constructor);
        let Some(function) = self.function_of(decl).filter(|_| can_override) else { return Some(Vec::new()) };
        let DeclKind::Class(class) = &self.decl(parent).kind else { return None };
        if class.bases.is_empty() {
            return Some(Vec::new());
        }
        let name = self.class_name(parent);
        let parameters = self.function_type(function, &self.site_of(decl)).parameters;
        let wanted = Wanted { name: &written.name, function, parameters };
        let mut search = Search { names: self, wanted, budget: MAX_CLASSES };
        let all = self.nested(None, || search.in_bases(parent, &name))?;
        let mut found: Vec<Overridden> = Vec::new();
        for overridden in all {
            // A function of a virtual base is reached along every path.
            if !found.contains(&overridden) {
                found.push(overridden);
            }
        }
        Some(found)
    }
}

impl Names<'_> {
    /// The definition of the class that `base`, written among the bases of `class`, names.
    pub fn class_of_base(&self, class: DeclRef, base: &TypeExpr) -> Option<DeclRef> {
        let mut site = self.inside_class(&self.class_name(class), Point::before(class));
        site.frames.pop();
        match &*self.resolve(base, &site) {
            Type::Named(name) => self.class_definition(name),
            _ => None,
        }
    }
}

struct Search<'n, 'db> {
    names: &'n Names<'db>,
    wanted: Wanted<'n>,
    budget: u32,
}

impl Search<'_, '_> {
    /// What is overridden in the bases of the class that `class` defines under `name`.
    fn in_bases(&mut self, class: DeclRef, name: &NameRef) -> Option<Vec<Overridden>> {
        let names = self.names;
        let DeclKind::Class(written) = &names.decl(class).kind else { return None };
        let mut site = names.inside_class(name, Point::before(class));
        site.frames.pop();
        let mut found = Vec::new();
        for base in &written.bases {
            let ty = match base {
                TypeExpr::Expansion(_) => return None,
                base => names.resolve(base, &site),
            };
            if names.is_dependent(&ty) {
                continue;
            }
            let Type::Named(base) = &*ty else { return None };
            let definition = names.class_definition(base)?;
            self.budget = self.budget.checked_sub(1)?;
            found.extend(names.nested(None, || self.in_class(definition, base))?);
        }
        Some(found)
    }

    /// What is overridden in a class and its bases.
    fn in_class(&mut self, class: DeclRef, name: &NameRef) -> Option<Vec<Overridden>> {
        let names = self.names;
        for (local, written) in names.decls(class.item).members(Some(class.local)) {
            let decl = class.sibling(local);
            if !same_name(self.wanted.name, &written.name) || !written.templates.is_empty() {
                continue;
            }
            let Some(function) = names.function_of(decl) else { continue };
            match self.same_signature(decl, name, function) {
                Same::Yes => {}
                Same::No => continue,
                Same::Unknown => return None,
            }
            let mut found = self.in_bases(class, name)?;
            if written.specifiers.is_virtual || !found.is_empty() {
                found.push(Overridden::Function(decl, name.clone()));
            }
            return Some(found);
        }
        let mut found = self.in_bases(class, name)?;
        if matches!(self.wanted.name, DeclName::Destructor) && !found.is_empty() {
            found.push(Overridden::ImplicitDestructor(class));
        }
        Some(found)
    }

    fn same_signature(&self, decl: DeclRef, class: &NameRef, function: &FunctionExpr) -> Same {
        let wanted = self.wanted.function;
        if matches!(self.wanted.name, DeclName::Destructor) {
            return Same::Yes;
        }
        if self.names.decl(decl).specifiers.is_static
            || function.variadic != wanted.variadic
            || function.qualifiers != wanted.qualifiers
            || function.ref_qualifier != wanted.ref_qualifier
        {
            return Same::No;
        }
        let member = Member { decl, class: Some(class.clone()), injected: false };
        let site = self.names.site_of_member(&member);
        let own = self.names.function_type(function, &site).parameters;
        if own.len() != self.wanted.parameters.len() {
            return Same::No;
        }
        let mut result = match (self.wanted.name, &self.names.decl(decl).name) {
            (DeclName::Conversion(left), DeclName::Conversion(right)) if left != right => Same::Unknown,
            _ => Same::Yes,
        };
        for (own, wanted) in own.iter().zip(&self.wanted.parameters) {
            match same_type(own, wanted) {
                Same::Yes => {}
                Same::No => return Same::No,
                Same::Unknown => result = Same::Unknown,
            }
        }
        result
    }
}
