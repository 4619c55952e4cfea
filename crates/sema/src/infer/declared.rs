//! What declarations write beside initializers: bounds of arrays, values of enumerators, default arguments, static
//! assertions; and the
//! constants that variables are initialized with.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{Decl, DeclKind, LocalId, TypeExpr};
use asunder_hir::body::{Expr, ExprId, Root, TypeOperand, TypeOperandKind, TypeOrExpr};
use asunder_mangle::model::Ident;
use asunder_types::{Builtin, Kind, Symbol, Ty, Value};
use rustc_hash::FxHashMap;

use super::mistakes::Context;
use super::{Category, Infer, Initial, Named, NodeId, Variable, What};
use crate::eval::notes;
use crate::finding::{Note, Place};
use crate::lookup::Lookup;

/// "enumeration value is outside the range of its underlying type (…)".
pub(crate) const OUT_OF_RANGE: u16 = 1749;
/// "invalid size for bit field".
pub(crate) const BAD_WIDTH: u16 = 105;
/// "declared size for bit field is larger than the size of the bit field type; truncated to … bits".
pub(crate) const WIDE: u16 = 959;

/// The names of the parameters that a type writes.
fn parameters<'t>(ty: &'t TypeExpr, into: &mut Vec<&'t Ident>) {
    match ty {
        TypeExpr::Qualified(_, inner)
        | TypeExpr::Pointer(inner)
        | TypeExpr::LvalueRef(inner)
        | TypeExpr::RvalueRef(inner)
        | TypeExpr::Array(_, inner)
        | TypeExpr::MemberPointer(_, inner) => parameters(inner, into),
        TypeExpr::Function(function) => {
            parameters(&function.result, into);
            for param in &function.params {
                into.extend(&param.name);
                parameters(&param.ty, into);
            }
        }
        _ => {}
    }
}

