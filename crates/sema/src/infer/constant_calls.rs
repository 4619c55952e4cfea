//! Calls of `constexpr` functions with constants ([expr.const]): functions without objects that are changed, which
//! declare constants, choose by conditions and return a number.

use asunder_decls::names::Point;
use asunder_decls::written::{BodyKind, DeclKind};
use asunder_hir::body::{Condition, Owner, Root, Stmt, StmtId};
use asunder_types::{Symbol, Ty, Value};

use super::{Infer, Variable};
use crate::view::Sema;

/// How a statement ends.
enum Flow<'db> {
    /// What follows it is next.
    Next,
    /// The function has returned.
    Returned(Value<'db>),
}

impl<'db> Sema<'db> {
    /// What a function returns for constant arguments, one for each parameter; `None` where it is not `constexpr` or does
    /// more than is understood.
    pub(crate) fn constant_call(&self, symbol: Symbol<'db>, args: Vec<Value<'db>>) -> Option<Value<'db>> {
        let key = (symbol, args);
        self.remembered(
            &self.constant_calls,
            key.clone(),
            || None,
            || self.find_constant_call(symbol, &key.1),
        )
    }

    fn find_constant_call(&self, symbol: Symbol<'db>, args: &[Value<'db>]) -> Option<Value<'db>> {
        let written = self.decl(symbol.decl);
        let DeclKind::Function { body: BodyKind::Block, .. } = &written.kind else { return None };
        if !(written.specifiers.is_constexpr || written.specifiers.is_consteval) {
            return None;
        }
        let signature = self.signature(symbol)?;
        if signature.object.is_some() || signature.params.len() != args.len() {
            return None;
        }
        let owner = Owner::Function(symbol.decl.local);
        let index = self.bodies(symbol.decl.item).by_owner.get(&owner).copied()?;
        let body = self.body(symbol.decl.item, owner)?;
        let Root::Function { params, block, .. } = &body.root else { return None };
        let env = super::body_env(self, symbol.env, symbol.decl.item, index);
        let mut infer = Infer::new(self, body, env, Point::end_of(symbol.decl.item));
        infer.owner = Some(symbol.decl);
        infer.body_index = index;
        let result = self.result_of(symbol, &signature);
        infer.result = Some(result);
        let flow = infer.in_block(|infer| {
            for (number, param) in params.iter().enumerate() {
                let ty = *signature.params.get(number)?;
                infer.declare(Variable {
                    decl: Some(symbol.decl),
                    parameter: Some((None, number as u32)),
                    name: param.name.clone(),
                    ty,
                    value: Some(self.converted_value(args.get(number)?.clone(), ty)?),
                    initial: None,
                    lambda: None,
                    is_static: false,
                    is_capture: false,
                });
            }
            infer.run(*block, result)
        })?;
        match flow {
            Flow::Returned(value) => Some(value),
            Flow::Next => None,
        }
    }
}

impl<'db> Infer<'_, 'db> {
    /// Runs a statement; `None` where it does more than is understood.
    fn run(&mut self, statement: StmtId, result: Ty<'db>) -> Option<Flow<'db>> {
        crate::view::deep(|| self.run_at_depth(statement, result))
    }

    fn run_at_depth(&mut self, statement: StmtId, result: Ty<'db>) -> Option<Flow<'db>> {
        let body = self.body;
        match &body[statement] {
            Stmt::Empty | Stmt::StaticAssert(_) => Some(Flow::Next),
            Stmt::Block(all) => self.in_block(|infer| {
                for statement in all {
                    if let Flow::Returned(value) = infer.run(*statement, result)? {
                        return Some(Flow::Returned(value));
                    }
                }
                Some(Flow::Next)
            }),
            Stmt::Decl(_) => {
                let first = self.out.variables.len();
                self.statement(statement);
                // Variables that may change are not followed.
                let are_constant =
                    self.out.variables[first..].iter().all(|variable| variable.value.is_some());
                are_constant.then_some(Flow::Next)
            }
            Stmt::Return(Some(expr)) => {
                let node = self.expr(*expr);
                let value = self.converted_value_for(node, result, *expr)?;
                Some(Flow::Returned(value))
            }
            Stmt::If { init: None, condition: Some(Condition::Expr(expr)), then, otherwise, .. } => {
                let node = self.expr(*expr);
                let node = self.condition(node);
                let Value::Integer(test, _) = self.evaluate(node)? else { return None };
                match (test != 0, otherwise) {
                    (true, _) => self.in_block(|infer| infer.run(*then, result)),
                    (false, Some(otherwise)) => self.in_block(|infer| infer.run(*otherwise, result)),
                    (false, None) => Some(Flow::Next),
                }
            }
            _ => None,
        }
    }
}
