//! Expressions.

use asunder_decls::written::{Path, TypeExpr};
use asunder_syntax::{AstNode, NodeOrToken, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize, ast};

use super::operators::{operator_of, spelling};
use super::{Lowering, Part, child_of, deep};
use crate::body::{Args, CastKind, Clause, Designator, Expr, ExprId, Init, Requirement, TypeOrExpr};

impl Lowering<'_> {
    /// An expression that is not the operand of an operator, or nothing where there should be one.
    pub(super) fn optional(&mut self, expr: Option<ast::Expr>, around: &SyntaxNode) -> ExprId {
        match expr {
            Some(expr) => self.full(&expr),
            None => self.missing("no expression", around),
        }
    }

    fn operand(&mut self, expr: Option<ast::Expr>, around: &SyntaxNode) -> ExprId {
        match expr {
            Some(expr) => self.expr(&expr),
            None => self.missing("no operand", around),
        }
    }

    /// An expression in this one reading of its operators.
    pub(super) fn expr(&mut self, expr: &ast::Expr) -> ExprId {
        deep(|| self.expr_at_depth(expr))
    }

    fn expr_at_depth(&mut self, expr: &ast::Expr) -> ExprId {
        let node = expr.syntax();
        match expr {
            ast::Expr::Literal(literal) => self.literal(literal),
            ast::Expr::NameExpr(name) => self.name(name.name(), node),
            ast::Expr::ThisExpr(_) => self.push_at(Expr::This, node),
            ast::Expr::ParenExpr(paren) => {
                let inner = self.optional(paren.expr(), node);
                self.push_at(Expr::Paren(inner), node)
            }
            ast::Expr::LambdaExpr(lambda) => self.lambda(lambda),
            ast::Expr::FoldExpr(_) => self.fold(node),
            ast::Expr::RequiresExpr(requires) => self.requires(requires),
            ast::Expr::StmtExpr(statements) => match statements.compound_stmt() {
                Some(block) => {
                    let block = self.block(&block);
                    self.push_at(Expr::Statements(block), node)
                }
                None => self.missing("statement expression", node),
            },
            ast::Expr::CompoundLiteral(literal) => {
                let ty = self.type_id(literal.type_id());
                let list = match literal.init_list() {
                    Some(list) => self.list(&list),
                    None => self.missing("no list", node),
                };
                self.push_at(Expr::CompoundLiteral(ty, list), node)
            }
            ast::Expr::IndexExpr(_)
            | ast::Expr::CallExpr(_)
            | ast::Expr::MemberExpr(_)
            | ast::Expr::PostfixExpr(_)
            | ast::Expr::LaunchExpr(_) => self.postfix(node),
            ast::Expr::ConstructExpr(construct) => self.construct(construct),
            ast::Expr::PrefixExpr(prefix) => {
                let operand = self.operand(prefix.expr(), node);
                match operator_of(node) {
                    Some((_, operator)) => self.push_at(Expr::Unary(operator, operand), node),
                    None => self.missing("operator", node),
                }
            }
            ast::Expr::CastExpr(cast) => {
                let operand = self.operand(cast.expr(), node);
                let ty = self.type_id(cast.type_id());
                self.push_at(Expr::Cast(CastKind::C, ty, operand), node)
            }
            ast::Expr::NamedCastExpr(cast) => self.named_cast(cast),
            ast::Expr::SizeofExpr(sizeof) => self.sizeof(sizeof),
            ast::Expr::AlignofExpr(alignof) => {
                let operand = self.unevaluated(alignof.operand(), node);
                self.push_at(Expr::Alignof(operand), node)
            }
            ast::Expr::NoexceptExpr(noexcept) => {
                let operand = self.optional(noexcept.expr(), node);
                self.push_at(Expr::Noexcept(operand), node)
            }
            ast::Expr::TypeidExpr(typeid) => {
                let operand = self.unevaluated(typeid.operand(), node);
                self.push_at(Expr::Typeid(operand), node)
            }
            ast::Expr::NewExpr(new) => self.new_expr(new),
            ast::Expr::DeleteExpr(delete) => {
                let operand = self.operand(delete.expr(), node);
                let expr = Expr::Delete {
                    global: delete.colon2_token().is_some(),
                    array: delete.l_brack_token().is_some(),
                    operand,
                };
                self.push_at(expr, node)
            }
            ast::Expr::AwaitExpr(it) => {
                self.builder().body.is_coroutine = true;
                let operand = self.operand(it.expr(), node);
                self.push_at(Expr::Await(operand), node)
            }
            ast::Expr::YieldExpr(it) => {
                self.builder().body.is_coroutine = true;
                let operand = self.optional(it.expr(), node);
                self.push_at(Expr::Yield(operand), node)
            }
            ast::Expr::ThrowExpr(throw) => {
                let operand = throw.expr().map(|operand| self.full(&operand));
                self.push_at(Expr::Throw(operand), node)
            }
            ast::Expr::BinaryExpr(binary) => {
                let lhs = self.operand(binary.lhs(), node);
                let rhs = self.operand(binary.rhs(), node);
                self.infix(node, lhs, rhs)
            }
            ast::Expr::AssignExpr(assignment) => {
                let lhs = self.operand(assignment.lhs(), node);
                let rhs = self.optional(assignment.rhs(), node);
                self.infix(node, lhs, rhs)
            }
            ast::Expr::CommaExpr(comma) => {
                let lhs = self.operand(comma.lhs(), node);
                let rhs = self.optional(comma.rhs(), node);
                self.infix(node, lhs, rhs)
            }
            ast::Expr::ConditionalExpr(_) => self.conditional(node),
            ast::Expr::PackExpansion(pack) => {
                let pattern = self.optional(pack.expr(), node);
                self.push_at(Expr::Expansion(pattern), node)
            }
            ast::Expr::TypeTraitExpr(_) | ast::Expr::TypeBuiltinExpr(_) => self.type_builtin(node),
            ast::Expr::LabelAddrExpr(address) => match address.ident_token() {
                Some(label) => self.push_at(Expr::LabelAddress(label.text().into()), node),
                None => self.missing("no label", node),
            },
            ast::Expr::InitList(list) => self.list(list),
            ast::Expr::AmbiguousExpr(ambiguous) => self.ambiguous(ambiguous),
            ast::Expr::DeepTokens(_) => self.deep_chain(node),
            ast::Expr::ErrorNode(_) | ast::Expr::ErrorExpr(_) => self.missing("error", node),
        }
    }

    fn infix(&mut self, node: &SyntaxNode, lhs: ExprId, rhs: ExprId) -> ExprId {
        match operator_of(node) {
            Some((token, operator)) => {
                let at = token.text_range().start();
                self.push(Expr::Binary(operator, lhs, rhs), node.text_range(), at)
            }
            None => self.missing("operator", node),
        }
    }

    fn name(&mut self, name: Option<ast::Name>, node: &SyntaxNode) -> ExprId {
        let Some(name) = name else { return self.missing("no name", node) };
        let at = name_place(&name);
        match self.with_types(|types| types.path(&name)) {
            Some(path) => self.push(Expr::Name(path), node.text_range(), at),
            None => self.missing("name", node),
        }
    }

    // ---- postfix expressions

    /// An operand and the postfix operators in `node` behind it: one, or several where the tree has grown to its limit.
    fn postfix(&mut self, node: &SyntaxNode) -> ExprId {
        let mut elements = node.children_with_tokens().filter(|part| !part.kind().is_trivia());
        let Some(base) = elements.next().and_then(NodeOrToken::into_node).and_then(ast::Expr::cast) else {
            return self.missing("no operand", node);
        };
        let mut expr = self.expr(&base);
        let start = node.text_range().start();
        while let Some(element) = elements.next() {
            let mut at = element.text_range().start();
            let mut end = element.text_range().end();
            let mut member = None;
            let made = match (element.kind(), element) {
                (SyntaxKind::ARG_LIST, NodeOrToken::Node(list)) => self.call(expr, &list),
                (SyntaxKind::LAUNCH_CONFIG, NodeOrToken::Node(config)) => {
                    let config: Vec<_> = self.elements(&config);
                    let args = match elements.next() {
                        Some(NodeOrToken::Node(list)) if list.kind() == SyntaxKind::ARG_LIST => {
                            (at, end) = (list.text_range().start(), list.text_range().end());
                            self.elements(&list)
                        }
                        _ => Vec::new(),
                    };
                    Expr::Launch(expr, config, args)
                }
                (SyntaxKind::L_BRACK, _) => {
                    let mut indices = Vec::new();
                    for part in elements.by_ref() {
                        end = part.text_range().end();
                        match part {
                            NodeOrToken::Token(token) if token.kind() == SyntaxKind::R_BRACK => break,
                            NodeOrToken::Token(_) => {}
                            NodeOrToken::Node(index) => indices.extend(self.element(index)),
                        }
                    }
                    Expr::Index(expr, indices)
                }
                (kind @ (SyntaxKind::DOT | SyntaxKind::ARROW), _) => {
                    match elements.next().and_then(NodeOrToken::into_node).and_then(ast::Name::cast) {
                        Some(name) => {
                            end = name.syntax().text_range().end();
                            member = Some(name_place(&name));
                            match self.with_types(|types| types.path(&name)) {
                                Some(path) => Expr::Member(expr, kind == SyntaxKind::ARROW, path),
                                None => Expr::Missing("name"),
                            }
                        }
                        None => Expr::Unfinished(expr, kind == SyntaxKind::ARROW),
                    }
                }
                (kind @ (SyntaxKind::PLUS2 | SyntaxKind::MINUS2), _) => {
                    Expr::Postfix(spelling(kind).unwrap_or_default(), expr)
                }
                _ => Expr::Missing("postfix operator"),
            };
            expr = self.push(made, TextRange::new(start, end), at);
            if let Some(member) = member {
                let member = self.placed_at(member);
                self.builder().map.members.insert(expr, member);
            }
        }
        expr
    }

    /// A call; of a built-in function with types among its arguments, the built-in.
    fn call(&mut self, callee: ExprId, list: &SyntaxNode) -> Expr {
        if child_of(list, SyntaxKind::TYPE_ID).is_some()
            && let Expr::Name(path) = &self.builder().body[callee]
            && let Some(name) = path.as_ident().cloned()
        {
            let operands = list.children().filter_map(ast::TypeOrExpr::cast).collect::<Vec<_>>();
            let operands = operands.into_iter().map(|it| self.unevaluated(Some(it), list)).collect();
            return Expr::Trait(name, operands);
        }
        Expr::Call(callee, self.elements(list))
    }

    /// The expressions among the children of `list`.
    pub(super) fn elements(&mut self, list: &SyntaxNode) -> Vec<ExprId> {
        let children: Vec<_> = list.children().collect();
        children.into_iter().filter_map(|child| self.element(child)).collect()
    }

    fn element(&mut self, node: SyntaxNode) -> Option<ExprId> {
        match ast::Expr::cast(node.clone()) {
            Some(expr) => Some(self.full(&expr)),
            None if node.kind() == SyntaxKind::TYPE_ID => Some(self.missing("type among arguments", &node)),
            None => None,
        }
    }

    // ---- operators

    /// `a ? b : c`; behind the tree's limit the parts of a chain stand side by side.
    fn conditional(&mut self, node: &SyntaxNode) -> ExprId {
        let elements: Vec<_> = node.children_with_tokens().filter(|part| !part.kind().is_trivia()).collect();
        self.conditional_parts(&elements, node)
    }

    fn conditional_parts(
        &mut self,
        elements: &[NodeOrToken<SyntaxNode, SyntaxToken>],
        node: &SyntaxNode,
    ) -> ExprId {
        let is = |kind: SyntaxKind| move |part: &NodeOrToken<SyntaxNode, SyntaxToken>| part.kind() == kind;
        let exprs = |lowering: &mut Self, parts: &[NodeOrToken<SyntaxNode, SyntaxToken>]| {
            parts
                .iter()
                .filter_map(|part| ast::Expr::cast(part.as_node()?.clone()))
                .map(|expr| lowering.full(&expr))
                .last()
        };
        // From the first part on, so that expressions have the order of the text.
        let mut open = Vec::new();
        let mut rest = elements;
        let mut value = loop {
            let Some(question) = rest.iter().position(is(SyntaxKind::QUESTION)) else {
                break match rest {
                    [NodeOrToken::Node(chain)] if chain.kind() == SyntaxKind::DEEP_TOKENS => {
                        let parts: Vec<_> =
                            chain.children_with_tokens().filter(|part| !part.kind().is_trivia()).collect();
                        match parts.iter().any(is(SyntaxKind::QUESTION)) {
                            true => self.conditional_parts(&parts, chain),
                            false => self.deep_chain(chain),
                        }
                    }
                    _ => exprs(self, rest).unwrap_or_else(|| self.missing("no operand", node)),
                };
            };
            let condition =
                exprs(self, &rest[..question]).unwrap_or_else(|| self.missing("no operand", node));
            let colon = rest.iter().position(is(SyntaxKind::COLON)).unwrap_or(rest.len());
            let then = exprs(self, &rest[question + 1..colon.max(question + 1)]);
            let start = rest[0].text_range().start();
            open.push((condition, then, start, rest[question].text_range().start()));
            rest = rest.get(colon + 1..).unwrap_or_default();
        };
        while let Some((condition, then, start, at)) = open.pop() {
            let range = TextRange::new(start, node.text_range().end());
            value = self.push(Expr::Conditional(condition, then, value), range, at);
        }
        value
    }

    /// What stands side by side where the tree has grown to its limit: a chain of operators of one level, or postfix
    /// operators.
    fn deep_chain(&mut self, node: &SyntaxNode) -> ExprId {
        let elements: Vec<_> = node.children_with_tokens().filter(|part| !part.kind().is_trivia()).collect();
        let is_infix = elements.len() % 2 == 1
            && elements.iter().enumerate().all(|(index, part)| match part {
                NodeOrToken::Node(operand) => index % 2 == 0 && ast::Expr::can_cast(operand.kind()),
                NodeOrToken::Token(operator) => index % 2 == 1 && spelling(operator.kind()).is_some(),
            });
        if !is_infix {
            let has_operand = elements.first().is_some_and(|first| ast::Expr::can_cast(first.kind()));
            return if has_operand { self.postfix(node) } else { self.missing("too deep", node) };
        }
        let start = node.text_range().start();
        let mut value = None;
        let mut operator: Option<(&'static str, TextSize)> = None;
        for element in elements {
            match element {
                NodeOrToken::Token(token) => {
                    operator = spelling(token.kind()).map(|operator| (operator, token.text_range().start()));
                }
                NodeOrToken::Node(node) => {
                    let end = node.text_range().end();
                    let Some(operand) = ast::Expr::cast(node) else { continue };
                    let operand = self.expr(&operand);
                    value = Some(match (value, operator) {
                        (Some(lhs), Some((operator, at))) => {
                            self.push(Expr::Binary(operator, lhs, operand), TextRange::new(start, end), at)
                        }
                        _ => operand,
                    });
                }
            }
        }
        value.unwrap_or_else(|| self.missing("too deep", node))
    }

    /// `( a op ... op b )`
    fn fold(&mut self, node: &SyntaxNode) -> ExprId {
        let mut sides = [None, None];
        let mut behind = 0;
        let mut operator = None;
        for element in node.children_with_tokens() {
            match element {
                NodeOrToken::Token(token) if token.kind() == SyntaxKind::ELLIPSIS => behind = 1,
                NodeOrToken::Token(token) => {
                    operator =
                        operator.or_else(|| Some((spelling(token.kind())?, token.text_range().start())));
                }
                NodeOrToken::Node(side) => {
                    if let Some(side) = ast::Expr::cast(side) {
                        sides[behind] = Some(self.full(&side));
                    }
                }
            }
        }
        match operator {
            Some((operator, at)) => {
                self.push(Expr::Fold(operator, sides[0], sides[1]), node.text_range(), at)
            }
            None => self.missing("operator", node),
        }
    }

    // ---- casts, constructions

    fn named_cast(&mut self, cast: &ast::NamedCastExpr) -> ExprId {
        let node = cast.syntax();
        let ty = self.type_id(cast.type_id());
        let operand = self.optional(cast.expr(), node);
        let kind = match cast.keyword().map(|keyword| keyword.kind()) {
            Some(SyntaxKind::DYNAMIC_CAST_KW) => CastKind::Dynamic,
            Some(SyntaxKind::CONST_CAST_KW) => CastKind::Const,
            Some(SyntaxKind::REINTERPRET_CAST_KW) => CastKind::Reinterpret,
            _ => CastKind::Static,
        };
        self.push_at(Expr::Cast(kind, ty, operand), node)
    }

    fn construct(&mut self, construct: &ast::ConstructExpr) -> ExprId {
        let node = construct.syntax();
        let types: Vec<_> = construct.ties().collect();
        let ty = self.with_types(|lowerer| lowerer.type_of_specifiers(&types));
        let args = if let Some(list) = construct.init_list() {
            Args::Brace(self.list(&list))
        } else if let Some(list) = construct.arg_list() {
            Args::Paren(self.elements(list.syntax()))
        } else {
            return self.missing("no arguments", node);
        };
        self.push_at(Expr::Construct(ty, args), node)
    }

    fn new_expr(&mut self, new: &ast::NewExpr) -> ExprId {
        let node = new.syntax();
        let placement = new.placement().map_or_else(Vec::new, |list| self.elements(list.syntax()));
        let bound = new.type_id().as_ref().and_then(outermost_bound).map(|bound| self.full(&bound));
        let ty = self.type_id(new.type_id());
        let init = self.initializer(new.initializer());
        let global = new.colon2_token().is_some();
        self.push_at(Expr::New { global, placement, ty, bound, init }, node)
    }

    pub(super) fn initializer(&mut self, initializer: Option<ast::Initializer>) -> Init {
        match initializer {
            None | Some(ast::Initializer::PureSpecifier(_)) => Init::None,
            Some(ast::Initializer::EqInitializer(eq)) => Init::Copy(self.optional(eq.expr(), eq.syntax())),
            Some(ast::Initializer::ParenInitializer(list)) => Init::Paren(self.elements(list.syntax())),
            Some(ast::Initializer::InitList(list)) => Init::Brace(self.list(&list)),
        }
    }

    /// A braced list.
    pub(super) fn list(&mut self, list: &ast::InitList) -> ExprId {
        let mut clauses = Vec::new();
        for clause in list.init_clauses() {
            clauses.push(match clause {
                ast::InitClause::Expr(value) => Clause { designators: Vec::new(), value: self.full(&value) },
                ast::InitClause::DesignatedInit(init) => {
                    let designators = init.designators().map(|it| self.designator(&it)).collect();
                    let value = init.syntax().children().filter_map(ast::Expr::cast).last();
                    Clause { designators, value: self.optional(value, init.syntax()) }
                }
            });
        }
        self.push_at(Expr::List(clauses), list.syntax())
    }

    fn designator(&mut self, designator: &ast::Designator) -> Designator {
        let mut tokens = designator.syntax().children_with_tokens().filter_map(NodeOrToken::into_token);
        if let Some(member) = tokens.find(|token| token.kind().is_identifier()) {
            return Designator::Member(member.text().into());
        }
        let mut bounds = designator.syntax().children().filter_map(ast::Expr::cast);
        let first = self.optional(bounds.next(), designator.syntax());
        Designator::Index(first, bounds.next().map(|last| self.full(&last)))
    }

    // ---- operands that are not evaluated

    fn sizeof(&mut self, sizeof: &ast::SizeofExpr) -> ExprId {
        let node = sizeof.syntax();
        if sizeof.ellipsis_token().is_some() {
            let name = child_of(node, SyntaxKind::NAME).and_then(ast::Name::cast);
            return match name.and_then(|name| name.as_ident()) {
                Some(pack) => self.push_at(Expr::SizeofPack(pack.text().into()), node),
                None => self.missing("no pack", node),
            };
        }
        let operand = match sizeof.operand() {
            // Without parentheses it is an operand like others.
            Some(ast::TypeOrExpr::Expr(operand)) if sizeof.l_paren_token().is_none() => {
                TypeOrExpr::Expr(self.expr(&operand))
            }
            operand => self.unevaluated(operand, node),
        };
        self.push_at(Expr::Sizeof(operand), node)
    }

    pub(super) fn unevaluated(
        &mut self,
        operand: Option<ast::TypeOrExpr>,
        around: &SyntaxNode,
    ) -> TypeOrExpr {
        match operand {
            None => TypeOrExpr::Expr(self.missing("no operand", around)),
            Some(ast::TypeOrExpr::TypeId(ty)) => TypeOrExpr::Type(self.type_id(Some(ty))),
            Some(ast::TypeOrExpr::TypePack(pack)) => {
                TypeOrExpr::Type(TypeExpr::Expansion(Box::new(self.type_id(pack.type_id()))))
            }
            Some(ast::TypeOrExpr::Expr(expr)) => TypeOrExpr::Expr(self.full(&expr)),
            Some(ast::TypeOrExpr::NameArg(arg)) => {
                let name = self.name(arg.name(), arg.syntax());
                let path = match &self.builder().body[name] {
                    Expr::Name(path) => path.clone(),
                    _ => return TypeOrExpr::Expr(name),
                };
                let ty = TypeExpr::Name(path, false);
                match arg.ellipsis_token() {
                    None => TypeOrExpr::Either(ty, name),
                    Some(_) => {
                        let expansion = self.push_at(Expr::Expansion(name), arg.syntax());
                        TypeOrExpr::Either(TypeExpr::Expansion(Box::new(ty)), expansion)
                    }
                }
            }
            Some(ast::TypeOrExpr::AmbiguousTypeOrExpr(both)) => self.type_or_expr(&both),
        }
    }

    fn type_builtin(&mut self, node: &SyntaxNode) -> ExprId {
        let Some(keyword) = node.first_token() else { return self.missing("no name", node) };
        let operands: Vec<_> = node.children().filter_map(ast::TypeOrExpr::cast).collect();
        let operands = operands.into_iter().map(|operand| self.unevaluated(Some(operand), node)).collect();
        self.push_at(Expr::Trait(keyword.text().into(), operands), node)
    }

    // ---- requirements

    fn requires(&mut self, requires: &ast::RequiresExpr) -> ExprId {
        let (params, _) = self.params(requires.param_list().as_ref());
        let mut requirements = Vec::new();
        let body = requires.requirement_body();
        for requirement in body.iter().flat_map(ast::RequirementBody::requirements) {
            let made = self.requirement(&requirement);
            requirements.extend(made);
        }
        self.push_at(Expr::Requires(params, requirements), requires.syntax())
    }

    fn requirement(&mut self, requirement: &ast::Requirement) -> Option<Requirement> {
        Some(match requirement {
            ast::Requirement::SimpleRequirement(it) => {
                Requirement::Simple(self.optional(it.expr(), it.syntax()))
            }
            ast::Requirement::TypeRequirement(it) => {
                let name = it.name()?;
                Requirement::Type(self.with_types(|types| types.path(&name))?)
            }
            ast::Requirement::CompoundRequirement(it) => {
                let expr = self.optional(it.expr(), it.syntax());
                let constraint = self.constraint(it.syntax());
                Requirement::Compound { expr, noexcept: it.noexcept_token().is_some(), constraint }
            }
            ast::Requirement::NestedRequirement(it) => {
                Requirement::Nested(self.optional(it.expr(), it.syntax()))
            }
        })
    }

    /// The concept behind the `->` of a requirement.
    fn constraint(&mut self, requirement: &SyntaxNode) -> Option<Path> {
        let specifiers = child_of(requirement, SyntaxKind::DECL_SPECIFIER_SEQ)?;
        let name = specifiers.descendants().find_map(ast::Name::cast)?;
        self.with_types(|types| types.path(&name))
    }

    // ---- lambdas and blocks, which readings share

    fn lambda(&mut self, lambda: &ast::LambdaExpr) -> ExprId {
        let node = lambda.syntax();
        ExprId(self.shared(Part::Lambda, node, |lowering| {
            let id = lowering.lambda_parts(lambda);
            lowering.push_at(Expr::Lambda(id), node).0
        }))
    }
}

