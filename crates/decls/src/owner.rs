//! What declarations are members of.

use asunder_mangle::model::{Name, Scope, Type, TypeRef};

use crate::layout::NamespaceId;
use crate::names::{DeclRef, Names};
use crate::written::{Access, DeclKind};

/// What a declaration is a member of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A namespace.
    Namespace(NamespaceId),
    /// A class, by its definition.
    Class(DeclRef),
}

impl Names<'_> {
    /// What `decl` is a member of; for a definition outside its class, the class. `None` when it is not known.
    pub fn owner(&self, decl: DeclRef) -> Option<Owner> {
        let written = self.decl(decl);
        if let (Some(parent), false) = (written.parent, written.specifiers.is_friend) {
            let parent = decl.sibling(parent);
            return match self.decl(parent).kind {
                DeclKind::Class(_) => Some(Owner::Class(parent)),
                _ => self.owner(parent),
            };
        }
        match self.scope_name(decl)? {
            Scope::Global => Some(Owner::Namespace(NamespaceId::GLOBAL)),
            Scope::Member(name) => match self.namespace_named(&name) {
                Some(id) => Some(Owner::Namespace(id)),
                None => Some(Owner::Class(self.class_definition(&name)?)),
            },
            Scope::Local { .. } | Scope::Dependent(_) => None,
        }
    }

    /// The namespace that `name` names.
    pub fn namespace_of_name(&self, name: &Name) -> Option<NamespaceId> {
        self.namespace_named(name)
    }

    /// The definition that gives the members of a class.
    pub fn definition_of_class(&self, name: &Name) -> Option<DeclRef> {
        self.class_definition(name)
    }

    /// Whether a name is that of an enumeration.
    pub fn is_enumeration(&self, name: &Name) -> bool {
        let declarations = self.type_declarations(name);
        declarations.iter().any(|decl| matches!(self.decl(*decl).kind, DeclKind::Enum(_)))
    }

    /// The type that the class or enumeration `decl` declares.
    pub fn type_of(&self, decl: DeclRef) -> Option<TypeRef> {
        let ty = self.type_of_definition(decl);
        (*ty != Type::Unknown).then_some(ty)
    }

    /// The access under which a class, enumeration or class template of this name was declared as a member of
    /// its class; public where it is not a member.
    pub fn access_of_type(&self, name: &Name) -> Option<Access> {
        match &name.scope {
            Scope::Global => return Some(Access::Public),
            Scope::Member(outer) if self.namespace_named(outer).is_some() => return Some(Access::Public),
            Scope::Member(_) => {}
            Scope::Local { .. } | Scope::Dependent(_) => return None,
        }
        let mut declarations = self.type_declarations(name).to_vec();
        declarations.sort_unstable();
        let inside = declarations.into_iter().find(|decl| self.decl(*decl).parent.is_some())?;
        Some(self.decl(inside).access)
    }
}
