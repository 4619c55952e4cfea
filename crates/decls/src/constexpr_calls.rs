//! Values of calls of `constexpr` functions ([expr.const], [dcl.constexpr]) with integral parameters.
//!
//! Bodies of declarations, conditions, loops, assignments to their own variables and returns are followed;
//! anything else makes the value unknown.

use std::rc::Rc;

use asunder_mangle::model::{Builtin, Ident, Type, TypeRef};
use asunder_syntax::{AstNode, SyntaxKind, ast};

use crate::constant::{Value, unqualified};
use crate::lower::{lower, lower_expr};
use crate::memo::Link;
use crate::names::{DeclRef, Names, Point};
use crate::redeclaration::Redeclarations;
use crate::scope::{Member, Site};
use crate::written::{DeclKind, Expr, TypeExpr};

/// A call whose body is being followed.
#[derive(Debug)]
pub(crate) struct Activation {
    /// The place of the expressions of the body.
    point: Point,
    variables: Vec<Variable>,
}

#[derive(Debug)]
struct Variable {
    name: Ident,
    /// `None` for a non-integral type.
    value: Option<i128>,
    ty: TypeRef,
}

/// How a statement ends.
enum Flow {
    Next,
    Break,
    Continue,
    Return(Value),
    /// It was not understood.
    Unknown,
}

/// The number by which the expressions of a body know themselves: as many declarations of the item are visible
/// as at its end.
const IN_BODY: u32 = u32::MAX - 1;

/// `__builtin_is_constant_evaluated`: values are needed where constants stand.
pub(crate) fn asks_for_constant_evaluation(callee: &Expr) -> bool {
    let Expr::Name(path) = callee else { return false };
    path.as_ident().is_some_and(|ident| &**ident == "__builtin_is_constant_evaluated")
}

impl<'db> Names<'db> {
    /// The value of `callee(args)`.
    pub(crate) fn value_of_call(&self, callee: &Expr, args: &[Expr], site: &Site) -> Value {
        if asks_for_constant_evaluation(callee) {
            return Value::of(1, Builtin::Bool);
        }
        let mut values = Vec::new();
        for arg in args {
            match self.value(arg, site) {
                Value::Known(value, _) => values.push(Some(value)),
                Value::Dependent => return Value::Dependent,
                Value::Unknown => values.push(None),
            }
        }
        self.call(callee, args, &values, site).unwrap_or(Value::Unknown)
    }

    fn call(&self, callee: &Expr, args: &[Expr], values: &[Option<i128>], site: &Site) -> Option<Value> {
        let called = self.called_function(callee, args, site)?;
        let member = &called.member;
        let template_args = called.args.as_deref().map(Rc::from);
        let key = (member.decl, member.class.clone(), template_args, Rc::from(values));
        let find = || self.find_call_value(member, called.site.clone()?, values);
        self.remembered(&self.call_values, (key, Link::Call), || None, find)
    }

    fn find_call_value(&self, member: &Member, mut at: Site, values: &[Option<i128>]) -> Option<Value> {
        let body = self.constexpr_body(member.decl)?;
        if body.0 != member.decl {
            // Defined elsewhere than declared.
            if member.class.is_some() || !self.decl(body.0).templates.is_empty() {
                return None;
            }
            at = self.site_of(body.0);
        }
        let function = self.function_of(body.0)?;
        at.point = Point { item: body.0.item, local: IN_BODY };
        let ty = self.function_type(function, &at);
        if function.params.len() != values.len() || ty.parameters.len() != values.len() {
            return None;
        }
        let mut variables = Vec::new();
        for ((param, ty), value) in function.params.iter().zip(&ty.parameters).zip(values) {
            let (value, ty) = match value.map(|value| self.convert(value, ty)) {
                Some(Value::Known(value, ty)) => (Some(value), ty),
                _ => (None, unqualified(ty)),
            };
            variables.extend(param.name.clone().map(|name| Variable { name, value, ty }));
        }
        self.activations.borrow_mut().push(Activation { point: at.point, variables });
        let flow = self.run_block(&body.1, &at);
        self.activations.borrow_mut().pop();
        let Flow::Return(Value::Known(value, of)) = flow else { return None };
        Some(match &**ty.result.as_ref()? {
            Type::Auto => Value::Known(value, of),
            _ => self.convert(value, ty.result.as_ref()?),
        })
    }

    /// The definition of a constexpr function and its body.
    fn constexpr_body(&self, decl: DeclRef) -> Option<(DeclRef, ast::CompoundStmt)> {
        let Redeclarations::Known(all) = self.redeclarations(decl) else { return None };
        let is_constexpr = |decl: &DeclRef| {
            let specifiers = self.decl(*decl).specifiers;
            specifiers.is_constexpr || specifiers.is_consteval
        };
        if !all.iter().any(is_constexpr) {
            return None;
        }
        all.into_iter().find_map(|decl| match ast::FunctionBody::cast(self.body_of(decl)?)? {
            ast::FunctionBody::CompoundBody(body) => Some((decl, body.compound_stmt()?)),
            _ => None,
        })
    }

