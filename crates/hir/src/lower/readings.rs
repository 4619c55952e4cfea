//! What reads in two ways.
//!
//! A tree has the reading that is right most often; the other one is made by reading a piece of the text again:
//!
//! | ambiguity | piece that is read again |
//! |---|---|
//! | `(T)(x)` cast or call | the expression itself |
//! | `(T) - x`, `f<a>(b)` | the largest expression of operators around it |
//! | `T * x;` | the statement |
//! | `T x(U);` | the declaration |
//! | `sizeof(T(U))` | the operand, as a type and as an expression |
//!
//! A reading that the grammar does not have (`f<a>()` as comparisons) is not one: then nothing is ambiguous.
//!
//! An argument of a call may be several in its other reading: [`Expr::Several`].
//!
//! Readings have parts in common, which are lowered once. Names decide; in one expression with more than
//! [`MAX_DECISIONS`] different ones, and where texts were read again for [`room`] bytes, the other reading is
//! [`Expr::Missing`].

use asunder_decls::lower::Lowerer;
use asunder_decls::written::{DeclKind, Path, Segment, TypeExpr};
use asunder_parser::{Parse, Part as Fragment, parse_reading, parting_offset};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, TextRange, TextSize, ast};

use super::statements::ambiguous_suffixes;
use super::{Lowering, Part, deep};
use crate::body::{Decision, Expr, ExprId, Init, Sort, Stmt, StmtId, TypeOrExpr};

/// Names that decide in one expression of operators.
const MAX_DECISIONS: usize = 3;

/// Bytes of an item that are read again at most: in proportion to its length.
pub(super) fn room(text: &str) -> usize {
    (1 << 16) + 32 * text.len()
}

/// An ambiguous operand of an expression of operators.
struct Operand {
    /// Where its readings part, in the tree.
    at: TextSize,
    decision: Decision,
}

/// An initializer of the other reading of `T x(U);`: the start of the tree in the item, and the node.
pub(super) struct InitializerReading {
    start: TextSize,
    initializer: Option<ast::Initializer>,
}

