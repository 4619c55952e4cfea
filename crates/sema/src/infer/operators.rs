//! Operators: the built-in ones ([expr.compound]), and the functions that those of classes and enumerations call
//! ([over.match.oper]).

use asunder_decls::names::Point;
use asunder_hir::body::ExprId;
use asunder_types::{Builtin, Kind, Ty, Value, arithmetic_result, promoted};

use super::mistakes::BIT_FIELD_ADDRESS;
use super::{At, Category, Flags, Infer, Named, Node, NodeId, What};
use crate::convert::Operand;
use crate::finding::MetAt;
use crate::lookup::{Lookup, Sought, Want};
use crate::overload::{Candidate, How, Resolution};
use crate::view::Site;

/// The reference's words for infix operators on arithmetic operands.
const BINARY: &[(&str, &str)] = &[
    ("+", "add"),
    ("-", "subtract"),
    ("*", "multiply"),
    ("/", "divide"),
    ("%", "remainder"),
    ("&", "and"),
    ("|", "or"),
    ("^", "xor"),
    ("<<", "shiftl"),
    (">>", "shiftr"),
    ("<", "lt"),
    (">", "gt"),
    ("<=", "le"),
    (">=", "ge"),
    ("==", "eq"),
    ("!=", "ne"),
    ("&&", "land"),
    ("||", "lor"),
    (",", "comma"),
    ("=", "assign"),
    ("+=", "add_assign"),
    ("-=", "subtract_assign"),
    ("*=", "multiply_assign"),
    ("/=", "divide_assign"),
    ("%=", "remainder_assign"),
    ("&=", "and_assign"),
    ("|=", "or_assign"),
    ("^=", "xor_assign"),
    ("<<=", "shiftl_assign"),
    (">>=", "shiftr_assign"),
];

pub(super) fn word(operator: &str) -> &'static str {
    BINARY.iter().find(|(spelling, _)| *spelling == operator).map_or("operator", |(_, word)| word)
}