impl<'db> Infer<'_, 'db> {
    /// Declares the parameters that the type of a declaration writes, which later parts of it may name. What they are
    /// is not known here.
    pub(crate) fn declare_parameters(&mut self, decl: &'db Decl) {
        let mut names = Vec::new();
        match &decl.kind {
            DeclKind::Function { ty, .. } | DeclKind::Variable { ty, .. } | DeclKind::Typedef(ty) => {
                parameters(ty, &mut names);
            }
            DeclKind::FunctionOrVariable { function, .. } => parameters(function, &mut names),
            _ => {}
        }
        let ty = self.sema.gap("parameter of a declaration");
        for name in names {
            self.declare(Variable::plain(Some(name.clone()), ty, None));
        }
    }

    /// Declares the enumerators in front of one that its value names: those of a scoped enumeration are names of its own
    /// list alone ([basic.scope.enum]).
    pub(crate) fn declare_enumerators(&mut self, decl: DeclRef) {
        let Some(enumeration) = self.sema.decl(decl).parent.map(|parent| decl.sibling(parent)) else {
            return;
        };
        if !self.sema.is_scoped(enumeration) {
            return;
        }
        for expr in self.body.exprs.iter() {
            let Expr::Name(path) = expr else { continue };
            let Some(ident) = path.as_ident() else { continue };
            let mut known = self.sema.named(enumeration, ident).into_iter().filter(|known| *known < decl);
            if let Some(known) = known.next() {
                let symbol = Symbol { decl: known, env: self.env };
                self.scopes.declare(ident.clone(), Lookup::Found(vec![symbol]));
            }
        }
    }

    /// The expressions in the types that a local declaration writes: bounds of arrays, template arguments. Bounds of
    /// automatic variables are a part of the type where literals give them.
    pub(crate) fn operands_of_types(&mut self, symbol: Symbol<'db>) {
        let local = symbol.decl.local;
        let written = self.sema.decl(symbol.decl);
        let is_static =
            written.specifiers.is_static || written.specifiers.is_extern || written.attributes.spaces.shared;
        let body = self.body;
        if body.type_operands.is_empty() {
            return;
        }
        let operands_of = self.operands_of.get_or_insert_with(|| {
            let mut operands: FxHashMap<LocalId, Vec<&TypeOperand>> = FxHashMap::default();
            for operand in &body.type_operands {
                if let Some(owner) = operand.owner {
                    operands.entry(owner).or_default().push(operand);
                }
            }
            operands
        });
        let mut names = Vec::new();
        if let DeclKind::Function { ty, .. } | DeclKind::Variable { ty, .. } | DeclKind::Typedef(ty) =
            &written.kind
        {
            parameters(ty, &mut names);
        }
        let takes_parameters =
            !names.is_empty() || matches!(written.kind, DeclKind::FunctionOrVariable { .. });
        for operand in operands_of.remove(&local).unwrap_or_default() {
            let expr = match (operand.kind, &operand.operand) {
                (TypeOperandKind::Bound, TypeOrExpr::Expr(expr)) => *expr,
                (TypeOperandKind::Argument, _) if !self.in_instance && !takes_parameters => {
                    let first = self.out.nodes.len();
                    self.template_argument(operand);
                    // Constants are parts of the name.
                    let made = self.out.nodes[first..].iter_mut();
                    made.filter(|node| matches!(node.what, What::Constant(_)))
                        .for_each(|node| node.used = true);
                    continue;
                }
                (TypeOperandKind::Decltype, TypeOrExpr::Expr(expr))
                    if !self.in_instance && !takes_parameters =>
                {
                    self.unevaluated_operand(*expr);
                    continue;
                }
                _ => continue,
            };
            let first = self.out.nodes.len();
            let node = self.expr(expr);
            let node = self.decay(node);
            if !self.in_instance && !self.check_type_of_bound(node, expr, None) {
                self.check_sign_of_bound(node, expr);
            }
            self.check_device_bound(node, expr);
            self.constant_part(node);
            let nodes = &mut self.out.nodes[first..];
            if !is_static && !nodes.iter().any(|node| matches!(node.named, Some(Named::Local(_)))) {
                nodes.iter_mut().for_each(|node| node.used = true);
            }
        }
    }

    /// The template arguments that the typedef of a block writes.
    pub(crate) fn arguments_of_typedef(&mut self, typedef: LocalId) {
        let body = self.body;
        let first = self.out.nodes.len();
        for operand in body.type_operands.iter().filter(|operand| operand.owner == Some(typedef)) {
            if operand.kind == TypeOperandKind::Argument && !self.in_instance && !self.in_template {
                self.template_argument(operand);
            }
        }
        self.out.nodes[first..].iter_mut().for_each(|node| node.used = true);
    }

    /// The bound of an array in a function that runs on the device.
    fn check_device_bound(&mut self, node: NodeId, expr: ExprId) {
        let spaces = self.owner.map(|owner| self.sema.decl(owner).attributes.spaces).unwrap_or_default();
        if self.lambda.is_some() || !spaces.device && !spaces.global {
            return;
        }
        let before = self.out.mistakes.len();
        self.check_required(node, expr);
        self.out.mistakes[before..].iter_mut().for_each(|met| met.mistake.device_only = true);
    }

    /// The bounds that a declaration outside functions writes, converted to the type of sizes.
    pub(crate) fn outer_bounds(&mut self) {
        let size = self.sema.builtin(Builtin::UnsignedLong);
        let body = self.body;
        for operand in &body.type_operands {
            if let (TypeOperandKind::Bound, TypeOrExpr::Expr(expr)) = (operand.kind, &operand.operand) {
                self.place_of_names = operand.place;
                self.in_required += 1;
                let node = self.expr(*expr);
                self.in_required -= 1;
                if self.check_type_of_bound(node, *expr, Some("unsigned long")) {
                    continue;
                }
                let known = self.out.mistakes.len();
                let value = self.decay(node);
                self.check_sign_of_bound(value, *expr);
                let is_negative = self.out.mistakes.len() > known;
                let node = self.converted_for(node, size, *expr);
                let node = self.decay(node);
                if is_negative {
                    // That the conversion changes it is not said.
                    self.out.mistakes.truncate(known + 1);
                    continue;
                }
                self.check_required(node, *expr);
                self.constant_part(node);
            }
        }
    }

    /// The value of an enumerator, whose enumeration may have a fixed underlying type.
    pub(crate) fn enumerator(&mut self, expr: ExprId, underlying: Option<Builtin>) {
        self.in_required += 1;
        let node = self.expr(expr);
        self.in_required -= 1;
        let node = self.decay(node);
        if self.check_type_of_enumerator(node, expr) {
            return;
        }
        self.check_required(node, expr);
        if let Some(underlying) = underlying
            && let Value::Integer(value, _) = self.constant(node)
            && !asunder_types::holds(underlying, value)
        {
            let ty = self.sema.display(self.sema.builtin(underlying));
            let mistake = crate::finding::Mistake::new(OUT_OF_RANGE, vec![crate::finding::Argument::ty(ty)]);
            self.met(mistake, super::At::Start(expr));
        }
        self.constant_part(node);
    }

    /// A default argument of the parameter `index` of `function`, of type `ty`; the reference shows constants twice.
    pub(crate) fn default_argument(&mut self, function: Symbol<'db>, index: u32, expr: ExprId, ty: Ty<'db>) {
        // Default arguments of immediate functions are evaluated with the calls that use them ([expr.const]/16).
        self.in_immediate = self.sema.decl(function.decl).specifiers.is_consteval;
        let node = self.expr(expr);
        self.in_immediate = false;
        if matches!(self.node(node).what, What::List) {
            self.as_value(|infer| infer.initialize(node, ty, expr));
            return;
        }
        let node = self.settled(node);
        let spelled =
            |infer: &Self| infer.sema.spelled_parameter(function.decl, function.env, index as usize);
        if self.check_conversion(node, ty, &spelled, Context::DefaultArgument) {
            return;
        }
        let node = self.converted_for(node, ty, expr);
        if self.value_of(node).is_some() {
            self.shown_again(node);
        }
        self.out.default_arguments.push((index, node));
    }

    /// The condition of a static assertion, and whether it is known to hold.
    pub(crate) fn assertion(&mut self) -> Option<bool> {
        let Root::Expr(expr) = self.body.root else { return None };
        self.in_required += 1;
        let node = self.expr(expr);
        self.in_required -= 1;
        let node = self.condition(node);
        self.constant_part(node);
        self.check_assertion(node, expr)
    }

    /// The template arguments that a declaration outside functions writes.
    pub(crate) fn outer_arguments(&mut self) {
        let body = self.body;
        for operand in &body.type_operands {
            self.place_of_names = operand.place;
            self.template_argument(operand);
        }
    }

    /// Reads the operands of some kinds that a declaration outside functions writes for the names that they have.
    pub(crate) fn names_of_operands(&mut self, is_read: impl Fn(TypeOperandKind) -> bool) {
        let body = self.body;
        for operand in body.type_operands.iter().filter(|operand| is_read(operand.kind)) {
            self.place_of_names = operand.place;
            let expr = match &operand.operand {
                TypeOrExpr::Expr(expr) => *expr,
                TypeOrExpr::Either(ty, expr) if !self.sema.names_type(ty, self.site()) => *expr,
                _ => continue,
            };
            self.unevaluated += 1;
            self.expr(expr);
            self.unevaluated -= 1;
        }
    }

    /// The operands of `noexcept` behind the declarators of a declaration outside functions, which have to be constant.
    pub(crate) fn exception_specifications(&mut self) {
        let body = self.body;
        for operand in &body.type_operands {
            let (TypeOperandKind::Noexcept, TypeOrExpr::Expr(expr)) = (operand.kind, &operand.operand) else {
                continue;
            };
            let (first, known) = (self.out.nodes.len(), self.out.mistakes.len());
            self.place_of_names = operand.place;
            self.in_required += 1;
            let node = self.expr(*expr);
            self.check_condition(node);
            let node = self.condition(node);
            self.in_required -= 1;
            let names_parameter = |node: &super::Node<'_>| matches!(node.named, Some(Named::Local(_)));
            let is_checked =
                self.out.mistakes.len() == known && !self.out.nodes[first..].iter().any(names_parameter);
            if is_checked && (!self.in_template || self.is_independent(first)) {
                self.exception_specification(node, *expr);
            }
        }
    }

    fn exception_specification(&mut self, node: NodeId, expr: ExprId) {
        let known = self.out.mistakes.len();
        self.is_independent_part = true;
        self.check_required(node, expr);
        self.is_independent_part = false;
        // In a specification `this` has no place and is no object yet: the reference's note is the general one.
        for met in &mut self.out.mistakes[known..] {
            for note in met.mistake.notes.iter_mut().filter(|note| note.number == notes::THIS) {
                *note = Note { number: notes::EXPRESSION, arguments: Vec::new(), at: Place::Here };
            }
        }
    }

    /// The arguments of attributes that configure the launches of a kernel, and of those that align.
    pub(crate) fn attribute_arguments(&mut self) {
        let body = self.body;
        for operand in &body.type_operands {
            let expr = match (operand.kind, &operand.operand) {
                (TypeOperandKind::Launch | TypeOperandKind::Alignment, TypeOrExpr::Expr(expr)) => expr,
                (TypeOperandKind::Launch | TypeOperandKind::Alignment, TypeOrExpr::Either(ty, expr))
                    if !self.sema.names_type(ty, self.site()) =>
                {
                    expr
                }
                _ => continue,
            };
            self.in_required += 1;
            let node = self.expr(*expr);
            self.in_required -= 1;
            if self.is_number(node) {
                let node = self.decay(node);
                self.check_argument(node, *expr);
            }
        }
    }

    /// The width of a bit-field of type `ty`.
    pub(crate) fn bit_width(&mut self, expr: ExprId, ty: Ty<'db>) {
        self.in_required += 1;
        let node = self.expr(expr);
        self.in_required -= 1;
        let node = self.decay(node);
        self.check_required(node, expr);
        if !self.out.plan.reported.is_empty() {
            return;
        }
        let Value::Integer(width, _) = self.constant(node) else { return };
        let is_number = ty.as_builtin(self.db()).is_some_and(|it| it != Builtin::Bool);
        let size = self.sema.size_and_alignment(ty).filter(|_| is_number).map(|(size, _)| size * 8);
        if width < 0 {
            self.met_plain(BAD_WIDTH, super::At::Start(expr));
        } else if let Some(size) = size
            && width > i128::from(size)
        {
            let number = vec![crate::finding::Argument::Number(size as i64)];
            self.met(crate::finding::Mistake::new(WIDE, number), super::At::Start(expr));
        }
    }

    /// A constant that became a part of a declaration: only what it is made of is an expression of the program.
    pub(super) fn constant_part(&mut self, node: NodeId) {
        if self.value_of(node).is_some() {
            self.hide(node);
        }
    }

    // ---- constants

    /// The constant that a variable of type `ty` is initialized with: `value`, or what `node` is.
    pub(crate) fn initial(
        &self,
        value: Option<Value<'db>>,
        node: Option<NodeId>,
        ty: Ty<'db>,
    ) -> Option<Initial<'db>> {
        let db = self.db();
        if let Some(value) = value
            && !matches!(ty.kind(db), Kind::Reference(..))
        {
            return Some(Initial::Value(value));
        }
        let node = node?;
        match ty.unqualified(db).kind(db) {
            Kind::Pointer(_) => match self.value_of(node) {
                Some(value @ (Value::Integer(0, _) | Value::Null(_))) => Some(Initial::Value(value)),
                _ => self.addressed(node).map(Initial::Address),
            },
            Kind::Reference(..) => self.addressed(node).map(Initial::Address),
            Kind::Array(..) if matches!(self.node(node).what, What::String) => Some(Initial::String(node)),
            Kind::Array(..) | Kind::Class(_) => {
                let constant = match self.node(node).what {
                    What::List => self.is_constant_list(node),
                    _ => self.is_constant_object(node),
                };
                constant.then_some(Initial::Aggregate)
            }
            _ => None,
        }
    }

    fn is_constant_list(&self, list: NodeId) -> bool {
        self.elements_of(list).iter().all(|element| {
            let node = self.node(*element);
            match node.what {
                What::Constant(_) | What::String | What::Aggregate => true,
                What::List => self.is_constant_list(*element),
                What::Op("temp_init") => self.is_constant_object(*element),
                _ => self.evaluate(*element).is_some() || self.addressed(*element).is_some(),
            }
        })
    }

    /// What a node is the address of, or a reference to, where that has static storage.
    fn addressed(&self, node: NodeId) -> Option<NodeId> {
        let inner = self.node(node);
        match inner.what {
            What::Routine | What::String => Some(node),
            What::Variable if inner.category == Category::Lvalue && !inner.read => {
                self.is_static(node).then_some(node)
            }
            What::Op("address_of" | "array_to_pointer" | "reference_to" | "cast" | "lvalue_adjust") => {
                self.addressed(*inner.operands.first()?)
            }
            What::Op("subscript" | "padd") => {
                let [base, index] = inner.operands.as_slice() else { return None };
                self.evaluate(*index)?;
                self.addressed(*base)
            }
            What::Op("dot_field") if !inner.read => self.addressed(*inner.operands.first()?),
            // The temporary that a reference keeps alive.
            What::Op("temp_init") => Some(node),
            _ => None,
        }
    }

    fn is_static(&self, node: NodeId) -> bool {
        match self.node(node).named {
            Some(Named::Symbol(_)) => true,
            Some(Named::Local(number)) => self.variable_of(number).is_static,
            _ => false,
        }
    }
}
