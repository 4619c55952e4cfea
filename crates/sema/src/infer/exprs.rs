//! Expressions: which file's rules a kind of expression has; literals, and readings of what is ambiguous.

use asunder_decls::written::Path;
use asunder_hir::body::{Decision, Expr, ExprId, Sort};
use asunder_types::{Arg, Bound, Builtin, Kind, Symbol, Ty, Value};

use super::made::Detail;
use super::mistakes::{Leads, ListsMake};
use super::{At, Category, Infer, Named, Node, NodeId, What};
use crate::lookup::{Lookup, Sought, Want};
use crate::overload::{Candidate, How, Resolution};
use crate::special::Special;
use crate::template_arguments::GivenArg;

/// "user-defined literal operator not found".
const NO_LITERAL_OPERATOR: u16 = 2486;

impl<'db> Infer<'_, 'db> {
    /// The node of an expression.
    pub(crate) fn expr(&mut self, id: ExprId) -> NodeId {
        crate::view::deep(|| self.expr_at_depth(id))
    }

    pub(super) fn expr_at_depth(&mut self, id: ExprId) -> NodeId {
        let body = self.body;
        match &body[id] {
            Expr::Missing(why) => self.gap(why, id),
            Expr::Integer(value, ty) => {
                let ty = self.sema.builtin(*ty);
                self.literal(Value::Integer(*value as i128, ty), ty, id)
            }
            Expr::Floating(text, ty) => {
                let Some(number) = asunder_decls::literals::floating_number(text) else {
                    return self.gap("value of a floating literal", id);
                };
                let number = if *ty == Builtin::Float { f64::from(number as f32) } else { number };
                let is_known = *ty != Builtin::LongDouble || asunder_decls::literals::is_exact(text, number);
                let ty = self.sema.builtin(*ty);
                let value = match is_known {
                    true => Value::Floating(number.to_bits(), ty),
                    false => Value::Gap("value of a long double"),
                };
                self.literal(value, ty, id)
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
            Expr::UserLiteral(literal, suffix, characters) => {
                self.user_literal(id, *literal, suffix, characters)
            }
            Expr::Name(path) => self.name(id, path),
            Expr::This => self.this_node(At::Start(id), id),
            Expr::Paren(inner) => {
                let node = self.led_by(*inner, Leads::Other, |infer| infer.expr(*inner));
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
            Expr::Unfinished(base, arrow) => self.unfinished_member(id, *base, *arrow),
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
                let make = ListsMake { literal: true, ..self.lists_make };
                let how = self.with_lists(make, |infer| infer.initialize(list, ty, id));
                let node = self.op("temp_init", ty, Category::Prvalue, At::Start(id), Vec::new());
                self.out.plan.details.insert(node, Detail::Made(how));
                node
            }
            Expr::List(clauses) => {
                let designated = clauses.iter().any(|clause| !clause.designators.is_empty());
                let elements: Vec<NodeId> = {
                    let values: Vec<ExprId> = clauses.iter().map(|clause| clause.value).collect();
                    self.arguments(&values)
                };
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
                    if !matches!(self.node(node).what, What::Op("temp_init")) {
                        self.check_thrown(node);
                    }
                    self.elided(node, self.node(node).ty);
                    node
                });
                let mut operands: Vec<NodeId> = operands.collect();
                let is_object = |operand: &NodeId| matches!(self.node(*operand).what, What::Op("temp_init"));
                let object = operands.iter().copied().find(is_object);
                operands.retain(|operand| Some(*operand) != object);
                let void = self.sema.builtin(Builtin::Void);
                let node = self.op("throw", void, Category::Prvalue, At::Start(id), operands);
                if let Some(object) = object {
                    self.out.plan.details.insert(node, Detail::Thrown(object));
                }
                node
            }
            Expr::Sizeof(operand) => self.sizeof(id, operand, false),
            Expr::Alignof(operand) => self.sizeof(id, operand, true),
            Expr::SizeofPack(name) => match self.sema.lookup(Sought::Ident(name), self.site(), Want::Any) {
                Lookup::Param(_, Some(Arg::Pack(args))) => {
                    let ty = self.sema.builtin(Builtin::UnsignedLong);
                    let count = args.list(self.db()).len();
                    self.literal(Value::Integer(count as i128, ty), ty, id)
                }
                Lookup::Param(param, None) if !param.pack => self.no_pack(id, name),
                Lookup::Param(_, None) => self.dependent(id),
                Lookup::Variable(number) if self.is_plain_variable(number) => self.no_pack(id, name),
                _ => match self.pack_size(name) {
                    Some(count) => {
                        let ty = self.sema.builtin(Builtin::UnsignedLong);
                        self.literal(Value::Integer(count as i128, ty), ty, id)
                    }
                    None => self.gap("size of a function parameter pack", id),
                },
            },
            Expr::Noexcept(operand) => {
                self.unevaluated += 1;
                let first = NodeId(self.out.nodes.len() as u32);
                let node = self.expr(*operand);
                self.unevaluated -= 1;
                self.hide(node);
                let throws = self.may_throw(node, first);
                self.note_unevaluated(first.0);
                match throws {
                    Some(throws) => {
                        let ty = self.sema.builtin(Builtin::Bool);
                        self.literal(Value::Integer(i128::from(!throws), ty), ty, id)
                    }
                    None => self.gap("noexcept operator", id),
                }
            }
            Expr::Typeid(operand) => self.type_id(id, operand),
            Expr::Trait(name, operands) => self.type_trait(id, name, operands),
            Expr::Lambda(lambda) => self.lambda(id, *lambda),
            Expr::Statements(block) => self.statements_value(id, *block),
            Expr::Fold(operator, lhs, rhs) => self.fold(id, operator, *lhs, *rhs),
            Expr::Expansion(_) => self.gap("pack expansion", id),
            Expr::Requires(params, requirements) => self.requires(id, params, requirements),
            Expr::Await(operand) => {
                self.check_await_place(id);
                let node = self.expr(*operand);
                if self.is_known(node) {
                    self.check_awaited(id, node);
                }
                self.gap("coroutine", id)
            }
            Expr::Yield(operand) => {
                self.check_yielded(*operand);
                self.gap("coroutine", id)
            }
            Expr::LabelAddress(_) => {
                let ty = self.sema.builtin(Builtin::Void).pointer_to(self.db());
                self.op("label_address", ty, Category::Prvalue, At::Start(id), Vec::new())
            }
            Expr::Several(_) => self.gap("several arguments", id),
            Expr::Ambiguous(first, second) => match self.is_first_reading(body.expr_decisions.get(&id)) {
                true => self.expr(*first),
                false => self.expr(*second),
            },
        }
    }

    /// The expression that an ambiguous one is read as.
    pub(crate) fn reading(&self, id: ExprId) -> ExprId {
        let mut at = id;
        while let Expr::Ambiguous(first, second) = self.body[at] {
            at = match self.is_first_reading(self.body.expr_decisions.get(&at)) {
                true => first,
                false => second,
            };
        }
        at
    }

    /// Whether evaluating a node may end with an exception ([except.spec]/6); `first` is the first node of its tree. `None`
    /// where that is not known.
    pub(crate) fn may_throw(&self, node: NodeId, first: NodeId) -> Option<bool> {
        if self.is_open(self.node(node).ty) {
            return None;
        }
        let mut throws = false;
        let mut at = first.0;
        while let Some(node) = self.out.nodes.get(at as usize) {
            let next = self.unevaluated_nodes.partition_point(|range| range.end <= at);
            if let Some(inner) = self.unevaluated_nodes.get(next).filter(|range| range.contains(&at)) {
                at = inner.end;
                continue;
            }
            at += 1;
            match &node.what {
                What::Op("throw") => throws = true,
                What::Op("call" | "dot_member_call" | "points_to_member_call") => {
                    let callee = self.node(*node.operands.first()?);
                    throws |= match (&callee.what, callee.named) {
                        (What::Routine, Some(Named::Symbol(symbol))) => self.sema.may_throw(symbol)?,
                        // What a pointer points to says it since it is part of the type.
                        (What::Variable, _)
                            if self.sema.dialect.standard >= asunder_syntax::Standard::Cpp17 =>
                        {
                            !callee.ty.pointee(self.db())?.as_function(self.db())?.noexcept
                        }
                        _ => return None,
                    };
                    if node.category == Category::Prvalue {
                        throws |= self.sema.destruction_throws(node.ty) == Some(true);
                    }
                }
                What::Gap(_) | What::Functions | What::List => return None,
                What::Op("temp_init") => throws |= self.construction_throws(node)?,
                // Comparisons that are made of others: what they call is not in the tree.
                What::Op("eq" | "ne" | "lt" | "gt" | "le" | "ge" | "spaceship")
                    if node
                        .operands
                        .iter()
                        .any(|it| self.node(*it).ty.referred(self.db()).as_class(self.db()).is_some()) =>
                {
                    return None;
                }
                What::Op(
                    "new" | "delete" | "lambda" | "ref_dynamic_cast" | "typeid" | "statement"
                    | "builtin_operation" | "kernel_launch",
                ) => return None,
                // What is copied as bytes.
                _ if node.read && self.sema.is_trivially_copied(node.ty) => {}
                _ if node.ty.as_class(self.db()).is_some() && node.category == Category::Prvalue => {
                    return None;
                }
                _ => {}
            }
        }
        Some(throws)
    }

    /// Whether making and destroying a temporary may throw, what makes its arguments apart.
    fn construction_throws(&self, node: &Node<'db>) -> Option<bool> {
        let db = self.db();
        let Some(class) = node.ty.as_class(db) else { return Some(false) };
        let throws = match (node.named, node.operands.as_slice()) {
            (Some(Named::Symbol(constructor)), operands) => {
                let takes_defaults = self.sema.signature(constructor)?.params.len() > operands.len();
                let throws = self.sema.may_throw(constructor)?;
                // Default arguments are not looked at.
                if takes_defaults && !throws {
                    return None;
                }
                throws
            }
            (None, []) => self.sema.special_throws(class, Special::Default)?,
            (None, [only]) if self.node(*only).ty.as_class(db) == Some(class) => {
                let from = self.node(*only);
                match from.category {
                    Category::Prvalue => false,
                    Category::Xvalue if !from.ty.qualifiers(db).is_const => {
                        self.sema.special_throws(class, Special::Move)?
                    }
                    _ => self.sema.special_throws(class, Special::Copy)?,
                }
            }
            _ => return None,
        };
        Some(throws | self.sema.destruction_throws(node.ty)?)
    }

    pub(crate) fn literal(&mut self, value: Value<'db>, ty: Ty<'db>, id: ExprId) -> NodeId {
        self.push(Self::plain(What::Constant(value), ty, Category::Prvalue, At::Start(id)))
    }

    /// A literal with a suffix of the user's ([lex.ext]): by a function that takes its value, else, if it is a number, by one
    /// that takes its `characters`, or by a template of these.
    fn user_literal(&mut self, id: ExprId, literal: ExprId, suffix: &str, characters: &str) -> NodeId {
        const UNKNOWN: &str = "user-defined literal";
        let found = match self.sema.lookup(Sought::Literal(suffix), self.site(), Want::Any) {
            Lookup::Found(found) => found,
            _ => return self.gap(UNKNOWN, id),
        };
        let value = match &self.body[literal] {
            Expr::Integer(value, _) => {
                let ty = self.sema.builtin(Builtin::UnsignedLongLong);
                self.literal(Value::Integer(*value as i128, ty), ty, literal)
            }
            Expr::Floating(text, _) => {
                let Some(number) = asunder_decls::literals::floating_number(text) else {
                    return self.gap("value of a floating literal", id);
                };
                let ty = self.sema.builtin(Builtin::LongDouble);
                self.literal(Value::Floating(number.to_bits(), ty), ty, literal)
            }
            Expr::Character(..) | Expr::String(..) => self.expr(literal),
            _ => return self.gap(UNKNOWN, id),
        };
        let mut arguments = vec![value];
        if let Expr::String(_, length, _) = &self.body[literal] {
            let ty = self.sema.builtin(Builtin::UnsignedLong);
            arguments.push(self.literal(Value::Integer(i128::from(*length) - 1, ty), ty, literal));
        }
        let db = self.db();
        let own = match self.node(value).ty.kind(db) {
            Kind::Array(element, _) => self.sema.ty(Kind::Pointer(*element)),
            _ => self.node(value).ty,
        };
        let is_number = matches!(self.body[literal], Expr::Integer(..) | Expr::Floating(..));
        // One that takes the characters of a number takes them all; of templates it is not asked.
        let may_take = |symbol: &Symbol<'db>| {
            let signature =
                self.sema.signature(*symbol).filter(|_| !self.sema.is_function_template(symbol.decl));
            signature.is_none_or(|it| {
                it.params.iter().any(|param| param.absorbs(db))
                    || is_number && it.params.len() == 1 && it.params[0].pointee(db).is_some()
            })
        };
        let takes_none = !found.iter().any(may_take);
        let takes = |symbol: &Symbol<'db>, count: usize, first: Ty<'db>| {
            let signature =
                self.sema.signature(*symbol).filter(|_| !self.sema.is_function_template(symbol.decl));
            signature.is_some_and(|it| it.params.len() == count && it.params.first() == Some(&first))
        };
        let mut chosen: Vec<Symbol<'db>> =
            found.iter().copied().filter(|symbol| takes(symbol, arguments.len(), own)).collect();
        let mut how = How::call();
        if chosen.is_empty() && is_number {
            if characters.is_empty() || characters.contains('\'') {
                return self.gap(UNKNOWN, id);
            }
            let char = self.sema.builtin(Builtin::Char);
            let element = char.constant(db);
            let pointer = self.sema.ty(Kind::Pointer(element));
            chosen = found.iter().copied().filter(|symbol| takes(symbol, 1, pointer)).collect();
            arguments.clear();
            if chosen.is_empty() {
                chosen = found.into_iter().filter(|it| self.sema.is_function_template(it.decl)).collect();
                let values = characters.bytes().map(|byte| Value::Integer(i128::from(byte), char));
                how.explicit = Some(values.map(GivenArg::Value).collect());
            } else {
                let ty = self.sema.ty(Kind::Array(element, Bound::Count(characters.len() as u64 + 1)));
                let string = Self::plain(What::String, ty, Category::Lvalue, At::Start(literal));
                arguments.push(self.push(string));
            }
        }
        if takes_none && chosen.is_empty() && !self.in_template {
            self.met_plain(NO_LITERAL_OPERATOR, At::Start(id));
            return self.error(id, Vec::new());
        }
        let candidates: Vec<Candidate<'db>> = chosen.into_iter().map(Candidate::of).collect();
        let operands: Vec<_> = arguments.iter().map(|node| self.operand(*node)).collect();
        match self.sema.choose(&candidates, None, &operands, &how) {
            Resolution::Best(chosen) => self.chosen_operator(id, chosen, &arguments),
            _ => self.gap(UNKNOWN, id),
        }
    }

    pub(crate) fn dependent(&mut self, id: ExprId) -> NodeId {
        let ty = self.sema.ty(Kind::Dependent);
        self.push(Self::plain(What::Gap("dependent"), ty, Category::Prvalue, At::Start(id)))
    }

    /// A value of a type that is not known, or that depends on template parameters: what `decltype` says of it does so as
    /// a whole ([temp.dep.type]/9).
    pub(crate) fn unknown_object(&mut self, id: ExprId, ty: Ty<'db>, operands: Vec<NodeId>) -> NodeId {
        if !self.sema.is_dependent(ty) {
            return self.absorbed_type(id, ty, operands);
        }
        let ty = self.sema.ty(Kind::Dependent);
        self.push(Node {
            operands,
            ..Self::plain(What::Gap("dependent"), ty, Category::Prvalue, At::Start(id))
        })
    }

    pub(crate) fn error(&mut self, id: ExprId, operands: Vec<NodeId>) -> NodeId {
        // What an unknown operand makes of it is not known.
        let is_open = |operand: &NodeId| match self.node(*operand).ty.kind(self.db()) {
            Kind::Gap(_) => !matches!(self.node(*operand).what, What::List | What::Functions),
            _ => self.sema.is_dependent(self.node(*operand).ty),
        };
        if !operands.iter().any(is_open) {
            self.refuse();
        }
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
    pub(super) fn names_template(&self, path: &Path) -> bool {
        // One that the arguments of a call find ([temp.names]/2).
        let by_arguments = self.sema.dialect.standard >= asunder_syntax::Standard::Cpp20
            && path.segments.len() == 1
            && !path.global;
        match self.sema.lookup_path(path, self.site(), Want::Any).found {
            Lookup::Found(symbols) => symbols.iter().any(|symbol| {
                let decl = self.sema.decl(symbol.decl);
                let is_function = matches!(decl.kind, asunder_decls::written::DeclKind::Function { .. });
                !decl.templates.is_empty() || is_function && by_arguments
            }),
            Lookup::Injected(_) => true,
            Lookup::Param(..) | Lookup::Dependent | Lookup::Gap(_) => true,
            Lookup::None => by_arguments,
            Lookup::Parameter(..) | Lookup::Variable(_) => false,
        }
    }
}