    /// The value of the parameter or local variable `name` of the body that `site` stands in.
    pub(crate) fn local_value(&self, name: &str, site: &Site) -> Option<Value> {
        let activations = self.activations.borrow();
        let activation = activations.last().filter(|it| it.point == site.point)?;
        let variable = activation.variables.iter().rev().find(|it| &*it.name == name)?;
        Some(match variable.value {
            Some(value) => Value::Known(value, variable.ty.clone()),
            None => Value::Unknown,
        })
    }

    /// The type of the parameter or local variable `name` of the body that `site` stands in.
    pub(crate) fn local_type(&self, name: &str, site: &Site) -> Option<TypeRef> {
        let activations = self.activations.borrow();
        let activation = activations.last().filter(|it| it.point == site.point)?;
        let variable = activation.variables.iter().rev().find(|it| &*it.name == name)?;
        Some(variable.ty.clone())
    }

    fn declare_local(&self, name: Ident, value: i128, ty: TypeRef) {
        if let Some(activation) = self.activations.borrow_mut().last_mut() {
            activation.variables.push(Variable { name, value: Some(value), ty });
        }
    }

    fn locals(&self) -> usize {
        self.activations.borrow().last().map_or(0, |it| it.variables.len())
    }

    fn leave_scope(&self, locals: usize) {
        if let Some(activation) = self.activations.borrow_mut().last_mut() {
            activation.variables.truncate(locals);
        }
    }

    // ---- statements

    fn run_block(&self, block: &ast::CompoundStmt, site: &Site) -> Flow {
        let locals = self.locals();
        let mut flow = Flow::Next;
        for statement in block.stmts() {
            flow = self.run(&statement, site);
            if !matches!(flow, Flow::Next) {
                break;
            }
        }
        self.leave_scope(locals);
        flow
    }

    fn run(&self, statement: &ast::Stmt, site: &Site) -> Flow {
        if !self.count_statement() {
            return Flow::Unknown;
        }
        self.nested(Flow::Unknown, || match statement {
            ast::Stmt::CompoundStmt(block) => self.run_block(block, site),
            ast::Stmt::ReturnStmt(result) => match result.expr() {
                Some(expr) => Flow::Return(self.value(&lower_expr(&expr), site)),
                None => Flow::Unknown,
            },
            ast::Stmt::BreakStmt(_) => Flow::Break,
            ast::Stmt::ContinueStmt(_) => Flow::Continue,
            ast::Stmt::ExprStmt(statement) => match statement.expr() {
                Some(expr) => self.assign(&expr, site),
                None => Flow::Next,
            },
            ast::Stmt::IfStmt(choice) if choice.init().is_none() && choice.consteval_token().is_none() => {
                match self.condition(choice.condition(), site) {
                    Some(true) => self.run_optional(choice.then_branch(), site),
                    Some(false) => self.run_optional(choice.else_clause().and_then(|it| it.stmt()), site),
                    None => Flow::Unknown,
                }
            }
            ast::Stmt::WhileStmt(repeat) => loop {
                let holds = self.condition(repeat.condition(), site);
                if let Some(end) = self.run_turn(holds, repeat.body(), site) {
                    break end;
                }
            },
            ast::Stmt::ForStmt(repeat) => self.run_for(repeat, site),
            ast::Stmt::Decl(ast::Decl::SimpleDecl(declaration)) => self.run_declaration(declaration, site),
            ast::Stmt::Decl(ast::Decl::StaticAssertDecl(_) | ast::Decl::EmptyDecl(_)) => Flow::Next,
            _ => Flow::Unknown,
        })
    }

    fn run_optional(&self, statement: Option<ast::Stmt>, site: &Site) -> Flow {
        statement.map_or(Flow::Next, |statement| self.run(&statement, site))
    }

    /// One turn of a loop whose condition `holds`, if that is known; what the loop ends with, if it ends here.
    fn run_turn(&self, holds: Option<bool>, body: Option<ast::Stmt>, site: &Site) -> Option<Flow> {
        match holds {
            Some(true) => {}
            Some(false) => return Some(Flow::Next),
            None => return Some(Flow::Unknown),
        }
        match self.run_optional(body, site) {
            Flow::Next | Flow::Continue => None,
            Flow::Break => Some(Flow::Next),
            other => Some(other),
        }
    }

    fn run_for(&self, repeat: &ast::ForStmt, site: &Site) -> Flow {
        let locals = self.locals();
        let declared = self.run_optional(repeat.init().and_then(|init| init.stmt()), site);
        if !matches!(declared, Flow::Next) {
            return Flow::Unknown;
        }
        let flow = loop {
            let holds = match repeat.condition() {
                None => Some(true),
                condition => self.condition(condition, site),
            };
            if let Some(end) = self.run_turn(holds, repeat.body(), site) {
                break end;
            }
            let stepped =
                match repeat.step().and_then(|step| step.syntax().children().find_map(ast::Expr::cast)) {
                    Some(step) => self.assign(&step, site),
                    None => Flow::Next,
                };
            if !matches!(stepped, Flow::Next) {
                break Flow::Unknown;
            }
        };
        self.leave_scope(locals);
        flow
    }

