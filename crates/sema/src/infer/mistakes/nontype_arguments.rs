//! Constants as template arguments ([temp.arg.nontype]): their types, whether the parameter holds them, addresses that no
//! argument may have.
//!
//! The converted constant expression is the reference's: before C++20 a floating argument is refused by words of its own,
//! and addresses name whole objects.

use asunder_decls::names::Point;
use asunder_decls::written::{DeclKind, Path, TemplateParamKind, TypeExpr};
use asunder_hir::body::{Expr, ExprId, TypeOperand, TypeOperandKind, TypeOrExpr};
use asunder_syntax::Standard;
use asunder_types::{Builtin, Frame, Kind, Ty, Value, is_floating, is_integral};

use super::super::{At, Category, Infer, NodeId, What};
use crate::eval::{Base, Pointer, Step, Stop, Val};
use crate::finding::{Argument, Mistake};
use crate::lookup::{Lookup, Want};
use crate::spelled::Spelled;
use crate::template_ids::is_primary;
use crate::view::{Sema, Site};

/// "argument of type … is incompatible with template parameter of type …".
const INCOMPATIBLE: u16 = 458;
/// "floating-point template parameter is nonstandard".
const FLOATING_PARAMETER: u16 = 605;
/// "expression must have integral or enum type".
pub(super) const NOT_INTEGRAL: u16 = 847;
/// "invalid narrowing conversion from … to …: constant value does not fit in destination type".
const DOES_NOT_FIT: u16 = 2362;
/// "invalid nontype template argument of type …".
const INVALID: u16 = 2645;

/// A parameter of a template that takes constants.
pub(crate) struct NontypeParameter<'db> {
    /// Its type; `None` for `auto`.
    ty: Option<Ty<'db>>,
    /// The same as messages show it.
    spelled: Option<Spelled<'db>>,
}

impl<'db> NontypeParameter<'db> {
    /// The type of the parameter; `None` for `auto`.
    pub(crate) fn ty(&self) -> Option<Ty<'db>> {
        self.ty
    }
}

