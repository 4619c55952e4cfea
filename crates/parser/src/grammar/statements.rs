//! Statements.

use asunder_syntax::SyntaxKind::*;

use super::declarations::{self, Scope};
use super::declarators::{self, DeclaratorKind, declarator};
use super::specifiers::{self, SpecifierScope};
use super::{asm, attributes, expressions, placement};
use crate::error::SyntaxErrorKind;
use crate::extension::ExtensionKind;
use crate::parser::{Context, JumpTargets, Marker, Parser, Stops};
use crate::shapes::StmtShape;

/// `else if` branches that nest in one chain; those behind stand side by side in one [`DEEP_TOKENS`].
const MAX_ELSE_IF: usize = 500;

/// Statements up to the end of the text.
pub(crate) fn statements(p: &mut Parser<'_, '_>) {
    while !p.at_end() {
        statement_or_error(p);
    }
}

/// `{ statements }`
pub(crate) fn compound(p: &mut Parser<'_, '_>) {
    if !p.at(L_BRACE) {
        p.error(SyntaxErrorKind::OpeningBrace);
        return;
    }
    let node = p.start();
    let close = p.group_end(p.pos);
    p.bump_any();
    let done = p.deeper(|p| {
        p.with_stop(R_BRACE, |p| {
            p.with_context(Context::default(), |p| {
                while !p.at(R_BRACE) && !p.at_end() {
                    statement_or_error(p);
                }
            });
        });
    });
    if done.is_none() {
        super::flat_tokens(p, close);
    }
    p.expect(R_BRACE, SyntaxErrorKind::ClosingBrace);
    node.complete(p, COMPOUND_STMT);
}

/// `{ statements }` as the body of a function or lambda.
pub(crate) fn function_block(p: &mut Parser<'_, '_>) {
    let jumps = JumpTargets { in_function: true, ..JumpTargets::default() };
    let in_block = std::mem::replace(&mut p.in_block, true);
    let in_template = std::mem::replace(&mut p.in_template, false);
    p.with_stops(Stops::default(), |p| p.with_jumps(jumps, compound));
    (p.in_block, p.in_template) = (in_block, in_template);
}

/// The body of a loop.
fn loop_body(p: &mut Parser<'_, '_>) {
    p.with_jumps(JumpTargets { in_loop: true, ..p.jumps }, statement);
}

/// Reports an error at the current token unless what it belongs to is there, or may be outside of the text.
fn belongs(p: &mut Parser<'_, '_>, found: bool, kind: SyntaxErrorKind) {
    if !found && p.jumps.in_function {
        p.error(kind);
    }
}

fn statement_or_error(p: &mut Parser<'_, '_>) {
    let before = p.pos;
    statement_in(p, Position::Sequence);
    if p.pos == before && p.at(ELSE_KW) {
        p.error(SyntaxErrorKind::Statement);
        skip_to_end_of_statement(p);
        p.eat(SEMICOLON);
        p.resume_behind(before, Some(SyntaxErrorKind::Statement));
    } else if p.pos == before && matches!(p.current(), R_PAREN | R_BRACK) {
        expression_statement(p);
    } else if p.pos == before {
        p.error(SyntaxErrorKind::Statement);
    }
    // What ends a construct around is taken where that does not end here.
    if p.pos == before {
        p.error_and_bump(SyntaxErrorKind::Statement);
    }
}

/// Where a statement stands: behind a label in a sequence its statement is the next one of
/// the sequence, elsewhere it is a child of the label.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    Sequence,
    Body,
}

/// One statement as the body of another, or alone.
pub(crate) fn statement(p: &mut Parser<'_, '_>) {
    if matches!(p.current(), R_BRACE | EOF | ELSE_KW) {
        p.missing(SyntaxErrorKind::Statement);
        return;
    }
    statement_in(p, Position::Body);
}

fn statement_in(p: &mut Parser<'_, '_>, position: Position) {
    if p.deeper(|p| statement_at(p, position)).is_none() {
        flat_statement(p);
    }
}

