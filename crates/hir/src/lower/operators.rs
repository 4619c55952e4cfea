//! Operators by their tokens.

use asunder_syntax::{NodeOrToken, SyntaxKind, SyntaxKind::*, SyntaxNode, SyntaxToken};

/// Spellings of operators; alternative tokens (`and`) have those of what they stand for.
const SPELLINGS: &[(SyntaxKind, &str)] = &[
    (PLUS, "+"),
    (MINUS, "-"),
    (STAR, "*"),
    (SLASH, "/"),
    (PERCENT, "%"),
    (CARET, "^"),
    (AMP, "&"),
    (PIPE, "|"),
    (TILDE, "~"),
    (BANG, "!"),
    (EQ, "="),
    (LT, "<"),
    (GT, ">"),
    (LT_EQ, "<="),
    (GT_EQ, ">="),
    (EQ2, "=="),
    (BANG_EQ, "!="),
    (SPACESHIP, "<=>"),
    (AMP2, "&&"),
    (PIPE2, "||"),
    (SHL, "<<"),
    (SHR, ">>"),
    (PLUS2, "++"),
    (MINUS2, "--"),
    (COMMA, ","),
    (PLUS_EQ, "+="),
    (MINUS_EQ, "-="),
    (STAR_EQ, "*="),
    (SLASH_EQ, "/="),
    (PERCENT_EQ, "%="),
    (CARET_EQ, "^="),
    (AMP_EQ, "&="),
    (PIPE_EQ, "|="),
    (SHL_EQ, "<<="),
    (SHR_EQ, ">>="),
    (DOT_STAR, ".*"),
    (ARROW_STAR, "->*"),
    (DOT, "."),
    (ARROW, "->"),
    (REAL_KW, "__real__"),
    (IMAG_KW, "__imag__"),
    (EXTENSION_KW, "__extension__"),
    (GNU_MIN, "<?"),
    (GNU_MAX, ">?"),
];

/// The spelling of an operator.
pub(super) fn spelling(kind: SyntaxKind) -> Option<&'static str> {
    SPELLINGS.iter().find(|(known, _)| *known == kind).map(|(_, spelling)| *spelling)
}

/// The spelling of an operator that is written like this.
pub(super) fn known(text: &str) -> Option<&'static str> {
    SPELLINGS.iter().find(|(_, spelling)| *spelling == text).map(|(_, spelling)| *spelling)
}

/// The first operator among the tokens that are direct children of `node`.
pub(super) fn operator_of(node: &SyntaxNode) -> Option<(SyntaxToken, &'static str)> {
    let mut tokens = node.children_with_tokens().filter_map(NodeOrToken::into_token);
    tokens.find_map(|token| spelling(token.kind()).map(|spelling| (token, spelling)))
}