impl<'db> Infer<'_, 'db> {
    /// A template argument that a type writes, where it is an expression.
    pub(crate) fn template_argument(&mut self, operand: &TypeOperand) {
        let expr = match (operand.kind, &operand.operand) {
            (TypeOperandKind::Argument, TypeOrExpr::Expr(expr)) => *expr,
            (TypeOperandKind::Argument, TypeOrExpr::Either(ty, expr))
                if !self.sema.names_type(ty, self.site()) =>
            {
                *expr
            }
            // A type among the arguments may have arguments of its own.
            (TypeOperandKind::Argument, TypeOrExpr::Either(ty, expr)) => {
                return self.check_constants_of_type(*expr, ty);
            }
            _ => return,
        };
        let template = operand.template.as_ref();
        let param = template.and_then(|(path, index)| self.sema.nontype_parameter(path, *index, self.site()));
        self.in_required += 1;
        let node = self.expr(expr);
        self.in_required -= 1;
        if let Some(to) = param.as_ref().and_then(|param| param.ty)
            && let Kind::Reference(referred, _) = to.kind(self.db())
        {
            let is_variable = matches!(self.node(node).what, What::Variable)
                && self.node(node).category == Category::Lvalue
                && self.is_pointee_like(self.node(node).ty, *referred);
            if is_variable && self.sema.dialect.standard >= Standard::Cpp17 {
                self.check_reference_argument(node, to, expr);
            }
        }
        let is_kept = |ty: Ty<'db>| matches!(ty.kind(self.db()), Kind::Reference(..)) || self.is_open(ty);
        let ty = match &param {
            Some(param) if !param.ty.is_some_and(is_kept) => param.ty,
            // Arguments that are addresses are named, not read.
            _ if self.node(node).category == Category::Lvalue => return,
            _ => None,
        };
        if !self.is_known(node) || self.node(node).ty.as_class(self.db()).is_some() {
            return;
        }
        let node = self.decay(node);
        match (ty, &param) {
            (Some(ty), Some(param)) => self.nontype_argument(node, expr, ty, param),
            (None, Some(param)) if param.ty.is_none() => self.deduced_argument(node, expr),
            _ if self.is_number(node) => self.check_argument(node, expr),
            _ => {}
        }
    }

    /// Whether a node is arithmetic or of an enumeration.
    pub(crate) fn is_number(&self, node: NodeId) -> bool {
        matches!(self.node(node).ty.unqualified(self.db()).kind(self.db()), Kind::Builtin(_) | Kind::Enum(..))
    }

    /// An argument of a parameter of type `to`.
    fn nontype_argument(&mut self, node: NodeId, expr: ExprId, to: Ty<'db>, param: &NontypeParameter<'db>) {
        let db = self.db();
        let (from, to) = (self.node(node).ty.unqualified(db), to.unqualified(db));
        let is_nullptr = from.as_builtin(db) == Some(Builtin::NullPtr);
        // A literal zero for a pointer is an error that options can change (measured).
        let is_zero = self.valued(node).null && !is_nullptr;
        let mut is_changeable = false;
        let number = match (from.kind(db), to.kind(db)) {
            (
                Kind::Builtin(from),
                Kind::Builtin(_) | Kind::Enum(..) | Kind::Pointer(_) | Kind::MemberPointer(..),
            ) if is_floating(*from) => match self.sema.dialect.standard < Standard::Cpp20 {
                true => return self.met_plain(NOT_INTEGRAL, At::Start(expr)),
                false => INCOMPATIBLE,
            },
            (_, Kind::Builtin(builtin)) if is_integral(*builtin) => match from.kind(db) {
                Kind::Builtin(from) if is_integral(*from) => {
                    return self.number_argument(node, expr, *builtin, param);
                }
                Kind::Enum(decl, _) if !self.sema.is_scoped(*decl) => {
                    return self.number_argument(node, expr, *builtin, param);
                }
                _ => INCOMPATIBLE,
            },
            (_, Kind::Enum(..)) if from == to => return self.check_argument(node, expr),
            (_, Kind::Enum(..)) => INCOMPATIBLE,
            (_, Kind::Pointer(_) | Kind::MemberPointer(..)) if is_nullptr => return,
            (_, Kind::Pointer(_) | Kind::MemberPointer(..)) if is_zero => {
                is_changeable = true;
                INCOMPATIBLE
            }
            (Kind::Pointer(of), Kind::Pointer(to)) if self.is_pointee_like(*of, *to) => {
                return self.address_argument(node, expr, param.spelled.clone());
            }
            (Kind::MemberPointer(of, member), Kind::MemberPointer(to, other)) => {
                // Conversions to members of derived classes are not followed.
                if of != to || self.is_pointee_like(*member, *other) {
                    return;
                }
                INCOMPATIBLE
            }
            (
                Kind::Builtin(_) | Kind::Enum(..) | Kind::Pointer(_),
                Kind::Pointer(_) | Kind::MemberPointer(..),
            )
            | (Kind::MemberPointer(..), Kind::Pointer(_)) => INCOMPATIBLE,
            _ => return,
        };
        let (Some(from), Some(to)) = (self.type_of_value_argument(node), self.shown(param)) else { return };
        // Friends of the argument that are declared again may be taken for another function.
        if is_alike(&from, &to) {
            return;
        }
        self.met(Mistake { is_changeable, ..Mistake::new(number, vec![from, to]) }, At::Start(expr));
    }

    fn shown(&self, param: &NontypeParameter<'db>) -> Option<Argument> {
        self.sema.type_argument(param.spelled.as_ref()?)
    }

    /// Whether a pointer to `of` becomes one to `to` by qualification and function pointer conversions alone.
    fn is_pointee_like(&self, of: Ty<'db>, to: Ty<'db>) -> bool {
        let db = self.db();
        if let (Kind::Function(of), Kind::Function(to)) = (of.kind(db), to.kind(db)) {
            let is_same = |of: &asunder_types::Function<'db>| {
                of.params == to.params && of.result == to.result && of.variadic == to.variadic
            };
            return is_same(of) && (of.noexcept == to.noexcept || !to.noexcept);
        }
        let (own, other) = (of.qualifiers(db), to.qualifiers(db));
        of.unqualified(db) == to.unqualified(db)
            && own.is_const <= other.is_const
            && own.is_volatile <= other.is_volatile
    }

    /// A number that the parameter has to hold.
    fn number_argument(&mut self, node: NodeId, expr: ExprId, to: Builtin, param: &NontypeParameter<'db>) {
        let value = match self.value_of(node) {
            Some(Value::Integer(value, _)) => Some(value),
            _ => match self.evaluated(node) {
                Ok(Val::Int(value)) => Some(value),
                Err(Stop::Not(_)) => return self.check_argument(node, expr),
                _ => None,
            },
        };
        // Whatever becomes a truth value fits.
        if to == Builtin::Bool || value.is_none_or(|value| asunder_types::holds(to, value)) {
            return;
        }
        if let (Some(from), Some(to)) = (self.type_of_value_argument(node), self.shown(param)) {
            self.met(Mistake::new(DOES_NOT_FIT, vec![from, to]), At::Start(expr));
        }
    }

    /// An argument of a parameter whose type it gives.
    fn deduced_argument(&mut self, node: NodeId, expr: ExprId) {
        let db = self.db();
        let from = self.node(node).ty.unqualified(db);
        match from.kind(db) {
            Kind::Builtin(from) if is_floating(*from) && self.sema.dialect.standard < Standard::Cpp20 => {
                // The name of a constant is taken for a value of the type, a literal is not.
                let number = match self.body[expr] {
                    Expr::Name(_) => FLOATING_PARAMETER,
                    _ => NOT_INTEGRAL,
                };
                self.met_plain(number, At::Start(expr));
            }
            Kind::Pointer(_) => {
                let spelled = self.spelled(node).map(|spelled| spelled.decayed(db));
                self.address_argument(node, expr, spelled);
            }
            Kind::Builtin(_) | Kind::Enum(..) => self.check_argument(node, expr),
            _ => {}
        }
    }

    /// An address: of a whole object or function, since C++20 also of a part of an object.
    fn address_argument(&mut self, node: NodeId, expr: ExprId, shown: Option<Spelled<'db>>) {
        if self.sema.dialect.standard < Standard::Cpp17 {
            return;
        }
        let pointer = match self.evaluated_argument(node) {
            Ok(Val::Pointer(pointer)) => pointer,
            Err(Stop::Not(_)) => return self.check_argument(node, expr),
            _ => return,
        };
        let is_refused = matches!(pointer.base, Base::String(..))
            || matches!(pointer.base, Base::Static(_)) && !self.is_whole(node, &pointer);
        if let Some(ty) = shown.filter(|_| is_refused).and_then(|shown| self.sema.type_argument(&shown)) {
            self.met(Mistake::new(INVALID, vec![ty]), At::Start(expr));
        }
    }

    /// Whether a pointer points to an object that an argument may point to.
    fn is_whole(&self, node: NodeId, pointer: &Pointer<'db>) -> bool {
        if pointer.behind != 0 {
            return false;
        }
        let is_moved = matches!(self.node(node).what, What::Op("padd" | "psubtract"));
        if self.sema.dialect.standard >= Standard::Cpp20 {
            return true;
        }
        match pointer.path.as_slice() {
            [] => true,
            [Step::Index(0)] => !is_moved,
            _ => false,
        }
    }
}