fn statement_at(p: &mut Parser<'_, '_>, position: Position) {
    match p.current() {
        L_BRACE => compound(p),
        IF_KW => if_statement(p),
        WHILE_KW => while_statement(p),
        DO_KW => do_statement(p),
        FOR_KW => for_statement(p),
        SWITCH_KW => switch_statement(p),
        CASE_KW => case_label(p, position),
        DEFAULT_KW => {
            let node = p.start();
            belongs(p, p.jumps.in_switch, SyntaxErrorKind::DefaultOutside);
            p.bump_any();
            p.require(COLON, SyntaxErrorKind::Colon);
            labeled_tail(p, position);
            node.complete(p, DEFAULT_STMT);
        }
        BREAK_KW => {
            belongs(p, p.jumps.in_loop || p.jumps.in_switch, SyntaxErrorKind::BreakOutside);
            jump(p, BREAK_STMT);
        }
        CONTINUE_KW => {
            belongs(p, p.jumps.in_loop, SyntaxErrorKind::ContinueOutside);
            jump(p, CONTINUE_STMT);
        }
        RETURN_KW => return_statement(p, RETURN_STMT),
        CO_RETURN_KW => return_statement(p, CO_RETURN_STMT),
        GOTO_KW => goto_statement(p),
        TRY_KW => {
            let node = p.start();
            p.bump_any();
            compound(p);
            handlers(p);
            node.complete(p, TRY_STMT);
        }
        ASM_KW => asm::asm_statement(p),
        LABEL_KW => local_labels(p),
        SEMICOLON => {
            let node = p.start();
            p.bump_any();
            node.complete(p, EXPR_STMT);
        }
        ELSE_KW | R_BRACE | R_PAREN | R_BRACK | CATCH_KW => {}
        kind if kind.is_identifier() && p.nth(1) == COLON => {
            let node = p.start();
            p.bump_identifier();
            p.bump_any();
            attributes::attributes(p);
            labeled_tail(p, position);
            node.complete(p, LABELED_STMT);
        }
        ATTRIBUTE_KW | ATTRIBUTE_MACRO_KW | L_BRACK if attributes::at_attributes(p) => {
            attributed(p, position)
        }
        EXTENSION_KW if p.nth(1) == ASM_KW => {
            let node = p.start();
            p.bump_any();
            asm::asm_statement(p);
            node.abandon(p);
        }
        _ => declaration_or_expression(p),
    }
}

/// A statement that starts with attributes.
fn attributed(p: &mut Parser<'_, '_>, position: Position) {
    match p.kind_at(p.after_attributes(p.pos)) {
        IF_KW | WHILE_KW | DO_KW | FOR_KW | SWITCH_KW | CASE_KW | DEFAULT_KW | BREAK_KW | CONTINUE_KW
        | RETURN_KW | CO_RETURN_KW | GOTO_KW | TRY_KW | ASM_KW | L_BRACE => {
            attributes::attributes(p);
            statement_at(p, position);
        }
        kind if kind.is_identifier() && p.kind_at(p.after_attributes(p.pos) + 1) == COLON => {
            attributes::attributes(p);
            statement_at(p, position);
        }
        SEMICOLON => {
            let node = p.start();
            attributes::attributes(p);
            p.bump_any();
            node.complete(p, EXPR_STMT);
        }
        _ => declaration_or_expression(p),
    }
}

/// What syntax cannot distinguish: the tokens decide, or the statement is ambiguous.
fn declaration_or_expression(p: &mut Parser<'_, '_>) {
    let at = p.pos;
    match p.statement_shape(at) {
        StmtShape::Decl => declarations::declaration(p, Scope::Block),
        StmtShape::Expr => expression_statement(p),
        shape => {
            let node = p.start();
            if (shape == StmtShape::DeclOrExpr) == p.prefers(at) {
                declarations::simple_declaration(p, Scope::Block);
            } else {
                expression_statement(p);
            }
            node.complete(p, AMBIGUOUS_STMT);
        }
    }
}

fn expression_statement(p: &mut Parser<'_, '_>) {
    let node = p.start();
    attributes::attributes(p);
    p.with_stop(SEMICOLON, |p| {
        expressions::expression(p);
        declarations::end_of_declaration(p);
    });
    node.complete(p, EXPR_STMT);
}

