//! Variables as the code that accesses them has them: by their types, and by what stands for them where their values are
//! known.

use asunder_decls::names::DeclRef;
use asunder_types::{Kind, Symbol, Ty};

use super::{AccessKind, is_local};
use crate::eval::{Base, Static, Val};
use crate::view::Sema;

/// What a variable of a namespace or class is by its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accessed {
    /// It, or its elements, are `const`.
    pub is_const: bool,
    /// It, or its elements, are `volatile`.
    pub is_volatile: bool,
    /// It is a reference.
    pub is_reference: bool,
    /// It is an array.
    pub is_array: bool,
    /// What code that reads its value has of it.
    pub value: Referred,
}

/// What code has of a variable whose value it reads: of a reference or pointer that is a constant only what it refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Referred {
    /// The variable itself.
    Itself,
    /// The variable or function that it refers to, or a part of it.
    To(DeclRef),
    /// The variable itself, although it is a constant: its value is that of the running program, or a string.
    Unfolded,
    /// Nothing that has a name.
    Nothing,
    /// That is not known.
    Unknown,
}

impl<'db> Sema<'db> {
    /// What a variable of a namespace or class is, if its type is known. `is_folded`: what is done with its value or address
    /// may be evaluated, so that the code has nothing of it.
    pub(super) fn accessed(
        &self,
        symbol: Symbol<'db>,
        kind: AccessKind,
        is_folded: bool,
    ) -> Option<Accessed> {
        let db = self.db;
        if is_local(symbol.decl) {
            return None;
        }
        let ty = self.variable_type(symbol);
        if ty.absorbs(db) || self.is_dependent(ty) {
            return None;
        }
        let mut element = ty;
        while let Kind::Array(of, _) = element.kind(db) {
            element = *of;
        }
        let qualifiers = element.qualifiers(db);
        let is_reference = matches!(ty.kind(db), Kind::Reference(..));
        let is_pointer = matches!(ty.unqualified(db).kind(db), Kind::Pointer(_));
        let is_constant = is_reference || is_pointer && qualifiers.is_const && !qualifiers.is_volatile;
        let value = match is_constant && kind == AccessKind::Read {
            true if is_folded && is_pointer => Referred::Nothing,
            true => self.referred(symbol, ty),
            false if kind == AccessKind::Read && self.is_unfolded(symbol, ty) => Referred::Unfolded,
            false if kind == AccessKind::Address && is_folded => Referred::Unknown,
            false => Referred::Itself,
        };
        let (is_const, is_volatile) = (qualifiers.is_const, qualifiers.is_volatile);
        let is_array = matches!(ty.unqualified(db).kind(db), Kind::Array(..));
        Some(Accessed { is_const, is_volatile, is_reference, is_array, value })
    }

    /// What a reference or a pointer that does not change refers to.
    fn referred(&self, symbol: Symbol<'db>, ty: Ty<'db>) -> Referred {
        let written = self.decl(symbol.decl);
        if written.specifiers.is_extern && self.initializer(symbol.decl).is_none() {
            return Referred::Itself;
        }
        let Static::Constant(value) = self.static_constant(symbol) else { return Referred::Unknown };
        let Val::Pointer(pointer) = &*value else { return Referred::Unknown };
        match &pointer.base {
            Base::Static(of) if is_local(of.decl) => Referred::Unknown,
            Base::Static(of) if of.decl == symbol.decl => Referred::Nothing,
            Base::Static(of) | Base::Function(of) => Referred::To(of.decl),
            Base::Null => Referred::Nothing,
            Base::Object(..) if matches!(ty.kind(self.db), Kind::Reference(..)) => Referred::Nothing,
            Base::Object(..) => Referred::Unknown,
            Base::String(..) if self.decl(symbol.decl).specifiers.is_constexpr => Referred::Nothing,
            Base::String(..) => Referred::Unfolded,
        }
    }

    /// Whether a `const` variable of scalar type surely has no constant value.
    fn is_unfolded(&self, symbol: Symbol<'db>, ty: Ty<'db>) -> bool {
        let is_scalar = matches!(ty.unqualified(self.db).kind(self.db), Kind::Builtin(_) | Kind::Enum(..));
        is_scalar
            && ty.qualifiers(self.db).is_const
            && self.initializer(symbol.decl).is_some()
            && matches!(self.static_constant(symbol), Static::RunTime)
    }
}
