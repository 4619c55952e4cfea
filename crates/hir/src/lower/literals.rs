//! Literals.

use asunder_decls::literals::{self, Number, NumberValue};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxToken, ast};

use super::Lowering;
use crate::body::{Expr, ExprId};

impl Lowering<'_> {
    pub(super) fn literal(&mut self, literal: &ast::Literal) -> ExprId {
        let tokens: Vec<SyntaxToken> = literal.tokens().collect();
        let (expr, suffix) = match self.literal_value(&tokens) {
            Some(known) => known,
            None => (Expr::Missing("literal"), None),
        };
        let id = self.push_at(expr, literal.syntax());
        match suffix {
            Some(suffix) => {
                let number = tokens.first().filter(|token| {
                    matches!(token.kind(), SyntaxKind::INT_NUMBER | SyntaxKind::FLOAT_NUMBER)
                });
                let characters = number.and_then(|token| token.text().strip_suffix(suffix.as_str()));
                let user =
                    Expr::UserLiteral(id, suffix.as_str().into(), characters.unwrap_or_default().into());
                self.push_at(user, literal.syntax())
            }
            None => id,
        }
    }

    /// A literal without its suffix, and the suffix that the user declares.
    fn literal_value(&self, tokens: &[SyntaxToken]) -> Option<(Expr, Option<String>)> {
        let token = tokens.first()?;
        let plain = |expr| Some((expr, None));
        match token.kind() {
            SyntaxKind::INT_NUMBER | SyntaxKind::FLOAT_NUMBER => {
                let Number { value, suffix } = literals::number(token.text())?;
                let expr = match value {
                    NumberValue::Integer(value, ty) => Expr::Integer(value, ty),
                    NumberValue::Floating(digits, ty) => Expr::Floating(digits.as_str().into(), ty),
                };
                Some((expr, suffix.map(str::to_owned)))
            }
            SyntaxKind::CHAR => {
                let (value, ty, suffix) = literals::character_literal(token.text(), self.dialect)?;
                Some((Expr::Character(value, ty), suffix.map(str::to_owned)))
            }
            SyntaxKind::STRING => {
                let texts = tokens.iter().map(SyntaxToken::text);
                let mut string = literals::string_literal(texts, self.dialect)?;
                let length = string.elements.len() as u64 + 1;
                string.elements.truncate(literals::MAX_ELEMENTS);
                Some((Expr::String(string.ty, length, string.elements.into()), string.suffix))
            }
            SyntaxKind::TRUE_KW => plain(Expr::Bool(true)),
            SyntaxKind::FALSE_KW => plain(Expr::Bool(false)),
            SyntaxKind::NULLPTR_KW => plain(Expr::Nullptr),
            SyntaxKind::GNU_NULL_KW => plain(Expr::GnuNull),
            _ => None,
        }
    }
}