impl Lowering<'_> {
    /// An expression that is not the operand of an operator, in all its readings.
    pub(super) fn full(&mut self, expr: &ast::Expr) -> ExprId {
        ExprId(self.shared(Part::Expr, expr.syntax(), |lowering| deep(|| lowering.readings_of(expr)).0))
    }

    fn readings_of(&mut self, expr: &ast::Expr) -> ExprId {
        let operands = ambiguous_operands(expr);
        if operands.is_empty() {
            return self.expr(expr);
        }
        let mut decisions: Vec<Decision> = Vec::new();
        for operand in &operands {
            if !decisions.contains(&operand.decision) {
                decisions.push(operand.decision.clone());
            }
        }
        self.builder().readings += 1;
        let result = match decisions.len() <= MAX_DECISIONS {
            true => match self.decided(expr, &operands, &decisions, &mut Vec::new()) {
                Some(known) => known,
                None => self.expr(expr),
            },
            false => {
                let first = self.expr(expr);
                let second = self.missing("readings of many names", expr.syntax());
                self.ambiguity(first, second, decisions[0].clone(), expr.syntax())
            }
        };
        self.builder().readings -= 1;
        result
    }

    /// The readings of `expr` where the names of `decisions` are still to be decided and those of `flipped` are not
    /// what the tree takes them for.
    fn decided(
        &mut self,
        expr: &ast::Expr,
        operands: &[Operand],
        decisions: &[Decision],
        flipped: &mut Vec<Decision>,
    ) -> Option<ExprId> {
        if let [decision, rest @ ..] = decisions {
            let first = self.decided(expr, operands, rest, flipped);
            flipped.push(decision.clone());
            let second = self.decided(expr, operands, rest, flipped);
            flipped.pop();
            return match (first, second) {
                (Some(first), Some(second)) => {
                    Some(self.ambiguity(first, second, decision.clone(), expr.syntax()))
                }
                (first, second) => first.or(second),
            };
        }
        if flipped.is_empty() {
            return Some(self.expr(expr));
        }
        let start = expr.syntax().text_range().start();
        let flips = operands.iter().filter(|operand| flipped.contains(&operand.decision));
        let flips: Vec<u32> = flips.map(|operand| (operand.at - start).into()).collect();
        self.expression_again(expr.syntax(), &flips)
    }

    fn ambiguity(&mut self, first: ExprId, second: ExprId, decision: Decision, node: &SyntaxNode) -> ExprId {
        let id = self.push_at(Expr::Ambiguous(first, second), node);
        self.builder().body.expr_decisions.insert(id, decision);
        id
    }

    /// Reads the expression `node` again with the ambiguities at `flips` in their other readings; `None` where the
    /// grammar does not have such a reading.
    fn expression_again(&mut self, node: &SyntaxNode, flips: &[u32]) -> Option<ExprId> {
        let Some((parse, start)) = self.again(node, Fragment::Expression, flips) else {
            return Some(self.missing("read too often", node));
        };
        let expr = parse.syntax().children().find_map(ast::Expr::cast);
        let expr = expr.filter(|expr| expr.syntax().text_range().len() == node.text_range().len());
        let expr = expr.filter(|_| parse.errors().is_empty())?;
        let is_several = expr.syntax().kind() == SyntaxKind::COMMA_EXPR && !takes_commas(node);
        let is_argument = node.parent().is_some_and(|around| around.kind() == SyntaxKind::ARG_LIST);
        if is_several && !is_argument {
            return Some(self.missing("elements that are comparisons", node));
        }
        let outer = self.flipped.len();
        self.flipped.extend(flips.iter().map(|at| start + TextSize::new(*at)));
        let made = self.in_tree(start, |lowering| match is_several {
            true => {
                let all = comma_operands(&expr).iter().map(|operand| lowering.expr(operand)).collect();
                lowering.push_at(Expr::Several(all), expr.syntax())
            }
            false => lowering.expr(&expr),
        });
        self.flipped.truncate(outer);
        Some(made)
    }

    /// The tree of the text of `node` in another reading, and where it starts in the item.
    fn again(&mut self, node: &SyntaxNode, fragment: Fragment, flips: &[u32]) -> Option<(Parse, TextSize)> {
        let range = self.placed(node.text_range());
        self.room = self.room.checked_sub(usize::from(range.len()))?;
        let text = self.text.get(usize::from(range.start())..usize::from(range.end()))?;
        Some((parse_reading(text, self.dialect, fragment, flips), range.start()))
    }

    /// An ambiguous node whose readings have the same extent; others are read as their tree has them.
    pub(super) fn ambiguous(&mut self, node: &ast::AmbiguousExpr) -> ExprId {
        let Some(inner) = node.expr() else { return self.missing("no operand", node.syntax()) };
        let first = match inner {
            ast::Expr::NameExpr(_) | ast::Expr::ParenExpr(_) => return self.expr(&inner),
            _ if self.flipped.contains(&self.placed_at(node.syntax().text_range().start())) => {
                return self.expr(&inner);
            }
            ast::Expr::CastExpr(_) => Sort::Type,
            _ => Sort::Value,
        };
        let Some(name) = first_name(node.syntax()) else { return self.expr(&inner) };
        self.builder().readings += 1;
        let chosen = self.expr(&inner);
        let other = self.expression_again(node.syntax(), &[0]);
        self.builder().readings -= 1;
        match other {
            Some(other) => self.ambiguity(chosen, other, Decision { name, first }, node.syntax()),
            None => chosen,
        }
    }

    // ---- statements

    pub(super) fn ambiguous_stmt(&mut self, node: &SyntaxNode) -> StmtId {
        let Some(inner) = node.children().find_map(ast::Stmt::cast) else {
            return self.push_stmt(Stmt::Empty, node);
        };
        let is_declaration = matches!(inner, ast::Stmt::Decl(_));
        let is_builtin = node
            .first_token()
            .and_then(|token| token.parent())
            .is_some_and(|parent| parent.kind() == SyntaxKind::BUILTIN_TYPE);
        if is_builtin {
            return self.certain_declaration(node, inner, is_declaration);
        }
        self.builder().readings += 1;
        let first = self.stmt(&inner);
        let other = match self.again(node, Fragment::Statement, &[0]) {
            Some((parse, start)) => {
                let other =
                    parse.syntax().children().find(|child| child.kind() == SyntaxKind::AMBIGUOUS_STMT);
                let other = other.and_then(|other| other.children().find_map(ast::Stmt::cast));
                other.map(|other| self.in_tree(start, |lowering| lowering.stmt(&other)))
            }
            None => None,
        };
        self.builder().readings -= 1;
        let other = other.unwrap_or_else(|| {
            let missing = self.missing("other reading", node);
            self.push_stmt(Stmt::Expr(missing), node)
        });
        let (declaration, expression) = if is_declaration { (first, other) } else { (other, first) };
        let id = self.push_stmt(Stmt::Ambiguous { declaration, expression }, node);
        if let Some(name) = first_name(node) {
            self.builder().body.stmt_decisions.insert(id, Decision { name, first: Sort::Type });
        }
        id
    }

    /// `int(x);`, which is a declaration, for it can be one ([stmt.ambig]).
    fn certain_declaration(&mut self, node: &SyntaxNode, inner: ast::Stmt, is_declaration: bool) -> StmtId {
        if is_declaration {
            return self.stmt(&inner);
        }
        let declaration = self.again(node, Fragment::Statement, &[0]).and_then(|(parse, start)| {
            let stmt = parse.syntax().first_child()?.children().find_map(ast::Stmt::cast)?;
            Some(self.in_tree(start, |lowering| lowering.stmt(&stmt)))
        });
        match declaration {
            Some(declaration) => declaration,
            None => self.stmt(&inner),
        }
    }

    /// Completes the variables `T x(U);` of a block by what they are as functions.
    pub(super) fn function_readings(&mut self, simple: &ast::SimpleDecl) {
        // `S && s(x);` is an expression, unless it is read the other way.
        let found = [false, true].into_iter().find_map(|flip| {
            let (parse, start) = self.suffixes_again(simple, Fragment::Statement, flip)?;
            Some((first_simple(&parse)?, start))
        });
        let Some((other, start)) = found else { return };
        let mut lowerer = Lowerer::new(0);
        lowerer.set_shift(i64::from(u32::from(start)));
        lowerer.decl(&ast::Decl::SimpleDecl(other));
        let (decls, _) = lowerer.finish();
        let mut readings = decls.into_iter().filter_map(|decl| match decl.kind {
            DeclKind::FunctionOrVariable { function, .. } => Some(function),
            _ => None,
        });
        for init in simple.init_declarators() {
            let is_both = |decl: &asunder_decls::written::Decl| {
                matches!(decl.kind, DeclKind::FunctionOrVariable { .. })
            };
            if let Some(id) = self.declared_by(init.syntax(), is_both)
                && let Some(function) = readings.next()
            {
                self.types.set_function_reading(id, function);
            }
        }
    }

    /// The initializers of the declarations `T x(U);` outside blocks.
    pub(super) fn variable_readings(
        &mut self,
        simple: &ast::SimpleDecl,
    ) -> impl Iterator<Item = InitializerReading> + use<> {
        let again = self.suffixes_again(simple, Fragment::Declarations, false);
        let other = again.and_then(|(parse, start)| Some((first_simple(&parse)?, start)));
        let readings = other.into_iter().flat_map(|(other, start)| {
            let both = other
                .init_declarators()
                .filter(|init| init.declarator().is_some_and(|it| it.ambiguous_suffix().is_some()));
            both.map(move |init| InitializerReading { start, initializer: init.any_initializer() })
        });
        readings.collect::<Vec<_>>().into_iter()
    }

    pub(super) fn initializer_reading(&mut self, reading: InitializerReading) -> Init {
        self.in_tree(reading.start, |lowering| lowering.initializer(reading.initializer))
    }

    /// The declaration with its ambiguous suffixes in their other readings, and as a whole, with `flip`.
    fn suffixes_again(
        &mut self,
        simple: &ast::SimpleDecl,
        fragment: Fragment,
        flip: bool,
    ) -> Option<(Parse, TextSize)> {
        let suffixes = ambiguous_suffixes(simple);
        if suffixes.is_empty() {
            return None;
        }
        let start = simple.syntax().text_range().start();
        let suffixes = suffixes.iter().map(|suffix| (suffix.text_range().start() - start).into());
        let flips: Vec<u32> = flip.then_some(0).into_iter().chain(suffixes).collect();
        self.again(simple.syntax(), fragment, &flips)
    }

    // ---- operands

    /// An operand that is a type or an expression.
    pub(super) fn type_or_expr(&mut self, both: &ast::AmbiguousTypeOrExpr) -> TypeOrExpr {
        let node = both.syntax();
        let ty = match both.type_id() {
            Some(ty) => self.type_id(Some(ty)),
            None => match self.again(node, Fragment::TypeId, &[]) {
                Some((parse, start)) => {
                    let ty = parse.syntax().children().find_map(ast::TypeId::cast);
                    self.in_tree(start, |lowering| lowering.type_id(ty))
                }
                None => TypeExpr::Unknown,
            },
        };
        let expr = match both.expr() {
            Some(expr) => self.full(&expr),
            None => match self.again(node, Fragment::Expression, &[]) {
                Some((parse, start)) => match parse.syntax().children().find_map(ast::Expr::cast) {
                    Some(expr) => self.in_tree(start, |lowering| lowering.full(&expr)),
                    None => self.missing("other reading", node),
                },
                None => self.missing("read too often", node),
            },
        };
        TypeOrExpr::Either(ty, expr)
    }
}