/// Whether two types are shown as the same.
fn is_alike(a: &Argument, b: &Argument) -> bool {
    let text = |argument: &Argument| match argument {
        Argument::Type { written, meaning } => Some(meaning.as_ref().unwrap_or(written).clone()),
        _ => None,
    };
    text(a) == text(b)
}

impl<'db> Sema<'db> {
    /// The parameter that the argument `index` of the class, alias or variable template `path` is for, where it takes
    /// constants of a type that no argument decides.
    pub(crate) fn nontype_parameter(
        &self,
        path: &Path,
        index: u32,
        site: Site<'_, 'db>,
    ) -> Option<NontypeParameter<'db>> {
        let Lookup::Found(symbols) = self.lookup_path(path, site, Want::Any).found else { return None };
        let symbol = symbols.iter().find(|symbol| is_primary(self.decl(symbol.decl)))?;
        let decl = self.decl(symbol.decl);
        if !matches!(decl.kind, DeclKind::Class(_) | DeclKind::Typedef(_) | DeclKind::Variable { .. }) {
            return None;
        }
        let params = &decl.templates.last()?.params;
        let pack = params.iter().position(|param| param.pack);
        let index = pack.filter(|pack| *pack < index as usize).unwrap_or(index as usize);
        let TemplateParamKind::Value(written, _) = &params.get(index)?.kind else { return None };
        if self.may_be_concept(written, *symbol) {
            return None;
        }
        if written.has_placeholder() {
            let is_auto = matches!(written, TypeExpr::Auto);
            let is_auto = is_auto && self.dialect.standard >= Standard::Cpp17;
            return is_auto.then_some(NontypeParameter { ty: None, spelled: None });
        }
        let header = decl.templates.len() as u32 - 1;
        let frame = Frame::Template { template: symbol.decl, header, args: None };
        let site = Site::new(self.within(symbol.env, frame), Point::before(symbol.decl));
        let ty = self.resolve(written, site);
        Some(NontypeParameter {
            ty: Some(ty.decayed(self.db)),
            spelled: self.spelled(written, site).map(|it| it.decayed(self.db)),
        })
    }
}