    fn condition(&self, condition: Option<ast::Condition>, site: &Site) -> Option<bool> {
        let Some(ast::Condition::Expr(expr)) = condition else { return None };
        match self.value(&lower_expr(&expr), site) {
            Value::Known(value, _) => Some(value != 0),
            _ => None,
        }
    }

    fn run_declaration(&self, declaration: &ast::SimpleDecl, site: &Site) -> Flow {
        let (written, _) = lower(declaration.syntax());
        let declarators: Vec<_> = declaration.init_declarators().collect();
        if written.decls.len() != declarators.len() {
            // Types that are defined on the spot.
            return Flow::Unknown;
        }
        for (decl, declarator) in written.decls.iter().zip(declarators) {
            let DeclKind::Variable { ty, .. } = &decl.kind else {
                // Typedefs and the like would have to be looked up.
                return Flow::Unknown;
            };
            let expr = match declarator.initializer() {
                Some(ast::Initializer::EqInitializer(initializer)) => initializer.expr(),
                Some(ast::Initializer::InitList(list)) => match list.init_clauses().next() {
                    Some(ast::InitClause::Expr(only)) if list.init_clauses().count() == 1 => Some(only),
                    _ => None,
                },
                _ => None,
            };
            let (Some(expr), Some(name)) = (expr, decl.name.ident()) else { return Flow::Unknown };
            let Value::Known(value, of) = self.value(&lower_expr(&expr), site) else { return Flow::Unknown };
            let value = match without_const(ty) {
                TypeExpr::Auto => Value::Known(value, of),
                ty => self.convert(value, &unqualified(&self.resolve(ty, site))),
            };
            let Value::Known(value, ty) = value else { return Flow::Unknown };
            self.declare_local(name.clone(), value, ty);
        }
        Flow::Next
    }

    /// An expression statement: an assignment to a local variable.
    fn assign(&self, expr: &ast::Expr, site: &Site) -> Flow {
        let (target, operator, operand) = match expr {
            ast::Expr::AssignExpr(assignment) => {
                let operator = assignment
                    .syntax()
                    .children_with_tokens()
                    .filter_map(asunder_syntax::NodeOrToken::into_token)
                    .find(|token| !token.kind().is_trivia());
                let operand = assignment.rhs().map(|rhs| lower_expr(&rhs));
                (assignment.lhs(), operator, operand)
            }
            ast::Expr::PrefixExpr(step) => (step.expr(), step.op_token(), None),
            ast::Expr::PostfixExpr(step) => (step.expr(), step.op_token(), None),
            ast::Expr::CommaExpr(comma) => {
                return match (comma.lhs(), comma.rhs()) {
                    (Some(first), Some(second)) => {
                        match self.nested(Flow::Unknown, || self.assign(&first, site)) {
                            Flow::Next => self.nested(Flow::Unknown, || self.assign(&second, site)),
                            other => other,
                        }
                    }
                    _ => Flow::Unknown,
                };
            }
            _ => return Flow::Unknown,
        };
        let (Some(target), Some(operator)) = (target, operator) else { return Flow::Unknown };
        let Expr::Name(path) = lower_expr(&target) else { return Flow::Unknown };
        let Some(name) = path.as_ident().cloned() else { return Flow::Unknown };
        let one = || Expr::Integer(1, asunder_mangle::model::Builtin::Int);
        let assigned = match (operator.kind(), operand) {
            (SyntaxKind::EQ, Some(operand)) => operand,
            (SyntaxKind::PLUS2, None) => binary("+", Expr::Name(path), one()),
            (SyntaxKind::MINUS2, None) => binary("-", Expr::Name(path), one()),
            (_, Some(operand)) => match operator.text().strip_suffix('=') {
                Some(operator) => binary(operator, Expr::Name(path), operand),
                None => return Flow::Unknown,
            },
            _ => return Flow::Unknown,
        };
        let Value::Known(value, _) = self.value(&assigned, site) else { return Flow::Unknown };
        let Some(Value::Known(_, ty)) = self.local_value(&name, site) else { return Flow::Unknown };
        let Value::Known(value, _) = self.convert(value, &ty) else { return Flow::Unknown };
        let mut activations = self.activations.borrow_mut();
        let variables = activations.last_mut().map(|it| it.variables.iter_mut());
        match variables.and_then(|it| it.rev().find(|variable| variable.name == name)) {
            Some(variable) => {
                variable.value = Some(value);
                Flow::Next
            }
            None => Flow::Unknown,
        }
    }
}

fn binary(operator: &str, lhs: Expr, rhs: Expr) -> Expr {
    Expr::Binary(operator.into(), Box::new(lhs), Box::new(rhs))
}

fn without_const(ty: &TypeExpr) -> &TypeExpr {
    match ty {
        TypeExpr::Qualified(_, inner) => inner,
        ty => ty,
    }
}
