//! Casts that do not exist ([expr.static.cast], [expr.reinterpret.cast], [expr.dynamic.cast]), and those that lose bits
//! of an address. Casts that only drop qualifiers are not looked at.

use asunder_decls::written::DeclKind;
use asunder_hir::body::{CastKind, ExprId};
use asunder_types::{Builtin, Kind, Ty};

use super::super::{At, Infer, NodeId};
use crate::convert::Ics;
use crate::finding::{Argument, MetAt, Mistake};
use crate::spelled::Spelled;

/// "conversion from inaccessible base class … is not allowed".
const FROM_HIDDEN_BASE: u16 = 1280;
/// "expression must be an lvalue".
const NO_LVALUE: u16 = 126;
/// "the operand of a const_cast to an rvalue reference type cannot be a non-class prvalue".
const CONST_OF_VALUE: u16 = 2461;
/// "expression must be an lvalue or xvalue".
const NO_GLVALUE: u16 = 2462;
/// "cannot convert pointer to base class … to pointer to derived class … -- base class is virtual".
const VIRTUAL_BASE: u16 = 288;
/// "cast to type … is not allowed".
const NO_CAST: u16 = 119;
/// "invalid type conversion".
const INVALID: u16 = 171;
/// "the type in a dynamic_cast must be a pointer or reference to a complete class type, or void *".
const NO_DYNAMIC_TARGET: u16 = 695;
/// "the operand of a pointer dynamic_cast must be a pointer to a complete class type".
const NO_DYNAMIC_POINTER: u16 = 696;
/// "the operand of a reference dynamic_cast must be an lvalue of a complete class type".
const NO_DYNAMIC_REFERENCE: u16 = 697;
/// "the operand of a runtime dynamic_cast must have a polymorphic class type".
const NOT_POLYMORPHIC: u16 = 698;
/// "conversion from pointer to smaller integer".
const SMALLER: u16 = 767;

/// "… cannot cast away const or other type qualifiers".
const CASTS_AWAY: u16 = 694;
/// "the type in a const_cast must be a pointer, reference, or pointer to member to an object type".
const NO_POINTER: u16 = 717;
/// "a const_cast can only adjust type qualifiers; it cannot change the underlying type".
const OTHER_TYPE: u16 = 718;

