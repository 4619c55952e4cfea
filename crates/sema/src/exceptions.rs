//! Which functions may throw, by their exception specifications: those that are written, and those of special members that
//! nobody writes ([except.spec]).

use asunder_decls::names::Point;
use asunder_decls::written::{BodyKind, DeclKind, DeclName, Init, NoexceptExpr, TypeExpr};
use asunder_types::{Class, Frame, Kind, Origin, Symbol, Ty, Value};

use crate::special::Special;
use crate::special::Subobject;
use crate::traits::ClassTrait;
use crate::view::{Sema, Site};

impl<'db> Sema<'db> {
    /// Whether a function may throw; `None` where that is not known.
    pub(crate) fn may_throw(&self, symbol: Symbol<'db>) -> Option<bool> {
        let decl = self.decl(symbol.decl);
        let (written, body) = match &decl.kind {
            DeclKind::Function { ty: TypeExpr::Function(function), body } => (function, *body),
            DeclKind::FunctionOrVariable { function: TypeExpr::Function(function), .. } => {
                (function, BodyKind::None)
            }
            _ => return None,
        };
        match &written.noexcept {
            NoexceptExpr::Noexcept => Some(false),
            NoexceptExpr::If(condition) => {
                let site = self.site_of_specifiers(symbol);
                let find = || match self.constant_of(condition, site) {
                    Value::Integer(value, _) => Some(value == 0),
                    _ => None,
                };
                self.remembered(&self.throwing, symbol, || None, find)
            }
            NoexceptExpr::None if matches!(&decl.name, DeclName::Operator(op) if op.starts_with("delete")) => {
                Some(false)
            }
            NoexceptExpr::None if body == BodyKind::Deleted => None,
            NoexceptExpr::None => {
                let is_implied = matches!(decl.name, DeclName::Destructor) || body == BodyKind::Defaulted;
                if !is_implied {
                    return Some(true);
                }
                let class = self.class_around(symbol)?;
                let all = [
                    Special::Default,
                    Special::Copy,
                    Special::Move,
                    Special::CopyAssignment,
                    Special::MoveAssignment,
                    Special::Destructor,
                ];
                let of = all.into_iter().find(|special| {
                    self.special(class, *special).flatten().is_some_and(|found| {
                        found.special == *special && found.declared.is_some_and(|it| it.decl == symbol.decl)
                    })
                })?;
                self.implied_throws(class, of)
            }
        }
    }

    /// Whether a constructor, a conversion function or a deduction guide is explicit ([dcl.fct.spec]/2); `None` where the
    /// condition of `explicit(e)` is not known, as that of a template is whose arguments are not.
    pub(crate) fn is_explicit(&self, symbol: Symbol<'db>) -> Option<bool> {
        let decl = self.decl(symbol.decl);
        let Some(condition) = &decl.explicit_if else { return Some(decl.specifiers.is_explicit) };
        let site = self.site_of_specifiers(symbol);
        let find = || match self.constant_of(condition, site) {
            Value::Integer(value, _) => Some(value != 0),
            _ => None,
        };
        self.remembered(&self.explicit, symbol, || None, find)
    }

    /// Where what a function's declaration says of it is looked up: its class is complete there ([class.mem.general]/7).
    fn site_of_specifiers(&self, symbol: Symbol<'db>) -> Site<'_, 'db> {
        Site::new(
            self.within(symbol.env, Frame::Parameters(symbol.decl)),
            match self.decl(symbol.decl).parent {
                Some(_) => Point::end_of(symbol.decl.item),
                None => Point::before(symbol.decl),
            },
        )
    }

    /// Whether a special member of a class may throw; `None` where that is not known, or the class has none.
    pub(crate) fn special_throws(&self, class: Class<'db>, special: Special) -> Option<bool> {
        let found = self.special(class, special)??;
        if found.is_deleted {
            return None;
        }
        let copies = matches!(found.special, Special::Copy | Special::CopyAssignment);
        match found.declared {
            Some(declared) => self.may_throw(declared),
            // What copies an object that is not constant may be another function of a part.
            None if copies && !self.copies_constants(class, found.special)? => None,
            None => self.implied_throws(class, found.special),
        }
    }

    /// The same of one that nobody writes: it throws where that of a part does ([except.spec]/7).
    pub(crate) fn implied_throws(&self, class: Class<'db>, special: Special) -> Option<bool> {
        let key = (class, ClassTrait::ThrowingSpecial(special));
        self.remembered(&self.class_traits, key, || None, || self.find_implied_throws(class, special))
    }

    fn find_implied_throws(&self, class: Class<'db>, special: Special) -> Option<bool> {
        if matches!(class.origin(self.db), Origin::Lambda(..)) || self.has_virtual_bases(class)? {
            return None;
        }
        let mut throws = Some(false);
        for part in self.subobjects(class)? {
            let of = match part {
                Subobject::Base(base) => self.special_throws(base, special),
                Subobject::Field(field, _)
                    if special == Special::Default && self.initializer(field.decl).is_some() =>
                {
                    self.initializer_throws(field)
                }
                Subobject::Field(_, ty) => match self.class_of_elements(ty) {
                    Some((of, _)) => self.special_throws(of, special),
                    None => Some(false),
                },
            };
            match of {
                Some(true) => return Some(true),
                Some(false) => {}
                None => throws = None,
            }
        }
        throws
    }

    fn has_virtual_bases(&self, class: Class<'db>) -> Option<bool> {
        let definition = self.defined(class).ok()??;
        match &self.decl(definition.decl).kind {
            DeclKind::Class(written) => Some(written.has_virtual_base),
            _ => None,
        }
    }

    /// Whether a default member initializer may throw; known for constant numbers alone.
    fn initializer_throws(&self, field: Symbol<'db>) -> Option<bool> {
        let DeclKind::Variable { init: Init::Value(value), .. } = &self.decl(field.decl).kind else {
            return None;
        };
        let site = Site::new(field.env, Point::end_of(field.decl.item));
        let is_number = self.variable_type(field).as_class(self.db).is_none()
            && matches!(
                self.constant_of(value, site),
                Value::Integer(..) | Value::Floating(..) | Value::Null(_)
            );
        is_number.then_some(false)
    }

    /// Whether the end of an object of a type may throw.
    pub(crate) fn destruction_throws(&self, ty: Ty<'db>) -> Option<bool> {
        match self.class_of_elements(ty) {
            Some((class, _)) if !matches!(class.origin(self.db), Origin::Lambda(..)) => {
                self.special_throws(class, Special::Destructor)
            }
            Some(_) => None,
            None => (!matches!(ty.kind(self.db), Kind::Gap(_) | Kind::Error)).then_some(false),
        }
    }
}