/// Tokens of a statement at the depth limit, flat.
pub(crate) fn flat_statement(p: &mut Parser<'_, '_>) {
    let mut end = p.pos;
    loop {
        match p.kind_at(end) {
            EOF | R_BRACE => break,
            SEMICOLON => {
                end += 1;
                break;
            }
            L_PAREN | L_BRACK => end = p.input.partner(end).map_or(end + 1, |close| close + 1),
            L_BRACE => {
                end = p.group_end(end) + 1;
                if !matches!(p.kind_at(end), ELSE_KW | CATCH_KW | WHILE_KW | SEMICOLON) {
                    break;
                }
            }
            _ => end += 1,
        }
    }
    super::flat_tokens(p, end);
}

/// Skips all in front of the next `;`, or of the end of the block.
pub(super) fn skip_to_end_of_statement(p: &mut Parser<'_, '_>) {
    let mut end = p.pos;
    loop {
        match p.kind_at(end) {
            EOF | SEMICOLON | R_BRACE => break,
            L_BRACE => end = p.group_end(end) + 1,
            _ => end += 1,
        }
    }
    p.error_until(end, SyntaxErrorKind::Tokens);
}

/// `( init; condition )`
fn header(p: &mut Parser<'_, '_>) {
    let open = p.pos;
    let broken_header = !p.at(L_PAREN) || p.is_unclosed(open);
    let has_init = !broken_header && p.has_semicolon(open);
    p.require(L_PAREN, SyntaxErrorKind::OpeningParen);
    p.with_stop(R_PAREN, |p| {
        p.with_context(Context { broken_header, ..Context::default() }, |p| {
            if has_init {
                init_statement(p);
                p.extension_at(p.pos - 1, ExtensionKind::InitStatement);
            }
            condition(p);
        });
    });
    p.require(R_PAREN, SyntaxErrorKind::ClosingParen);
}

/// The statement in front of the condition, with its `;`.
fn init_statement(p: &mut Parser<'_, '_>) {
    let node = p.start();
    if p.at(SEMICOLON) {
        let empty = p.start();
        p.bump_any();
        empty.complete(p, EXPR_STMT);
    } else {
        declaration_or_expression(p);
    }
    node.complete(p, INIT_STMT);
}

/// An expression, or a declaration with its initializer.
fn condition(p: &mut Parser<'_, '_>) {
    if !p.condition_declares(p.pos) {
        expressions::expression(p);
        return;
    }
    let node = p.start();
    let found = specifiers::specifiers(p, SpecifierScope::Block);
    placement::of_head(p, &found);
    if declarator(p, DeclaratorKind::Named { block: true, function: false, void: false }).empty {
        p.error(SyntaxErrorKind::Identifier);
    }
    match p.current() {
        EQ => {
            let initializer = p.start();
            p.bump_any();
            expressions::initializer_clause(p);
            initializer.complete(p, EQ_INITIALIZER);
        }
        L_BRACE => {
            expressions::init_list(p);
        }
        _ => p.refused_from(p.pos - 1, SyntaxErrorKind::ConditionInitializer),
    }
    node.complete(p, CONDITION_DECL);
}

/// `if (…) … else if (…) … else …`; a chain is built without recursion.
fn if_statement(p: &mut Parser<'_, '_>) {
    let mut open: Vec<(Option<Marker>, Marker)> = Vec::new();
    let mut clause = None;
    loop {
        let node = p.start();
        if_head(p);
        p.with_stop(ELSE_KW, statement);
        open.push((clause.take(), node));
        if !p.at(ELSE_KW) {
            break;
        }
        let branch = p.start();
        p.bump_any();
        if p.at(IF_KW) && open.len() < MAX_ELSE_IF {
            clause = Some(branch);
            continue;
        }
        if p.at(IF_KW) {
            rest_of_else_if_chain(p);
        } else {
            statement(p);
        }
        branch.complete(p, ELSE_CLAUSE);
        break;
    }
    while let Some((clause, node)) = open.pop() {
        node.complete(p, IF_STMT);
        if let Some(clause) = clause {
            clause.complete(p, ELSE_CLAUSE);
        }
    }
}

/// `if (…) … else if (…) … else …` where the chain has grown to its limit.
fn rest_of_else_if_chain(p: &mut Parser<'_, '_>) {
    let rest = p.start();
    loop {
        if p.at(IF_KW) {
            let node = p.start();
            if_head(p);
            p.with_stop(ELSE_KW, statement);
            node.complete(p, IF_STMT);
        } else {
            statement(p);
            break;
        }
        if !p.eat(ELSE_KW) {
            break;
        }
    }
    rest.complete(p, DEEP_TOKENS);
}

