//! Expressions: names, members, literals, casts, `sizeof`, `new`, lambdas and the rest; operators and calls have
//! files of their own.

use std::rc::Rc;

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{DeclKind, Path, SegmentName, TypeExpr};
use asunder_hir::body::{Args, Capture, CastKind, Decision, Expr, ExprId, Init, LambdaId, Sort, TypeOrExpr};
use asunder_types::{Arg, Bound, Builtin, Class, Kind, Qualifiers, RefQualifier, Symbol, Ty, Value};

use super::made::{Detail, LambdaPlan};
use super::{
    At, Category, Closure, Flags, Infer, Named, Node, NodeId, Pending, Variable, What, closure_class,
};
use crate::convert::FunctionSet;
use crate::finding::MetAt;
use crate::lookup::{Lookup, Sought, Want};
use crate::overload::Candidate;
use crate::uses::UseForm;

impl<'db> Infer<'_, 'db> {
    /// The node of an expression.
    pub(crate) fn expr(&mut self, id: ExprId) -> NodeId {
        crate::view::deep(|| self.expr_at_depth(id))
    }

    fn expr_at_depth(&mut self, id: ExprId) -> NodeId {
        let body = self.body;
        match &body[id] {
            Expr::Missing(why) => self.gap(why, id),
            Expr::Integer(value, ty) => {
                let ty = self.sema.builtin(*ty);
                self.literal(Value::Integer(*value as i128, ty), ty, id)
            }
            Expr::Floating(text, ty) => {
                let number: f64 = text.parse().unwrap_or(f64::NAN);
                let number = if *ty == Builtin::Float { f64::from(number as f32) } else { number };
                let ty = self.sema.builtin(*ty);
                self.literal(Value::Floating(number.to_bits(), ty), ty, id)
            }
            Expr::Character(value, ty) => {
                let ty = self.sema.builtin(*ty);
                self.literal(Value::Integer(*value, ty), ty, id)
            }
            Expr::Bool(value) => {
                let ty = self.sema.builtin(Builtin::Bool);
                self.literal(Value::Integer((*value).into(), ty), ty, id)
            }
            Expr::Nullptr => {
                let ty = self.sema.builtin(Builtin::NullPtr);
                self.literal(Value::Integer(0, ty), ty, id)
            }
            Expr::GnuNull => {
                let ty = self.sema.builtin(Builtin::Long);
                self.literal(Value::Integer(0, ty), ty, id)
            }
            Expr::String(character, length, _) => {
                let element = self.sema.builtin(*character).constant(self.db());
                let ty = self.sema.ty(Kind::Array(element, Bound::Count(*length)));
                self.push(Self::plain(What::String, ty, Category::Lvalue, At::Start(id)))
            }
            Expr::UserLiteral(..) => self.gap("user-defined literal", id),
            Expr::Name(path) => self.name(id, path),
            Expr::This => self.this_node(At::Start(id), id),
            Expr::Paren(inner) => {
                let node = self.expr(*inner);
                let inner = self.node_mut(node);
                inner.parentheses = Some(id);
                if matches!(inner.what, What::Constant(_)) {
                    inner.at = At::Start(id);
                }
                node
            }
            Expr::Unary(operator, operand) => self.unary(id, operator, *operand),
            Expr::Postfix(operator, operand) => self.postfix(id, operator, *operand),
            Expr::Binary(operator, lhs, rhs) => self.binary(id, operator, *lhs, *rhs),
            Expr::Conditional(condition, then, otherwise) => {
                self.conditional(id, *condition, *then, *otherwise)
            }
            Expr::Member(base, arrow, path) => self.member(id, *base, *arrow, path),
            Expr::Index(base, indices) => self.index(id, *base, indices),
            Expr::Call(callee, args) => self.call(id, *callee, args),
            Expr::Launch(callee, config, args) => self.launch(id, *callee, config, args),
            Expr::Construct(ty, args) => self.construct(id, ty, args),
            Expr::Cast(kind, ty, operand) => self.cast(id, *kind, ty, *operand),
            Expr::CompoundLiteral(ty, list) => {
                let ty = self.sema.resolve(ty, self.site());
                let list = self.expr(*list);
                self.hide(list);
                let how = self.initialize(list, ty, id);
                let node = self.op("temp_init", ty, Category::Prvalue, At::Start(id), Vec::new());
                self.out.plan.details.insert(node, Detail::Made(how));
                node
            }
            Expr::List(clauses) => {
                let designated = clauses.iter().any(|clause| !clause.designators.is_empty());
                let elements: Vec<NodeId> = clauses.iter().map(|clause| self.expr(clause.value)).collect();
                let ty = self.sema.gap("braced list");
                let node = self.push(Node {
                    used: true,
                    ..Self::plain(What::List, ty, Category::Prvalue, At::Start(id))
                });
                self.lists.push((node, elements, designated, id));
                node
            }
            Expr::New { placement, ty, bound, init, global } => {
                self.new_expr(id, *global, placement, ty, *bound, init)
            }
            Expr::Delete { operand, array, .. } => self.delete(id, *array, *operand),
            Expr::Throw(operand) => {
                let operands = operand.iter().map(|operand| {
                    let node = self.expr(*operand);
                    let node = self.resolved_value(node);
                    self.elided(node, self.node(node).ty);
                    node
                });
                let mut operands: Vec<NodeId> = operands.collect();
                operands.retain(|operand| !matches!(self.node(*operand).what, What::Op("temp_init")));
                let void = self.sema.builtin(Builtin::Void);
                self.op("throw", void, Category::Prvalue, At::Start(id), operands)
            }
            Expr::Sizeof(operand) => self.sizeof(id, operand, false),
            Expr::Alignof(operand) => self.sizeof(id, operand, true),
            Expr::SizeofPack(name) => match self.sema.lookup(Sought::Ident(name), self.site(), Want::Any) {
                Lookup::Param(_, Some(Arg::Pack(args))) => {
                    let ty = self.sema.builtin(Builtin::UnsignedLong);
                    let count = args.list(self.db()).len();
                    self.literal(Value::Integer(count as i128, ty), ty, id)
                }
                Lookup::Param(_, None) => self.dependent(id),
                _ => self.gap("size of a function parameter pack", id),
            },
            Expr::Noexcept(operand) => {
                self.unevaluated += 1;
                let node = self.expr(*operand);
                self.unevaluated -= 1;
                self.hide(node);
                self.gap("noexcept operator", id)
            }
            Expr::Typeid(_) => self.gap("typeid", id),
            Expr::Trait(name, operands) => self.type_trait(id, name, operands),
            Expr::Lambda(lambda) => self.lambda(id, *lambda),
            Expr::Statements(block) => self.statements_value(id, *block),
            Expr::Fold(..) => self.gap("fold expression", id),
            Expr::Expansion(_) => self.gap("pack expansion", id),
            Expr::Requires(..) => self.gap("requires expression", id),
            Expr::Await(_) | Expr::Yield(_) => self.gap("coroutine", id),
            Expr::LabelAddress(_) => {
                let ty = self.sema.builtin(Builtin::Void).pointer_to(self.db());
                self.op("label_address", ty, Category::Prvalue, At::Start(id), Vec::new())
            }
            Expr::Ambiguous(first, second) => match self.is_first_reading(body.expr_decisions.get(&id)) {
                true => self.expr(*first),
                false => self.expr(*second),
            },
        }
    }

    pub(crate) fn literal(&mut self, value: Value<'db>, ty: Ty<'db>, id: ExprId) -> NodeId {
        self.push(Self::plain(What::Constant(value), ty, Category::Prvalue, At::Start(id)))
    }

    pub(crate) fn dependent(&mut self, id: ExprId) -> NodeId {
        let ty = self.sema.ty(Kind::Dependent);
        self.push(Self::plain(What::Gap("dependent"), ty, Category::Prvalue, At::Start(id)))
    }

    pub(crate) fn error(&mut self, id: ExprId, operands: Vec<NodeId>) -> NodeId {
        let ty = self.sema.ty(Kind::Error);
        self.push(Node { operands, ..Self::plain(What::Gap("error"), ty, Category::Prvalue, At::Point(id)) })
    }

    /// Whether the first of two readings is right: a name decides.
    pub(crate) fn is_first_reading(&self, decision: Option<&Decision>) -> bool {
        let Some(decision) = decision else { return true };
        match decision.first {
            Sort::Type => self.sema.is_name_of_type(&decision.name, self.site()),
            Sort::Value => !self.sema.is_name_of_type(&decision.name, self.site()),
            Sort::Template => self.names_template(&decision.name),
            Sort::NoTemplate => !self.names_template(&decision.name),
        }
    }

    /// Whether a name is a template's.
    fn names_template(&self, path: &Path) -> bool {
        match self.sema.lookup_path(path, self.site(), Want::Any).found {
            Lookup::Found(symbols) => symbols.iter().any(|symbol| {
                let decl = self.sema.decl(symbol.decl);
                !decl.templates.is_empty()
            }),
            Lookup::Injected(_) => true,
            Lookup::Param(..) | Lookup::Dependent | Lookup::Gap(_) => true,
            Lookup::None | Lookup::Parameter(..) | Lookup::Variable(_) => false,
        }
    }

    // ---- names

    fn name(&mut self, id: ExprId, path: &Path) -> NodeId {
        if let Some(last) = path.segments.last()
            && matches!(last.name, SegmentName::Destructor | SegmentName::Conversion(_))
        {
            return self.gap("name of a special function", id);
        }
        let named = self.sema.lookup_path(path, self.site(), Want::Any);
        let qualified = path.global || path.segments.len() > 1;
        let ident = if qualified { None } else { path.segments.last().and_then(|it| name_of(&it.name)) };
        match named.found {
            Lookup::Found(symbols) => {
                let explicit = match named.args {
                    Some(args) => match self.sema.given_args(args, self.site()) {
                        Ok(given) => Some(given),
                        Err(ty) => return self.typed_gap(ty, id),
                    },
                    None => None,
                };
                self.declared_name(id, symbols, explicit, qualified, ident)
            }
            Lookup::Variable(number) => self.local_variable(id, number),
            Lookup::Param(param, arg) => match arg {
                Some(Arg::Value(value)) => match self.type_of_value(&value) {
                    Some(ty) => self.literal(value, ty, id),
                    None => self.gap("template argument as an expression", id),
                },
                Some(_) => self.gap("template argument as an expression", id),
                None => {
                    let ty = self.sema.ty(Kind::Dependent);
                    self.push(Self::plain(
                        What::Constant(Value::Param(param)),
                        ty,
                        Category::Prvalue,
                        At::Start(id),
                    ))
                }
            },
            Lookup::Parameter(decl, index, env) => {
                let Some(function) = self.sema.function_expr(decl) else { return self.gap("parameter", id) };
                let outer = env.outer(self.db()).unwrap_or(env);
                let site = crate::view::Site::new(outer, Point::before(decl));
                let ty = match &function.params[index as usize].ty {
                    TypeExpr::Expansion(_) => return self.gap("parameter pack", id),
                    ty => self.sema.resolve(ty, site),
                };
                let ty = match ty.kind(self.db()) {
                    Kind::Array(..) | Kind::Function(_) => ty.decayed(self.db()),
                    _ => ty,
                };
                self.variable_node(id, ty, Named::Parameter(decl, index))
            }
            Lookup::Dependent => self.dependent(id),
            Lookup::Gap(why) => self.gap(why, id),
            Lookup::Injected(_) => self.gap("class as an expression", id),
            Lookup::None => self.undeclared(id, path, &named.prefix),
        }
    }

    /// The size of the array that a predefined variable of the function is, its final zero included
    /// ([dcl.fct.def.general]/8); not known in closures and templates.
    fn predefined_length(&self, ident: &str) -> Option<u64> {
        let owner = self.owner.filter(|_| self.lambda.is_none())?;
        let name = self.sema.decl(owner).name.ident()?;
        if ident != "__PRETTY_FUNCTION__" {
            return Some(name.len() as u64 + 1);
        }
        let symbol = Symbol { decl: owner, env: self.sema.env_of(owner) };
        let signature = self.sema.signature(symbol)?;
        let scope = match self.sema.class_around(symbol) {
            Some(class) => format!("{}::", self.sema.display(self.sema.ty(Kind::Class(class)))),
            None => {
                let namespace = self.sema.names.item(owner.item).namespace;
                let scope = self.sema.names.namespaces().qualifier(namespace)?;
                scope.trim_start_matches(':').to_owned()
            }
        };
        let text = self.sema.display(signature.ty);
        let at = text.find('(')?;
        let (result, params) = text.split_at(at);
        let result = result.trim_end();
        let blank = if result.ends_with(['*', '&']) { "" } else { " " };
        Some(format!("{result}{blank}{scope}{name}{params}").len() as u64 + 1)
    }

    fn typed_gap(&mut self, ty: Ty<'db>, id: ExprId) -> NodeId {
        match ty.kind(self.db()) {
            Kind::Gap(why) => self.gap(why, id),
            Kind::Dependent => self.dependent(id),
            _ => self.error(id, Vec::new()),
        }
    }

    pub(crate) fn type_of_value(&self, value: &Value<'db>) -> Option<Ty<'db>> {
        match value {
            Value::Integer(_, ty) | Value::Floating(_, ty) | Value::Null(ty) => Some(*ty),
            _ => None,
        }
    }

    fn undeclared(&mut self, id: ExprId, path: &Path, prefix: &crate::lookup::Prefix<'db>) -> NodeId {
        use crate::lookup::Prefix;
        match (prefix, path.as_ident()) {
            (Prefix::Unqualified, Some(ident)) => match &**ident {
                "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__" => {
                    let element = self.sema.builtin(Builtin::Char).constant(self.db());
                    let bound = match self.predefined_length(ident) {
                        Some(length) => Bound::Count(length),
                        None => Bound::Variable,
                    };
                    let ty = self.sema.ty(Kind::Array(element, bound));
                    self.push(Node {
                        named: Some(Named::Predefined(match &**ident {
                            "__func__" => "__func__",
                            "__FUNCTION__" => "__FUNCTION__",
                            _ => "__PRETTY_FUNCTION__",
                        })),
                        ..Self::plain(What::Variable, ty, Category::Lvalue, At::Point(id))
                    })
                }
                name if is_built_in(name) => self.gap("built-in name", id),
                _ if self.check_namespace_name(id, ident) => self.error(id, Vec::new()),
                _ => {
                    self.met_undeclared(ident, MetAt::Node(At::Point(id)));
                    self.error(id, Vec::new())
                }
            },
            (Prefix::Gap(why), _) => self.gap(why, id),
            (Prefix::Dependent, _) => self.dependent(id),
            (Prefix::None, _) => {
                self.check_prefix(id, path);
                self.error(id, Vec::new())
            }
            (Prefix::Namespace(_) | Prefix::Type(_), _) => {
                if let Some(SegmentName::Ident(member)) = path.segments.last().map(|last| &last.name)
                    && !member.starts_with("__")
                {
                    self.met_no_member(prefix, member, At::Point(id), None);
                }
                self.error(id, Vec::new())
            }
            _ => self.error(id, Vec::new()),
        }
    }

    /// A name that declarations were found for.
    pub(crate) fn declared_name(
        &mut self,
        id: ExprId,
        symbols: Vec<Symbol<'db>>,
        explicit: Option<Vec<crate::resolve::GivenArg<'db>>>,
        qualified: bool,
        ident: Option<asunder_mangle::model::Ident>,
    ) -> NodeId {
        let Some(&first) = symbols.first() else { return self.error(id, Vec::new()) };
        self.check_named_access(id, first);
        if self.sema.function_expr(first.decl).is_some() {
            let set =
                FunctionSet { candidates: symbols.into_iter().map(Candidate::of).collect(), address: false };
            return self.functions(id, set, None, explicit, qualified, ident);
        }
        let written = self.sema.decl(first.decl);
        match &written.kind {
            DeclKind::Enumerator { .. } => match self.enumerator_here(first) {
                Some(value @ Value::Integer(_, ty)) => self.push(Node {
                    named: Some(Named::Symbol(first)),
                    ..Self::plain(What::Constant(value), ty, Category::Prvalue, At::Point(id))
                }),
                Some(Value::Dependent | Value::Param(_)) => self.dependent(id),
                _ => self.gap("value of an enumerator", id),
            },
            DeclKind::Variable { .. } | DeclKind::FunctionOrVariable { .. } => {
                let mut symbol = self.defining(first, &symbols);
                if !written.templates.is_empty() && written.qualifier.is_none() {
                    // A variable template.
                    let Some(given) = explicit else { return self.gap("variable template", id) };
                    match self.sema.complete_args(first, given, &[]) {
                        Ok(args) => match self.sema.variable_instance(first, args) {
                            Ok(instance) => symbol = instance,
                            Err(why) => return self.gap(why, id),
                        },
                        Err(ty) => return self.typed_gap(ty, id),
                    }
                }
                let is_field = written.parent.is_some()
                    && self.sema.class_around(first).is_some()
                    && !written.specifiers.is_static;
                if is_field {
                    return self.field_of_this(id, symbol);
                }
                let ty = self.sema.variable_type(symbol);
                self.variable_node(id, ty, Named::Symbol(symbol))
            }
            DeclKind::Concept => self.gap("concept", id),
            _ => self.gap("type as an expression", id),
        }
    }

    /// The value of an enumerator, which is a number before the end of its enumeration ([dcl.enum]/5).
    fn enumerator_here(&self, symbol: Symbol<'db>) -> Option<Value<'db>> {
        let written = self.sema.decl(symbol.decl);
        let here =
            DeclRef { item: self.point.item, local: asunder_decls::written::LocalId(self.point.local) };
        let is_inside = here.item == symbol.decl.item
            && here != symbol.decl
            && self.sema.has_decl(here)
            && self.sema.decl(here).parent == written.parent
            && matches!(self.sema.decl(here).kind, DeclKind::Enumerator { .. });
        match is_inside {
            true => self.sema.enumerator_number(symbol),
            false => self.sema.enumerator_value(symbol),
        }
    }

    /// The declaration of a variable that says most: its definition, or one that gives an array's bound.
    fn defining(&self, first: Symbol<'db>, symbols: &[Symbol<'db>]) -> Symbol<'db> {
        let is_definition = |symbol: &&Symbol<'db>| {
            let decl = self.sema.decl(symbol.decl);
            !decl.specifiers.is_extern && matches!(decl.kind, DeclKind::Variable { .. })
        };
        symbols.iter().find(is_definition).copied().unwrap_or(first)
    }

    /// A variable; one of a reference type as what it refers to.
    pub(crate) fn variable_node(&mut self, id: ExprId, ty: Ty<'db>, named: Named<'db>) -> NodeId {
        let at = self.name_place(id);
        if ty.absorbs(self.db()) || self.sema.is_dependent(ty) {
            let node =
                Node { named: Some(named), ..Self::plain(What::Gap("variable"), ty, Category::Lvalue, at) };
            if let Kind::Gap(why) = ty.kind(self.db()) {
                self.out.gaps.push((why, id));
            }
            return self.push(node);
        }
        let node =
            self.push(Node { named: Some(named), ..Self::plain(What::Variable, ty, Category::Lvalue, at) });
        if let Named::Symbol(symbol) = named {
            self.note_variable(symbol, node);
        }
        self.without_reference(node, at)
    }

    /// What a node of reference type refers to.
    pub(crate) fn without_reference(&mut self, node: NodeId, at: At) -> NodeId {
        let ty = self.node(node).ty;
        match ty.kind(self.db()) {
            Kind::Reference(to, rvalue) => {
                let is_call = self.node(node).category == Category::Prvalue;
                let category = if *rvalue && is_call { Category::Xvalue } else { Category::Lvalue };
                let category = match to.kind(self.db()) {
                    Kind::Function(_) => Category::Lvalue,
                    _ => category,
                };
                if !is_call {
                    self.node_mut(node).read = true;
                }
                self.implicit_op("ref_indirect", *to, category, at, vec![node])
            }
            _ => node,
        }
    }

    fn local_variable(&mut self, id: ExprId, number: u32) -> NodeId {
        let variable = self.variable_of(number);
        if self.check_capture(id, &variable) {
            return self.error(id, Vec::new());
        }
        let mut ty = variable.ty;
        // Inside a lambda that copies it, a variable is constant.
        if let Some(captured) = self.captured_by_copy(&variable)
            && captured
        {
            ty = ty.constant(self.db());
        }
        self.variable_node(id, ty, Named::Local(number))
    }

    /// Whether a variable is used through a closure that holds a copy and is not mutable; `None` where it is not
    /// captured.
    fn captured_by_copy(&self, variable: &Variable<'db>) -> Option<bool> {
        let lambda = self.lambda?;
        if variable.lambda == Some(lambda) || variable.is_static {
            return None;
        }
        let written = &self.body[lambda];
        let explicit = written.captures.iter().find_map(|capture| match capture {
            Capture::Name { name, by_reference, init: Init::None, .. }
                if Some(name) == variable.name.as_ref() =>
            {
                Some(!*by_reference)
            }
            _ => None,
        });
        let by_copy = explicit.or(written.default_capture.map(|by_reference| !by_reference))?;
        Some(by_copy && !written.is_mutable && !matches!(variable.ty.kind(self.db()), Kind::Reference(..)))
    }

    /// Where a name stands: a qualified one at its start.
    fn name_place(&self, id: ExprId) -> At {
        match &self.body[id] {
            Expr::Name(path) if path.global || path.segments.len() > 1 => At::Start(id),
            _ => At::Point(id),
        }
    }

    pub(crate) fn functions(
        &mut self,
        id: ExprId,
        set: FunctionSet<'db>,
        object: Option<(NodeId, bool)>,
        explicit: Option<Vec<crate::resolve::GivenArg<'db>>>,
        qualified: bool,
        ident: Option<asunder_mangle::model::Ident>,
    ) -> NodeId {
        let ty = self.sema.gap("functions of one name");
        let place = match (&object, &self.body[id]) {
            // The name behind `.`; of a template-id it is not the end.
            (Some(_), Expr::Member(_, _, path)) => match path.segments.last() {
                Some(last) if last.args.is_none() => match &last.name {
                    SegmentName::Ident(name) => At::Tail(id, name.len() as u32),
                    _ => At::Point(id),
                },
                _ => At::Point(id),
            },
            // A qualified name that can only mean one function.
            (None, Expr::Name(path)) if path.segments.len() > 1 || path.global => {
                let is_one = set.candidates.first().is_some_and(|first| {
                    !self.sema.is_function_template(first.symbol.decl)
                        && set.candidates.iter().all(|other| self.sema.same_function(first, other))
                });
                match path.segments.last() {
                    Some(last) if is_one && last.args.is_none() => match &last.name {
                        SegmentName::Ident(name) => At::Tail(id, name.len() as u32),
                        _ => self.name_place(id),
                    },
                    _ => self.name_place(id),
                }
            }
            _ => self.name_place(id),
        };
        let node = self.push(Self::plain(What::Functions, ty, Category::Lvalue, place));
        self.sets.push(Pending { node, set: Rc::new(set), object, explicit, qualified, ident });
        node
    }

    // ---- this and members

    pub(crate) fn this_node(&mut self, at: At, id: ExprId) -> NodeId {
        match self.this {
            Some(class) => {
                let ty = class.pointer_to(self.db());
                self.push(Node {
                    named: Some(Named::Predefined("")),
                    ..Self::plain(What::Variable, ty, Category::Prvalue, at)
                })
            }
            None => {
                self.check_this(id);
                self.gap("this", id)
            }
        }
    }

    fn field_of_this(&mut self, id: ExprId, field: Symbol<'db>) -> NodeId {
        if self.check_object(id, field, false) {
            return self.error(id, Vec::new());
        }
        if self.this.is_none() {
            // A member named in an unevaluated operand.
            let ty = self.sema.variable_type(field);
            return self.variable_node(id, ty, Named::Symbol(field));
        }
        let this = self.this_node(At::None, id);
        self.field_access(id, this, true, field, true)
    }

    /// `object.field`, or `object->field`.
    pub(crate) fn field_access(
        &mut self,
        id: ExprId,
        object: NodeId,
        arrow: bool,
        field: Symbol<'db>,
        implicit: bool,
    ) -> NodeId {
        let db = self.db();
        let ty = self.sema.variable_type(field);
        if ty.absorbs(db) {
            if let Kind::Gap(why) = ty.kind(db) {
                self.out.gaps.push((why, id));
            }
            return self.absorbed_type(id, ty, vec![object]);
        }
        let of = self.node(object).ty;
        let class = if arrow { of.pointee(db).unwrap_or(of) } else { of };
        let object = match self.sema.class_around(field) {
            Some(owner) => self.as_base(object, arrow, owner),
            None => object,
        };
        let is_mutable = self.sema.decl(field.decl).specifiers.is_mutable;
        let access = match ty.kind(db) {
            Kind::Reference(..) => ty,
            _ => {
                let mut qualifiers = class.qualifiers(db);
                qualifiers.is_restrict = false;
                if is_mutable {
                    qualifiers.is_const = false;
                }
                ty.qualified(db, qualifiers)
            }
        };
        let category = match (arrow, self.node(object).category) {
            (true, _) | (_, Category::Lvalue) => Category::Lvalue,
            _ => Category::Xvalue,
        };
        let length = self.sema.decl(field.decl).name.ident().map_or(0, |name| name.len() as u32);
        let place = if implicit { At::Point(id) } else { At::Tail(id, length) };
        let name = self.push(Node {
            named: Some(Named::Symbol(field)),
            ..Self::plain(What::Field, ty, Category::Prvalue, place)
        });
        let op = if arrow { "points_to_field" } else { "dot_field" };
        let flags = Flags { implicit, ..Flags::default() };
        let node = self.push(Node {
            operands: vec![object, name],
            flags,
            ..Self::plain(What::Op(op), access, category, At::Point(id))
        });
        match ty.kind(db) {
            Kind::Reference(..) => {
                self.node_mut(node).category = Category::Lvalue;
                self.without_reference(node, At::Point(id))
            }
            _ => node,
        }
    }

    pub(crate) fn absorbed_type(&mut self, id: ExprId, ty: Ty<'db>, operands: Vec<NodeId>) -> NodeId {
        self.push(Node { operands, ..Self::plain(What::Gap("member"), ty, Category::Lvalue, At::Point(id)) })
    }

    /// An object as one of its base class `owner`.
    pub(crate) fn as_base(&mut self, object: NodeId, arrow: bool, owner: Class<'db>) -> NodeId {
        let db = self.db();
        let ty = self.node(object).ty;
        let class = if arrow { ty.pointee(db) } else { Some(ty) };
        let Some(class) = class else { return object };
        let Some(own) = class.as_class(db) else { return object };
        let at = self.start_of(object);
        let mut made = object;
        for step in self.sema.path_to_base(own, owner) {
            let base = self.sema.ty(Kind::Class(step)).qualified(db, class.qualifiers(db));
            made = if arrow {
                self.read(made);
                self.implicit_op("base_class_cast", base.pointer_to(db), Category::Prvalue, at, vec![made])
            } else {
                let category = self.node(made).category;
                self.implicit_op("base_class_cast", base, category, at, vec![made])
            };
        }
        made
    }

    fn member(&mut self, id: ExprId, base: ExprId, arrow: bool, path: &Path) -> NodeId {
        let db = self.db();
        let mut object = self.expr(base);
        object = self.settled(object);
        if arrow {
            object = match self.arrow_object(id, object) {
                Some(object) => object,
                None => {
                    self.check_arrow_object(object);
                    return self.absorbed(id, vec![object]);
                }
            };
        }
        let ty = self.node(object).ty;
        if ty.absorbs(db) || self.sema.is_dependent(ty) {
            return self.absorbed(id, vec![object]);
        }
        let class = match arrow {
            true => match ty.pointee(db) {
                Some(to) => to,
                None => return self.error(id, vec![object]),
            },
            false => ty,
        };
        let Some((last, prefix)) = path.segments.split_last() else { return self.error(id, vec![object]) };
        if matches!(last.name, SegmentName::Destructor) {
            let ty = self.sema.gap("destructor call");
            let node = self.push(Node {
                operands: vec![object],
                ..Self::plain(What::Gap("destructor call"), ty, Category::Prvalue, At::Point(id))
            });
            self.out.plan.details.insert(node, Detail::Destroyed(object, arrow));
            return node;
        }
        let Some(mut class) = class.as_class(db) else {
            return match class.kind(db) {
                Kind::Vector(..) => self.gap("member of a vector", id),
                _ => {
                    match arrow {
                        true => self.check_arrow_pointee(object),
                        false => self.check_member_object(object),
                    }
                    self.error(id, vec![object])
                }
            };
        };
        if matches!(class.origin(db), asunder_types::Origin::Lambda(..)) {
            return self.closure_member(id, object, class, last);
        }
        let qualified = !prefix.is_empty();
        if qualified {
            // `x.B::f`: the name in front is looked up in the class, else from here.
            let found = self.sema.prefix(prefix, path.global, self.site());
            class = match found {
                crate::lookup::Prefix::Type(ty) => match ty.as_class(db) {
                    Some(class) => class,
                    None => return self.gap("qualified member", id),
                },
                _ => {
                    let env = self.sema.definition(class).map(|definition| definition.inside);
                    let site = env.map(|env| crate::view::Site { env, ..self.site() });
                    match site.map(|site| self.sema.prefix(prefix, path.global, site)) {
                        Some(crate::lookup::Prefix::Type(ty)) if ty.as_class(db).is_some() => {
                            ty.as_class(db).expect("just seen")
                        }
                        _ => return self.gap("qualified member", id),
                    }
                }
            };
        }
        let explicit = match &last.args {
            Some(args) => match self.sema.given_args(args, self.site()) {
                Ok(given) => Some(given),
                Err(ty) => return self.typed_gap(ty, id),
            },
            None => None,
        };
        if let SegmentName::Conversion(_) = &last.name {
            return self.gap("conversion function by name", id);
        }
        let Some(sought) = Sought::of(&last.name) else { return self.gap("member name", id) };
        match self.sema.lookup_in_class(sought, class, Point::END, Want::Any) {
            Lookup::Found(symbols) => self.found_member(id, object, arrow, symbols, explicit, qualified),
            Lookup::None => {
                if self.sema.definition(class).is_none() {
                    self.check_incomplete_object(object, arrow, class);
                    return self.gap("member of a class without definition", id);
                }
                if let SegmentName::Ident(member) = &last.name {
                    let of = crate::lookup::Prefix::Type(self.sema.ty(Kind::Class(class)));
                    self.met_no_member(&of, member, At::Tail(id, member.len() as u32), Some(object));
                }
                self.error(id, vec![object])
            }
            Lookup::Gap(why) => self.gap(why, id),
            Lookup::Dependent => self.dependent(id),
            _ => self.gap("class as a member", id),
        }
    }

    fn found_member(
        &mut self,
        id: ExprId,
        object: NodeId,
        arrow: bool,
        symbols: Vec<Symbol<'db>>,
        explicit: Option<Vec<crate::resolve::GivenArg<'db>>>,
        qualified: bool,
    ) -> NodeId {
        let Some(&first) = symbols.first() else { return self.error(id, vec![object]) };
        if self.sema.function_expr(first.decl).is_some() {
            let set =
                FunctionSet { candidates: symbols.into_iter().map(Candidate::of).collect(), address: false };
            return self.functions(id, set, Some((object, arrow)), explicit, qualified, None);
        }
        let written = self.sema.decl(first.decl);
        self.check_member_access(id, first);
        match &written.kind {
            DeclKind::Variable { .. } | DeclKind::FunctionOrVariable { .. }
                if written.specifiers.is_static =>
            {
                let ty = self.sema.variable_type(first);
                let variable = self.variable_node(id, ty, Named::Symbol(first));
                let length = written.name.ident().map_or(0, |name| name.len() as u32);
                self.node_mut(variable).at = At::Tail(id, length);
                if arrow {
                    self.read(object);
                }
                self.static_member(id, object, arrow, variable)
            }
            DeclKind::Variable { .. } => {
                if arrow {
                    self.read(object);
                }
                self.field_access(id, object, arrow, first, false)
            }
            _ => self.declared_name(id, symbols, explicit, qualified, None),
        }
    }

    /// A static member named through an object, which is evaluated for nothing.
    pub(crate) fn static_member(
        &mut self,
        id: ExprId,
        object: NodeId,
        arrow: bool,
        member: NodeId,
    ) -> NodeId {
        let op = if arrow { "points_to_static" } else { "dot_static" };
        let (ty, category, read) = {
            let member = self.node(member);
            (member.ty, member.category, member.read)
        };
        self.push(Node {
            operands: vec![object, member],
            read,
            ..Self::plain(What::Op(op), ty, category, At::Point(id))
        })
    }

    fn closure_member(
        &mut self,
        id: ExprId,
        object: NodeId,
        class: Class<'db>,
        last: &asunder_decls::written::Segment,
    ) -> NodeId {
        match &last.name {
            SegmentName::Operator(op) if &**op == "()" => {
                let call = self.sema.closures.borrow().get(&class).map(|closure| closure.call);
                match call {
                    Some(_) => self.gap("call operator of a closure by name", id),
                    None => self.gap("closure", id),
                }
            }
            _ => self.error(id, vec![object]),
        }
    }

    /// The pointer that `->` is applied to: of a class what its operators give.
    fn arrow_object(&mut self, id: ExprId, object: NodeId) -> Option<NodeId> {
        let db = self.db();
        let mut object = object;
        for _ in 0..32 {
            let ty = self.node(object).ty;
            match ty.unqualified(db).kind(db) {
                Kind::Pointer(_) => {
                    self.read(object);
                    return Some(object);
                }
                Kind::Array(..) => return Some(self.decay(object)),
                Kind::Class(_) => {
                    object = self.operator_call(id, "->", &[object])?;
                    if self.node(object).ty.absorbs(db) {
                        return None;
                    }
                }
                _ => return None,
            }
        }
        None
    }

    // ---- values of lvalues

    /// Marks that the value of an lvalue is read ([conv.lval]).
    pub(crate) fn read(&mut self, id: NodeId) {
        let db = self.db();
        let node = self.node(id);
        if node.category == Category::Prvalue || node.ty.absorbs(db) {
            return;
        }
        match node.ty.unqualified(db).kind(db) {
            Kind::Class(_) | Kind::Array(..) | Kind::Function(_) => {}
            _ => {
                let ty = node.ty.unqualified(db);
                // What is read of a conditional or of a member is read of its operands.
                let inner = match (&node.what, node.operands.as_slice()) {
                    (What::Op("question"), [_, a, b]) => vec![*a, *b],
                    (What::Op("dot_static" | "points_to_static"), [_, member]) => vec![*member],
                    _ => Vec::new(),
                };
                let node = self.node_mut(id);
                node.ty = ty;
                node.read = true;
                node.category = Category::Prvalue;
                inner.into_iter().for_each(|operand| self.read(operand));
            }
        }
    }

    /// The value of a node: arrays and functions as pointers, lvalues read.
    pub(crate) fn decay(&mut self, id: NodeId) -> NodeId {
        let db = self.db();
        let id = self.settled(id);
        let ty = self.node(id).ty;
        match ty.kind(db) {
            // The branches of a conditional are converted, not what it gives.
            Kind::Array(element, _) if matches!(self.node(id).what, What::Op("question")) => {
                let pointer = element.pointer_to(db);
                let operands = self.node(id).operands.clone();
                let operands = match operands.as_slice() {
                    [test, a, b] => vec![*test, self.decay(*a), self.decay(*b)],
                    _ => operands,
                };
                operands.iter().for_each(|operand| self.hide(*operand));
                let node = self.node_mut(id);
                node.operands = operands;
                node.ty = pointer;
                node.category = Category::Prvalue;
                id
            }
            Kind::Array(element, _) => {
                let at = self.node(id).at;
                self.implicit_op("array_to_pointer", element.pointer_to(db), Category::Prvalue, at, vec![id])
            }
            Kind::Function(_) => {
                if matches!(self.node(id).what, What::Routine | What::Op("indirect")) {
                    self.check_taken_address(id);
                    let node = self.node_mut(id);
                    node.ty = ty.pointer_to(db);
                    node.read = true;
                    node.category = Category::Prvalue;
                    return id;
                }
                let at = self.start_of(id);
                self.implicit_op("function_to_pointer", ty.pointer_to(db), Category::Prvalue, at, vec![id])
            }
            _ => {
                self.read(id);
                self.constant_variable(id)
            }
        }
    }

    /// A constant in the place of a variable that is one.
    fn constant_variable(&mut self, id: NodeId) -> NodeId {
        if !matches!(self.node(id).what, What::Variable) || !self.node(id).read {
            return id;
        }
        match self.evaluate(id) {
            Some(value @ (Value::Integer(..) | Value::Floating(..))) => {
                self.node_mut(id).read = false;
                self.node_mut(id).value = Some(value.clone());
                let ty = self.node(id).ty;
                let named = self.node(id).named;
                let constant = self.constant_node(value, ty, id);
                self.node_mut(constant).named = named;
                constant
            }
            _ => id,
        }
    }

    /// A node whose type is known without a target: the only function of a name.
    pub(crate) fn settled(&mut self, id: NodeId) -> NodeId {
        if !matches!(self.node(id).what, What::Functions) {
            return id;
        }
        let Some(pending) = self.sets.iter().find(|pending| pending.node == id).cloned() else { return id };
        let mut only: Vec<Candidate<'db>> = Vec::new();
        for candidate in &pending.set.candidates {
            if self.sema.is_specialization(candidate.symbol.decl) {
                continue;
            }
            if !only.iter().any(|other| self.sema.same_function(other, candidate)) {
                only.push(*candidate);
            }
        }
        let [candidate] = only.as_slice() else { return id };
        let mut symbol = candidate.symbol;
        if self.sema.is_function_template(symbol.decl) {
            let Some(given) = pending.explicit.clone() else { return id };
            match self.sema.complete_args(symbol, given, &[]) {
                Ok(args) => symbol = Symbol { env: self.sema.template_env(symbol, Some(args)), ..symbol },
                Err(_) => return id,
            }
        }
        let Some(signature) = self.sema.signature(symbol) else { return id };
        if signature.object.is_some() {
            return id;
        }
        let result = self.sema.result_of(symbol, &signature);
        let ty = self.with_result(signature.ty, result);
        let node = self.node_mut(id);
        node.what = What::Routine;
        node.ty = ty;
        node.named = Some(Named::Symbol(symbol));
        self.note_use_at_node(symbol, UseForm::Name, id);
        id
    }

    /// A function type with its return type deduced.
    pub(crate) fn with_result(&self, ty: Ty<'db>, result: Ty<'db>) -> Ty<'db> {
        match ty.kind(self.db()) {
            Kind::Function(function) if function.result != result => {
                self.sema.ty(Kind::Function(asunder_types::Function { result, ..function.clone() }))
            }
            _ => ty,
        }
    }

    /// A value without a target: what `auto` would take.
    pub(crate) fn resolved_value(&mut self, id: NodeId) -> NodeId {
        match self.node(id).ty.unqualified(self.db()).kind(self.db()) {
            Kind::Class(_) => id,
            _ => self.decay(id),
        }
    }

    // ---- decltype and auto

    /// `decltype` of an expression ([dcl.type.decltype]/1).
    pub(crate) fn decltype(&mut self, root: ExprId, is_bare: bool) -> Ty<'db> {
        let db = self.db();
        let node = self.expr(root);
        let node = self.settled(node);
        if is_bare && !matches!(self.body[root], Expr::Paren(_)) {
            let inner = self.node(node);
            let declared = match &inner.what {
                What::Op("ref_indirect") if inner.flags.implicit => {
                    let of = self.node(inner.operands[0]);
                    match of.what {
                        What::Variable | What::Op("points_to_field" | "dot_field") => Some(of.ty),
                        _ => None,
                    }
                }
                What::Variable | What::Routine => Some(inner.ty),
                What::Op("points_to_field" | "dot_field") => {
                    inner.operands.last().map(|field| self.node(*field).ty)
                }
                _ => None,
            };
            if let (Some(ty), Expr::Name(_) | Expr::Member(..) | Expr::Ambiguous(..)) =
                (declared, &self.body[root])
            {
                return ty;
            }
        }
        let inner = self.node(node);
        if inner.ty.absorbs(db) {
            return inner.ty;
        }
        match inner.category {
            Category::Lvalue => inner.ty.lvalue_ref(db),
            Category::Xvalue => inner.ty.rvalue_ref(db),
            Category::Prvalue => inner.ty,
        }
    }

    /// What a declared type with `auto` becomes for an initializer ([dcl.spec.auto]).
    pub(crate) fn deduced(&mut self, declared: Ty<'db>, init: NodeId) -> Ty<'db> {
        let db = self.db();
        let init = self.settled(init);
        let node = self.node(init);
        let (ty, category) = (node.ty, node.category);
        if matches!(node.what, What::List) {
            return self.sema.gap("auto from a list");
        }
        if ty.absorbs(db) {
            return ty;
        }
        match declared.kind(db) {
            Kind::Auto => ty.decayed(db),
            Kind::DecltypeAuto => match category {
                Category::Lvalue => ty.lvalue_ref(db),
                Category::Xvalue => ty.rvalue_ref(db),
                Category::Prvalue => ty,
            },
            Kind::Qualified(qualifiers, inner) => {
                let inner = self.deduced(*inner, init);
                inner.qualified(db, *qualifiers)
            }
            Kind::Reference(inner, rvalue) => match inner.kind(db) {
                Kind::Auto if *rvalue => match category {
                    Category::Lvalue => ty.lvalue_ref(db),
                    _ => ty.rvalue_ref(db),
                },
                Kind::Auto => ty.lvalue_ref(db),
                Kind::Qualified(qualifiers, auto) if matches!(auto.kind(db), Kind::Auto) => {
                    ty.qualified(db, *qualifiers).lvalue_ref(db)
                }
                _ => {
                    let inner = self.deduced(*inner, init);
                    if *rvalue { inner.rvalue_ref(db) } else { inner.lvalue_ref(db) }
                }
            },
            Kind::Pointer(inner) => {
                let value = ty.decayed(db);
                match value.kind(db) {
                    Kind::Pointer(to) => match inner.kind(db) {
                        Kind::Auto => value,
                        Kind::Qualified(qualifiers, auto) if matches!(auto.kind(db), Kind::Auto) => {
                            to.qualified(db, *qualifiers).pointer_to(db)
                        }
                        _ => self.sema.gap("auto inside a pointer"),
                    },
                    _ => self.sema.ty(Kind::Error),
                }
            }
            _ => declared,
        }
    }

    // ---- casts

    fn cast(&mut self, id: ExprId, kind: CastKind, ty: &TypeExpr, operand: ExprId) -> NodeId {
        let to = self.sema.resolve(ty, self.site());
        let node = self.expr(operand);
        self.explicit_cast(id, kind, to, node, At::Start(id))
    }

    /// An explicit conversion of a node.
    pub(crate) fn explicit_cast(
        &mut self,
        id: ExprId,
        kind: CastKind,
        to: Ty<'db>,
        node: NodeId,
        at: At,
    ) -> NodeId {
        let db = self.db();
        if to.absorbs(db) || self.sema.is_dependent(to) {
            if let Kind::Gap(why) = to.kind(db) {
                self.out.gaps.push((why, id));
            }
            return self.absorbed_type(id, to, vec![node]);
        }
        let flags = Flags {
            static_cast: kind == CastKind::Static,
            reinterpret_cast: kind == CastKind::Reinterpret,
            const_cast: kind == CastKind::Const,
            ..Flags::default()
        };
        if let Kind::Reference(target, rvalue) = to.kind(db) {
            let node = self.settled_for(node, to);
            let category = if *rvalue && !matches!(target.kind(db), Kind::Function(_)) {
                Category::Xvalue
            } else {
                Category::Lvalue
            };
            let op = match kind {
                CastKind::Dynamic => "ref_dynamic_cast",
                CastKind::Reinterpret => "ref_cast",
                _ => "lvalue_cast",
            };
            return self.push(Node {
                operands: vec![node],
                flags,
                ..Self::plain(What::Op(op), *target, category, at)
            });
        }
        let to = to.unqualified(db);
        if to.is_void(db) {
            let node = self.settled(node);
            return self.push(Node {
                operands: vec![node],
                flags,
                ..Self::plain(What::Op("cast"), to, Category::Prvalue, at)
            });
        }
        if to.as_class(db).is_some() {
            return self.class_cast(id, to, node, at);
        }
        if kind == CastKind::Dynamic {
            let node = self.decay(node);
            return self.op("dynamic_cast", to, Category::Prvalue, at, vec![node]);
        }
        // By a conversion function of the operand's class.
        let node = self.settled_for(node, to);
        if let (Some(_), true) = (self.node(node).ty.as_class(db), kind != CastKind::Reinterpret) {
            let made = self.converted_explicitly(id, node, to);
            if self.node(made).ty.absorbs(db) || !matches!(self.node(made).what, What::Op("dot_member_call"))
            {
                return made;
            }
            return self.push(Node {
                operands: vec![made],
                flags,
                ..Self::plain(What::Op("cast"), to, Category::Prvalue, at)
            });
        }
        let node = self.decay(node);
        if self.node(node).ty.absorbs(db) {
            return self.absorbed_type(id, to, vec![node]);
        }
        if to.as_builtin(db) == Some(Builtin::Bool) && kind != CastKind::Reinterpret {
            let operand = self.conversion_operand(node);
            return self.bool_cast(operand, flags, at);
        }
        let from = self.node(node).ty;
        let op = match (
            from.pointee(db).and_then(|it| it.as_class(db)),
            to.pointee(db).and_then(|it| it.as_class(db)),
        ) {
            (Some(a), Some(b)) if a != b && kind != CastKind::Reinterpret => {
                if matches!(self.sema.distance_to_base(a, b), Ok(Some(_))) {
                    "base_class_cast"
                } else if matches!(self.sema.distance_to_base(b, a), Ok(Some(_))) {
                    "derived_class_cast"
                } else {
                    "cast"
                }
            }
            _ => "cast",
        };
        let operand = self.conversion_operand(node);
        let cast = self.push(Node {
            operands: vec![operand],
            flags,
            ..Self::plain(What::Op(op), to, Category::Prvalue, at)
        });
        self.folded(cast)
    }

    /// A set of functions as the one that `to` wants; other nodes as they are.
    pub(crate) fn settled_for(&mut self, node: NodeId, to: Ty<'db>) -> NodeId {
        if !matches!(self.node(node).what, What::Functions) {
            return node;
        }
        match self.sema.implicit(&self.operand(node), to, false) {
            crate::convert::Ics::Function(candidate) => {
                self.choose_function(node, candidate.symbol);
                self.note_use_at_node(candidate.symbol, UseForm::Name, node);
                node
            }
            _ => self.settled(node),
        }
    }

    /// Makes a name of functions the one that is meant.
    pub(crate) fn choose_function(&mut self, node: NodeId, symbol: Symbol<'db>) {
        let Some(signature) = self.sema.signature(symbol) else { return };
        let result = self.sema.result_of(symbol, &signature);
        let ty = self.with_result(signature.ty, result);
        let node = self.node_mut(node);
        node.what = What::Routine;
        node.ty = ty;
        node.category = Category::Lvalue;
        node.named = Some(Named::Symbol(symbol));
    }

    fn construct(&mut self, id: ExprId, ty: &TypeExpr, args: &Args) -> NodeId {
        let to = self.sema.resolve(ty, self.site());
        match args {
            Args::Paren(args) => self.constructed(id, to, args),
            Args::Brace(list) => {
                let list = self.expr(*list);
                self.constructed_by_list(id, to, list)
            }
        }
    }

    // ---- sizeof and traits

    fn sizeof(&mut self, id: ExprId, operand: &TypeOrExpr, alignment: bool) -> NodeId {
        let ty = match operand {
            TypeOrExpr::Type(ty) => self.sema.resolve(ty, self.site()),
            TypeOrExpr::Expr(expr) => self.type_of_unevaluated(*expr),
            TypeOrExpr::Either(ty, expr) => match self.sema.names_type(ty, self.site()) {
                true => self.sema.resolve(ty, self.site()),
                false => self.type_of_unevaluated(*expr),
            },
        };
        let size = self.sema.builtin(Builtin::UnsignedLong);
        let of = ty.referred(self.db());
        let op = if alignment { "alignof" } else { "sizeof" };
        let node = self.push(Self::plain(What::Op(op), size, Category::Prvalue, At::Start(id)));
        match self.sema.size_and_alignment(of) {
            Some((bytes, align)) => {
                let value = if alignment { align } else { bytes };
                self.constant_node(Value::Integer(value.into(), size), size, node)
            }
            None if self.sema.is_dependent(of) => self.dependent(id),
            None => {
                self.out.gaps.push(("size of a type", id));
                node
            }
        }
    }

    pub(crate) fn type_of_unevaluated(&mut self, expr: ExprId) -> Ty<'db> {
        self.unevaluated += 1;
        let first = self.out.nodes.len();
        let node = self.expr(expr);
        let node = self.settled(node);
        self.unevaluated -= 1;
        // Operands that are not evaluated are left out of the tree.
        for node in &mut self.out.nodes[first..] {
            node.used = true;
        }
        self.node(node).ty
    }

    fn type_trait(&mut self, id: ExprId, name: &str, operands: &[TypeOrExpr]) -> NodeId {
        let mut types = Vec::with_capacity(operands.len());
        for operand in operands {
            types.push(match operand {
                TypeOrExpr::Type(ty) => self.sema.resolve(ty, self.site()),
                TypeOrExpr::Either(ty, _) => self.sema.resolve(ty, self.site()),
                TypeOrExpr::Expr(_) => return self.gap("trait of an expression", id),
            });
        }
        if types.iter().any(|ty| self.sema.is_dependent(*ty)) {
            return self.dependent(id);
        }
        let ty = self.sema.builtin(Builtin::Bool);
        match self.sema.trait_value(name, &types) {
            Some(value) => self.literal(Value::Integer(value.into(), ty), ty, id),
            None => self.gap("type trait", id),
        }
    }

    // ---- lambdas

    fn lambda(&mut self, id: ExprId, lambda: LambdaId) -> NodeId {
        let db = self.db();
        let body = self.body;
        let written = &body[lambda];
        let item = self.point.item;
        let class = closure_class(self.sema, self.env, item, self.body_index, lambda);
        let closure_ty = self.sema.ty(Kind::Class(class));
        self.check_captures(lambda);
        // Initializers of captures are evaluated outside.
        let mut captures = Vec::new();
        let mut initializers = Vec::new();
        for capture in &written.captures {
            if let Capture::Name { name, init, by_reference, .. } = capture
                && *init != Init::None
            {
                let expr = match init {
                    Init::Copy(expr) | Init::Brace(expr) => *expr,
                    Init::Paren(all) => match all.first() {
                        Some(expr) => *expr,
                        None => continue,
                    },
                    Init::None => continue,
                };
                let node = self.expr(expr);
                let auto = self.sema.ty(Kind::Auto);
                let declared = if *by_reference { auto.lvalue_ref(db) } else { auto };
                let ty = self.deduced(declared, node);
                let node = self.converted_for(node, ty, expr);
                captures.push((name.clone(), ty));
                initializers.push((node, *by_reference));
            }
        }
        if written.template.is_some() {
            return self.gap("lambda with template parameters", id);
        }
        let is_generic = written.params.iter().any(|param| crate::signature::has_placeholder(&param.ty));
        let outer_lambda = self.lambda.replace(lambda);
        let outer_nested = std::mem::replace(&mut self.in_nested_lambda, outer_lambda.is_some());
        let outer_result = self.result.take();
        let outer_deduces = std::mem::replace(&mut self.deduces, true);
        let outer_returned = std::mem::take(&mut self.out.returned);
        let first_node = self.out.nodes.len() as u32;
        let mut plan = LambdaPlan { lambda, captures: Vec::new(), first_param: 0, nodes: (first_node, 0) };
        let result = self.in_block(|infer| {
            for ((name, ty), (node, by_reference)) in captures.into_iter().zip(initializers) {
                let ty = if written.is_mutable { ty } else { ty.constant(db) };
                plan.captures.push((infer.next_variable(), node, by_reference));
                infer.declare(Variable {
                    decl: None,
                    parameter: None,
                    name: Some(name),
                    ty,
                    value: None,
                    initial: None,
                    constant: None,
                    lambda: Some(lambda),
                    is_static: false,
                    is_capture: true,
                });
            }
            let mut params = Vec::new();
            plan.first_param = infer.next_variable();
            for (index, param) in written.params.iter().enumerate() {
                let ty = infer.sema.resolve(&param.ty, infer.site());
                let ty = infer.sema.adjusted_parameter(ty);
                params.push(infer.sema.adjusted(ty));
                infer.declare(Variable {
                    decl: None,
                    parameter: Some((Some(lambda), index as u32)),
                    name: param.name.clone(),
                    ty,
                    value: None,
                    initial: None,
                    constant: None,
                    lambda: Some(lambda),
                    is_static: false,
                    is_capture: false,
                });
            }
            if let [only] = params.as_slice()
                && only.is_void(db)
            {
                params.clear();
            }
            let declared = match &written.result {
                Some(ty) => infer.sema.resolve(ty, infer.site()),
                None => infer.sema.ty(Kind::Auto),
            };
            let result = if is_generic {
                infer.sema.gap("generic lambda")
            } else {
                infer.deduces =
                    matches!(declared.referred(db).unqualified(db).kind(db), Kind::Auto | Kind::DecltypeAuto);
                infer.result = (!infer.deduces).then_some(declared);
                infer.statement(written.block);
                infer.common_return(declared)
            };
            let qualifiers = if written.is_mutable { Qualifiers::NONE } else { Qualifiers::CONST };
            let call = infer.sema.ty(Kind::Function(asunder_types::Function {
                result,
                params: params.into(),
                variadic: written.variadic,
                qualifiers,
                ref_qualifier: RefQualifier::None,
                noexcept: written.is_noexcept,
            }));
            Closure { call, is_generic }
        });
        self.lambda = outer_lambda;
        self.in_nested_lambda = outer_nested;
        self.result = outer_result;
        self.deduces = outer_deduces;
        self.out.returned = outer_returned;
        let returned = result.call.as_function(db).map(|call| call.result);
        let is_generic = result.is_generic;
        self.sema.closures.borrow_mut().insert(class, Rc::new(result));
        if let (Some(returned), false) = (returned, is_generic) {
            let text = self.sema.closure_text(class);
            self.check_end_of_lambda(lambda, returned, text);
        }
        plan.nodes.1 = self.out.nodes.len() as u32;
        let node = self.op("lambda", closure_ty, Category::Prvalue, At::Start(id), Vec::new());
        self.out.plan.details.insert(node, Detail::Lambda(plan));
        node
    }

    /// A declaration of the item that the body belongs to.
    pub(crate) fn declared_at(&self, local: asunder_decls::written::LocalId) -> DeclRef {
        DeclRef { item: self.point.item, local }
    }
}

/// Whether the reference may know a name that nothing declares (spec 6, appendix A).
pub(crate) fn is_built_in(name: &str) -> bool {
    const PREFIXES: [&str; 13] = [
        "__builtin",
        "__sync_",
        "__atomic_",
        "__c11_",
        "__nv",
        "__NV",
        "__wgmma",
        "__is_",
        "__has_",
        "__edg",
        "__va_",
        "__array_",
        "__reference_",
    ];
    name.starts_with("__") && (PREFIXES.iter().any(|prefix| name.starts_with(prefix)) || name.ends_with("__"))
}

fn name_of(name: &SegmentName) -> Option<asunder_mangle::model::Ident> {
    match name {
        SegmentName::Ident(ident) => Some(ident.clone()),
        _ => None,
    }
}
