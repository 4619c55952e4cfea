//! Statements and local declarations.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{DeclKind, DeclName, LocalId, ParamExpr, TypeExpr};
use asunder_hir::body::{Condition, Declared, Expr, ExprId, Handler, Init, Root, Stmt, StmtId};
use asunder_mangle::model::Ident;
use asunder_syntax::Release;
use asunder_types::{Bound, Builtin, Kind, Qualifiers, Symbol, Ty, Value};

use super::initialization::Initialized;
use super::made::{Detail, InitializedPart, Made, Member};
use super::mistakes::operators::NOT_BOOL;
use super::mistakes::{Leads, Taken};
use super::{At, BlockKind, Category, Infer, Named, Node, NodeId, UsedAt, Variable, What};
use crate::convert::Ics;
use crate::finding::MetAt;
use crate::lookup::{Lookup, Sought, Want};
use crate::signature::Signature;
use crate::special::Special;
use crate::view::Sema;

/// "a brace-enclosed list does not provide a return type for this lambda".
const LIST_OF_LAMBDA: u16 = 2366;
/// "a brace-enclosed list does not provide a return type".
const RETURNED_LIST: u16 = 2678;
/// The first release that takes a returned object of the function for an rvalue whatever it is converted to.
const MOVES_WHAT_IS_CONVERTED: Release = Release::V13_1;

impl<'db> Sema<'db> {
    /// The parameters of an abbreviated template, whose types name what its placeholders invent.
    pub(crate) fn abbreviated_parameters(&self, function: DeclRef) -> Option<&'db [ParamExpr]> {
        let is_abbreviated = self.decl(function).specifiers.is_abbreviated;
        is_abbreviated.then(|| self.function_expr(function)).flatten().map(|it| it.params.as_slice())
    }
}