/// `if constexpr (…)`, `if !consteval`
fn if_head(p: &mut Parser<'_, '_>) {
    if p.nth(1) == CONSTEVAL_KW || p.nth(1) == BANG && p.nth(2) == CONSTEVAL_KW {
        p.extension(ExtensionKind::ConstevalIf);
    }
    p.bump_any();
    if p.at(CONSTEVAL_KW) || (p.at(BANG) && p.nth(1) == CONSTEVAL_KW) {
        p.eat(BANG);
        p.bump_any();
        return;
    }
    if p.at(CONSTEXPR_KW) {
        p.extension(ExtensionKind::ConstexprIf);
        p.bump_any();
    }
    header(p);
    attributes_of_branch(p);
}

/// `[[likely]]` in front of a branch that is not an attributed statement of its own.
fn attributes_of_branch(p: &mut Parser<'_, '_>) {
    if attributes::at_attributes(p) && p.kind_at(p.after_attributes(p.pos)) == L_BRACE {
        attributes::attributes(p);
    }
}

fn while_statement(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    header(p);
    loop_body(p);
    node.complete(p, WHILE_STMT);
}

fn do_statement(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    p.with_stop(WHILE_KW, loop_body);
    p.require(WHILE_KW, SyntaxErrorKind::While);
    let is_there = p.kind_at(p.pos - 1) == WHILE_KW;
    let stops = if is_there { p.stops.and(SEMICOLON) } else { p.stops };
    p.with_stops(stops, |p| {
        p.require(L_PAREN, SyntaxErrorKind::OpeningParen);
        p.with_stop(R_PAREN, |p| p.with_context(Context::default(), expressions::expression));
        p.require(R_PAREN, SyntaxErrorKind::ClosingParen);
        declarations::end_of_declaration(p);
    });
    node.complete(p, DO_STMT);
}

fn switch_statement(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    header(p);
    p.with_jumps(JumpTargets { in_switch: true, ..p.jumps }, statement);
    node.complete(p, SWITCH_STMT);
}

/// `case a:`, GNU `case a ... b:`
fn case_label(p: &mut Parser<'_, '_>, position: Position) {
    let node = p.start();
    belongs(p, p.jumps.in_switch, SyntaxErrorKind::CaseOutside);
    p.bump_any();
    p.with_stop(COLON, |p| {
        expressions::conditional(p);
        if p.eat(ELLIPSIS) {
            expressions::conditional(p);
        }
    });
    p.require(COLON, SyntaxErrorKind::Colon);
    labeled_tail(p, position);
    node.complete(p, CASE_STMT);
}

/// The statement behind a label that is itself the body of a statement.
fn labeled_tail(p: &mut Parser<'_, '_>, position: Position) {
    if p.at(R_BRACE) {
        p.extension(ExtensionKind::LabelAtEnd);
    }
    if position == Position::Body && !matches!(p.current(), R_BRACE | EOF) {
        statement(p);
    }
}

/// The number of `;` at the level of a `for` header, and whether a `:` of a range stands
/// behind the last of them.
fn for_shape(p: &Parser<'_, '_>, open: usize) -> (usize, bool) {
    let close = if p.is_unclosed(open) { p.input.len() } else { p.group_end(open) };
    let (mut semicolons, mut questions, mut colon) = (0, 0, false);
    let mut at = open + 1;
    while at < close {
        match p.kind_at(at) {
            SEMICOLON if colon && p.is_unclosed(open) => break,
            SEMICOLON => {
                semicolons += 1;
                colon = false;
            }
            QUESTION => questions += 1,
            COLON if questions > 0 => questions -= 1,
            COLON => colon = true,
            // The body of a header that is never closed.
            L_BRACE if p.is_unclosed(open) => break,
            R_PAREN | R_BRACE => break,
            L_PAREN | L_BRACK | L_BRACE => at = p.group_end(at),
            _ => {}
        }
        if semicolons == 2 {
            break;
        }
        at += 1;
    }
    (semicolons, colon && semicolons < 2)
}