/// The operands of the operators of `expr` whose other reading changes what the operators apply to.
fn ambiguous_operands(expr: &ast::Expr) -> Vec<Operand> {
    let mut found = Vec::new();
    let mut open = vec![expr.syntax().clone()];
    while let Some(node) = open.pop() {
        match node.kind() {
            SyntaxKind::AMBIGUOUS_EXPR => {
                let Some(inner) = node.first_child() else { continue };
                match inner.kind() {
                    SyntaxKind::NAME_EXPR => found.extend(ambiguous_name(&node, &inner)),
                    SyntaxKind::PAREN_EXPR => found.extend(ambiguous_paren(&node)),
                    _ => open.push(inner),
                }
            }
            SyntaxKind::BINARY_EXPR
            | SyntaxKind::DEEP_TOKENS
            | SyntaxKind::PREFIX_EXPR
            | SyntaxKind::CAST_EXPR
            | SyntaxKind::AWAIT_EXPR
            | SyntaxKind::DELETE_EXPR => {
                let operands: Vec<_> =
                    node.children().filter(|part| ast::Expr::can_cast(part.kind())).collect();
                open.extend(operands.into_iter().rev());
            }
            SyntaxKind::CALL_EXPR
            | SyntaxKind::INDEX_EXPR
            | SyntaxKind::MEMBER_EXPR
            | SyntaxKind::POSTFIX_EXPR
            | SyntaxKind::LAUNCH_EXPR
            | SyntaxKind::ASSIGN_EXPR
            | SyntaxKind::COMMA_EXPR => {
                open.extend(node.children().find(|part| ast::Expr::can_cast(part.kind())));
            }
            SyntaxKind::SIZEOF_EXPR => {
                let is_bare = !node.children_with_tokens().any(|part| part.kind() == SyntaxKind::L_PAREN);
                if is_bare {
                    open.extend(node.children().find(|part| ast::Expr::can_cast(part.kind())));
                }
            }
            _ => {}
        }
    }
    found
}