impl<'db> Infer<'_, 'db> {
    /// The body of a function.
    pub(crate) fn function(&mut self, symbol: Symbol<'db>, signature: &Signature<'db>) {
        let db = self.db();
        if let Some(class) = signature.object.or_else(|| self.special_class(symbol))
            && !self.is_static_outside(symbol, class)
        {
            self.this = Some(self.sema.ty(Kind::Class(class)).qualified(db, signature.qualifiers));
        }
        let Root::Function { params, initializers, block, handlers } = &self.body.root else { return };
        let params = self.sema.abbreviated_parameters(symbol.decl).unwrap_or(params);
        self.env = super::body_env(self.sema, self.env, self.point.item, self.body_index);
        let result = signature.result;
        self.deduces = self.sema.has_auto(result);
        self.pattern = result;
        self.result = (!self.deduces).then_some(result);
        self.in_block(|infer| {
            let mut packs = Vec::new();
            for (index, param) in params.iter().enumerate() {
                let plain = Variable {
                    decl: Some(symbol.decl),
                    parameter: Some((None, index as u32)),
                    ..Variable::plain(None, infer.sema.ty(Kind::Error), None)
                };
                if let TypeExpr::Expansion(pattern) = &param.ty {
                    packs.extend(infer.declare_pack(param, pattern, &plain));
                    continue;
                }
                let ty = infer.sema.resolve(&param.ty, infer.site());
                if ty.absorbs(db) && infer.sema.is_unread_parameter(&param.ty, infer.site()) {
                    break;
                }
                let ty = infer.sema.adjusted_parameter(ty);
                infer.declare(Variable { name: param.name.clone(), ty, ..plain });
            }
            infer.name_packs(packs);
            for (index, initializer) in initializers.iter().enumerate() {
                infer.arguments_at = Some(MetAt::InitializerArguments(index as u32));
                let made = infer.member_initializers(initializer, index as u32);
                infer.arguments_at = None;
                if let [InitializedPart { member: Member::Unknown | Member::Class(_), .. }] = made.as_slice()
                {
                    infer.check_initialized_name(initializer, index as u32);
                }
                infer.out.plan.members.extend(made);
            }
            infer.check_parts(symbol, *block);
            infer.check_coroutine(symbol, signature);
            infer.statement(*block);
            infer.handlers(handlers);
        });
        self.check_unset(*block);
        self.check_jumps();
        self.check_constant_constructor(symbol, signature);
        self.check_bound_functions();
        self.check_member_addresses();
        self.check_end(symbol, result);
    }

    /// Whether a member function that is defined outside its class is declared `static` inside.
    pub(crate) fn is_static_outside(&self, symbol: Symbol<'db>, class: asunder_types::Class<'db>) -> bool {
        let written = self.sema.decl(symbol.decl);
        let Some(ident) = written.name.ident().filter(|_| written.qualifier.is_some()) else { return false };
        let Some(definition) = self.sema.definition(class) else { return false };
        let params = self.sema.signature(symbol).map(|signature| signature.params.clone());
        let all: Vec<DeclRef> = self
            .sema
            .named(definition.decl, ident)
            .into_iter()
            .filter(|member| self.sema.function_expr(*member).is_some())
            .collect();
        let is_static = |member: &DeclRef| self.sema.decl(*member).specifiers.is_static;
        if all.iter().all(is_static) || !all.iter().any(is_static) {
            return all.first().is_some_and(is_static);
        }
        let is_same = |member: &&DeclRef| {
            let member = Symbol { decl: **member, env: symbol.env };
            self.sema.signature(member).map(|signature| signature.params.clone()) == params
        };
        let mut same = all.iter().filter(is_same);
        same.next().is_some_and(is_static) && same.next().is_none()
    }

    /// The class of a constructor, which has no object parameter of its own.
    fn special_class(&self, symbol: Symbol<'db>) -> Option<asunder_types::Class<'db>> {
        let decl = self.sema.decl(symbol.decl);
        matches!(decl.name, DeclName::Constructor | DeclName::Destructor)
            .then(|| self.sema.class_of(symbol.env))
            .flatten()
    }

    pub(crate) fn statement(&mut self, id: StmtId) {
        crate::view::deep(|| self.statement_at_depth(id));
    }

    fn statement_at_depth(&mut self, id: StmtId) {
        let body = self.body;
        self.statement = Some(id);
        self.first_of_statement = self.out.nodes.len();
        self.check_constant_statement(id);
        match &body[id] {
            Stmt::Empty | Stmt::Break | Stmt::Continue | Stmt::Goto(_) | Stmt::LocalLabels(_) => {}
            Stmt::Block(all) => {
                self.in_block(|infer| {
                    infer.scopes.mark(BlockKind::Compound);
                    all.iter().for_each(|id| infer.statement(*id));
                });
            }
            Stmt::Expr(expr) => self.discarded(*expr),
            Stmt::Decl(all) => {
                for declared in all {
                    self.declaration(declared);
                }
                self.check_placeholders(all);
            }
            Stmt::StaticAssert(expr) => {
                let first = self.out.nodes.len();
                self.in_required += 1;
                let node = self.expr(*expr);
                self.in_required -= 1;
                let known = self.out.mistakes.len();
                self.check_condition(node);
                let node = self.condition(node);
                if self.out.mistakes.len() == known {
                    self.local_assertion(node, *expr, first);
                }
            }
            Stmt::If { is_constexpr, init, condition, then, otherwise, .. } => self.in_block(|infer| {
                infer.scopes.mark(BlockKind::Condition);
                if let Some(init) = init {
                    infer.statement(*init);
                }
                let is_required = *is_constexpr && infer.sema.evaluates_first();
                infer.in_required += u32::from(is_required);
                let known = infer.out.mistakes.len();
                let tested = condition.as_ref().and_then(|condition| infer.tested(condition));
                let is_bool = infer.out.mistakes[known..].iter().all(|met| met.mistake.number != NOT_BOOL);
                infer.in_required -= u32::from(is_required);
                if let (true, Some(node), Some(Condition::Expr(expr))) =
                    (*is_constexpr && is_bool, tested, condition)
                {
                    infer.check_required(node, *expr);
                }
                let condition = tested;
                let taken = match condition.filter(|_| *is_constexpr).map(|node| infer.constant(node)) {
                    Some(Value::Integer(value, _)) => Some(value != 0),
                    _ => None,
                };
                // Outside instances all statements are checked ([stmt.if]/2).
                let is_open = *is_constexpr && taken.is_none();
                let is_unknown = is_open && infer.in_instance;
                infer.open_branches += u32::from(is_open);
                infer.perhaps_discarded += u32::from(is_unknown);
                infer.has_unknown_branch |= is_unknown;
                infer.branch(*then, taken == Some(false));
                if let Some(otherwise) = otherwise {
                    infer.branch(*otherwise, taken == Some(true));
                }
                infer.perhaps_discarded -= u32::from(is_unknown);
                infer.open_branches -= u32::from(is_open);
            }),
            Stmt::While(condition, block) => self.in_block(|infer| {
                infer.scopes.mark(BlockKind::Condition);
                infer.tested(condition);
                infer.in_block(|infer| infer.statement(*block));
            }),
            Stmt::Do(block, condition) => {
                self.in_block(|infer| infer.statement(*block));
                let first = self.out.nodes.len();
                let node = self.expr(*condition);
                self.check_condition(node);
                self.check_assigned_condition(*condition, node);
                self.note_condition(*condition, node);
                let node = self.condition(node);
                self.out.plan.roots.insert(*condition, node);
                self.full_expression(node, first);
            }
            Stmt::For { init, condition, step, body: block } => self.in_block(|infer| {
                infer.scopes.mark(BlockKind::ForInit);
                if let Some(init) = init {
                    infer.statement(*init);
                }
                // The reference looks for the names of the condition alone then.
                let declares = matches!(condition, Some(Condition::Decl(_)));
                if declares {
                    infer.scopes.open();
                    infer.scopes.mark(BlockKind::Condition);
                }
                if let Some(condition) = condition {
                    let unknown = infer.unknown_template_in(condition);
                    infer.tested(condition);
                    if let Some(unknown) = unknown {
                        infer.check_unknown_template(&unknown);
                    }
                }
                if let Some(step) = step {
                    infer.discarded(*step);
                }
                infer.in_block(|infer| infer.statement(*block));
                if declares {
                    infer.scopes.close();
                }
            }),
            Stmt::RangeFor { init, variable, range, body: block } => self.in_block(|infer| {
                infer.scopes.mark(BlockKind::Range);
                if let Some(init) = init {
                    infer.statement(*init);
                }
                infer.range_for(id, *variable, *range);
                infer.in_block(|infer| infer.statement(*block));
            }),
            Stmt::Switch(init, condition, block) => self.in_block(|infer| {
                infer.scopes.mark(BlockKind::Condition);
                if let Some(init) = init {
                    infer.statement(*init);
                }
                let outer = infer.switched;
                infer.switched = None;
                let mut ty = None;
                match condition {
                    Condition::Expr(expr) => {
                        let first = infer.out.nodes.len();
                        let node = infer.led_by(*expr, Leads::Other, |infer| infer.expr(*expr));
                        infer.check_switched(node);
                        let node = infer.promoted(node);
                        infer.out.plan.roots.insert(*expr, node);
                        infer.switched = Some(infer.node(node).ty);
                        infer.full_expression(node, first);
                        ty = Some(infer.node(node).ty);
                    }
                    Condition::Decl(declared) => {
                        infer.declaration(declared);
                        infer.test_variable(declared.decl, |infer, variable| infer.promoted(variable));
                    }
                }
                infer.switches.push(super::mistakes::Switch::new(ty));
                infer.in_block(|infer| infer.statement(*block));
                infer.switched = outer;
                infer.switches.pop();
            }),
            Stmt::Case(value, upper, inner) => {
                for value in std::iter::once(value).chain(upper) {
                    let first = self.out.nodes.len();
                    self.in_required += 1;
                    self.folds_required = true;
                    let node = self.expr(*value);
                    self.folds_required = false;
                    self.in_required -= 1;
                    if upper.is_none() {
                        self.check_case(node, *value);
                    }
                    // Only the conversion of a constant of another type is listed.
                    let before = self.node(node).ty;
                    let to = self.switched.filter(|to| to.as_builtin(self.db()).is_some());
                    let node = match to {
                        // What is promoted on the way is not shown.
                        Some(to) if self.value_of(node).is_some() => self.converted_to(node, to),
                        to => {
                            let node = self.promoted(node);
                            to.map_or(node, |to| self.converted_to(node, to))
                        }
                    };
                    self.out.plan.roots.insert(*value, node);
                    // A variable alone is not checked there.
                    if !matches!(self.node(node).what, What::Variable) {
                        self.check_argument(node, *value);
                    }
                    self.out.plan.reported.clear();
                    if self.node(node).ty == before {
                        for node in &mut self.out.nodes[first..] {
                            node.used = true;
                        }
                    } else if self.value_of(node).is_some() {
                        self.hide(node);
                    }
                }
                if let Some(inner) = inner {
                    self.statement(*inner);
                }
            }
            Stmt::Labeled(label, inner) => {
                if label.is_none() {
                    self.check_default_label(id);
                }
                if let Some(inner) = inner {
                    self.statement(*inner);
                }
            }
            Stmt::Return(value) => {
                self.check_return_of_coroutine(id, value.is_some());
                self.return_statement(*value);
                self.check_noreturn(MetAt::Statement(id));
            }
            Stmt::CoReturn(value) => {
                self.check_returned_in_coroutine(id, value.is_some());
                if let Some(value) = value {
                    self.gap("coroutine", *value);
                }
            }
            Stmt::GotoComputed(expr) => {
                let node = self.expr(*expr);
                self.decay(node);
            }
            Stmt::Try(block, handlers) => {
                self.statement(*block);
                self.handlers(handlers);
            }
            Stmt::Asm(operands) => {
                for operand in operands {
                    let node = self.expr(operand.value);
                    let is_refused = !operand.is_input && self.check_output(node);
                    self.note_operand(operand.value, node, is_refused);
                    if operand.is_input {
                        let node = self.decay(node);
                        self.read_object(node);
                    }
                }
            }
            Stmt::Ambiguous { declaration, expression } => {
                let is_declaration = match self.body.stmt_decisions.get(&id) {
                    Some(decision) => self.is_first_reading(Some(decision)),
                    None => self.is_declaration(*declaration),
                };
                let chosen = if is_declaration { *declaration } else { *expression };
                self.out.plan.readings.insert(id, chosen);
                self.statement(chosen);
            }
        }
    }

    /// A branch of an `if`. One that is discarded is walked outside templates alone, where it is checked though it makes no
    /// code ([stmt.if]/2).
    fn branch(&mut self, id: StmtId, is_discarded: bool) {
        if !is_discarded {
            return self.in_block(|infer| infer.statement(id));
        }
        if self.in_instance {
            return;
        }
        self.out.plan.discarded.insert(id);
        let outer = self.discarded.replace(self.lambda);
        self.maybe_removed(true, |infer| infer.in_block(|infer| infer.statement(id)));
        self.discarded = outer;
    }

    /// The value of a node, integers and enumerations promoted ([conv.prom]).
    fn promoted(&mut self, node: NodeId) -> NodeId {
        let node = self.decay(node);
        let node = self.converted_by_class(node).unwrap_or(node);
        match self.promoted_type(self.node(node).ty) {
            Some(to) => self.converted_to(node, to),
            None => node,
        }
    }

    /// An expression whose value nobody takes.
    fn discarded(&mut self, expr: ExprId) {
        let first = self.out.nodes.len();
        let mistakes = self.out.mistakes.len();
        let leads = match self.body[expr] {
            Expr::Name(_) => Leads::Declaration,
            _ => Leads::Statement,
        };
        let node = self.led_by(expr, leads, |infer| infer.expr(expr));
        self.note_call(expr, node);
        let node = self.settled(node);
        self.check_undetermined(node, MetAt::Node(At::Start(expr)));
        self.out.plan.roots.insert(expr, node);
        self.check_statement(expr, node, mistakes);
        self.check_discarded(node);
        self.full_expression(node, first);
        self.show_held(node);
    }

    /// The end of a full-expression whose nodes are those from number `first` on. The reference keeps one that destroys
    /// temporaries apart, and shows of it only what it shows twice.
    fn full_expression(&mut self, node: NodeId, first: usize) {
        let db = self.db();
        let nodes = &self.out.nodes[first..];
        let makes = |node: &super::Node<'db>| {
            let is_object = match node.what {
                What::Op("temp_init") => true,
                // A copy of its bits.
                What::Variable => node.read,
                What::Op("call" | "dot_member_call" | "points_to_member_call") => {
                    node.category == Category::Prvalue
                }
                _ => false,
            };
            is_object && node.ty.as_class(db).is_some() && self.sema.has_destructor(node.ty)
        };
        let root = self.node(node);
        let is_result = makes(root) && !matches!(root.what, What::Op("temp_init"));
        let destroys = nodes
            .iter()
            .enumerate()
            .any(|(index, it)| makes(it) && !(is_result && first + index == node.0 as usize));
        if destroys {
            self.hide(node);
        }
    }

    fn handlers(&mut self, handlers: &[Handler]) {
        let mut taken = Taken::default();
        for handler in handlers {
            self.check_handler(handler, &mut taken);
            self.in_block(|infer| {
                infer.scopes.mark(BlockKind::Handler);
                if let Some(param) = &handler.param {
                    let ty = infer.sema.resolve(&param.ty, infer.site());
                    let ty = infer.sema.adjusted_parameter(ty);
                    let spelled = infer.sema.spelled(&param.ty, infer.site());
                    let spelled = spelled.map(|spelled| spelled.decayed(infer.db()));
                    let plain = Variable::plain(param.name.clone(), ty, infer.lambda);
                    infer.declare(Variable { spelled, ..plain });
                }
                infer.statement(handler.block);
            });
        }
    }

    /// A condition that is an expression, as a node.
    fn tested(&mut self, condition: &Condition) -> Option<NodeId> {
        match condition {
            Condition::Expr(expr) => {
                let first = self.out.nodes.len();
                let node = self.led_by(*expr, Leads::Other, |infer| infer.expr(*expr));
                let node = self.settled(node);
                self.check_undetermined(node, MetAt::Node(At::Start(*expr)));
                self.check_condition(node);
                self.check_assigned_condition(*expr, node);
                self.note_condition(*expr, node);
                let node = self.condition(node);
                self.out.plan.roots.insert(*expr, node);
                self.full_expression(node, first);
                Some(node)
            }
            Condition::Decl(declared) => {
                self.declaration(declared);
                self.test_variable(declared.decl, |infer, variable| infer.condition(variable));
                None
            }
        }
    }

    /// The conversion of a variable that a condition declares, where its class gives it: the typed tree does not show it.
    fn test_variable(&mut self, declared: LocalId, convert: impl FnOnce(&mut Self, NodeId) -> NodeId) {
        let Some((number, _)) = self.out.plan.locals.get(&declared) else { return };
        let number = *number;
        let ty = self.variable_of(number).ty.referred(self.db());
        if ty.as_class(self.db()).is_none() {
            return;
        }
        let (first_node, first_use) = (self.out.nodes.len(), self.out.uses.len());
        let variable = self.push(Node {
            named: Some(Named::Local(number)),
            ..Self::plain(What::Variable, ty, Category::Lvalue, At::None)
        });
        convert(self, variable);
        for node in &mut self.out.nodes[first_node..] {
            node.used = true;
        }
        let decl = self.declared_at(declared);
        for used in &mut self.out.uses[first_use..] {
            used.at = UsedAt::Declared(decl);
        }
    }

    fn return_statement(&mut self, value: Option<ExprId>) {
        let db = self.db();
        // It says nothing of the type that is returned ([dcl.spec.auto]/3).
        if self.deduces && self.discarded == Some(self.lambda) {
            if let Some(value) = value {
                self.expr(value);
            }
            return;
        }
        let Some(value) = value else {
            if let Some(statement) = self.statement {
                self.check_empty_return(statement);
            }
            if self.deduces {
                let void = self.sema.builtin(Builtin::Void);
                self.out.returned.push(void);
            }
            return;
        };
        let first = self.out.nodes.len();
        let node = self.expr(value);
        if let Some(result) = self.result.filter(|_| !self.in_template)
            && self.check_returned_list(node, result)
        {
            return;
        }
        match self.result {
            // In a template the conversion waits for the instances.
            Some(_) if self.in_template => {
                let node = self.settled(node);
                self.out.plan.roots.insert(value, node);
            }
            Some(result) if !result.is_void(db) => {
                let node = self.settled(node);
                self.out.plan.roots.insert(value, node);
                if self.is_made_into_another(node, result) {
                    self.move_into_another(node, result);
                }
                self.check_returned(node, result);
                if self.is_own_object(node, result) {
                    self.check_returned_object(node, result);
                    self.show_returned_object(node, result);
                    return;
                }
                if self.is_constant_construction(node, result) {
                    return;
                }
                let node = match self.node(node).what {
                    What::List => self.in_initializer(|infer| infer.converted_for(node, result, value)),
                    _ => self.converted_for(node, result, value),
                };
                self.out.plan.roots.insert(value, node);
                self.check_returned_address(value, node, result);
                self.elided(node, result);
                if result.as_class(db).is_none() {
                    self.full_expression(node, first);
                }
            }
            Some(result) => {
                let node = self.settled(node);
                self.out.plan.roots.insert(value, node);
                self.check_returned(node, result);
            }
            None => {
                let node = self.settled(node);
                let inner = self.node(node);
                if matches!(inner.what, What::List) {
                    if !self.in_template && !self.in_instance {
                        let number = if self.lambda.is_some() { LIST_OF_LAMBDA } else { RETURNED_LIST };
                        self.met_plain(number, At::Start(value));
                    }
                    self.out.returned.push(self.sema.gap("returned list"));
                    return;
                }
                // What is returned is deduced from this: remembered as `auto` and as an expression.
                let ty = match self.pattern.kind(db) {
                    Kind::DecltypeAuto => self.decltype_of_value(node),
                    _ => self.type_with_category(node),
                };
                self.check_deduced_result(node, ty);
                self.check_deduced_address(value, node, ty);
                self.out.returned.push(ty);
                // In a template or a generic lambda that waits for the instances.
                let node = if self.in_template { node } else { self.resolved_value(node) };
                self.out.plan.roots.insert(value, node);
            }
        }
    }

    /// Whether a returned node is a written construction of the class that is returned, of constants.
    fn is_constant_construction(&self, node: NodeId, result: Ty<'db>) -> bool {
        let db = self.db();
        self.node(node).flags.functional
            && self.is_constant_object(node)
            && self.node(node).ty.unqualified(db) == result.unqualified(db)
    }

    /// Whether a returned node is an object of the function, of the class that is returned: it is moved, or is the
    /// result itself ([class.copy.elision]).
    fn is_own_object(&self, node: NodeId, result: Ty<'db>) -> bool {
        let Some(Named::Local(number)) = self.node(node).named else { return false };
        let class = result.as_class(self.db());
        let definition = class.and_then(|class| self.sema.definition(class));
        // Classes without constructors are copied as values.
        matches!(self.node(node).what, What::Variable)
            && definition.is_some_and(|definition| !self.sema.constructors(&definition).is_empty())
            && self.node(node).ty.unqualified(self.db()) == result.unqualified(self.db())
            && !self.variable_of(number).is_static
    }

    /// A returned object of the function, from which one of another class is made: later releases take it for an rvalue
    /// whatever the conversion ([class.copy.elision]/3 of C++20), all do where nothing takes it as it is.
    fn move_into_another(&mut self, node: NodeId, result: Ty<'db>) {
        let fails = |infer: &Self| match infer.sema.implicit(&infer.operand(node), result, true) {
            Ics::No => true,
            // A base that is made of it.
            Ics::Standard(_) => {
                let is_deleted = |class, special| matches!(infer.sema.special(class, special), Some(Some(found)) if found.is_deleted);
                let special = match infer.node(node).category {
                    Category::Lvalue => Special::Copy,
                    _ => Special::Move,
                };
                result.as_class(infer.db()).is_some_and(|class| is_deleted(class, special))
            }
            _ => false,
        };
        let is_wanted = self.sema.dialect.release >= MOVES_WHAT_IS_CONVERTED || fails(self);
        self.node_mut(node).category = Category::Xvalue;
        if !is_wanted || fails(self) {
            self.node_mut(node).category = Category::Lvalue;
        }
    }

    /// Whether a returned node is an object of the function from which one of another class is made.
    fn is_made_into_another(&self, node: NodeId, result: Ty<'db>) -> bool {
        let it = self.node(node);
        let Some(Named::Local(number)) = it.named else { return false };
        let db = self.db();
        matches!(it.what, What::Variable)
            && result.as_class(db).is_some()
            && it.ty.as_class(db).is_some()
            && it.ty.unqualified(db) != result.unqualified(db)
            && !matches!(self.variable_of(number).ty.kind(db), Kind::Reference(..))
            && !self.variable_of(number).is_static
    }

    /// The return type that the returned values give a declared one with a placeholder.
    pub(crate) fn common_return(&mut self, declared: Ty<'db>) -> Ty<'db> {
        if !self.sema.has_auto(declared) {
            return declared;
        }
        match self.out.returned.first() {
            Some(first) => self.returned_as(declared, *first),
            None => self.sema.builtin(Builtin::Void),
        }
    }

    /// The type that a returned value gives a declared one with a placeholder.
    pub(crate) fn returned_as(&self, declared: Ty<'db>, first: Ty<'db>) -> Ty<'db> {
        let db = self.db();
        if first.absorbs(db) {
            return first;
        }
        let (ty, category) = match first.kind(db) {
            Kind::Reference(to, false) => (*to, Category::Lvalue),
            Kind::Reference(to, true) => (*to, Category::Xvalue),
            _ => (first, Category::Prvalue),
        };
        if ty.is_void(db) {
            return ty;
        }
        match declared.kind(db) {
            Kind::Auto => ty.decayed(db),
            Kind::DecltypeAuto => first,
            Kind::Reference(inner, rvalue) => match (inner.kind(db), rvalue) {
                (Kind::Auto, true) if category == Category::Lvalue => ty.lvalue_ref(db),
                (Kind::Auto, true) => ty.rvalue_ref(db),
                (Kind::Auto, false) => ty.lvalue_ref(db),
                (Kind::Qualified(qualifiers, _), _) => {
                    let to = ty.qualified(db, *qualifiers);
                    if *rvalue { to.rvalue_ref(db) } else { to.lvalue_ref(db) }
                }
                _ => self.sema.gap("deduced return type"),
            },
            Kind::Pointer(inner) => match (inner.unqualified(db).kind(db), ty.decayed(db).kind(db)) {
                (Kind::Auto, Kind::Pointer(to)) => to.qualified(db, inner.qualifiers(db)).pointer_to(db),
                _ => self.sema.gap("deduced return type"),
            },
            _ => self.sema.gap("deduced return type"),
        }
    }

    // ---- declarations

    /// Whether the declaration reading of an ambiguous statement is right: what it takes for types are some.
    fn is_declaration(&self, id: StmtId) -> bool {
        let Stmt::Decl(all) = &self.body[id] else { return true };
        all.iter().all(|declared| {
            let decl = self.local_decl(declared.decl);
            match &decl.kind {
                DeclKind::Variable { ty, .. } | DeclKind::Typedef(ty) => {
                    self.sema.names_type(innermost(ty), self.site())
                }
                DeclKind::Function { ty: TypeExpr::Function(function), .. } => {
                    self.sema.names_type(innermost(&function.result), self.site())
                }
                DeclKind::FunctionOrVariable { variable, .. } => {
                    self.sema.names_type(innermost(variable), self.site())
                }
                _ => true,
            }
        })
    }

    fn local_decl(&self, local: LocalId) -> &'db asunder_decls::written::Decl {
        self.sema.decl(self.declared_at(local))
    }

    fn declaration(&mut self, declared: &Declared) {
        let decl = self.declared_at(declared.decl);
        let written = self.sema.decl(decl);
        let symbol = Symbol { decl, env: self.env };
        let name = Sought::of_declared(&written.name).map(|name| Ident::from(&*name.in_blocks()));
        match &written.kind {
            DeclKind::Variable { ty, .. } => {
                self.check_missing_typename(symbol, ty);
                self.local_object(symbol, ty, &declared.init);
            }
            DeclKind::FunctionOrVariable { variable, function: TypeExpr::Function(function) } => {
                if self.sema.are_types(&function.params, self.site()) {
                    self.name_in_block(name, Lookup::Found(vec![symbol]));
                } else {
                    self.check_missing_typename(symbol, variable);
                    self.local_object(symbol, variable, &declared.init);
                }
            }
            DeclKind::UsingDirective(path) => {
                if let Some(to) = self.sema.namespace_of_path(path, self.site()) {
                    let (sema, from, point) = (self.sema, self.sema.namespace_of(self.env), self.point);
                    self.scopes.nominate(|directives| sema.nominate(directives, to, from, point));
                } else {
                    self.check_directive(path);
                }
            }
            DeclKind::UsingDeclaration(path) => {
                let named = self.sema.lookup_path(path, self.site(), Want::Any);
                self.check_using(path);
                let found = match named.found {
                    Lookup::None => Lookup::Gap("using-declaration"),
                    found => found,
                };
                self.name_in_block(name, found);
            }
            DeclKind::UsingEnum(path) => {
                let ty = self.sema.type_of_path(path, self.site(), Want::Scopes);
                if let Kind::Enum(first, env) = ty.kind(self.db())
                    && let Some(definition) = self.sema.enum_definition(*first, *env)
                {
                    for (local, member) in self.sema.members(definition) {
                        let symbol = Symbol { decl: definition.sibling(local), env: *env };
                        self.name_in_block(member.name.ident().cloned(), Lookup::Found(vec![symbol]));
                    }
                }
            }
            DeclKind::Enum(kind) => {
                self.name_in_block(name, Lookup::Found(vec![symbol]));
                if !kind.scoped {
                    for (local, member) in self.sema.members(decl) {
                        let symbol = Symbol { decl: decl.sibling(local), env: self.env };
                        if let Some(name) = member.name.ident() {
                            self.check_redeclared(symbol.decl, name);
                        }
                        self.name_in_block(member.name.ident().cloned(), Lookup::Found(vec![symbol]));
                    }
                }
            }
            DeclKind::Typedef(ty) if self.check_typenames(ty) => {}
            DeclKind::Typedef(ty) => {
                if let Some(name) = written.name.ident() {
                    match self.scopes.in_innermost(name) {
                        Some(Lookup::Variable(_)) => self.check_redeclared(symbol.decl, name),
                        _ => _ = self.check_template_parameter(symbol.decl, name),
                    }
                }
                self.arguments_of_typedef(symbol.decl.local);
                // Its type may name what only these blocks know.
                if written.templates.is_empty() {
                    let ty = self.sema.resolve(ty, self.site());
                    self.sema.local_types.borrow_mut().insert((decl, self.env), ty);
                }
                self.name_in_block(name, Lookup::Found(vec![symbol]));
            }
            // `struct S *p` names a class that is declared already, if there is one ([basic.scope.pdecl]/7).
            DeclKind::Class(class) if class.elaborated => {
                let declared = name.as_deref().is_some_and(|name| {
                    self.sema.lookup(Sought::Ident(name), self.site(), Want::Scopes) != Lookup::None
                });
                if !declared {
                    self.name_in_block(name, Lookup::Found(vec![symbol]));
                }
            }
            // Members of an anonymous union are names of the block.
            DeclKind::Class(_) if name.is_none() && self.sema.is_transparent(decl) => {
                let mut members = self.sema.members(decl);
                let mut next = 0;
                while let Some((local, member)) = members.get(next).copied() {
                    next += 1;
                    let inner = decl.sibling(local);
                    if matches!(member.kind, DeclKind::Class(_)) && self.sema.is_transparent(inner) {
                        members.extend(self.sema.members(inner));
                    }
                    if matches!(member.kind, DeclKind::Variable { .. }) {
                        let member = Symbol { decl: inner, env: self.env };
                        let ty = self.sema.variable_type(member);
                        self.new_local(member, ty, None);
                    }
                }
            }
            DeclKind::NamespaceAlias(_) | DeclKind::Class(_) | DeclKind::Function { .. } => {
                self.name_in_block(name, Lookup::Found(vec![symbol]));
            }
            _ => {}
        }
    }

    fn name_in_block(&mut self, name: Option<Ident>, lookup: Lookup<'db>) {
        if let Some(name) = name {
            self.scopes.declare(name, lookup);
        }
    }

    fn local_object(&mut self, symbol: Symbol<'db>, written: &TypeExpr, init: &Init) {
        let db = self.db();
        let statement = self.statement;
        let decl = self.sema.decl(symbol.decl);
        if self.check_typenames(written)
            || self.check_value_as_type(symbol, written)
            || self.check_unknown_scope(symbol, written)
        {
            return;
        }
        let mut ty = self.sema.resolve(written, self.site());
        if matches!(ty.kind(db), Kind::Error) && self.undeclared_type(symbol, written, init) {
            return;
        }
        if ty.absorbs(db) {
            self.check_template_arguments(written);
        }
        self.check_named_type(written);
        if let Some(mistake) = self.sema.wrong_elements(written, self.site()) {
            self.met_at(mistake, MetAt::Name(symbol.decl));
        }
        if !decl.specifiers.is_extern {
            self.in_constant += u32::from(decl.specifiers.is_constexpr);
            let places = self.undeduced_at(symbol.decl, written, init);
            ty = self.in_initializer(|infer| infer.with_deduced_class(ty, written, init, places));
            self.in_constant -= u32::from(decl.specifiers.is_constexpr);
        }
        if let Some(class) = ty.as_class(db)
            && !written.has_placeholder()
            && (decl.specifiers.is_extern || *init != Init::None)
        {
            self.check_abstract(class, super::mistakes::Abstract::Object, MetAt::Name(symbol.decl));
        }
        if ty.unqualified(db).is_void(db) {
            self.void_local(symbol, written, init, ty);
            return;
        }
        if decl.specifiers.is_extern && !matches!(ty.kind(db), Kind::Auto) {
            // It means an object of the namespace.
            self.new_local(symbol, ty, None);
            return;
        }
        if let Kind::Array(element, Bound::Unknown) = ty.kind(db) {
            match super::array_count(self.body, init, self.sema, *element) {
                Some(count) => ty = self.sema.ty(Kind::Array(*element, Bound::Count(count))),
                None if self.in_template => ty = self.sema.ty(Kind::Dependent),
                None => {}
            }
        }
        let mut of = ty;
        while let Kind::Array(element, Bound::Count(_)) = of.kind(db) {
            of = *element;
        }
        let is_variable = matches!(of.kind(db), Kind::Array(_, Bound::Variable));
        let lives_on = decl.specifiers.is_static || decl.specifiers.is_extern;
        if is_variable && (lives_on || decl.attributes.spaces.shared) {
            self.check_variable_length(symbol.decl, written);
        }
        let deduces = written.has_placeholder();
        if !deduces {
            // The name is visible in its own initializer.
            let declared = if decl.specifiers.is_constexpr { ty.constant(db) } else { ty };
            let number = self.new_local(symbol, declared, None);
            let spelled = self.sema.spelled(written, self.site());
            self.target = match decl.specifiers.is_constexpr {
                true => spelled.map(|spelled| spelled.qualified(Qualifiers::CONST)),
                false => spelled,
            };
            let known = self.out.mistakes.len();
            self.operands_of_types(symbol);
            if self.check_complete(symbol.decl, declared, init) {
                self.target = None;
                return;
            }
            let is_missing = decl.specifiers.is_constexpr && self.is_scalar_or_array(declared);
            if *init == Init::None && !is_missing {
                self.check_local_default(symbol.decl, declared);
            }
            self.check_constant_variable(symbol, declared, init);
            self.out.plan.reported.clear();
            self.in_constant += u32::from(decl.specifiers.is_constexpr);
            let Initialized { value, node, made } = self.in_initializer(|infer| infer.initialized(init, ty));
            self.in_constant -= u32::from(decl.specifiers.is_constexpr);
            self.target = None;
            let is_static_reference = decl.specifiers.is_static && matches!(ty.kind(db), Kind::Reference(..));
            if let Some(number) = number
                && is_static_reference
                && self.out.mistakes[known..].iter().any(crate::refused_references::refuses)
            {
                let index = (number - self.first_variable) as usize;
                self.out.variables[index].ty = self.sema.ty(Kind::Error);
            }
            let place = match init {
                Init::Copy(expr) | Init::Brace(expr) => MetAt::Node(At::Start(*expr)),
                Init::Paren(args) => {
                    args.first().map_or(MetAt::Name(symbol.decl), |first| MetAt::Node(At::Start(*first)))
                }
                Init::None => MetAt::Name(symbol.decl),
            };
            self.check_destroyed(declared, place);
            let value = match number {
                Some(number) => self.local_constant(symbol, number, ty, init, made.clone()).or(value),
                None => value,
            };
            if let Some(name) = decl.name.ident().filter(|_| !self.is_open(ty)) {
                self.check_left_reference(&made, ty, name, MetAt::Name(symbol.decl));
            }
            if let Some(statement) = statement {
                self.check_literal_variable(symbol.decl, ty, init, statement);
            }
            if let Some(number) = number {
                let initial = self.initial(value.clone(), node, ty);
                let index = (number - self.first_variable) as usize;
                self.out.variables[index].initial = initial;
            }
            let may_be_constant = decl.specifiers.is_constexpr || ty.qualifiers(db).is_const;
            if let (Some(value), true, Some(number)) = (value, may_be_constant, number) {
                let index = (number - self.first_variable) as usize;
                self.out.variables[index].value = Some(value);
            }
            return;
        }
        let expr = match init {
            Init::None => {
                self.met_no_initializer(written, MetAt::Name(symbol.decl));
                self.new_local(symbol, self.sema.ty(Kind::Error), None);
                return;
            }
            Init::Copy(expr) => *expr,
            Init::Brace(expr) => match &self.body[*expr] {
                Expr::List(clauses) if clauses.len() == 1 => clauses[0].value,
                _ => *expr,
            },
            Init::Paren(all) => match all.as_slice() {
                [only] => *only,
                _ => {
                    self.new_local(symbol, self.sema.ty(Kind::Error), None);
                    return;
                }
            },
        };
        let own = decl.name.ident().map(|name| (name.clone(), self.scopes.depth()));
        let outer = self.own_placeholders.len();
        self.own_placeholders.extend(own);
        let node = self.in_initializer(|infer| infer.expr(expr));
        self.own_placeholders.truncate(outer);
        let is_reference = matches!(written, TypeExpr::LvalueRef(_) | TypeExpr::RvalueRef(_));
        if let DeclName::Bindings(names) = &decl.name
            && matches!(self.node(node).ty.kind(db), Kind::Array(..))
            && !is_reference
        {
            // The elements of an array are copied ([dcl.struct.bind]/1).
            let array = self.node(node).ty;
            if self.bindings(symbol, names, array) {
                self.out.plan.bindings.insert(symbol.decl.local, (array, Made::Node(node)));
            }
            return;
        }
        let auto = self.statement.map(|statement| MetAt::Word(statement, "auto".into()));
        let auto = auto.filter(|_| !matches!(written, TypeExpr::DecltypeAuto));
        let found = match self.check_deduced_from(node, init, ty, auto) {
            true => self.sema.ty(Kind::Error),
            false => self.deduced(ty, node),
        };
        self.check_deduced_reference(node, found);
        let node = self.converted_for(node, found, expr);
        let value = self
            .value_of(node)
            .or_else(|| self.evaluate(node))
            .and_then(|value| self.sema.converted_value(value, found.referred(db).unqualified(db)));
        let found = if decl.specifiers.is_constexpr { found.constant(db) } else { found };
        let value = value.filter(|_| found.qualifiers(db).is_const);
        if let DeclName::Bindings(names) = &decl.name {
            if self.bindings(symbol, names, found) {
                self.out.plan.bindings.insert(symbol.decl.local, (found, Made::Node(node)));
            }
            return;
        }
        self.check_closure_variable(symbol, found, statement);
        let number = self.new_local(symbol, found, value);
        if let Some(number) = number {
            let value = self.local_constant(symbol, number, found, init, Made::Node(node));
            if value.is_some() && found.qualifiers(db).is_const {
                let index = (number - self.first_variable) as usize;
                self.out.variables[index].value = value;
            }
        }
    }

    /// A variable of type `void`: what is written for its value is looked at by itself.
    fn void_local(&mut self, symbol: Symbol<'db>, written: &TypeExpr, init: &Init, ty: Ty<'db>) {
        let error = self.sema.ty(Kind::Error);
        self.new_local(symbol, error, None);
        let spelled = self.sema.spelled(written, self.site());
        if let Some(argument) = spelled.and_then(|spelled| self.sema.type_argument(&spelled)) {
            self.met_void_variable(symbol.decl, ty, argument);
        }
        self.in_initializer(|infer| infer.initialized(init, error));
    }

    pub(super) fn new_local(
        &mut self,
        symbol: Symbol<'db>,
        ty: Ty<'db>,
        value: Option<Value<'db>>,
    ) -> Option<u32> {
        let decl = self.sema.decl(symbol.decl);
        if let Some(name) = decl.name.ident() {
            self.check_redeclared(symbol.decl, name);
        }
        self.sema.local_types.borrow_mut().insert((symbol.decl, symbol.env), ty);
        let lambda = self.lambda;
        Some(self.declare(Variable {
            decl: Some(symbol.decl),
            parameter: None,
            name: decl.name.ident().cloned(),
            ty,
            value,
            initial: None,
            constant: None,
            lambda,
            is_static: decl.specifiers.is_static
                || decl.specifiers.is_extern
                || decl.attributes.spaces.shared,
            is_capture: false,
            spelled: None,
        }))
    }

    // ---- statement expressions

    /// `({ … })`: what its last statement gives.
    pub(crate) fn statements_value(&mut self, id: ExprId, block: StmtId) -> NodeId {
        let Stmt::Block(all) = &self.body[block] else { return self.gap("statement expression", id) };
        let value = self.in_block(|infer| {
            let mut value = None;
            for (index, statement) in all.iter().enumerate() {
                if index + 1 == all.len()
                    && let Stmt::Expr(expr) = &infer.body[*statement]
                {
                    let node = infer.expr(*expr);
                    let node = infer.resolved_value(node);
                    infer.out.plan.roots.insert(*expr, node);
                    value = Some(node);
                } else {
                    infer.statement(*statement);
                }
            }
            value
        });
        let ty = value.map_or_else(|| self.sema.builtin(Builtin::Void), |node| self.node(node).ty);
        let node = self.op("statement", ty, Category::Prvalue, At::Start(id), Vec::new());
        self.out.plan.details.insert(node, Detail::Statements(block));
        node
    }
}

/// The type that declarators are built on.
pub(super) fn innermost(ty: &TypeExpr) -> &TypeExpr {
    match ty {
        TypeExpr::Qualified(_, inner)
        | TypeExpr::Pointer(inner)
        | TypeExpr::LvalueRef(inner)
        | TypeExpr::RvalueRef(inner)
        | TypeExpr::Array(_, inner)
        | TypeExpr::MemberPointer(_, inner) => innermost(inner),
        TypeExpr::Function(function) => innermost(&function.result),
        ty => ty,
    }
}
