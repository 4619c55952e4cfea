//! Where control goes: whether the end of a function that returns a value is reached.
//!
//! A statement is left at its end, by a jump, or not at all. Conditions count as constants where their values are
//! known; a call does not come back where the whole statement is the call of a function that is declared so.

use asunder_decls::names::DeclRef;
use asunder_decls::redeclaration::Redeclarations;
use asunder_decls::written::DeclName;
use asunder_hir::body::{Condition, Expr, ExprId, LambdaId, Root, Stmt, StmtId};
use asunder_mangle::model::Ident;
use asunder_types::{Symbol, Ty};
use rustc_hash::FxHashMap;

use super::{Infer, NodeId, What};
use crate::finding::{Argument, MetAt, Mistake};
use crate::overload::Candidate;

/// "missing return statement at end of non-void …".
const MISSING_RETURN: u16 = 940;
/// "function declared with … does return".
const RETURNS: u16 = 1305;
/// "non-void … should return a value".
const RETURN_WITHOUT_VALUE: u16 = 117;

/// What the flow of control depends on besides statements.
#[derive(Default)]
pub(crate) struct Facts<'db> {
    /// The values of conditions that are constants.
    conditions: FxHashMap<ExprId, bool>,
    /// The functions that statements call.
    calls: FxHashMap<ExprId, Symbol<'db>>,
}

/// How a statement is left.
#[derive(Clone, Copy, Default)]
struct Leaves {
    /// At its end.
    end: bool,
    /// By `break`.
    by_break: bool,
    /// By `continue`.
    by_continue: bool,
}

impl Leaves {
    const END: Leaves = Leaves { end: true, by_break: false, by_continue: false };
    const NEVER: Leaves = Leaves { end: false, by_break: false, by_continue: false };

    fn or(self, other: Leaves) -> Leaves {
        Leaves {
            end: self.end || other.end,
            by_break: self.by_break || other.by_break,
            by_continue: self.by_continue || other.by_continue,
        }
    }
}