/// The operands of a chain of comma operators, in order.
fn comma_operands(expr: &ast::Expr) -> Vec<ast::Expr> {
    let mut found = Vec::new();
    let mut at = Some(expr.clone());
    while let Some(expr) = at {
        match &expr {
            ast::Expr::CommaExpr(comma) => {
                found.extend(comma.rhs());
                at = comma.lhs();
            }
            _ => {
                found.push(expr);
                at = None;
            }
        }
    }
    found.reverse();
    found
}

/// Whether the comma operator may stand at the top of the expression `node`.
fn takes_commas(node: &SyntaxNode) -> bool {
    let around = node.parent().map(|parent| parent.kind());
    node.kind() == SyntaxKind::COMMA_EXPR
        || matches!(
            around,
            Some(
                SyntaxKind::PAREN_EXPR
                    | SyntaxKind::EXPR_STMT
                    | SyntaxKind::RETURN_STMT
                    | SyntaxKind::IF_STMT
                    | SyntaxKind::WHILE_STMT
                    | SyntaxKind::DO_STMT
                    | SyntaxKind::SWITCH_STMT
                    | SyntaxKind::FOR_STMT
                    | SyntaxKind::FOR_STEP
                    | SyntaxKind::COMMA_EXPR
            )
        )
}

/// `(T)` in front of an operator that is also a prefix operator.
fn ambiguous_paren(node: &SyntaxNode) -> Option<Operand> {
    let name = first_name(node)?;
    Some(Operand { at: parting_offset(node)?, decision: Decision { name, first: Sort::Value } })
}

/// A name with what may be template arguments.
fn ambiguous_name(node: &SyntaxNode, inner: &SyntaxNode) -> Option<Operand> {
    let at = parting_offset(node)?;
    let is_template = inner.text_range().contains(at);
    let name = inner.children().find_map(ast::Name::cast)?;
    // The part in front of the `<`.
    let mut path = asunder_decls::lower::lower_name(&name)?;
    if is_template {
        let segments = name.segments().take_while(|segment| segment_start(segment) < at).count();
        path.segments.truncate(segments.max(1));
    }
    if let Some(last) = path.segments.last_mut() {
        last.args = None;
    }
    let first = if is_template { Sort::Template } else { Sort::NoTemplate };
    Some(Operand { at, decision: Decision { name: path, first } })
}

fn segment_start(segment: &ast::Segment) -> TextSize {
    let range: TextRange = match segment {
        ast::Segment::Ident(token) => token.text_range(),
        ast::Segment::Node(node) => node.syntax().text_range(),
    };
    range.start()
}

/// The name that decides between a type and a value: the first one.
fn first_name(node: &SyntaxNode) -> Option<Path> {
    let name = node.descendants().find_map(ast::Name::cast)?;
    let mut path = asunder_decls::lower::lower_name(&name)?;
    if let Some(Segment { args, .. }) = path.segments.last_mut() {
        *args = None;
    }
    Some(path)
}

fn first_simple(parse: &Parse) -> Option<ast::SimpleDecl> {
    let first = parse.syntax().first_child()?;
    match first.kind() {
        SyntaxKind::SIMPLE_DECL => ast::SimpleDecl::cast(first),
        _ => first.children().find_map(ast::SimpleDecl::cast),
    }
}
