//! Whether a variable has its first value before the program runs ([basic.start.static]), as the device front end sees it:
//! by constants, or by constructors and destructors that are empty (spec page 2 §5).

use std::rc::Rc;

use asunder_decls::names::DeclRef;
use asunder_decls::redeclaration::Redeclarations;
use asunder_decls::written::{BodyKind, DeclKind, DeclName};
use asunder_hir::body::{Owner, Root, Stmt};
use asunder_syntax::TextSize;
use asunder_types::{Class, Kind, Symbol, Ty};

use super::VariableAt;
use super::effects::push;
use crate::eval::{Code, Machine, Owned, Stop};
use crate::finding::{Argument, NOT_CONSTEXPR, Note, Place};
use crate::implied;
use crate::infer::made::Made;
use crate::infer::{Named, Variable, What};
use crate::special::{Provided, Special, Subobject};
use crate::uses::{Use, UseForm};
use crate::view::Sema;

/// How a variable gets its first value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initialization {
    /// By constants, or not at all.
    Static,
    /// By code.
    Dynamic,
    /// Not known.
    Unknown,
}

use Initialization::{Dynamic, Static, Unknown};

impl Initialization {
    fn and(self, other: impl FnOnce() -> Initialization) -> Initialization {
        match self {
            Dynamic => Dynamic,
            Static => other(),
            Unknown => match other() {
                Dynamic => Dynamic,
                _ => Unknown,
            },
        }
    }
}

/// "the value of … cannot be used as a constant".
const VALUE_OF_VARIABLE: u16 = 2689;
/// "division by zero".
const DIVISION_BY_ZERO: u16 = 39;
/// "integer operation result is out of range".
const OUT_OF_RANGE: u16 = 61;
/// "attempt to access run-time storage".
const RUN_TIME_STORAGE: u16 = 2701;

impl<'db> Sema<'db> {
    pub(super) fn initialization(&self, variable: VariableAt) -> Initialization {
        let (code, made, ty, own) = match variable {
            VariableAt::Local(holder, local) => {
                let Some(code) = self.code_of(holder) else { return Unknown };
                let Some((ty, made)) = code.tree.made_local(local) else { return Unknown };
                let made = made.clone();
                (code, made, ty, None)
            }
            VariableAt::Static(decl) => {
                let symbol = Symbol { decl, env: self.env_of(decl) };
                let ty = self.variable_type(symbol);
                let Some(code) = self.initializer_code(symbol) else {
                    return match self.initializer(decl) {
                        None => self.default_initialization(ty),
                        Some(_) => Unknown,
                    };
                };
                let Some((_, made)) = code.made.first() else { return Unknown };
                let made = made.clone();
                (code, made, ty, Some(symbol))
            }
        };
        if ty.absorbs(self.db) || self.is_dependent(ty) {
            return Unknown;
        }
        match made {
            Made::Unknown => Unknown,
            Made::Default => self.default_initialization(ty),
            Made::Empty if self.class_of_elements(ty).is_some() => self.default_initialization(ty),
            made => self.evaluated_initialization(&code, &made, ty, own).and(|| self.destruction(ty)),
        }
    }

    fn evaluated_initialization(
        &self,
        code: &Rc<Owned<'db>>,
        made: &Made,
        ty: Ty<'db>,
        own: Option<Symbol<'db>>,
    ) -> Initialization {
        let bare = match ty.kind(self.db) {
            Kind::Reference(..) => ty,
            _ => ty.unqualified(self.db),
        };
        let machine = Machine::new(self, Code::own(code.clone()), true).for_static(true);
        match machine.for_initial_value().run_made(made, bare, own) {
            Ok(_) => Static,
            Err(Stop::Unknown) => self.by_parts_of_tree(code, made, ty),
            // An empty constructor has no effect, `constexpr` or not.
            Err(Stop::Not(failure)) if failure.notes.first().is_some_and(|it| self.is_of_constructor(it)) => {
                self.by_parts_of_tree(code, made, ty)
            }
            // An expression that is not constant for another reason may be folded all the same.
            Err(Stop::Not(failure)) => match failure.notes.first().map(|note| note.number) {
                Some(RUN_TIME_STORAGE | NOT_CONSTEXPR) => Dynamic,
                Some(VALUE_OF_VARIABLE) if !self.reads_constant(code) => Dynamic,
                Some(DIVISION_BY_ZERO | OUT_OF_RANGE) => Dynamic,
                _ => self.by_parts_of_tree(code, made, ty),
            },
        }
    }

