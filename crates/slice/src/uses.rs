//! The names that an item uses.

use std::ops::Range;

use asunder_outline::name_hash;
use asunder_syntax::SyntaxKind::{self, *};
use asunder_syntax::words;

use crate::implied::{BY_TOKEN, BY_WORD, OF_BINDINGS, OF_RANGES};
use crate::item::{Place, Use};
use crate::tokens::{Angles, Token, operator_hash};

/// All names that the tokens may mean, operators among them. Members behind a `.` are those of classes that are
/// needed for other reasons.
pub(crate) fn used_names(tokens: &[Token<'_>], angles: &Angles, own_name: Range<usize>) -> Vec<Use> {
    let brackets = brackets(tokens, angles);
    let mut found = Vec::new();
    let mut used = Vec::new();
    match &tokens[own_name.clone()] {
        [] => {}
        [name] if name.kind.is_identifier() => {
            found.push(Use { name: name_hash(name.text), place: Place::Own });
        }
        symbol => {
            let symbol: String = symbol.iter().map(|token| token.text).collect();
            found.push(Use { name: operator_hash(&symbol), place: Place::Own });
        }
    }
    let has_asm = tokens.iter().any(|token| token.kind == ASM_KW);
    for (index, token) in tokens.iter().enumerate() {
        if own_name.contains(&index) {
            continue;
        }
        let kind = token.kind;
        if kind.is_identifier() {
            if let Some(place) = place_of(tokens, angles, index) {
                found.push(Use { name: name_hash(token.text), place });
            }
            let implied = BY_WORD.iter().filter(|(word, _)| *word == token.text);
            used.extend(implied.map(|(_, name)| name_hash(name)));
            continue;
        }
        match kind {
            STRING if has_asm => used.extend(words(token.text).map(|(_, word)| name_hash(word))),
            NEW_KW | DELETE_KW => used.push(operator_hash(token.text)),
            LT | GT if brackets[index] => {}
            GT => {
                used.push(operator_hash(">"));
                if tokens.get(index + 1).is_some_and(|next| next.kind == GT && next.is_glued) {
                    used.extend([operator_hash(">>"), operator_hash(">>=")]);
                }
            }
            AUTO_KW if is_binding(&tokens[index..]) => {
                used.extend(OF_BINDINGS.iter().map(|name| name_hash(name)))
            }
            FOR_KW if is_over_range(&tokens[index..]) => {
                used.extend(OF_RANGES.iter().map(|name| name_hash(name)))
            }
            kind if is_operator(kind) => used.push(operator_hash(token.text)),
            _ => {}
        }
        if let Some((_, names)) = BY_TOKEN.iter().find(|(by, _)| *by == kind) {
            used.extend(names.iter().copied().map(name_hash));
        }
    }
    // `a != b` may be `!(a == b)`, and comparisons may be made of `<=>` ([over.match.oper]/3.4).
    let has = |used: &[u32], symbol: &str| used.contains(&operator_hash(symbol));
    if has(&used, "!=") {
        used.push(operator_hash("=="));
    }
    if ["<", ">", "<=", ">="].iter().any(|symbol| has(&used, symbol)) {
        used.push(operator_hash("<=>"));
    }
    found.extend(used.into_iter().map(|name| Use { name, place: Place::Any }));
    found
}

/// Where the name at `index` is looked for; `None` for members of classes, which are there with their class.
pub(crate) fn place_of(tokens: &[Token<'_>], angles: &Angles, index: usize) -> Option<Place> {
    let kind = |at: usize| tokens.get(at).map(|token| token.kind);
    let mut before = index;
    if before > 0 && tokens[before - 1].kind == TEMPLATE_KW {
        before -= 1;
    }
    match before.checked_sub(1).and_then(kind) {
        Some(DOT) => return None,
        Some(COLON2) => {
            return match before.checked_sub(2).map(|at| tokens[at]) {
                Some(qualifier) if qualifier.kind.is_identifier() => {
                    Some(Place::Qualified(name_hash(qualifier.text)))
                }
                // `A<T>::b`, `decltype(a)::b`
                Some(Token { kind: GT | R_PAREN, .. }) => None,
                _ => Some(Place::Any),
            };
        }
        // It may declare the class itself, which is defined behind the item.
        Some(CLASS_KW | STRUCT_KW | UNION_KW | ENUM_KW) => return Some(Place::Any),
        _ => {}
    }
    match kind(index + 1) {
        Some(L_PAREN) => Some(Place::Any),
        Some(LT) => match angles.close(index + 1).and_then(|close| kind(close + 1)) {
            Some(kind) if kind != L_PAREN => Some(Place::Around),
            _ => Some(Place::Any),
        },
        _ => Some(Place::Around),
    }
}

/// Whether each token surely is a bracket of template arguments. `a < b && c > d` has none.
fn brackets(tokens: &[Token<'_>], angles: &Angles) -> Vec<bool> {
    // How many tokens up to each place make conditions.
    let mut conditions = Vec::with_capacity(tokens.len() + 1);
    let mut count = 0_u32;
    conditions.push(0);
    for token in tokens {
        count += u32::from(matches!(token.kind, AMP2 | PIPE2 | QUESTION | EQ2 | BANG_EQ | LT_EQ | GT_EQ));
        conditions.push(count);
    }
    let mut brackets = vec![false; tokens.len()];
    for (open, close) in angles.iter() {
        let ends_operand = tokens.get(close + 1).is_none_or(|next| {
            matches!(
                next.kind,
                COLON2 | R_PAREN | R_BRACK | R_BRACE | L_BRACE | COMMA | SEMICOLON | GT | ELLIPSIS | EQ
            )
        });
        if ends_operand || conditions[open] == conditions[close] {
            brackets[open] = true;
            brackets[close] = true;
        }
    }
    brackets
}

/// Whether an `auto` begins a structured binding.
fn is_binding(tokens: &[Token<'_>]) -> bool {
    let behind = tokens[1..].iter().find(|token| !matches!(token.kind, AMP | AMP2 | CONST_KW | VOLATILE_KW));
    behind.is_some_and(|token| token.kind == L_BRACK)
}

/// Whether a `for` goes over a range: a `:` comes before any `;` in its parentheses.
fn is_over_range(tokens: &[Token<'_>]) -> bool {
    let mut depth = 0_u32;
    for token in tokens {
        match token.kind {
            L_PAREN | L_BRACK | L_BRACE => depth += 1,
            R_PAREN | R_BRACK | R_BRACE => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return false;
                }
            }
            COLON if depth == 1 => return true,
            SEMICOLON => return false,
            _ => {}
        }
    }
    false
}

/// Whether a token may stand for an operator function that is not a member.
fn is_operator(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        COMMA
            | PLUS
            | MINUS
            | STAR
            | SLASH
            | PERCENT
            | CARET
            | AMP
            | PIPE
            | TILDE
            | BANG
            | LT
            | PLUS_EQ
            | MINUS_EQ
            | STAR_EQ
            | SLASH_EQ
            | PERCENT_EQ
            | CARET_EQ
            | AMP_EQ
            | PIPE_EQ
            | SHL
            | SHR
            | SHL_EQ
            | SHR_EQ
            | EQ2
            | BANG_EQ
            | LT_EQ
            | GT_EQ
            | SPACESHIP
            | AMP2
            | PIPE2
            | PLUS2
            | MINUS2
            | ARROW_STAR
    )
}
