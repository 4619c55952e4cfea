//! Inline assembly in all GNU forms, and asm labels.

use asunder_syntax::SyntaxKind::*;

use super::{declarations, expressions};
use crate::error::SyntaxErrorKind;
use crate::parser::{Context, Parser};

/// `asm (…);` at namespace or class scope.
pub(crate) fn asm_declaration(p: &mut Parser<'_, '_>) {
    let node = p.start();
    asm_body(p);
    declarations::end_of_declaration(p);
    node.complete(p, ASM_DECL);
}

/// `asm (…);` in a function.
pub(crate) fn asm_statement(p: &mut Parser<'_, '_>) {
    let node = p.start();
    asm_body(p);
    declarations::end_of_declaration(p);
    node.complete(p, ASM_STMT);
}

/// `asm ( "label" )` behind a declarator.
pub(crate) fn asm_label(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    if p.expect(L_PAREN, SyntaxErrorKind::OpeningParen) {
        if !p.at(STRING) && !p.at_identifier() {
            p.error(SyntaxErrorKind::StringLiteral);
        }
        p.with_context(Context::default(), expressions::expression);
        p.expect(R_PAREN, SyntaxErrorKind::ClosingParen);
    }
    node.complete(p, ASM_LABEL);
}

/// `asm volatile ( template : outputs : inputs : clobbers : labels )`
fn asm_body(p: &mut Parser<'_, '_>) {
    let node = p.start();
    p.bump_any();
    while matches!(p.current(), VOLATILE_KW | INLINE_KW | GOTO_KW | CONST_KW) {
        let qualifier = p.start();
        p.bump_any();
        qualifier.complete(p, ASM_QUALIFIER);
    }
    if !p.expect(L_PAREN, SyntaxErrorKind::OpeningParen) {
        node.complete(p, ASM_BODY);
        return;
    }
    p.with_context(Context::default(), |p| {
        if p.at(STRING) {
            strings(p);
        } else if expressions::at_expression(p) {
            expressions::conditional(p);
        } else {
            p.error(SyntaxErrorKind::AsmString);
        }
        let mut section = 0;
        while matches!(p.current(), COLON | COLON2) {
            section += if p.at(COLON) { 1 } else { 2 };
            p.bump_any();
            operands(p, section <= 2);
        }
    });
    if !p.at(R_PAREN) {
        p.error(SyntaxErrorKind::ClosingParen);
        super::recover_in_list(p);
    }
    p.eat(R_PAREN);
    node.complete(p, ASM_BODY);
}

fn strings(p: &mut Parser<'_, '_>) {
    let node = p.start();
    while p.at(STRING) {
        p.bump_any();
    }
    node.complete(p, LITERAL);
}

/// Operands up to the next `:` or `)`; outputs and inputs have values. The reference does without commas between them.
fn operands(p: &mut Parser<'_, '_>, with_values: bool) {
    while !matches!(p.current(), COLON | COLON2 | R_PAREN | EOF) {
        let node = p.start();
        if p.at(L_BRACK) {
            p.bump_any();
            p.expect_identifier();
            p.expect(R_BRACK, SyntaxErrorKind::ClosingBracket);
        }
        if p.at(STRING) {
            let start = p.pos;
            strings(p);
            if with_values && !p.at(L_PAREN) {
                p.error_at(start, SyntaxErrorKind::ClosingParen);
            }
            if p.at(L_PAREN) {
                p.bump_any();
                let start = p.pos;
                p.with_context(Context::default(), expressions::expression);
                if !p.eat(R_PAREN) {
                    p.error_at(start, SyntaxErrorKind::ClosingParen);
                }
            }
        } else if p.at_identifier() {
            // A label of `asm goto`.
            p.bump_identifier();
        } else {
            p.error(SyntaxErrorKind::ClosingParen);
            super::recover_in_list(p);
        }
        node.complete(p, ASM_OPERAND);
        if !p.eat(COMMA) {
            match with_values && matches!(p.current(), STRING | L_BRACK) {
                true => continue,
                false => break,
            }
        }
        if matches!(p.current(), COLON | COLON2 | R_PAREN | COMMA) {
            p.error(SyntaxErrorKind::AsmOperand);
            if p.at(COMMA) {
                super::recover_in_list(p);
                break;
            }
        }
    }
}