    /// Whether a note says that a constructor is not `constexpr`.
    fn is_of_constructor(&self, note: &Note) -> bool {
        let declared = match note.arguments.first() {
            Some(Argument::Entity { declared: Some(Place::Decl(decl)), .. })
                if note.number == NOT_CONSTEXPR =>
            {
                *decl
            }
            _ => return false,
        };
        matches!(self.decl(declared).name, DeclName::Constructor)
    }

    /// What an initializer that cannot be evaluated does as far as its operations show.
    fn by_parts_of_tree(&self, code: &Rc<Owned<'db>>, made: &Made, ty: Ty<'db>) -> Initialization {
        let Some(found) = implied::Code::of(self, code) else { return Unknown };
        if runs_surely(found, made) {
            return Dynamic;
        }
        let implied = implied::of_initializer(found, made, ty, TextSize::new(0));
        let constructors = implied.uses.iter().map(|(_, used)| used);
        let constructors =
            constructors.filter(|used| used.form == UseForm::Constructor && used.lambda.is_none());
        let of_constructor = |used: &Use<'db>| {
            let Some(decl) = used.decl() else { return Unknown };
            let symbol = used.instance.unwrap_or(Symbol { decl, env: self.env_of(decl) });
            let Some(class) = self.class_of(symbol.env) else { return Unknown };
            match self.special_kind(symbol, class) {
                Some(Special::Default) => self.construction(class),
                Some(_) => Unknown,
                None if self.decl(decl).specifiers.is_constexpr => Unknown,
                None => Dynamic,
            }
        };
        constructors.fold(Unknown, |all, used| match of_constructor(used) {
            Dynamic => Dynamic,
            _ => all,
        })
    }

    /// Whether an initializer names a variable that does not change: its value may be known.
    fn reads_constant(&self, code: &Owned<'db>) -> bool {
        code.tree.nodes.iter().any(|node| {
            let (What::Variable, Some(Named::Symbol(symbol))) = (&node.what, node.named) else {
                return false;
            };
            self.variable_type(symbol).qualifiers(self.db).is_const && self.initializer(symbol.decl).is_some()
        })
    }

    /// What making an object without an initializer, and its end, do.
    fn default_initialization(&self, ty: Ty<'db>) -> Initialization {
        match self.class_of_elements(ty) {
            Some((class, _)) => self.construction(class).and(|| self.destruction(ty)),
            None if ty.absorbs(self.db) || self.is_dependent(ty) => Unknown,
            None => Static,
        }
    }

    fn construction(&self, class: Class<'db>) -> Initialization {
        // What a default member initializer does is not looked at; a constructor of the user's runs it.
        let parts = |by_initializer: Initialization| {
            self.parts_by(class, |sema, part| match part {
                Subobject::Base(base) => sema.construction(base),
                Subobject::Field(field, _) if sema.initializer(field.decl).is_some() => by_initializer,
                Subobject::Field(_, ty) => match sema.class_of_elements(ty) {
                    Some((class, _)) => sema.construction(class),
                    None => Static,
                },
            })
        };
        let is_object = self.has_virtual_table(class) == Some(false);
        if !is_object || self.is_union(self.ty(Kind::Class(class))) {
            return Unknown;
        }
        match self.special_member(class, Special::Default) {
            Some(Provided::Made(Special::Default))
                if self.is_trivial(class, Special::Default) == Some(true) =>
            {
                Static
            }
            Some(Provided::Made(Special::Default)) => parts(Unknown),
            Some(Provided::User(constructor)) if self.decl(constructor.decl).specifiers.is_constexpr => {
                Unknown
            }
            Some(Provided::User(constructor)) => {
                self.function_that_may_be_empty(constructor, || parts(Dynamic))
            }
            _ => Unknown,
        }
    }

    fn destruction(&self, ty: Ty<'db>) -> Initialization {
        let Some((class, _)) = self.class_of_elements(ty) else { return Static };
        let parts = || {
            self.parts_by(class, |sema, part| match part {
                Subobject::Base(base) => sema.destruction(sema.ty(Kind::Class(base))),
                Subobject::Field(_, ty) => sema.destruction(ty),
            })
        };
        match self.special_member(class, Special::Destructor) {
            Some(Provided::Made(Special::Destructor))
                if self.is_trivial(class, Special::Destructor) == Some(true) =>
            {
                Static
            }
            Some(Provided::Made(Special::Destructor)) => parts(),
            Some(Provided::User(destructor)) => self.function_that_may_be_empty(destructor, parts),
            _ => Unknown,
        }
    }

    fn parts_by(
        &self,
        class: Class<'db>,
        mut of_part: impl FnMut(&Sema<'db>, Subobject<'db>) -> Initialization,
    ) -> Initialization {
        let Some(parts) = self.subobjects(class) else { return Unknown };
        parts.into_iter().fold(Static, |all, part| all.and(|| of_part(self, part)))
    }

    /// A constructor or destructor: one with an empty body does what its parts do.
    fn function_that_may_be_empty(
        &self,
        function: Symbol<'db>,
        parts: impl FnOnce() -> Initialization,
    ) -> Initialization {
        let has_body = |decl: DeclRef| matches!(self.decl(decl).kind, DeclKind::Function { body, .. } if body != BodyKind::None);
        let definition = match self.names().redeclarations(function.decl) {
            _ if has_body(function.decl) => function.decl,
            Redeclarations::Known(all) => match all.into_iter().find(|decl| has_body(*decl)) {
                Some(definition) => definition,
                None => return Dynamic,
            },
            Redeclarations::Unknown => return Unknown,
        };
        let DeclKind::Function { body, .. } = self.decl(definition).kind else { return Unknown };
        match body {
            BodyKind::Defaulted => parts(),
            BodyKind::Block => match self.body(definition.item, Owner::Function(definition.local)) {
                Some(body) => match &body.root {
                    Root::Function { initializers, block, handlers, .. }
                        if initializers.is_empty()
                            && handlers.is_empty()
                            && matches!(&body[*block], Stmt::Block(all) if all.is_empty()) =>
                    {
                        parts()
                    }
                    Root::Function { .. } => Dynamic,
                    _ => Unknown,
                },
                None => Unknown,
            },
            BodyKind::None => Dynamic,
            BodyKind::Deleted | BodyKind::Pure => Unknown,
        }
    }
}

/// Whether an initializer surely allocates, or reads an automatic variable: what stands behind a condition may not be
/// evaluated.
fn runs_surely(code: implied::Code<'_, '_>, made: &Made) -> bool {
    let mut pending = Vec::new();
    push(made, &mut pending);
    while let Some(id) = pending.pop() {
        let Some(node) = code.tree.nodes.get(id.0 as usize) else { return false };
        match (&node.what, node.named) {
            (What::Op("new"), _) => return true,
            (What::Op("address_of"), _) => continue,
            (What::Op("land" | "lor" | "question"), _) => {
                pending.extend(node.operands.first());
                continue;
            }
            (What::Variable, Some(Named::Local(number))) if node.read => {
                let variable = code.tree.variables.get(number as usize);
                let is_automatic = |variable: &Variable<'_>| {
                    !variable.is_static
                        && variable.value.is_none()
                        && variable.constant.is_none()
                        && !variable.ty.qualifiers(code.sema.db).is_const
                };
                if variable.is_some_and(is_automatic) {
                    return true;
                }
            }
            _ => {}
        }
        pending.extend(node.operands.iter().copied());
    }
    false
}