impl<'db> Infer<'_, 'db> {
    // ---- infix

    pub(crate) fn binary(&mut self, id: ExprId, operator: &'static str, lhs: ExprId, rhs: ExprId) -> NodeId {
        // Chains that lean to the left are as long as a program makes them: no recursion for them.
        let mut chain = vec![(id, operator, rhs)];
        let mut first = lhs;
        while let asunder_hir::body::Expr::Binary(operator, lhs, rhs) = &self.body[first] {
            chain.push((first, *operator, *rhs));
            first = *lhs;
        }
        let mut left = self.expr(first);
        while let Some((id, operator, rhs)) = chain.pop() {
            let is_removed = self.decides(operator, left);
            let right = self.maybe_removed(is_removed, |infer| infer.expr(rhs));
            left = self.binary_of(id, operator, left, right);
        }
        left
    }

    fn is_overloadable(&self, node: NodeId) -> bool {
        let ty = self.node(node).ty;
        ty.as_class(self.db()).is_some() || ty.as_enum(self.db()).is_some()
    }

    pub(crate) fn absorbs(&self, node: NodeId) -> bool {
        let node = self.node(node);
        !matches!(node.what, What::Functions | What::List)
            && (node.ty.absorbs(self.db()) || self.sema.is_dependent(node.ty))
    }

    pub(crate) fn binary_of(
        &mut self,
        id: ExprId,
        operator: &'static str,
        lhs: NodeId,
        rhs: NodeId,
    ) -> NodeId {
        let (lhs, rhs) = (self.settled(lhs), self.settled(rhs));
        if self.check_undetermined_operands(operator, lhs, rhs) {
            return self.error(id, vec![lhs, rhs]);
        }
        if self.absorbs(lhs) || self.absorbs(rhs) {
            // What an assignment gives is known from its left side.
            return self.absorbed(id, vec![lhs, rhs]);
        }
        if operator == "->*"
            && (self.is_overloadable(lhs) || self.is_overloadable(rhs))
            && let Some(node) = self.operator_call(id, operator, &[lhs, rhs])
        {
            return node;
        }
        if matches!(operator, ".*" | "->*") {
            return self.member_pointer(id, operator, lhs, rhs);
        }
        // GNU's minimum and maximum of two lvalues of one type is an lvalue.
        if matches!(operator, "<?" | ">?")
            && [lhs, rhs].iter().all(|it| self.node(*it).category == Category::Lvalue)
            && self.node(lhs).ty == self.node(rhs).ty
        {
            return self.gap("minimum of lvalues", id);
        }
        if (self.is_overloadable(lhs) || self.is_overloadable(rhs))
            && let Some(node) = self
                .operator_call(id, operator, &[lhs, rhs])
                .or_else(|| self.rewritten_call(id, operator, lhs, rhs))
        {
            return node;
        }
        if self.check_infix(id, operator, lhs, rhs) {
            return self.error(id, vec![lhs, rhs]);
        }
        self.built_in_binary(id, operator, lhs, rhs)
    }

    fn member_pointer(&mut self, id: ExprId, operator: &str, lhs: NodeId, rhs: NodeId) -> NodeId {
        let db = self.db();
        let arrow = operator == "->*";
        let is_member_pointer = matches!(self.node(rhs).ty.unqualified(db).kind(db), Kind::MemberPointer(..));
        if !arrow && self.check_member_object(lhs) && is_member_pointer {
            return self.error(id, vec![lhs, rhs]);
        }
        if arrow {
            self.read(lhs);
        }
        self.read(rhs);
        if self.check_selection(id, lhs, rhs, arrow) {
            return self.error(id, vec![lhs, rhs]);
        }
        match self.node(rhs).ty.kind(db) {
            Kind::MemberPointer(owner, member) if member.as_function(db).is_none() => {
                let of = self.node(lhs).ty;
                let class = if arrow { of.pointee(db).unwrap_or(of) } else { of };
                self.note_bases(class, *owner);
                let ty = member.qualified(db, class.qualifiers(db));
                let op = if arrow { "pm_points_to_field" } else { "pm_dot_field" };
                let category = match self.node(lhs).category {
                    _ if arrow => Category::Lvalue,
                    Category::Lvalue => Category::Lvalue,
                    Category::Xvalue | Category::Prvalue => Category::Xvalue,
                };
                self.op(op, ty, category, At::Point(id), vec![lhs, rhs])
            }
            Kind::MemberPointer(..) => {
                let ty = self.sema.gap("member function of a pointer");
                self.push(Node {
                    operands: vec![lhs, rhs],
                    ..Self::plain(What::Op("pm_function"), ty, Category::Prvalue, At::Point(id))
                })
            }
            _ => {
                self.check_member_pointer(lhs, rhs, arrow);
                self.absorbed(id, vec![lhs, rhs])
            }
        }
    }

    /// The type of an operand of a built-in operator: of an enumeration that which it is promoted to.
    pub(crate) fn promoted_type(&self, ty: Ty<'db>) -> Option<Ty<'db>> {
        let db = self.db();
        match ty.unqualified(db).kind(db) {
            Kind::Builtin(builtin) => Some(self.sema.builtin(promoted(*builtin))),
            Kind::Enum(decl, env) if !self.sema.is_scoped(*decl) => {
                Some(self.sema.builtin(self.sema.promoted_enum(*decl, *env)?))
            }
            _ => None,
        }
    }

    /// The arithmetic type of an operand: its own, or that which an unscoped enumeration is promoted to.
    pub(super) fn arithmetic_type(&self, ty: Ty<'db>) -> Option<Builtin> {
        let db = self.db();
        match ty.unqualified(db).kind(db) {
            Kind::Builtin(builtin) if arithmetic_result(*builtin, *builtin).is_some() => Some(*builtin),
            Kind::Enum(..) => self.promoted_type(ty)?.as_builtin(db),
            _ => None,
        }
    }

    /// The arithmetic type of an operand; of a bit-field narrower than its type that which holds its values
    /// ([conv.prom]/5).
    pub(super) fn operand_type(&self, node: NodeId) -> Option<Builtin> {
        let ty = self.node(node).ty;
        let own = self.arithmetic_type(ty)?;
        let is_enum = ty.as_enum(self.db()).is_some();
        let Some(width) = self.bit_width_of(node).filter(|_| !is_enum) else { return Some(own) };
        Some(match width {
            33.. => own,
            32 if asunder_types::unsigned(own) == Some(own) => Builtin::UnsignedInt,
            _ => Builtin::Int,
        })
    }

    /// The width of the bit-field that a node is.
    fn bit_width_of(&self, node: NodeId) -> Option<i128> {
        let node = self.node(node);
        let What::Op("dot_field" | "points_to_field") = node.what else { return None };
        let Some(Named::Symbol(field)) = self.node(*node.operands.last()?).named else { return None };
        let width = self.sema.decl(field.decl).bit_width.as_ref()?;
        match self.sema.constant_of(width, Site::new(field.env, Point::before(field.decl))) {
            Value::Integer(width, _) => Some(width),
            _ => None,
        }
    }

    fn built_in_binary(&mut self, id: ExprId, operator: &'static str, lhs: NodeId, rhs: NodeId) -> NodeId {
        let db = self.db();
        let at = At::Point(id);
        self.note_bases(self.node(lhs).ty, self.node(rhs).ty);
        match operator {
            "," if matches!(self.node(lhs).ty.kind(db), Kind::Error) => {
                return self.error(id, vec![lhs, rhs]);
            }
            "," => {
                if let asunder_hir::body::Expr::Binary(_, operand, _) = &self.body[id] {
                    self.check_effect(*operand, lhs);
                }
                self.check_discarded(lhs);
                let rhs = self.settled(rhs);
                let node = self.node(rhs);
                let (ty, category) = (node.ty, node.category);
                return self.op("comma", ty, category, at, vec![lhs, rhs]);
            }
            "&&" | "||" => {
                let bool_ty = self.sema.builtin(Builtin::Bool);
                if let asunder_hir::body::Expr::Binary(_, first, second) = &self.body[id] {
                    self.check_assigned_condition(*first, lhs);
                    self.check_assigned_condition(*second, rhs);
                }
                for node in [lhs, rhs] {
                    if self.node(node).ty.is_void(db) {
                        self.check_condition(node);
                    }
                }
                let lhs = self.condition(lhs);
                let rhs = self.condition(rhs);
                let node = self.op(word(operator), bool_ty, Category::Prvalue, at, vec![lhs, rhs]);
                return self.folded(node);
            }
            _ => {}
        }
        if operator.ends_with('=') && !matches!(operator, "==" | "!=" | "<=" | ">=") {
            return self.assignment(id, operator, lhs, rhs);
        }
        let (lhs, rhs) = (self.decay(lhs), self.decay(rhs));
        let lhs = self.operand_by_conversion(lhs, operator).unwrap_or(lhs);
        let rhs = self.operand_by_conversion(rhs, operator).unwrap_or(rhs);
        let (a, b) = (self.node(lhs).ty, self.node(rhs).ty);
        if a.absorbs(db) || b.absorbs(db) {
            return self.absorbed(id, vec![lhs, rhs]);
        }
        if operator == "<=>" {
            return self.three_way_comparison(id, lhs, rhs);
        }
        let is_comparison = matches!(operator, "==" | "!=" | "<" | ">" | "<=" | ">=");
        let bool_ty = self.sema.builtin(Builtin::Bool);
        if let (Some(x), Some(y)) = (self.operand_type(lhs), self.operand_type(rhs)) {
            let is_integral = matches!(operator, "%" | "&" | "|" | "^" | "<<" | ">>");
            if is_integral && (asunder_types::is_floating(x) || asunder_types::is_floating(y)) {
                self.check_built_in(id, operator, lhs, rhs);
                return self.error(id, vec![lhs, rhs]);
            }
            if matches!(operator, "<<" | ">>") {
                let (p, q) = (self.sema.builtin(promoted(x)), self.sema.builtin(promoted(y)));
                let lhs = self.converted_to(lhs, p);
                let rhs = self.converted_to(rhs, q);
                let node = self.op(word(operator), p, Category::Prvalue, at, vec![lhs, rhs]);
                self.check_arithmetic(node);
                return self.folded(node);
            }
            let Some(common) = arithmetic_result(x, y) else {
                self.check_built_in(id, operator, lhs, rhs);
                return self.absorbed(id, vec![lhs, rhs]);
            };
            let common = self.sema.builtin(common);
            self.check_pointless_comparison(id, operator, lhs, rhs);
            let lhs = self.converted_to(lhs, common);
            let rhs = self.converted_to(rhs, common);
            let ty = if is_comparison { bool_ty } else { common };
            let node = self.op(word(operator), ty, Category::Prvalue, at, vec![lhs, rhs]);
            self.check_arithmetic(node);
            return self.folded(node);
        }
        if is_comparison {
            return self.comparison(id, operator, lhs, rhs);
        }
        let pointer = |ty: Ty<'db>| ty.pointee(db).is_some();
        match operator {
            "+" | "-" if pointer(a) != pointer(b) && self.has_floating(a, b) => {
                self.check_built_in(id, operator, lhs, rhs);
                self.error(id, vec![lhs, rhs])
            }
            "+" if pointer(a) && self.arithmetic_type(b).is_some() => {
                self.check_moved_pointer(lhs, id);
                let node = self.op("padd", a, Category::Prvalue, at, vec![lhs, rhs]);
                self.check_pointer_sum(node);
                node
            }
            "+" if pointer(b) && self.arithmetic_type(a).is_some() => {
                if self.check_sized_pointer(rhs) {
                    return self.error(id, vec![lhs, rhs]);
                }
                let node = self.op("padd", b, Category::Prvalue, at, vec![rhs, lhs]);
                self.check_pointer_sum(node);
                node
            }
            "-" if pointer(a) && pointer(b) => {
                if self.composite_pointer(a, b).is_none() {
                    self.check_built_in(id, operator, lhs, rhs);
                } else {
                    self.check_sized_pointer(lhs);
                }
                let ty = self.sema.builtin(Builtin::Long);
                self.op("pdiff", ty, Category::Prvalue, at, vec![lhs, rhs])
            }
            "-" if pointer(a) && self.arithmetic_type(b).is_some() => {
                self.check_moved_pointer(lhs, id);
                let node = self.op("psubtract", a, Category::Prvalue, at, vec![lhs, rhs]);
                self.check_pointer_sum(node);
                node
            }
            _ => match (a.kind(db), b.kind(db)) {
                (Kind::Vector(..) | Kind::Complex(_), _) | (_, Kind::Vector(..) | Kind::Complex(_)) => {
                    self.gap("vector or complex operands", id)
                }
                _ => {
                    self.check_built_in(id, operator, lhs, rhs);
                    self.error(id, vec![lhs, rhs])
                }
            },
        }
    }

    fn comparison(&mut self, id: ExprId, operator: &'static str, lhs: NodeId, rhs: NodeId) -> NodeId {
        let db = self.db();
        let bool_ty = self.sema.builtin(Builtin::Bool);
        let at = At::Point(id);
        let (a, b) = (self.node(lhs).ty, self.node(rhs).ty);
        if matches!(a.kind(db), Kind::Vector(..)) {
            return self.gap("vector or complex operands", id);
        }
        if a == b {
            return self.op(word(operator), bool_ty, Category::Prvalue, at, vec![lhs, rhs]);
        }
        let is_null = |node: NodeId| {
            let is_equality = matches!(operator, "==" | "!=");
            self.valued(node).null || is_equality && self.is_null_truth(node)
        };
        let (null_a, null_b) = (is_null(lhs), is_null(rhs));
        if null_b && self.is_pointer_or_to_member(a) {
            let rhs = self.converted_to(rhs, a);
            return self.op(word(operator), bool_ty, Category::Prvalue, at, vec![lhs, rhs]);
        }
        if null_a && self.is_pointer_or_to_member(b) {
            let lhs = self.converted_to(lhs, b);
            return self.op(word(operator), bool_ty, Category::Prvalue, at, vec![lhs, rhs]);
        }
        match self.composite_pointer(a, b) {
            Some(common) => {
                let lhs = self.converted_to(lhs, common);
                let rhs = self.converted_to(rhs, common);
                self.op(word(operator), bool_ty, Category::Prvalue, at, vec![lhs, rhs])
            }
            None => match (a.kind(db), b.kind(db)) {
                (Kind::Vector(..) | Kind::Complex(_), _) | (_, Kind::Vector(..) | Kind::Complex(_)) => {
                    self.gap("vector or complex operands", id)
                }
                _ if a.as_class(db).is_some() || b.as_class(db).is_some() => {
                    self.gap("comparison by conversion", id)
                }
                _ => {
                    self.check_built_in(id, operator, lhs, rhs);
                    self.error(id, vec![lhs, rhs])
                }
            },
        }
    }

    fn is_pointer_or_to_member(&self, ty: Ty<'db>) -> bool {
        ty.pointee(self.db()).is_some() || matches!(ty.kind(self.db()), Kind::MemberPointer(..))
    }

    /// Two types that differ in qualifiers of what they point to, with those of both. The reference adds none in between.
    fn with_all_qualifiers(&self, a: Ty<'db>, b: Ty<'db>) -> Option<Ty<'db>> {
        let db = self.db();
        let both = a.qualifiers(db).union(b.qualifiers(db));
        let (x, y) = (a.unqualified(db), b.unqualified(db));
        if x == y {
            return Some(x.qualified(db, both));
        }
        let common = match (x.kind(db), y.kind(db)) {
            (Kind::Pointer(x), Kind::Pointer(y)) => self.with_all_qualifiers(*x, *y)?.pointer_to(db),
            (Kind::MemberPointer(c, x), Kind::MemberPointer(d, y)) if c == d => {
                let to = self.with_all_qualifiers(*x, *y)?;
                self.sema.ty(Kind::MemberPointer(*c, to))
            }
            _ => return None,
        };
        Some(common.qualified(db, both))
    }

    /// The composite type of two pointers ([expr.type]/4), where it is one of them, or more qualified.
    pub(crate) fn composite_pointer(&self, a: Ty<'db>, b: Ty<'db>) -> Option<Ty<'db>> {
        let db = self.db();
        if let (Kind::MemberPointer(..), Kind::MemberPointer(..)) = (a.kind(db), b.kind(db)) {
            return self.with_all_qualifiers(a.unqualified(db), b.unqualified(db));
        }
        let (x, y) = (a.pointee(db)?, b.pointee(db)?);
        let both = x.qualifiers(db).union(y.qualifiers(db));
        if x.is_void(db) || y.is_void(db) {
            let void = self.sema.builtin(Builtin::Void);
            return Some(void.qualified(db, both).pointer_to(db));
        }
        if let Some(common) = self.with_all_qualifiers(x, y) {
            return Some(common.pointer_to(db));
        }
        if let (Some(c), Some(d)) = (x.as_class(db), y.as_class(db)) {
            if matches!(self.sema.distance_to_base(c, d), Ok(Some(_))) {
                return Some(y.qualified(db, both).pointer_to(db));
            }
            if matches!(self.sema.distance_to_base(d, c), Ok(Some(_))) {
                return Some(x.qualified(db, both).pointer_to(db));
            }
        }
        if let (Some(f), Some(g)) = (x.as_function(db), y.as_function(db)) {
            let (f, g) = (self.sema.without_noexcept(f), self.sema.without_noexcept(g));
            return (f == g).then(|| f.pointer_to(db));
        }
        None
    }

    fn assignment(&mut self, id: ExprId, operator: &'static str, lhs: NodeId, rhs: NodeId) -> NodeId {
        let db = self.db();
        let at = At::Point(id);
        let target = self.node(lhs).ty;
        let ty = target.unqualified(db);
        if self.check_assignment(id, lhs, rhs, operator == "=") {
            let rhs = self.decay(rhs);
            return self.error(id, vec![lhs, rhs]);
        }
        if operator == "=" {
            if let What::List = self.node(rhs).what {
                self.check_narrowed_list(rhs, ty);
                return self.gap("assignment of a list", id);
            }
            let outer = self.assigning.replace(id);
            let value = self.converted_for(rhs, ty, id);
            self.assigning = outer;
            return self.op("assign", target, Category::Lvalue, at, vec![lhs, value]);
        }
        let rhs = self.decay(rhs);
        let rhs = match target.as_class(db) {
            Some(_) => rhs,
            None => self.converted_by_class(rhs).unwrap_or(rhs),
        };
        self.check_compound(id, operator, lhs, rhs);
        self.check_deprecated_compound(lhs);
        if ty.pointee(db).is_some() {
            let op = if operator == "+=" { "padd_assign" } else { "psubtract_assign" };
            return self.op(op, target, Category::Lvalue, at, vec![lhs, rhs]);
        }
        let (Some(x), Some(y)) = (self.operand_type(lhs), self.operand_type(rhs)) else {
            return match self.is_member_pointer(lhs) || self.is_member_pointer(rhs) {
                true => self.error(id, vec![lhs, rhs]),
                false => self.absorbed_type(id, target, vec![lhs, rhs]),
            };
        };
        let op = word(operator);
        if matches!(operator, "<<=" | ">>=") {
            let to = self.sema.builtin(promoted(y));
            let rhs = self.converted_to(rhs, to);
            let node = self.op(op, target, Category::Lvalue, at, vec![lhs, rhs]);
            self.check_arithmetic(node);
            return node;
        }
        let common = arithmetic_result(x, y).map(|common| self.sema.builtin(common));
        let rhs = match common {
            Some(common)
                if common == ty || asunder_types::is_floating(y) || !asunder_types::is_floating(x) =>
            {
                self.converted_to(rhs, common)
            }
            _ => rhs,
        };
        let node = self.op(op, target, Category::Lvalue, at, vec![lhs, rhs]);
        self.check_arithmetic(node);
        node
    }

    /// Whether a type is a class with conversion functions.
    fn converts(&self, ty: Ty<'db>) -> bool {
        ty.as_class(self.db()).is_some_and(|class| !self.sema.conversion_functions(class).is_empty())
    }

    fn is_member_pointer(&self, node: NodeId) -> bool {
        let ty = self.node(node).ty.unqualified(self.db());
        matches!(ty.kind(self.db()), Kind::MemberPointer(..))
    }

    // ---- prefix and postfix

    pub(crate) fn unary(&mut self, id: ExprId, operator: &'static str, operand: ExprId) -> NodeId {
        let db = self.db();
        if operator == "&" {
            return self.address(id, operand);
        }
        let node = self.expr(operand);
        let node = self.settled(node);
        if self.absorbs(node) {
            return self.absorbed(id, vec![node]);
        }
        if operator == "__extension__" {
            return node;
        }
        let start = MetAt::Node(self.start_of(node));
        if self.check_undetermined(node, start) {
            return self.error(id, vec![node]);
        }
        if self.is_overloadable(node)
            && let Some(call) = self.operator_call(id, operator, &[node])
        {
            return call;
        }
        let at = At::Point(id);
        match operator {
            "*" => {
                let node = self.decay(node);
                let node = self.pointer_by_conversion(node).unwrap_or(node);
                match self.node(node).ty.pointee(db) {
                    Some(_) if self.check_object_pointer(node) => self.error(id, vec![node]),
                    Some(to) => self.op("indirect", to, Category::Lvalue, at, vec![node]),
                    None => {
                        self.check_prefix_operator(id, operator, node);
                        self.error(id, vec![node])
                    }
                }
            }
            "++" | "--" if !self.may_step(node) => self.error(id, vec![node]),
            "++" | "--" => {
                if !self.check_modifiable(node) && !self.check_step(id, operator, node) {
                    self.check_prefix_operator(id, operator, node);
                    self.check_deprecated_step(operator, node);
                }
                let ty = self.node(node).ty;
                let op = if operator == "++" { "pre_incr" } else { "pre_decr" };
                self.op(op, ty, Category::Lvalue, at, vec![node])
            }
            "!" => {
                let bool_ty = self.sema.builtin(Builtin::Bool);
                if self.node(node).ty.as_class(db).is_some() {
                    self.check_prefix_operator(id, operator, node);
                } else {
                    self.check_condition(node);
                    self.check_assigned_condition(operand, node);
                }
                let node = self.condition(node);
                let result = self.op("not", bool_ty, Category::Prvalue, at, vec![node]);
                self.folded(result)
            }
            "-" | "+" | "~" => {
                let node = self.decay(node);
                let node = self.converted_by_class(node).unwrap_or(node);
                let ty = self.node(node).ty;
                if operator == "+" && ty.pointee(db).is_some() {
                    return node;
                }
                let arithmetic = self.operand_type(node);
                if operator == "~" && arithmetic.is_some_and(asunder_types::is_floating) {
                    self.check_unary(operator, node);
                    return self.error(id, vec![node]);
                }
                let Some(to) = arithmetic.map(|ty| self.sema.builtin(promoted(ty))) else {
                    return match ty.kind(db) {
                        Kind::Vector(..) | Kind::Complex(_) => self.gap("vector or complex operands", id),
                        Kind::Class(_) => {
                            self.check_prefix_operator(id, operator, node);
                            self.gap("operand by conversion", id)
                        }
                        _ => {
                            self.check_prefix_operator(id, operator, node);
                            self.error(id, vec![node])
                        }
                    };
                };
                let node = self.converted_to(node, to);
                let op = match operator {
                    "-" => "negate",
                    "+" => "unary_plus",
                    _ => "complement",
                };
                let result = self.op(op, to, Category::Prvalue, at, vec![node]);
                self.check_arithmetic(result);
                self.folded(result)
            }
            _ => self.gap("operator", id),
        }
    }

    fn address(&mut self, id: ExprId, operand: ExprId) -> NodeId {
        let db = self.db();
        // `&C::m` is a pointer to a member where the name is qualified.
        let qualified =
            matches!(&self.body[operand], asunder_hir::body::Expr::Name(path) if path.segments.len() > 1);
        if qualified && let Some(node) = self.member_address(id, operand) {
            return node;
        }
        let node = self.expr(operand);
        if let What::Functions = self.node(node).what {
            let settled = self.settled(node);
            self.check_taken_address(settled);
            let is_bound =
                self.sets.iter().rfind(|it| it.node == settled).is_some_and(|it| it.object.is_some());
            if !is_bound {
                self.called.insert(settled);
            }
            if let What::Functions = self.node(settled).what {
                // Which is meant depends on where the address goes.
                if let Some(pending) = self.sets.iter_mut().rfind(|pending| pending.node == settled) {
                    let mut set = (*pending.set).clone();
                    set.address = true;
                    pending.set = set.into();
                }
                return settled;
            }
        }
        if self.absorbs(node) {
            return self.absorbed(id, vec![node]);
        }
        if self.is_overloadable(node)
            && let Some(call) = self.operator_call(id, "&", &[node])
        {
            return call;
        }
        let ty = self.node(node).ty;
        if self.valued(node).bit_field {
            self.met_plain(BIT_FIELD_ADDRESS, At::Point(id));
            return self.error(id, vec![node]);
        }
        if !self.check_address(id, operand, node) {
            return self.error(id, vec![node]);
        }
        self.op("address_of", ty.pointer_to(db), Category::Prvalue, At::Point(id), vec![node])
    }

    /// Whether an operand that is not a class may be one of `++`, as far as its type alone says.
    fn may_step(&mut self, node: NodeId) -> bool {
        // Whether a class converts to a reference to a number is not looked at.
        self.out.is_ill_formed |= self.unevaluated > 0 && self.node(node).ty.as_class(self.db()).is_some();
        !matches!(self.node(node).ty.kind(self.db()), Kind::MemberPointer(..) | Kind::Function(..))
    }

    pub(crate) fn postfix(&mut self, id: ExprId, operator: &'static str, operand: ExprId) -> NodeId {
        let node = self.expr(operand);
        let node = self.settled(node);
        let start = MetAt::Node(self.start_of(node));
        if self.check_undetermined(node, start) {
            return self.error(id, vec![node]);
        }
        if self.absorbs(node) {
            return self.absorbed(id, vec![node]);
        }
        let mut operands = vec![node];
        if self.is_overloadable(node) {
            let int = self.sema.builtin(Builtin::Int);
            let zero = self.literal(asunder_types::Value::Integer(0, int), int, id);
            self.node_mut(zero).at = At::None;
            self.hide(zero);
            operands.push(zero);
            if let Some(call) = self.operator_call(id, operator, &operands) {
                return call;
            }
        }
        if !self.may_step(node) {
            return self.error(id, vec![node]);
        }
        if !self.check_modifiable(node) && !self.check_step(id, operator, node) {
            self.check_postfix_operator(id, operator, &operands);
            self.check_deprecated_step(operator, node);
        }
        let ty = self.node(node).ty.unqualified(self.db());
        let op = if operator == "++" { "post_incr" } else { "post_decr" };
        self.op(op, ty, Category::Prvalue, At::Point(id), vec![node])
    }

    pub(crate) fn index(&mut self, id: ExprId, base: ExprId, indices: &[ExprId]) -> NodeId {
        let db = self.db();
        let base = self.expr(base);
        let base = self.settled(base);
        let mut index: Vec<NodeId> = self.arguments(indices);
        let start = MetAt::Node(self.start_of(base));
        if self.check_undetermined(base, start) {
            return self.error(id, vec![base]);
        }
        if self.absorbs(base) {
            let mut operands = vec![base];
            operands.append(&mut index);
            return self.absorbed(id, operands);
        }
        if self.node(base).ty.as_class(db).is_some() {
            let mut operands = vec![base];
            operands.append(&mut index);
            return match self.operator_call(id, "[]", &operands) {
                Some(call) => call,
                None => {
                    self.check_subscript_operator(id, &operands);
                    self.gap("subscript of a class", id)
                }
            };
        }
        let [index] = index.as_slice() else { return self.gap("several subscripts", id) };
        let is_xvalue = matches!(self.node(base).ty.kind(db), Kind::Array(..))
            && self.node(base).category == Category::Xvalue;
        let (base, index) = (self.decay(base), self.decay(*index));
        if let Kind::Vector(element, _) = self.node(base).ty.kind(db) {
            let element = *element;
            return self.op("vector_subscript", element, Category::Lvalue, At::Point(id), vec![base, index]);
        }
        let (pointer, other) = match self.node(base).ty.pointee(db) {
            Some(_) => (base, index),
            None => (index, base),
        };
        let is_scoped = self.is_of_class_or_scoped(other);
        match is_scoped {
            true => self.check_subscript_operator(id, &[base, index]),
            false => {
                if self.check_subscript(base, index) {
                    return self.error(id, vec![base, index]);
                }
            }
        }
        let Some(element) = self.node(pointer).ty.pointee(db) else {
            return self.error(id, vec![base, index]);
        };
        let index = self.node(other).ty;
        if self.sema.is_dependent(index) || matches!(index.kind(db), Kind::Error) {
            return self.absorbed(id, vec![pointer, other]);
        }
        let other = match index.as_class(db) {
            Some(_) => match self.converted_by_class(other) {
                Some(converted) => converted,
                None => return self.gap("subscript by conversion", id),
            },
            None => other,
        };
        let category = if is_xvalue { Category::Xvalue } else { Category::Lvalue };
        self.op("subscript", element, category, At::Point(id), vec![pointer, other])
    }

    // ---- conditions

    /// A node converted to `bool` as a condition is ([conv.bool], contextually).
    pub(crate) fn condition(&mut self, node: NodeId) -> NodeId {
        let db = self.db();
        let node = self.settled(node);
        let ty = self.node(node).ty;
        if ty.absorbs(db) || self.sema.is_dependent(ty) {
            return node;
        }
        if ty.as_class(db).is_some() {
            return self.contextual_bool(node);
        }
        let node = self.decay(node);
        let at = self.start_of(node);
        self.as_bool(node, Flags { implicit: true, ..Flags::default() }, at)
    }

    pub(crate) fn as_bool(&mut self, node: NodeId, flags: Flags, at: At) -> NodeId {
        let bool_ty = self.sema.builtin(Builtin::Bool);
        if self.node(node).ty == bool_ty {
            return node;
        }
        self.bool_cast(node, flags, at)
    }

    /// A conversion to `bool` that is written, or needed.
    pub(crate) fn bool_cast(&mut self, node: NodeId, flags: Flags, at: At) -> NodeId {
        let bool_ty = self.sema.builtin(Builtin::Bool);
        let is_string = self.is_string_address(node);
        let operands = vec![node];
        let node = self.push(Node {
            operands,
            flags,
            ..Self::plain(What::Op("bool_cast"), bool_ty, Category::Prvalue, at)
        });
        match is_string {
            true => self.constant_node(Value::Integer(1, bool_ty), bool_ty, node),
            false => self.folded(node),
        }
    }

    /// Whether a node is the address of a string literal, which is not null.
    fn is_string_address(&self, node: NodeId) -> bool {
        let node = self.node(node);
        matches!(node.what, What::Op("array_to_pointer"))
            && node.operands.iter().all(|operand| matches!(self.node(*operand).what, What::String))
    }

    /// Whether a number is a null pointer constant.
    fn is_null_number(&self, node: NodeId) -> bool {
        self.valued(node).null && self.node(node).ty.as_builtin(self.db()) != Some(Builtin::Bool)
    }

    pub(crate) fn conditional(
        &mut self,
        id: ExprId,
        condition: ExprId,
        then: Option<ExprId>,
        otherwise: ExprId,
    ) -> NodeId {
        let db = self.db();
        let test = self.expr(condition);
        let Some(then) = then else {
            let other = self.expr(otherwise);
            return self.absorbed(id, vec![test, other]);
        };
        if !self.check_undetermined(test, crate::finding::MetAt::Node(self.start_of(test))) {
            self.check_condition(test);
        }
        self.check_assigned_condition(condition, test);
        let test = self.condition(test);
        let taken = match self.value_of(test) {
            Some(Value::Integer(value, _)) => Some(value != 0),
            _ => None,
        };
        let a = self.maybe_removed(taken == Some(false), |infer| infer.expr(then));
        let b = self.maybe_removed(taken == Some(true), |infer| infer.expr(otherwise));
        let (a, b) = (self.settled(a), self.settled(b));
        if self.absorbs(a) || self.absorbs(b) {
            return self.absorbed(id, vec![test, a, b]);
        }
        self.note_bases(self.node(a).ty, self.node(b).ty);
        let (x, y) = (self.node(a).ty, self.node(b).ty);
        let at = At::Point(id);
        let (p, q) = (self.node(a).category, self.node(b).category);
        let is_throw = |infer: &Self, node: NodeId| matches!(infer.node(node).what, What::Op("throw"));
        if is_throw(self, a) || is_throw(self, b) {
            let other = if is_throw(self, a) { b } else { a };
            let (ty, category) = (self.node(other).ty, self.node(other).category);
            return self.op("question", ty, category, at, vec![test, a, b]);
        }
        if x.unqualified(db) == y.unqualified(db) && p == q && p != Category::Prvalue {
            let (qx, qy) = (x.qualifiers(db), y.qualifiers(db));
            let ty = x.unqualified(db).qualified(db, qx.union(qy));
            return self.op("question", ty, p, at, vec![test, a, b]);
        }
        // Before C++17 what a function may throw is no part of its type.
        if let (Some(f), Some(g)) = (x.as_function(db), y.as_function(db))
            && self.sema.dialect.standard < asunder_syntax::Standard::Cpp17
            && p == q
            && p != Category::Prvalue
        {
            let (f, g) = (self.sema.without_noexcept(f), self.sema.without_noexcept(g));
            if f == g {
                return self.op("question", f, p, at, vec![test, a, b]);
            }
        }
        if x.is_void(db) && y.is_void(db) {
            return self.op("question", x, Category::Prvalue, at, vec![test, a, b]);
        }
        if x.as_class(db).is_some() || y.as_class(db).is_some() {
            if x.unqualified(db) == y.unqualified(db) {
                return self.op("question", x.unqualified(db), Category::Prvalue, at, vec![test, a, b]);
            }
            // One is converted to the other's type.
            let to_y = self.sema.implicit(&self.operand(a), y.unqualified(db), true);
            let to_x = self.sema.implicit(&self.operand(b), x.unqualified(db), true);
            use crate::convert::Ics;
            return match (&to_y, &to_x) {
                (Ics::Gap(why), _) | (_, Ics::Gap(why)) => self.gap(why, id),
                // Both may become what a built-in operator takes ([expr.cond]/6).
                (Ics::No, Ics::No) if self.converts(x) && self.converts(y) => {
                    self.gap("conditional of classes that convert", id)
                }
                (Ics::No, Ics::No) => {
                    self.check_branches(then, otherwise, a, b);
                    self.error(id, vec![test, a, b])
                }
                (Ics::No, _) => {
                    let b = self.applied(b, x.unqualified(db), &to_x);
                    self.op("question", x.unqualified(db), Category::Prvalue, at, vec![test, a, b])
                }
                (_, Ics::No) => {
                    let a = self.applied(a, y.unqualified(db), &to_y);
                    self.op("question", y.unqualified(db), Category::Prvalue, at, vec![test, a, b])
                }
                _ => self.gap("conditional of two classes", id),
            };
        }
        let (a, b) = (self.decay(a), self.decay(b));
        let (x, y) = (self.node(a).ty, self.node(b).ty);
        let common = if x == y {
            Some(x)
        } else {
            match (self.operand_type(a), self.operand_type(b)) {
                (Some(x), Some(y)) if arithmetic_result(x, y).is_some() => {
                    arithmetic_result(x, y).map(|ty| self.sema.builtin(ty))
                }
                _ if self.is_null_number(a) && y.as_builtin(db) == Some(Builtin::NullPtr) => Some(y),
                _ if self.is_null_number(b) && x.as_builtin(db) == Some(Builtin::NullPtr) => Some(x),
                _ if self.valued(a).null && self.is_pointer_or_to_member(y) => Some(y),
                _ if self.valued(b).null && self.is_pointer_or_to_member(x) => Some(x),
                _ => self.composite_pointer(x, y),
            }
        };
        let Some(common) = common else {
            return match (x.kind(db), y.kind(db)) {
                (Kind::Vector(..) | Kind::Complex(_), _) | (_, Kind::Vector(..) | Kind::Complex(_)) => {
                    self.gap("vector or complex operands", id)
                }
                _ => {
                    self.check_branches(then, otherwise, a, b);
                    self.error(id, vec![test, a, b])
                }
            };
        };
        let a = self.converted_to(a, common);
        let b = self.converted_to(b, common);
        let node = self.op("question", common, Category::Prvalue, at, vec![test, a, b]);
        self.folded(node)
    }

    // ---- operator functions

    /// The functions that an operator may mean; an error where that is not known.
    pub(crate) fn operator_candidates(
        &self,
        operator: &'static str,
        operands: &[NodeId],
    ) -> Result<Vec<Candidate<'db>>, &'static str> {
        let db = self.db();
        let Some(&first) = operands.first() else { return Ok(Vec::new()) };
        let mut candidates: Vec<Candidate<'db>> = Vec::new();
        let mut is_incomplete = false;
        if let Some(class) = self.node(first).ty.as_class(db) {
            match self.sema.lookup_in_class(
                Sought::Operator(operator),
                class,
                asunder_decls::names::Point::END,
                Want::Any,
            ) {
                Lookup::Found(symbols) => {
                    let functions =
                        symbols.into_iter().filter(|it| self.sema.function_expr(it.decl).is_some());
                    candidates.extend(functions.map(Candidate::of));
                }
                Lookup::Gap(why) => return Err(why),
                _ => {}
            }
            is_incomplete = self.sema.definition(class).is_none()
                && !matches!(class.origin(db), asunder_types::Origin::Lambda(..));
        }
        let only_members = matches!(operator, "=" | "[]" | "->" | "()");
        if !only_members {
            match self.sema.lookup(Sought::Operator(operator), self.site(), Want::Any) {
                Lookup::Found(symbols) => {
                    let free = symbols.into_iter().filter(|it| {
                        self.sema.function_expr(it.decl).is_some() && self.sema.class_around(*it).is_none()
                    });
                    candidates.extend(free.map(Candidate::of));
                }
                Lookup::Gap(why) => return Err(why),
                _ => {}
            }
            let types = self.argument_types(operands);
            match self.sema.by_arguments(Sought::Operator(operator), &types, self.point_of_instance()) {
                Ok(found) => crate::plausible::add_found_by_arguments(&mut candidates, found),
                Err(why) => return Err(why),
            }
            self.retain_for_enumerations(&mut candidates, operands);
        }
        if is_incomplete && candidates.is_empty() {
            return Err("operand of a class without definition");
        }
        Ok(candidates)
    }

    /// The call of the function that an operator means; `None` for built-in ones.
    pub(crate) fn operator_call(
        &mut self,
        id: ExprId,
        operator: &'static str,
        operands: &[NodeId],
    ) -> Option<NodeId> {
        let first = *operands.first()?;
        for operand in operands {
            let ty = self.node(*operand).ty.referred(self.db());
            self.out.completed.push((ty.pointee(self.db()).unwrap_or(ty), At::Point(id)));
        }
        let candidates = match self.operator_candidates(operator, operands) {
            Ok(candidates) => candidates,
            Err(why) => return Some(self.gap(why, id)),
        };
        let only_members = matches!(operator, "=" | "[]" | "->" | "()");
        let operand_list: Vec<Operand<'db>> = operands.iter().map(|node| self.operand(*node)).collect();
        // A copy or move assignment that nobody declared.
        if operator == "=" && self.takes_implicit_assignment(first, &operand_list, &candidates) {
            if self.assigns_to_constant(first, operands[1])
                && self.check_infix(id, operator, first, operands[1])
            {
                return Some(self.error(id, operands.to_vec()));
            }
            return Some(self.implicit_assignment(id, operands));
        }
        if candidates.is_empty() {
            return None;
        }
        match self.sema.choose(&candidates, operand_list.first(), &operand_list[1..], &How::operator()) {
            Resolution::Best(chosen) => {
                if !only_members && self.is_built_in_better(&chosen, operands) {
                    return None;
                }
                if operator == "=" && self.copies_bytes(&chosen, operands[1]) {
                    self.note_operator(id, chosen.symbol);
                    return Some(self.assignment_of_bytes(id, operands));
                }
                Some(self.chosen_operator(id, chosen, operands))
            }
            // There is no built-in assignment of classes.
            Resolution::None if operator == "=" && self.node(first).ty.as_class(self.db()).is_some() => {
                self.check_infix(id, operator, first, operands[1]);
                Some(self.error(id, operands.to_vec()))
            }
            Resolution::None => None,
            Resolution::Ambiguous => {
                self.check_ambiguous_operator(id, operator, operands, &candidates);
                Some(self.gap("ambiguous operator", id))
            }
            Resolution::Gap(why) => Some(self.gap(why, id)),
        }
    }

    /// Where no operand is a class, only functions with a parameter of an operand's enumeration are candidates
    /// ([over.match.oper]/3).
    fn retain_for_enumerations(&self, candidates: &mut Vec<Candidate<'db>>, operands: &[NodeId]) {
        let db = self.db();
        let types: Vec<Ty<'db>> = operands.iter().map(|node| self.node(*node).ty.unqualified(db)).collect();
        if types.iter().any(|ty| ty.as_class(db).is_some() || ty.absorbs(db) || self.sema.is_dependent(*ty)) {
            return;
        }
        let enumerations: Vec<Ty<'db>> = types.into_iter().filter(|ty| ty.as_enum(db).is_some()).collect();
        // What a template takes its arguments decide.
        candidates.retain(|candidate| {
            self.sema.is_function_template(candidate.symbol.decl)
                || self.sema.signature(candidate.symbol).is_none_or(|signature| {
                    signature.params.iter().any(|param| {
                        let param = param.referred(db).unqualified(db);
                        enumerations.contains(&param) || param.absorbs(db)
                    })
                })
        });
    }

    /// Whether the built-in operator takes enumerations better than the function: not where the function takes them as
    /// they are.
    fn is_built_in_better(&self, chosen: &crate::overload::Chosen<'db>, operands: &[NodeId]) -> bool {
        use crate::convert::Ics;
        let has_class = operands.iter().any(|node| self.node(*node).ty.as_class(self.db()).is_some());
        if has_class {
            return false;
        }
        chosen.arguments.iter().chain(&chosen.object).any(|ics| !matches!(ics, Ics::Standard(_)))
    }
}
