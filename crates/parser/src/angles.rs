//! Which `<` may open a template argument list, and where that list ends.
//!
//! A scan over the tokens at one bracket level settles every `<` it meets, so all scans of a
//! text together take time in proportion to the text.

use std::collections::BTreeSet;

use asunder_syntax::SyntaxKind::*;

use crate::input::Input;

/// What is known of each `<`.
pub(crate) struct AngleTable {
    /// By token: `UNKNOWN`, `UNPAIRED` or the number of the closing `>`.
    pairs: Vec<u32>,
    len: usize,
    stack: Vec<u32>,
    /// The `>>` that end no list, by the first token.
    shifts: BTreeSet<usize>,
}

/// What is open around a `<`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Around {
    /// Nothing that a `>` ends.
    Nothing,
    /// A list: `>>` is two closing brackets.
    List,
    /// The configuration of a launch, which the last three of a run of `>` end.
    Launch,
}

/// Tokens that are looked at for the end of a list that a scan found none for.
const MAX_FORCED: usize = 1000;

const UNKNOWN_PAIR: u32 = 0;
const UNPAIRED: u32 = u32::MAX;

impl AngleTable {
    pub(crate) fn new(len: usize) -> AngleTable {
        AngleTable { pairs: Vec::new(), len, stack: Vec::new(), shifts: BTreeSet::new() }
    }

    /// The `>` that pairs with the `<` at token `open`, if brackets, `;` and operators let
    /// them be a pair.
    /// `values` are the names of template parameters in scope that are values.
    pub(crate) fn close(
        &mut self,
        input: &Input<'_>,
        values: &[usize],
        open: usize,
        around: Around,
    ) -> Option<usize> {
        if self.pairs.is_empty() {
            self.pairs = vec![UNKNOWN_PAIR; self.len];
        }
        if self.pairs[open] == UNKNOWN_PAIR {
            self.scan(input, values, open, around);
        }
        let pair = self.pairs[open];
        (pair != UNPAIRED && pair != UNKNOWN_PAIR).then_some(pair as usize)
    }

    /// Whether the `>>` at token `at` ends no list, as far as lists were looked at.
    pub(crate) fn is_shift(&self, at: usize) -> bool {
        self.shifts.contains(&at)
    }

    fn scan(&mut self, input: &Input<'_>, values: &[usize], base: usize, around: Around) {
        debug_assert!(self.stack.is_empty());
        if !opens(input, base) || is_value(input, values, base) {
            self.pairs[base] = UNPAIRED;
            return;
        }
        self.stack.push(base as u32);
        let mut at = base + 1;
        let mut questions = 0_u32;
        while !self.stack.is_empty() {
            match input.kind(at) {
                L_PAREN | L_BRACK | L_BRACE => match input.partner(at) {
                    Some(close) => at = close,
                    None => return self.give_up(),
                },
                LT if opens(input, at) && !is_value(input, values, at) => match self.pairs[at] {
                    UNKNOWN_PAIR => self.stack.push(at as u32),
                    UNPAIRED => {}
                    close => at = close as usize,
                },
                GT if around == Around::Launch && ends_launch(input, at) => return self.give_up(),
                GT => {
                    let nested = around != Around::Nothing;
                    let shift = input.is_joint(at) && input.kind(at + 1) == GT;
                    if shift && self.stack.len() == 1 && !nested && input.kind(at - 1) != GT {
                        self.shifts.insert(at);
                        at += 1;
                    } else if let Some(open) = self.stack.pop() {
                        self.pairs[open as usize] = at as u32;
                    }
                }
                QUESTION => questions += 1,
                COLON if questions > 0 => questions -= 1,
                // `=` stands in lists of template parameters only.
                EQ if self.stack.last().is_some_and(|&open| is_parameter_list(input, open as usize)) => {}
                EOF | SEMICOLON | R_PAREN | R_BRACK | R_BRACE | COLON | EQ | PLUS_EQ | MINUS_EQ | STAR_EQ
                | SLASH_EQ | PERCENT_EQ | CARET_EQ | AMP_EQ | PIPE_EQ | SHL_EQ | RETURN_KW | IF_KW
                | ELSE_KW | FOR_KW | WHILE_KW | DO_KW | SWITCH_KW | CASE_KW | BREAK_KW | CONTINUE_KW
                | GOTO_KW | USING_KW | NAMESPACE_KW | TYPEDEF_KW => {
                    return self.give_up();
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// Ends the list at token `open`, which can only be a template argument list, although a
    /// scan found no `>` for it: the last `>` before what stops the scan is taken from the
    /// inner `<` that has it, which is a comparison (`enable_if_t<i < 2, int> = 0`).
    pub(crate) fn force(&mut self, input: &Input<'_>, open: usize) {
        let mut at = open + 1;
        let mut last = None;
        while at < open + MAX_FORCED {
            match input.kind(at) {
                L_PAREN | L_BRACK | L_BRACE => match input.partner(at) {
                    Some(close) => at = close,
                    None => break,
                },
                GT => last = Some(at),
                EOF | SEMICOLON | R_PAREN | R_BRACK | R_BRACE | EQ => break,
                _ => {}
            }
            at += 1;
        }
        let Some(close) = last else { return };
        let inner = (open + 1..close).find(|&at| self.pairs[at] == close as u32);
        if let Some(inner) = inner {
            self.pairs[inner] = UNPAIRED;
            self.pairs[open] = close as u32;
        }
    }

    /// No list that is open has an end.
    fn give_up(&mut self) {
        for open in self.stack.drain(..) {
            self.pairs[open as usize] = UNPAIRED;
        }
    }
}

/// Whether a `<` stands where a list can open: behind a name, a cast keyword, `template`, an
/// operator name, a lambda introducer.
fn opens(input: &Input<'_>, at: usize) -> bool {
    if input.kind(at + 1) == QUESTION {
        // GNU `a <? b`
        return false;
    }
    let before = input.kind(at.wrapping_sub(1));
    match before {
        TEMPLATE_KW | STATIC_CAST_KW | DYNAMIC_CAST_KW | CONST_CAST_KW | REINTERPRET_CAST_KW => true,
        OPERATOR_KW => false,
        R_BRACK => input.partner(at - 1).is_some_and(|open| {
            let before = input.kind(open.wrapping_sub(1));
            !(before.is_identifier() || matches!(before, R_PAREN | R_BRACK | THIS_KW | GT | STRING))
                || before == OPERATOR_KW
        }),
        _ if before.is_identifier() => true,
        _ => at >= 2 && (input.kind(at - 2) == OPERATOR_KW || (at >= 3 && input.kind(at - 3) == OPERATOR_KW)),
    }
}

/// Whether the three last `>` before a parenthesis start at token `at`.
fn ends_launch(input: &Input<'_>, at: usize) -> bool {
    input.kind(at + 1) == GT && input.kind(at + 2) == GT && input.kind(at + 3) == L_PAREN
}

/// Whether the name before a `<` is a template parameter that is a value.
fn is_value(input: &Input<'_>, values: &[usize], at: usize) -> bool {
    if values.is_empty() || at == 0 || input.kind(at.wrapping_sub(2)) == COLON2 {
        return false;
    }
    let name = input.token_text(at - 1);
    values.iter().any(|&value| input.token_text(value) == name)
}

fn is_parameter_list(input: &Input<'_>, open: usize) -> bool {
    matches!(input.kind(open.wrapping_sub(1)), TEMPLATE_KW | R_BRACK)
}