impl<'db> Infer<'_, 'db> {
    /// `const_cast` to what it does not make, and `static_cast` that drops qualifiers. True if it is reported.
    pub(crate) fn check_qualifiers_cast(
        &mut self,
        id: ExprId,
        kind: CastKind,
        node: NodeId,
        to: Ty<'db>,
    ) -> bool {
        let db = self.db();
        if !self.is_known(node) || self.is_open(to) {
            return false;
        }
        let from = self.node(node).ty;
        let object = |ty: Ty<'db>| {
            let pointee = ty.pointee(db)?;
            let is_plain = matches!(
                pointee.unqualified(db).kind(db),
                Kind::Builtin(_) | Kind::Class(_) | Kind::Enum(..)
            );
            (is_plain && pointee.as_class(db).is_none_or(|class| class.args(db).is_none())).then_some(pointee)
        };
        match (kind, object(from), object(to)) {
            (CastKind::Static, Some(a), Some(b)) => {
                let (x, y) = (a.unqualified(db), b.unqualified(db));
                let (given, kept) = (a.qualifiers(db), b.qualifiers(db));
                let drops = given.is_const && !kept.is_const || given.is_volatile && !kept.is_volatile;
                self.out.is_ill_formed |= drops && self.unevaluated > 0;
                if drops && (x == y || y.is_void(db)) {
                    let cast = Argument::Text("static_cast".to_owned());
                    match x == y {
                        true => self.met(Mistake::new(CASTS_AWAY, vec![cast]), At::Start(id)),
                        false => self.met_plain(INVALID, At::Start(id)),
                    }
                    return true;
                }
            }
            (CastKind::Const, a, Some(b))
                if a.map_or(from.as_builtin(db).is_some(), |a| a.unqualified(db) != b.unqualified(db)) =>
            {
                let at = self.start_of(node);
                self.met_plain(OTHER_TYPE, at);
                return true;
            }
            (CastKind::Const, ..) if to.as_builtin(db).is_some() || to.as_enum(db).is_some() => {
                self.met_at(Mistake::new(NO_POINTER, Vec::new()), MetAt::TemplateArgument(id));
                return true;
            }
            _ => {}
        }
        false
    }

    /// A cast of a value of no class to a reference, which only `static_cast<T &&>` and its like bind. True if it is reported.
    pub(crate) fn check_cast_of_value(
        &mut self,
        kind: CastKind,
        node: NodeId,
        target: Ty<'db>,
        is_rvalue_reference: bool,
    ) -> bool {
        let db = self.db();
        let of = self.node(node);
        let is_value = of.category == super::super::Category::Prvalue
            && (of.ty.as_builtin(db).is_some() || of.ty.pointee(db).is_some() || of.ty.as_enum(db).is_some());
        if !is_value || !self.is_known(node) {
            return false;
        }
        let number = match (kind, is_rvalue_reference) {
            (CastKind::Const, true) => CONST_OF_VALUE,
            (CastKind::Const | CastKind::Reinterpret, _) => NO_LVALUE,
            (CastKind::Static, false) if !target.qualifiers(db).is_const => NO_LVALUE,
            (CastKind::C, false) => NO_GLVALUE,
            _ => return false,
        };
        let at = self.start_of(node);
        self.met_plain(number, at);
        true
    }

    /// `reinterpret_cast<T &>(e)` that drops qualifiers.
    pub(crate) fn check_kept_qualifiers(&mut self, id: ExprId, node: NodeId, target: Ty<'db>) {
        if self.is_known(node) && !self.is_open(target) && target.as_function(self.db()).is_none() {
            self.check_kept(id, self.node(node).ty, target);
        }
    }

    /// `reinterpret_cast` keeps qualifiers ([expr.reinterpret.cast]/2). One that drops them is reported and read as a cast
    /// all the same.
    fn check_kept(&mut self, id: ExprId, from: Ty<'db>, to: Ty<'db>) {
        let (given, kept) = (from.qualifiers(self.db()), to.qualifiers(self.db()));
        if given.is_const && !kept.is_const || given.is_volatile && !kept.is_volatile {
            let cast = Argument::Text("reinterpret_cast".to_owned());
            self.met(Mistake::new(CASTS_AWAY, vec![cast]), At::Start(id));
        }
    }

    /// `const_cast<T &>(e)` of an object of another type. True if it is reported.
    pub(crate) fn check_const_reference(&mut self, node: NodeId, target: Ty<'db>) -> bool {
        let db = self.db();
        let is_plain = |ty: Ty<'db>| {
            ty.as_builtin(db).is_some()
                || ty.as_enum(db).is_some()
                || ty.as_class(db).is_some_and(|class| class.args(db).is_none())
        };
        let from = self.node(node).ty;
        let is_other = self.is_known(node)
            && is_plain(from)
            && is_plain(target)
            && from.unqualified(db) != target.unqualified(db);
        if is_other {
            let at = self.start_of(node);
            self.met_plain(OTHER_TYPE, at);
        }
        is_other
    }

    /// What `dynamic_cast` or `const_cast` makes, where that is neither a pointer nor a reference. True if it is reported.
    pub(crate) fn check_cast_target(&mut self, id: ExprId, kind: CastKind, to: Ty<'db>) -> bool {
        let db = self.db();
        let is_value = to.as_builtin(db).is_some() || to.as_enum(db).is_some() || to.as_class(db).is_some();
        if is_value {
            let number = if kind == CastKind::Dynamic { NO_DYNAMIC_TARGET } else { NO_POINTER };
            self.met_at(Mistake::new(number, Vec::new()), MetAt::TemplateArgument(id));
        }
        is_value
    }

    /// `reinterpret_cast` to a class.
    pub(crate) fn check_class_target(
        &mut self,
        id: ExprId,
        node: NodeId,
        to: Ty<'db>,
        spelled: Option<&Spelled<'db>>,
    ) {
        if !self.is_known(node) || self.is_open(to) {
            return;
        }
        if let Some(ty) = spelled.and_then(|spelled| self.sema.type_argument(spelled)) {
            self.met_at(Mistake::new(NO_CAST, vec![ty]), MetAt::TemplateArgument(id));
        }
    }

    /// A cast between types without classes. True if there is none.
    pub(crate) fn check_cast(&mut self, id: ExprId, kind: CastKind, node: NodeId, to: Ty<'db>) -> bool {
        if !self.is_known(node) || self.is_open(to) {
            return false;
        }
        let db = self.db();
        let from = self.node(node).ty.decayed(db);
        self.note_bases(from, to);
        if self.unevaluated > 0
            && kind == CastKind::Static
            && matches!(from.kind(db), Kind::MemberPointer(..))
        {
            self.out.is_ill_formed |= matches!(self.sema.implicit(&self.operand(node), to, false), Ics::No);
        }
        if from.is_void(db) {
            self.met_plain(INVALID, At::Start(id));
            return true;
        }
        let number = |ty: Ty<'db>| ty.as_builtin(db).filter(|it| asunder_types::size_of(*it).is_some());
        let is_null = |ty: Ty<'db>| ty.as_builtin(db) == Some(Builtin::NullPtr);
        if is_null(from) || is_null(to) {
            return false;
        }
        if let (CastKind::Reinterpret, Some(a), Some(b)) = (kind, from.pointee(db), to.pointee(db))
            && a.as_function(db).is_none()
            && b.as_function(db).is_none()
        {
            self.check_kept(id, a, b);
            return false;
        }
        if let (CastKind::Static, Some(a), Some(b)) = (kind, from.pointee(db), to.pointee(db)) {
            self.check_cast_between_bases(id, node, a, b, to);
        }
        let invalid = match (from.pointee(db), to.pointee(db), number(from), number(to)) {
            // A pointer as a number.
            (Some(_), None, _, Some(target)) => {
                let is_integer = asunder_types::is_integral(target);
                if is_integer && kind != CastKind::Static && target != Builtin::Bool {
                    if asunder_types::size_of(target).is_some_and(|bytes| bytes < 8) {
                        self.met_plain(SMALLER, At::Start(id));
                    }
                    return false;
                }
                !is_integer || kind == CastKind::Static && target != Builtin::Bool
            }
            // A number as a pointer.
            (None, Some(_), Some(source), _) => match kind {
                CastKind::Static => matches!(self.sema.implicit(&self.operand(node), to, false), Ics::No),
                CastKind::Reinterpret | CastKind::C => asunder_types::is_floating(source),
                _ => false,
            },
            (None, None, Some(source), Some(target)) => kind == CastKind::Reinterpret && source != target,
            (None, None, None, Some(_)) if matches!(from.kind(db), Kind::MemberPointer(..)) => {
                to.as_builtin(db) != Some(Builtin::Bool)
            }
            (None, None, Some(_), None) if matches!(to.kind(db), Kind::MemberPointer(..)) => {
                kind == CastKind::C && !self.valued(node).null
            }
            (Some(_), Some(_), ..)
                if kind == CastKind::Static
                    && (self.adds_qualifiers_alone(from, to) || self.is_function_as_object(from, to))
                    && matches!(self.sema.implicit(&self.operand(node), to, false), Ics::No) =>
            {
                self.met(Mistake::warning(INVALID, Vec::new()), At::Start(id));
                false
            }
            (Some(a), Some(b), ..) => kind == CastKind::Static && self.is_unrelated(node, a, b, to),
            _ => kind == CastKind::Reinterpret && from.as_class(db).is_some(),
        };
        if invalid {
            self.met_plain(INVALID, At::Start(id));
        }
        invalid
    }

    /// `static_cast<T &>(e)` of an object of another type.
    /// True if it is reported.
    pub(crate) fn check_reference_cast(
        &mut self,
        id: ExprId,
        node: NodeId,
        target: Ty<'db>,
        to: Ty<'db>,
    ) -> bool {
        let db = self.db();
        if !self.is_known(node) || self.is_open(to) {
            return false;
        }
        let from = self.node(node).ty;
        self.note_bases(from, to);
        self.check_cast_between_bases(id, node, from, target, to);
        let (x, y) = (from.unqualified(db), target.unqualified(db));
        let is_number = |ty: Ty<'db>| matches!(ty.kind(db), Kind::Builtin(_));
        let is_class = |ty: Ty<'db>| ty.as_class(db).is_some_and(|class| class.args(db).is_none());
        let is_other = match (is_number(x) && is_number(y), is_class(x) && is_class(y)) {
            (true, _) => x != y && !matches!(to.kind(db), Kind::Reference(_, true)),
            (_, true) => self.is_unrelated_class(x, y),
            _ => is_number(x) && is_class(y) || is_class(x) && is_number(y),
        };
        let is_known = self.is_known_class(x) && self.is_known_class(y);
        let is_refused =
            is_other && is_known && matches!(self.sema.implicit(&self.operand(node), to, true), Ics::No);
        if is_refused {
            self.met_plain(INVALID, At::Start(id));
        }
        is_refused
    }

    /// `static_cast` between a class and a base of it that the place may not name ([expr.static.cast]/2, 11). `to` is the
    /// type that is cast to; of references and pointers `from` and `target` are what they refer to.
    pub(crate) fn check_cast_between_bases(
        &mut self,
        id: ExprId,
        node: NodeId,
        from: Ty<'db>,
        target: Ty<'db>,
        to: Ty<'db>,
    ) {
        let db = self.db();
        let (Some(a), Some(b)) = (from.as_class(db), target.as_class(db)) else { return };
        if a == b || self.in_template {
            return;
        }
        if matches!(self.sema.distance_to_base(a, b), Ok(Some(_))) {
            let at = match to.kind(db) {
                Kind::Reference(..) => MetAt::Node(self.start_of(node)),
                _ => MetAt::TemplateArgument(id),
            };
            self.check_base_access_at(node, to, at);
        } else if self.has_virtual_base(b, a) {
            let name = |class| Some(Argument::ty(self.class_text(self.sema.ty(Kind::Class(class)))?));
            if let (Some(base), Some(derived), Kind::Pointer(_)) = (name(a), name(b), to.kind(db)) {
                let mistake = Mistake::new(VIRTUAL_BASE, vec![base, derived]);
                self.met_at(mistake, MetAt::TemplateArgument(id));
            }
        } else if matches!(self.sema.distance_to_base(b, a), Ok(Some(_)))
            && self.is_behind_hidden_base(b, a)
            && let Some(text) = self.class_text(self.sema.ty(Kind::Class(a)))
        {
            self.met(Mistake::new(FROM_HIDDEN_BASE, vec![Argument::entity("class", text)]), At::Start(id));
        }
    }

    /// Whether a class derives from another one itself, virtually.
    fn has_virtual_base(&self, derived: asunder_types::Class<'db>, base: asunder_types::Class<'db>) -> bool {
        let bases = self.sema.bases(derived);
        let [only] = &bases[..] else { return false };
        let is_virtual = self.sema.definition(derived).is_some_and(|definition| {
            matches!(&self.sema.decl(definition.decl).kind, DeclKind::Class(class) if class.has_virtual_base)
        });
        is_virtual && only.ty.as_class(self.db()) == Some(base)
    }

    /// Whether neither of two known classes is a base of the other.
    fn is_unrelated_class(&self, x: Ty<'db>, y: Ty<'db>) -> bool {
        let (Some(a), Some(b)) = (x.as_class(self.db()), y.as_class(self.db())) else { return false };
        self.is_known_class(x)
            && self.is_known_class(y)
            && matches!(self.sema.distance_to_base(a, b), Ok(None))
            && matches!(self.sema.distance_to_base(b, a), Ok(None))
    }

    /// Whether `static_cast` does not make a pointer to `b` of one to `a`.
    fn is_unrelated(&self, node: NodeId, a: Ty<'db>, b: Ty<'db>, to: Ty<'db>) -> bool {
        let db = self.db();
        if !matches!(self.sema.implicit(&self.operand(node), to, false), Ics::No) {
            return false;
        }
        let (x, y) = (a.unqualified(db), b.unqualified(db));
        let is_object = |ty: Ty<'db>| {
            matches!(ty.kind(db), Kind::Builtin(_) | Kind::Class(_) | Kind::Enum(..) | Kind::Pointer(_))
        };
        // What differs by qualifiers only, or is cast from `void *`, has other rules.
        if x == y || x.is_void(db) || y.is_void(db) || !is_object(x) || !is_object(y) {
            return false;
        }
        if x.pointee(db).is_some() && y.pointee(db).is_some() {
            return false;
        }
        match (x.as_class(db), y.as_class(db)) {
            (Some(a), Some(b)) => {
                a.args(db).is_none() && b.args(db).is_none() && self.is_unrelated_class(x, y)
            }
            _ => true,
        }
    }

    /// [`Infer::check_dynamic_operands`]; the device pass refuses the operator in device code, whatever its operands are.
    pub(crate) fn check_dynamic_cast(&mut self, id: ExprId, node: NodeId, to: Ty<'db>) -> bool {
        let known = self.out.mistakes.len();
        let is_wrong = self.check_dynamic_operands(id, node, to);
        if self.is_device_function() {
            self.out.mistakes[known..].iter_mut().for_each(|met| met.mistake.host_only = true);
        }
        is_wrong
    }

    /// `dynamic_cast` whose target or operand is not a complete class, or whose operand's class has no virtual functions
    /// ([expr.dynamic.cast]). True if it is reported.
    fn check_dynamic_operands(&mut self, id: ExprId, node: NodeId, to: Ty<'db>) -> bool {
        let db = self.db();
        if !self.is_known(node) || self.is_open(to) {
            return false;
        }
        let from = self.node(node).ty.decayed(db);
        self.note_bases(from, to);
        let is_reference = matches!(to.kind(db), Kind::Reference(..));
        let target = if is_reference { to.referred(db) } else { to.pointee(db).unwrap_or(to) };
        let source = if is_reference { Some(from) } else { from.pointee(db) };
        let is_void = target.is_void(db) && !is_reference;
        if !is_void && !self.may_be_complete_class(target) {
            self.met_at(Mistake::new(NO_DYNAMIC_TARGET, Vec::new()), MetAt::TemplateArgument(id));
            return true;
        }
        if !source.is_some_and(|source| self.may_be_complete_class(source)) {
            let at = self.start_of(node);
            self.met_plain(if is_reference { NO_DYNAMIC_REFERENCE } else { NO_DYNAMIC_POINTER }, at);
            return true;
        }
        let Some(source) = source else { return false };
        if !crate::convert::contains(target.qualifiers(db), source.qualifiers(db)) {
            let mistake = Mistake::new(CASTS_AWAY, vec![Argument::Text("dynamic_cast".to_owned())]);
            self.met(mistake, At::Start(id));
        }
        let Some(a) = source.as_class(db) else { return false };
        let is_upcast =
            target.as_class(db).is_some_and(|b| !matches!(self.sema.distance_to_base(a, b), Ok(None)));
        if target.as_class(db).is_none() && !is_void
            || is_upcast
            || !self.is_known_class(source)
            || target.as_class(db).is_some_and(|class| self.sema.definition(class).is_none())
        {
            return false;
        }
        let is_plain = self.sema.is_polymorphic(a) == Some(false);
        if is_plain {
            let at = self.start_of(node);
            self.met_plain(NOT_POLYMORPHIC, at);
        }
        is_plain
    }

    /// Whether a type is a class that is complete here, as far as that is known.
    fn may_be_complete_class(&self, ty: Ty<'db>) -> bool {
        self.is_open(ty)
            || ty.as_class(self.db()).is_some()
                && !self.sema.is_incomplete(ty.unqualified(self.db()), self.completeness_item())
    }
}