/// Where the last part of a name starts.
pub(super) fn name_place(name: &ast::Name) -> TextSize {
    let parts = name.syntax().children_with_tokens();
    let last = parts
        .filter(|part| {
            !part.kind().is_trivia() && !matches!(part.kind(), SyntaxKind::COLON2 | SyntaxKind::TEMPLATE_KW)
        })
        .last();
    let start = last.as_ref().map_or(name.syntax().text_range().start(), |part| part.text_range().start());
    // `template` in front of a template's name is part of its node.
    let tokens = last.and_then(NodeOrToken::into_node).into_iter();
    let mut tokens = tokens.flat_map(|part| part.children_with_tokens()).filter(|it| !it.kind().is_trivia());
    match tokens.next() {
        Some(first) if first.kind() == SyntaxKind::TEMPLATE_KW => {
            tokens.next().map_or(start, |name| name.text_range().start())
        }
        _ => start,
    }
}

/// `n` of `T[n]` in a new-expression: the bound of the array that is made.
fn outermost_bound(ty: &ast::TypeId) -> Option<ast::Expr> {
    let mut suffixes =
        ty.declarator()?.innermost().syntax().children().filter_map(ast::DeclaratorSuffix::cast);
    match suffixes.next()? {
        ast::DeclaratorSuffix::ArraySuffix(array) => array.expr(),
        _ => None,
    }
}
