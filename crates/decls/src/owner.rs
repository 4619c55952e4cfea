//! What declarations are members of.

use asunder_mangle::model::{Name, Scope, Type, TypeRef};

use crate::layout::NamespaceId;
use crate::names::{DeclRef, Names};
use crate::written::DeclKind;

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
}
