//! Statements.

use asunder_decls::written::{DeclKind, LocalId};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, ast};

use super::declarations::{declaring_parts, is_declaring};
use super::{Lowering, Part, child_of, deep};
use crate::body::{AsmOperand, Condition, Declared, FIRST_LOCAL, Handler, Init, Stmt, StmtId};

impl Lowering<'_> {
    /// `{…}`
    pub(super) fn block(&mut self, block: &ast::CompoundStmt) -> StmtId {
        StmtId(self.shared(Part::Block, block.syntax(), |lowering| {
            let stmts: Vec<_> = block.stmts().collect();
            let stmts = stmts.iter().map(|stmt| lowering.stmt(stmt)).collect();
            lowering.push_stmt(Stmt::Block(stmts), block.syntax()).0
        }))
    }

    pub(super) fn optional_stmt(&mut self, stmt: Option<ast::Stmt>, around: &SyntaxNode) -> StmtId {
        match stmt {
            Some(stmt) => self.stmt(&stmt),
            None => self.push_stmt(Stmt::Empty, around),
        }
    }

    pub(super) fn stmt(&mut self, stmt: &ast::Stmt) -> StmtId {
        deep(|| self.stmt_at_depth(stmt))
    }

    fn stmt_at_depth(&mut self, stmt: &ast::Stmt) -> StmtId {
        let node = stmt.syntax();
        let made = match stmt {
            ast::Stmt::CompoundStmt(block) => return self.block(block),
            ast::Stmt::ExprStmt(stmt) => match stmt.expr() {
                Some(expr) => Stmt::Expr(self.full(&expr)),
                None => Stmt::Empty,
            },
            ast::Stmt::IfStmt(stmt) => self.if_stmt(stmt),
            ast::Stmt::WhileStmt(stmt) => {
                let condition = self.condition(stmt.condition(), node);
                Stmt::While(condition, self.optional_stmt(stmt.body(), node))
            }
            ast::Stmt::DoStmt(stmt) => {
                let body = self.optional_stmt(stmt.body(), node);
                Stmt::Do(body, self.optional(stmt.expr(), node))
            }
            ast::Stmt::ForStmt(stmt) => {
                let init = self.init_stmt(stmt.init());
                // A declaration behind the parentheses is the body.
                let close = stmt.r_paren_token().map(|close| close.text_range().start());
                let is_inside = |condition: &ast::Condition| {
                    close.is_none_or(|close| condition.syntax().text_range().end() <= close)
                };
                let condition = stmt.condition().filter(is_inside);
                let condition = condition.map(|condition| self.condition(Some(condition), node));
                let step = stmt.step().and_then(|step| step.expr()).map(|step| self.full(&step));
                Stmt::For { init, condition, step, body: self.optional_stmt(stmt.body(), node) }
            }
            ast::Stmt::RangeForStmt(stmt) => self.range_for(stmt),
            ast::Stmt::SwitchStmt(stmt) => {
                let init = self.init_stmt(stmt.init());
                let condition = self.condition(stmt.condition(), node);
                Stmt::Switch(init, condition, self.optional_stmt(stmt.body(), node))
            }
            ast::Stmt::LabeledStmt(stmt) => {
                let label = stmt.ident_token().map(|label| label.text().into());
                Stmt::Labeled(label, stmt.stmt().map(|stmt| self.stmt(&stmt)))
            }
            ast::Stmt::CaseStmt(stmt) => {
                let value = self.optional(stmt.value(), node);
                let upper = match stmt.ellipsis_token() {
                    Some(_) => stmt.upper().map(|upper| self.full(&upper)),
                    None => None,
                };
                Stmt::Case(value, upper, stmt.stmt().map(|stmt| self.stmt(&stmt)))
            }
            ast::Stmt::DefaultStmt(stmt) => Stmt::Labeled(None, stmt.stmt().map(|stmt| self.stmt(&stmt))),
            ast::Stmt::BreakStmt(_) => Stmt::Break,
            ast::Stmt::ContinueStmt(_) => Stmt::Continue,
            ast::Stmt::ReturnStmt(stmt) => Stmt::Return(stmt.expr().map(|expr| self.full(&expr))),
            ast::Stmt::CoReturnStmt(stmt) => {
                self.builder().body.is_coroutine = true;
                Stmt::CoReturn(stmt.expr().map(|expr| self.full(&expr)))
            }
            ast::Stmt::GotoStmt(stmt) => match stmt.expr() {
                Some(target) => Stmt::GotoComputed(self.full(&target)),
                None => Stmt::Goto(stmt.ident_token().map(|label| label.text().into())),
            },
            ast::Stmt::TryStmt(stmt) => {
                let block = match stmt.compound_stmt() {
                    Some(block) => self.block(&block),
                    None => self.push_stmt(Stmt::Empty, node),
                };
                let handlers = stmt.handlers().map(|handler| self.handler(&handler)).collect();
                Stmt::Try(block, handlers)
            }
            ast::Stmt::AsmStmt(stmt) => self.asm(stmt.asm_body()),
            ast::Stmt::LocalLabelDecl(stmt) => Stmt::LocalLabels(
                (stmt.syntax().children_with_tokens())
                    .filter_map(|it| it.into_token().filter(|token| token.kind() == SyntaxKind::IDENT))
                    .map(|label| label.text().into())
                    .collect(),
            ),
            ast::Stmt::AmbiguousStmt(_) => return self.ambiguous_stmt(node),
            ast::Stmt::Decl(decl) => self.decl_stmt(decl),
        };
        self.push_stmt(made, node)
    }

    fn init_stmt(&mut self, init: Option<ast::InitStmt>) -> Option<StmtId> {
        let init = init?;
        Some(self.optional_stmt(init.stmt(), init.syntax()))
    }

    fn if_stmt(&mut self, stmt: &ast::IfStmt) -> Stmt {
        let node = stmt.syntax();
        let init = self.init_stmt(stmt.init());
        let consteval = stmt.consteval_token().map(|_| stmt.bang_token().is_none());
        let condition = match consteval {
            Some(_) => None,
            None => Some(self.condition(stmt.condition(), node)),
        };
        let then = self.optional_stmt(stmt.then_branch(), node);
        let otherwise = stmt.else_clause().and_then(|clause| match clause.stmt() {
            Some(stmt) => Some(self.stmt(&stmt)),
            None => self.else_if_chain(child_of(clause.syntax(), SyntaxKind::DEEP_TOKENS)?),
        });
        Stmt::If {
            is_constexpr: stmt.constexpr_token().is_some(),
            consteval,
            init,
            condition,
            then,
            otherwise,
        }
    }

    /// The branches of a chain that stand side by side where the tree has grown to its limit.
    fn else_if_chain(&mut self, chain: SyntaxNode) -> Option<StmtId> {
        let branches: Vec<ast::Stmt> = chain.children().filter_map(ast::Stmt::cast).collect();
        let (last, rest) = branches.split_last()?;
        let mut heads = Vec::new();
        for branch in rest {
            let ast::Stmt::IfStmt(branch) = branch else { continue };
            heads.push((self.if_stmt(branch), branch));
        }
        let mut made = self.stmt(last);
        for (mut head, branch) in heads.into_iter().rev() {
            if let Stmt::If { otherwise, .. } = &mut head {
                *otherwise = Some(made);
            }
            made = self.push_stmt(head, branch.syntax());
        }
        Some(made)
    }

    fn condition(&mut self, condition: Option<ast::Condition>, around: &SyntaxNode) -> Condition {
        match condition {
            None => Condition::Expr(self.missing("no condition", around)),
            Some(ast::Condition::Expr(expr)) => Condition::Expr(self.full(&expr)),
            Some(ast::Condition::ConditionDecl(decl)) => {
                let node = decl.syntax();
                let Some(declarator) = decl.declarator() else {
                    return Condition::Expr(self.missing("no declarator", node));
                };
                let id = self.variable(decl.decl_specifier_seq(), &declarator, node);
                let init = self.initializer(decl.initializer());
                Condition::Decl(Declared { decl: id, init })
            }
            Some(ast::Condition::SimpleDecl(decl)) => {
                match self.declared_in(&ast::Decl::SimpleDecl(decl.clone())).pop() {
                    Some(declared) => Condition::Decl(declared),
                    None => Condition::Expr(self.missing("no declarator", decl.syntax())),
                }
            }
        }
    }

    fn range_for(&mut self, stmt: &ast::RangeForStmt) -> Stmt {
        let node = stmt.syntax();
        let init = self.init_stmt(stmt.init());
        // The variable is not visible in the range.
        let range = self.optional(stmt.range(), node);
        let decl = stmt.range_decl();
        let Some((decl, declarator)) = decl.and_then(|decl| Some((decl.clone(), decl.declarator()?))) else {
            let body = self.optional_stmt(stmt.body(), node);
            return Stmt::Block(vec![body]);
        };
        let variable = self.variable(decl.decl_specifier_seq(), &declarator, decl.syntax());
        let body = self.optional_stmt(stmt.body(), node);
        Stmt::RangeFor { init, variable, range, body }
    }

    /// A variable that is declared by a condition or for a range.
    fn variable(
        &mut self,
        sequence: Option<ast::DeclSpecifierSeq>,
        declarator: &ast::Declarator,
        node: &SyntaxNode,
    ) -> LocalId {
        let id = self.with_types(|types| types.variable(sequence, declarator, node));
        let types: Vec<_> = node.children().by_kind(is_declaring).collect();
        self.types_in_body(Some(id), &types);
        self.note_bindings(id, declarator);
        id
    }

    /// Where the names of a structured binding stand.
    pub(super) fn note_bindings(&mut self, id: LocalId, declarator: &ast::Declarator) {
        if let Some(binding) = declarator.innermost().structured_binding() {
            let names = binding.bindings().filter_map(|binding| binding.ident_token());
            let places = names.map(|name| self.placed(name.text_range())).collect();
            self.bindings.insert(id, places);
        }
    }

    pub(super) fn handler(&mut self, handler: &ast::Handler) -> Handler {
        let node = handler.syntax();
        let param = handler.param_decl();
        let place = param.as_ref().map(|param| self.param_place(param));
        let param = param.map(|param| self.with_types(|types| types.param(&param)));
        let block = match handler.compound_stmt() {
            Some(block) => self.block(&block),
            None => self.push_stmt(Stmt::Empty, node),
        };
        if let Some(place) = place {
            self.builder().map.handlers.insert(block, place);
        }
        Handler { param, block }
    }

    pub(super) fn asm(&mut self, body: Option<ast::AsmBody>) -> Stmt {
        let mut operands = Vec::new();
        let mut colons = 0;
        for element in body.iter().flat_map(|body| body.syntax().children_with_tokens()) {
            match element.kind() {
                SyntaxKind::COLON => colons += 1,
                SyntaxKind::COLON2 => colons += 2,
                _ => {
                    let operand = element.into_node().and_then(ast::AsmOperand::cast);
                    let Some(operand) = operand.filter(|it| it.l_paren_token().is_some()) else { continue };
                    // The first expression is the constraint.
                    if let Some(value) = operand.syntax().children().filter_map(ast::Expr::cast).nth(1) {
                        operands.push(AsmOperand { value: self.full(&value), is_input: colons == 2 });
                    }
                }
            }
        }
        Stmt::Asm(operands)
    }

    // ---- declarations of blocks

    fn decl_stmt(&mut self, decl: &ast::Decl) -> Stmt {
        match decl {
            ast::Decl::StaticAssertDecl(assertion) => {
                Stmt::StaticAssert(self.optional(assertion.expr(), assertion.syntax()))
            }
            ast::Decl::AsmDecl(asm) => self.asm(asm.asm_body()),
            ast::Decl::EmptyDecl(_) => Stmt::Empty,
            ast::Decl::ErrorNode(error) => {
                let error = self.missing("error", error.syntax());
                Stmt::Expr(error)
            }
            _ => Stmt::Decl(self.declared_in(decl)),
        }
    }

    /// What a declaration of a block declares, with the initializers.
    pub(super) fn declared_in(&mut self, decl: &ast::Decl) -> Vec<Declared> {
        let first = self.types.decls().len();
        self.with_types(|types| types.decl(decl));
        let end = self.types.decls().len();
        let outer: Vec<LocalId> = (first..end)
            .filter(|index| self.types.decls()[*index].parent.is_none())
            .map(|index| LocalId(FIRST_LOCAL + index as u32))
            .collect();
        let simple = match decl {
            ast::Decl::SimpleDecl(simple) => Some(simple.clone()),
            ast::Decl::AmbiguousDecl(ambiguous) => ambiguous.simple_decl(),
            _ => None,
        };
        let mut inits = Vec::new();
        match &simple {
            Some(simple) => {
                self.classes_in_specifiers(simple.decl_specifier_seq());
                self.function_readings(simple);
                let mut specifiers = simple.decl_specifier_seq().map(|sequence| sequence.syntax().clone());
                for init in simple.init_declarators() {
                    let is_declarator = |decl: &asunder_decls::written::Decl| {
                        !matches!(decl.kind, DeclKind::Class(_) | DeclKind::Enum(_))
                    };
                    let Some(id) = self.declared_by(init.syntax(), is_declarator) else { continue };
                    let types: Vec<_> = specifiers.take().into_iter().chain(declaring_parts(&init)).collect();
                    self.types_in_body(Some(id), &types);
                    if let Some(declarator) = init.declarator() {
                        self.note_bindings(id, &declarator);
                        self.default_arguments(id, &declarator);
                    }
                    let value = self.initializer(init.any_initializer());
                    inits.push((id, value));
                }
            }
            None => self.bodies_in(decl),
        }
        outer
            .into_iter()
            .map(|decl| {
                let init = inits.iter().position(|(id, _)| *id == decl);
                Declared { decl, init: init.map_or(Init::None, |index| inits.swap_remove(index).1) }
            })
            .collect()
    }
}

/// The suffixes of the declarators that are either parameters or initializers.
pub(super) fn ambiguous_suffixes(simple: &ast::SimpleDecl) -> Vec<SyntaxNode> {
    let declarators = simple.init_declarators().filter_map(|init| init.declarator());
    declarators.filter_map(|declarator| Some(declarator.ambiguous_suffix()?.syntax().clone())).collect()
}