fn for_statement(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    if p.at(CO_AWAIT_KW) {
        p.bump_any();
    }
    if !p.require(L_PAREN, SyntaxErrorKind::OpeningParen) {
        use SyntaxErrorKind::{ClosingParen, Expression, Semicolon};
        [Expression, Semicolon, Expression, ClosingParen].into_iter().for_each(|kind| p.missing(kind));
        loop_body(p);
        node.complete(p, FOR_STMT);
        return;
    }
    let open = p.pos - 1;
    let broken_header = p.is_unclosed(open);
    let (semicolons, is_range) = for_shape(p, open);
    p.with_stop(R_PAREN, |p| {
        p.with_context(Context { broken_header, ..Context::default() }, |p| {
            if is_range {
                if semicolons == 1 {
                    p.extension(ExtensionKind::RangeForInit);
                    init_statement(p);
                }
                range_header(p);
            } else {
                classic_header(p);
            }
        });
    });
    p.require(R_PAREN, SyntaxErrorKind::ClosingParen);
    loop_body(p);
    node.complete(p, if is_range { RANGE_FOR_STMT } else { FOR_STMT });
}

/// `auto& x : range`
fn range_header(p: &mut Parser<'_, '_>) {
    let declaration = p.start();
    let found = specifiers::specifiers(p, SpecifierScope::Block);
    placement::of_head(p, &found);
    let declared = declarator(p, DeclaratorKind::Named { block: true, function: false, void: false });
    if declared.empty {
        p.error(SyntaxErrorKind::Identifier);
    }
    attributes::attributes(p);
    declaration.complete(p, RANGE_DECL);
    if p.expect(COLON, SyntaxErrorKind::Colon) {
        if p.at(L_BRACE) {
            expressions::init_list(p);
        } else {
            expressions::expression(p);
        }
    }
}

/// `init; condition; step`
fn classic_header(p: &mut Parser<'_, '_>) {
    init_statement(p);
    if !p.at(SEMICOLON) {
        p.with_stop(SEMICOLON, condition);
    }
    p.with_stop(SEMICOLON, |p| p.require(SEMICOLON, SyntaxErrorKind::Semicolon));
    if !p.at(R_PAREN) {
        let step = p.start();
        expressions::expression(p);
        step.complete(p, FOR_STEP);
    }
}

fn jump(p: &mut Parser<'_, '_>, kind: asunder_syntax::SyntaxKind) {
    let node = p.start();
    p.bump_any();
    p.with_stop(SEMICOLON, declarations::end_of_declaration);
    node.complete(p, kind);
}

fn return_statement(p: &mut Parser<'_, '_>, kind: asunder_syntax::SyntaxKind) {
    let node = p.start();
    p.bump_any();
    p.with_stop(SEMICOLON, |p| {
        if p.at(L_BRACE) {
            expressions::init_list(p);
        } else if !p.at(SEMICOLON) {
            expressions::expression(p);
        }
        declarations::end_of_declaration(p);
    });
    node.complete(p, kind);
}

/// `goto label;`, GNU `goto *e;`
fn goto_statement(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    p.with_stop(SEMICOLON, |p| {
        if p.eat(STAR) {
            expressions::expression(p);
        } else if p.at_identifier() {
            p.bump_identifier();
        } else {
            p.missing(SyntaxErrorKind::Identifier);
        }
        declarations::end_of_declaration(p);
    });
    node.complete(p, GOTO_STMT);
}

/// `catch (T& e) { … }` any number of times.
pub(crate) fn handlers(p: &mut Parser<'_, '_>) {
    if !p.at(CATCH_KW) {
        p.error(SyntaxErrorKind::Handler);
    }
    while p.at(CATCH_KW) {
        let node = p.start();
        p.bump_any();
        p.require(L_PAREN, SyntaxErrorKind::OpeningParen);
        if p.kind_at(p.pos - 1) == L_PAREN {
            p.with_stop(R_PAREN, |p| {
                if p.at(R_PAREN) {
                    p.error(SyntaxErrorKind::HandlerDeclaration);
                } else if !p.eat(ELLIPSIS) {
                    p.with_context(Context::default(), declarators::exception_declaration);
                }
            });
            p.require(R_PAREN, SyntaxErrorKind::ClosingParen);
        }
        compound(p);
        node.complete(p, HANDLER);
    }
}

/// `__label__ a, b;`
fn local_labels(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    while p.expect_identifier() && p.eat(COMMA) {}
    declarations::end_of_declaration(p);
    node.complete(p, LOCAL_LABEL_DECL);
}
