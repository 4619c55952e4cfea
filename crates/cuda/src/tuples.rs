//! Syntax errors in `__block_size__((x, y, z), (x, y, z))`, and what the reference makes of the text
//! behind them (spec page 3 §4).
//!
//! An error inside a tuple takes the tuple's `)` for the end of the attribute's arguments, so that one `)`
//! is left behind the attribute list.

use asunder_outline::CudaAttribute;
use asunder_syntax::{AstNode, NodeOrToken, SyntaxKind, SyntaxToken, TextSize, ast};

use crate::attributes::Applied;
use crate::check::Check;
use crate::finding::{Finding, Message, Severity};
use crate::launch::{EXPECTED_EXPRESSION, EXPECTED_L_PAREN, EXPECTED_R_PAREN};

/// "expected an identifier".
const EXPECTED_IDENTIFIER: u16 = 40;
/// "expected a \",\"".
const EXPECTED_COMMA: u16 = 253;
/// "missing arguments for attribute …".
const MISSING_ARGUMENTS: u16 = 1910;

/// An error in an argument list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    pub(crate) number: u16,
    pub(crate) at: TextSize,
    /// The name that the message shows.
    pub(crate) name: Option<&'static str>,
}

impl SyntaxError {
    pub(crate) fn at(number: u16, token: &SyntaxToken) -> Self {
        SyntaxError { number, at: token.text_range().start(), name: None }
    }
}

/// The errors of the argument list of a `__block_size__`; none where what follows them is not known.
pub(crate) fn errors(applied: &Applied) -> Vec<SyntaxError> {
    let Some(tokens) = significant_tokens(applied) else { return Vec::new() };
    let mut reader = Reader { tokens, at: 1, errors: Vec::new() };
    match reader.list() {
        Some(Left::Nothing) => reader.errors,
        Some(Left::Parenthesis) => reader.leftover(applied).unwrap_or_default(),
        None => Vec::new(),
    }
}

/// Reports the parenthesis that an erroneous value leaves.
pub(crate) fn leftover(check: &Check<'_>, applied: &Applied) {
    if applied.cuda() != Some(CudaAttribute::BlockSize) || !is_behind_type(applied) {
        return;
    }
    let Some(last) = significant_tokens(applied).and_then(|mut tokens| tokens.pop()) else { return };
    let at = last.text_range().start();
    let mut finding = Finding::new(Message::plain(EXPECTED_IDENTIFIER), at, check.moment(at, 0));
    finding.severity = Some(Severity::Error);
    check.add(finding);
}

/// What an argument list leaves to what is read next.
enum Left {
    Nothing,
    /// One `)` too many.
    Parenthesis,
}

struct Reader {
    /// From the `(` of the argument list to the end of the attribute group.
    tokens: Vec<SyntaxToken>,
    at: usize,
    errors: Vec<SyntaxError>,
}

impl Reader {
    fn kind(&self) -> Option<SyntaxKind> {
        self.tokens.get(self.at).map(|token| token.kind())
    }

    fn error(&mut self, number: u16, name: Option<&'static str>) {
        if let Some(token) = self.tokens.get(self.at) {
            self.errors.push(SyntaxError { name, ..SyntaxError::at(number, token) });
        }
    }

    /// One or two tuples; `None` at the end of the tokens.
    fn list(&mut self) -> Option<Left> {
        for tuple in 0..2 {
            if let Some(left) = self.tuple()? {
                return Some(left);
            }
            match self.kind()? {
                SyntaxKind::R_PAREN => return Some(Left::Nothing),
                SyntaxKind::COMMA if tuple == 0 => self.at += 1,
                _ => {
                    self.error(EXPECTED_R_PAREN, None);
                    return Some(Left::Nothing);
                }
            }
        }
        Some(Left::Nothing)
    }

    /// Three expressions in parentheses. What is left, when the list ends with an error in it.
    fn tuple(&mut self) -> Option<Option<Left>> {
        if self.kind()? != SyntaxKind::L_PAREN {
            self.error(EXPECTED_L_PAREN, None);
            while !matches!(self.kind()?, SyntaxKind::L_PAREN | SyntaxKind::R_PAREN) {
                self.at += 1;
            }
            if self.kind()? == SyntaxKind::R_PAREN {
                self.error(EXPECTED_EXPRESSION, None);
                self.error(MISSING_ARGUMENTS, Some("block_size"));
                return Some(Some(Left::Nothing));
            }
        }
        self.at += 1;
        for part in 0..3 {
            if self.kind()? == SyntaxKind::R_PAREN {
                self.error(EXPECTED_EXPRESSION, None);
                if part == 0 {
                    self.error(MISSING_ARGUMENTS, Some("block_size"));
                }
                return Some(Some(Left::Parenthesis));
            }
            self.expression()?;
            match (self.kind()?, part) {
                (SyntaxKind::COMMA, 0 | 1) | (SyntaxKind::R_PAREN, 2) => self.at += 1,
                (SyntaxKind::R_PAREN, _) => {
                    self.error(MISSING_ARGUMENTS, Some("__block_size__"));
                    return Some(Some(Left::Parenthesis));
                }
                _ => {
                    self.error(EXPECTED_R_PAREN, None);
                    return Some(Some(Left::Nothing));
                }
            }
        }
        Some(None)
    }

    /// Up to a `,` or `)` outside parentheses.
    fn expression(&mut self) -> Option<()> {
        let mut depth = 0u32;
        loop {
            match self.kind()? {
                SyntaxKind::COMMA | SyntaxKind::R_PAREN if depth == 0 => return Some(()),
                SyntaxKind::L_PAREN | SyntaxKind::L_BRACE | SyntaxKind::L_BRACK => depth += 1,
                SyntaxKind::R_PAREN | SyntaxKind::R_BRACE | SyntaxKind::R_BRACK => {
                    depth = depth.saturating_sub(1);
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    /// What is said of the text behind the `)` that ended the list too early.
    fn leftover(mut self, applied: &Applied) -> Option<Vec<SyntaxError>> {
        if !is_behind_type(applied) {
            return None;
        }
        self.at += 1;
        match self.kind()? {
            SyntaxKind::R_PAREN => {}
            SyntaxKind::COMMA => {
                self.at += 1;
                if !self.kind()?.is_identifier() {
                    self.error(EXPECTED_IDENTIFIER, None);
                }
            }
            _ => self.error(EXPECTED_COMMA, None),
        }
        self.at = self.tokens.len() - 1;
        self.error(EXPECTED_IDENTIFIER, None);
        Some(self.errors)
    }
}

/// The tokens behind the attribute's name, to the end of its group.
fn significant_tokens(applied: &Applied) -> Option<Vec<SyntaxToken>> {
    let group = applied.attribute.syntax().parent()?;
    let tokens = group.descendants_with_tokens().filter_map(NodeOrToken::into_token);
    let behind =
        tokens.filter(|token| !token.kind().is_trivia() && token.text_range().start() >= applied.name.end());
    let found: Vec<SyntaxToken> = behind.collect();
    found.first().is_some_and(|token| token.kind() == SyntaxKind::L_PAREN).then_some(found)
}

/// Whether the attribute stands behind a type specifier: a declarator is read next.
fn is_behind_type(applied: &Applied) -> bool {
    let Some(group) = applied.attribute.syntax().parent() else { return false };
    let mut before = std::iter::successors(group.prev_sibling(), |it| it.prev_sibling());
    before.any(|node| ast::Type::cast(node).is_some())
}