impl<'db> Infer<'_, 'db> {
    /// Remembers the value of a condition, where it is a constant.
    pub(crate) fn note_condition(&mut self, expr: ExprId, node: NodeId) {
        let truth = match &self.node(node).what {
            What::String => Some(true),
            _ => match self.value_of(node).or_else(|| self.evaluate(node)) {
                Some(asunder_types::Value::Integer(value, _)) => Some(value != 0),
                _ => None,
            },
        };
        if let Some(truth) = truth {
            self.facts.conditions.insert(expr, truth);
        }
    }

    /// Remembers the function that a statement calls.
    pub(crate) fn note_call(&mut self, expr: ExprId, node: NodeId) {
        if let What::Op("call" | "dot_member_call" | "points_to_member_call") = self.node(node).what
            && let Some(callee) = self.node(node).operands.first()
            && let Some(super::Named::Symbol(symbol)) = self.node(*callee).named
        {
            self.facts.calls.insert(expr, symbol);
        }
    }

    /// A function whose end is reached without a value.
    pub(crate) fn check_end(&mut self, symbol: Symbol<'db>, result: Ty<'db>) {
        let Root::Function { block, handlers, .. } = &self.body.root else { return };
        let result = self.common_return(result);
        let decl = self.sema.decl(symbol.decl);
        let is_main = decl.name.ident().is_some_and(|name| &**name == "main") && decl.parent.is_none();
        let wants_value = !is_main
            && self.wants_value(result)
            && !self.body.is_coroutine
            && !matches!(decl.name, DeclName::Constructor | DeclName::Destructor);
        if !wants_value && !self.is_declared_noreturn(symbol) {
            return;
        }
        let mut leaves = self.leaves(*block);
        for handler in handlers {
            leaves = leaves.or(self.leaves(handler.block));
        }
        if !leaves.end {
            return;
        }
        let last = handlers.last().map_or(*block, |handler| handler.block);
        if wants_value {
            self.report_missing_return(symbol, last);
        }
        self.check_noreturn(MetAt::EndOfBody(last));
    }

    fn report_missing_return(&mut self, symbol: Symbol<'db>, last: StmtId) {
        let decl = self.sema.decl(symbol.decl);
        let name = match self.in_instance && self.sema.is_instance(symbol) {
            true => self.sema.named_instance_text(symbol),
            false => {
                let candidates = self.functions_like(symbol);
                match self.function_argument(symbol, &candidates, false) {
                    Some(Argument::Entity { name, .. }) if matches!(decl.name, DeclName::Conversion(_)) => {
                        Some(name.split('(').next().unwrap_or(&name).to_owned())
                    }
                    Some(Argument::Entity { name, .. }) => Some(name),
                    _ => None,
                }
            }
        };
        if let Some(name) = name {
            self.met_at(
                Mistake::new(MISSING_RETURN, vec![Argument::entity("function", name)]),
                MetAt::EndOfBody(last),
            );
        }
    }

    /// A lambda whose end is reached without a value.
    pub(crate) fn check_end_of_lambda(&mut self, lambda: LambdaId, result: Ty<'db>, text: Option<String>) {
        let block = self.body[lambda].block;
        if self.body[lambda].is_coroutine || !self.wants_value(result) || !self.leaves(block).end {
            return;
        }
        if let Some(text) = text {
            let entity = Argument::entity("function", text);
            self.met_at(Mistake::new(MISSING_RETURN, vec![entity]), MetAt::EndOfBody(block));
        }
    }

    /// `return;` in a function that returns a value.
    pub(crate) fn check_empty_return(&mut self, statement: StmtId) {
        let (Some(result), Some(owner), None) = (self.result, self.owner, self.lambda) else { return };
        if !self.wants_value(result) || !self.is_function_body() {
            return;
        }
        let symbol = Symbol { decl: owner, env: self.sema.env_of(owner) };
        let candidates = self.functions_like(symbol);
        // A conversion function is named by its type.
        let entity = match self.sema.decl(owner).name {
            asunder_decls::written::DeclName::Conversion(_) => {
                self.sema.qualified_name(symbol).map(|name| Argument::entity("function", name))
            }
            _ => self.function_argument(symbol, &candidates, false),
        };
        if let Some(entity) = entity {
            self.met_at(Mistake::new(RETURN_WITHOUT_VALUE, vec![entity]), MetAt::EndOfStatement(statement));
        }
    }

    /// A place where a function returns that is declared not to.
    pub(crate) fn check_noreturn(&mut self, at: MetAt) {
        let (Some(owner), None) = (self.owner, self.lambda) else { return };
        if self.is_function_body()
            && self.is_declared_noreturn(Symbol { decl: owner, env: self.sema.env_of(owner) })
        {
            self.met_at(Mistake::new(RETURNS, vec![Argument::Name("noreturn".to_owned())]), at);
        }
    }

    /// Whether a declaration of a function so far says that it does not return.
    fn is_declared_noreturn(&self, symbol: Symbol<'db>) -> bool {
        let says_so = |decl| self.sema.decl(decl).attributes.noreturn;
        if says_so(symbol.decl) {
            return true;
        }
        let Some(ident) = self.sema.decl(symbol.decl).name.ident() else { return false };
        let is_said_by_none = || {
            let (names, item) = (&self.sema.names, symbol.decl.item);
            names.is_declared_once(ident, item) && names.decls_named(item, ident).len() == 1
                || self.sema.noreturn_in_scope_of(symbol.decl, ident).is_empty()
        };
        if self.sema.class_around(symbol).is_none() && is_said_by_none() {
            return false;
        }
        self.functions_like(symbol)
            .iter()
            .any(|other| says_so(other.symbol.decl) && self.sema.same_function(other, &Candidate::of(symbol)))
    }

    fn wants_value(&self, result: Ty<'db>) -> bool {
        !self.sema.has_auto(result)
            && !result.absorbs(self.db())
            && !self.sema.is_dependent(result)
            && !result.is_void(self.db())
    }

    /// The functions that share the name of one, those declared so far.
    fn functions_like(&self, symbol: Symbol<'db>) -> Vec<Candidate<'db>> {
        let decl = self.sema.decl(symbol.decl);
        let Some(ident) = decl.name.ident() else { return vec![Candidate::of(symbol)] };
        let found = match self.sema.class_around(symbol) {
            Some(class) => self.sema.lookup_in_class(
                crate::lookup::Sought::Ident(ident),
                class,
                asunder_decls::names::Point::END,
                crate::lookup::Want::Any,
            ),
            None => {
                let (names, item) = (&self.sema.names, symbol.decl.item);
                if names.is_declared_once(ident, item) && names.decls_named(item, ident).len() == 1 {
                    return vec![Candidate::of(symbol)];
                }
                let all = names.declared_in(ident, names.item(item).namespace);
                let seen = all.iter().filter(|other| **other <= symbol.decl);
                let symbols = seen.map(|decl| Symbol { decl: *decl, env: symbol.env });
                crate::lookup::Lookup::Found(symbols.collect())
            }
        };
        match found {
            crate::lookup::Lookup::Found(symbols) => symbols
                .into_iter()
                .filter(|symbol| self.sema.function_expr(symbol.decl).is_some())
                .map(Candidate::of)
                .collect(),
            _ => vec![Candidate::of(symbol)],
        }
    }

    // ---- statements

    fn leaves(&self, id: StmtId) -> Leaves {
        crate::view::deep(|| self.leaves_at_depth(id))
    }

    fn leaves_at_depth(&self, id: StmtId) -> Leaves {
        match &self.body[id] {
            Stmt::Block(all) => {
                let mut leaves = Leaves::END;
                for id in all {
                    // What follows a jump is reached by labels only.
                    let inner = match leaves.end || self.is_labeled(*id) {
                        true => self.leaves(*id),
                        false => continue,
                    };
                    leaves = Leaves { end: inner.end, ..leaves.or(inner) };
                }
                leaves
            }
            Stmt::Return(_) | Stmt::CoReturn(_) | Stmt::Goto(_) | Stmt::GotoComputed(_) => Leaves::NEVER,
            Stmt::Break => Leaves { by_break: true, ..Leaves::NEVER },
            Stmt::Continue => Leaves { by_continue: true, ..Leaves::NEVER },
            Stmt::Expr(expr) => match self.comes_back(*expr) {
                true => Leaves::END,
                false => Leaves::NEVER,
            },
            Stmt::Ambiguous { expression, .. } => self.leaves(*expression),
            Stmt::If { condition, then, otherwise, is_constexpr, .. } => {
                let truth = self.truth(condition.as_ref());
                // A branch of `if constexpr` that is not taken is not there.
                let _ = is_constexpr;
                let first = if truth == Some(false) { Leaves::NEVER } else { self.leaves(*then) };
                let second = match otherwise {
                    _ if truth == Some(true) => match otherwise {
                        // The other branch of a plain `if` counts, whatever its condition.
                        Some(otherwise) if !is_constexpr => self.leaves(*otherwise),
                        _ => Leaves::NEVER,
                    },
                    Some(otherwise) => self.leaves(*otherwise),
                    None => Leaves::END,
                };
                first.or(second)
            }
            Stmt::While(condition, block) => {
                let is_endless = self.truth(Some(condition)) == Some(true);
                Leaves { end: !is_endless || self.leaves(*block).by_break, ..Leaves::NEVER }
            }
            Stmt::For { condition, body, .. } => {
                let is_endless = condition.is_none() || self.truth(condition.as_ref()) == Some(true);
                Leaves { end: !is_endless || self.leaves(*body).by_break, ..Leaves::NEVER }
            }
            Stmt::RangeFor { .. } => Leaves::END,
            Stmt::Do(block, condition) => {
                let inner = self.leaves(*block);
                let is_endless = self.facts.conditions.get(condition) == Some(&true);
                let end = inner.by_break || (inner.end || inner.by_continue) && !is_endless;
                Leaves { end, ..Leaves::NEVER }
            }
            Stmt::Switch(_, _, block) => {
                let inner = self.leaves(*block);
                let end = inner.end || inner.by_break || !self.has_default(*block);
                Leaves { end, by_break: false, by_continue: inner.by_continue }
            }
            Stmt::Case(_, _, inner) | Stmt::Labeled(_, inner) => match inner {
                Some(inner) => self.leaves(*inner),
                None => Leaves::END,
            },
            Stmt::Try(block, handlers) => handlers
                .iter()
                .fold(self.leaves(*block), |leaves, handler| leaves.or(self.leaves(handler.block))),
            _ => Leaves::END,
        }
    }

    fn truth(&self, condition: Option<&Condition>) -> Option<bool> {
        match condition? {
            Condition::Expr(expr) => self.facts.conditions.get(expr).copied(),
            Condition::Decl(_) => None,
        }
    }

    /// Whether a statement may be reached by a label in it: a `case`, or one that some `goto` names.
    fn is_labeled(&self, id: StmtId) -> bool {
        match &self.body[id] {
            Stmt::Case(..) | Stmt::Labeled(None, _) => true,
            Stmt::Labeled(Some(label), inner) => {
                self.is_sought(label) || inner.is_some_and(|inner| self.is_labeled(inner))
            }
            Stmt::Block(all) => all.iter().any(|id| self.is_labeled(*id)),
            Stmt::If { then, otherwise, .. } => {
                self.is_labeled(*then) || otherwise.is_some_and(|otherwise| self.is_labeled(otherwise))
            }
            Stmt::While(_, block) | Stmt::Do(block, _) | Stmt::For { body: block, .. } => {
                self.is_labeled(*block)
            }
            _ => false,
        }
    }

    fn is_sought(&self, label: &Ident) -> bool {
        self.body.stmts.iter().any(|stmt| match stmt {
            Stmt::Goto(Some(sought)) => sought == label,
            Stmt::GotoComputed(_) => true,
            _ => false,
        })
    }

    /// Whether a `switch` has a label for all other values.
    fn has_default(&self, id: StmtId) -> bool {
        match &self.body[id] {
            Stmt::Labeled(None, _) => true,
            Stmt::Labeled(_, Some(inner)) | Stmt::Case(_, _, Some(inner)) => self.has_default(*inner),
            Stmt::Block(all) => all.iter().any(|id| self.has_default(*id)),
            Stmt::If { then, otherwise, .. } => {
                self.has_default(*then) || otherwise.is_some_and(|otherwise| self.has_default(otherwise))
            }
            Stmt::While(_, block) | Stmt::Do(block, _) | Stmt::For { body: block, .. } => {
                self.has_default(*block)
            }
            Stmt::Try(block, _) => self.has_default(*block),
            _ => false,
        }
    }

    // ---- calls

    /// Whether a statement that is an expression comes to its end.
    fn comes_back(&self, expr: ExprId) -> bool {
        match &self.body[expr] {
            Expr::Throw(_) => false,
            Expr::Paren(inner) => self.comes_back(*inner),
            Expr::Ambiguous(first, second) => self.comes_back(*first) && self.comes_back(*second),
            Expr::Call(callee, _) => {
                if let Expr::Name(path) = &self.body[*callee]
                    && let Some(name) = path.as_ident()
                    && let Some(built_in) = name.strip_prefix("__builtin_")
                {
                    return !matches!(built_in, "unreachable" | "trap" | "abort" | "exit");
                }
                // A function that is not known may be one that does not return.
                self.facts.calls.get(&expr).is_some_and(|symbol| !self.is_noreturn(*symbol))
            }
            _ => true,
        }
    }

    /// Whether a declaration of a function says that it does not return; where they are not all known, one of an item
    /// whose text has the word counts.
    fn is_noreturn(&self, symbol: Symbol<'db>) -> bool {
        let (names, decl) = (&self.sema.names, symbol.decl);
        let says_so = |decl: DeclRef| self.sema.decl(decl).attributes.noreturn;
        let all = match decl.local.0 < asunder_hir::body::FIRST_LOCAL {
            true => names.redeclarations(decl),
            false => Redeclarations::Unknown,
        };
        match all {
            Redeclarations::Known(all) => says_so(decl) || all.iter().any(|other| says_so(*other)),
            Redeclarations::Unknown => {
                says_so(decl) || names.item_text(decl.item).text(self.db()).contains("noreturn")
            }
        }
    }
}
