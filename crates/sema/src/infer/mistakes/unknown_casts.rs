//! Casts to types that nothing declares. In `(T)e` the reference reads the name as an expression in parentheses, behind
//! which an operand is unexpected; of `(T *)e` it misses the second operand of `*` first.

use asunder_decls::item_tree;
use asunder_decls::written::TypeExpr;
use asunder_hir::body::{CastKind, ExprId};
use asunder_syntax::{SyntaxKind, SyntaxNode, TextRange};
use asunder_types::{Kind, Ty};

use super::super::statements::innermost;
use super::super::{At, Infer};
use crate::finding::{Argument, EXPECTED_SEMICOLON, MetAt, Mistake, UNDECLARED};
use crate::lookup::{Blocks, Lookup, Sought, Want};

/// "expected a "]"".
const EXPECTED_BRACKET: u16 = 17;
/// "expected a ")"".
const EXPECTED_PARENTHESIS: u16 = 18;
/// "expected an expression".
const EXPECTED_EXPRESSION: u16 = 29;
/// "expected a ":"".
const EXPECTED_COLON: u16 = 53;
/// "expected a ","".
const EXPECTED_COMMA: u16 = 253;

impl<'db> Infer<'_, 'db> {
    /// The type of a cast that names what nothing declares.
    pub(crate) fn check_cast_type(
        &mut self,
        id: ExprId,
        kind: CastKind,
        written: &TypeExpr,
        to: Ty<'db>,
        operand: ExprId,
    ) {
        let TypeExpr::Name(path, false) = innermost(written) else { return };
        let Some(ident) = path.as_ident().filter(|ident| !ident.starts_with("__")).cloned() else { return };
        let is_known = match self.sema.lookup(Sought::Ident(&ident), self.site(), Want::Any) {
            Lookup::None => false,
            Lookup::Variable(number) if self.is_undeclared_variable(number) => true,
            _ => return,
        };
        if !is_known && !matches!(pointed_to(to, self.db()).kind(self.db()), Kind::Error) {
            return;
        }
        let at = MetAt::WordIn(id, ident.clone());
        if kind != CastKind::C {
            if !is_known {
                self.met_undeclared(&ident, at);
            }
            return;
        }
        let Some(stars) = stars(written) else {
            // Behind a specifier it can only be a type.
            if !is_known {
                self.met_at(Mistake::new(UNDECLARED, vec![Argument::Name(ident.to_string())]), at);
            }
            return;
        };
        let starts_operand = self.starts_operand(operand);
        if stars == 0 && !starts_operand {
            return;
        }
        if !is_known {
            self.met_undeclared(&ident, at);
        }
        if stars > 0 {
            self.met_at(Mistake::new(EXPECTED_EXPRESSION, Vec::new()), MetAt::BehindCastType(id));
        }
        if starts_operand && let Some(number) = self.expected_behind(id) {
            self.met_at(Mistake::error(number), MetAt::Node(At::Start(operand)));
        }
    }

    /// The range of an expression in the text of its item.
    fn range_of(&self, expr: ExprId) -> Option<(TextRange, u32)> {
        let (item, body) = self.body();
        let map = asunder_hir::source_map(self.db(), self.sema.names().item_text(item));
        Some((map.bodies.get(body as usize)?.range(expr), item))
    }

    /// Whether an operand of a cast starts with what cannot follow an expression: a name or a literal.
    fn starts_operand(&self, operand: ExprId) -> bool {
        let Some((range, item)) = self.range_of(operand) else { return false };
        let text = self.sema.names().item_text(item).text(self.db());
        let first = text.get(usize::from(range.start())..).and_then(|text| text.chars().next());
        first.is_some_and(|first| first.is_alphanumeric() || matches!(first, '_' | '"' | '\'' | '.' | ':'))
    }

    /// What the reference expects behind an expression, by what is around it.
    fn expected_behind(&self, expr: ExprId) -> Option<u16> {
        let (range, item) = self.range_of(expr)?;
        let tree = item_tree(self.db(), self.sema.names().item_text(item)).syntax();
        let token = asunder_syntax::token_at(&tree, range.start())?;
        let mut inner: Option<SyntaxNode> = None;
        for node in token.parent_ancestors() {
            let is_first = inner.is_some() && node.first_child() == inner;
            let number = match node.kind() {
                SyntaxKind::ARG_LIST | SyntaxKind::PAREN_EXPR | SyntaxKind::SIZEOF_EXPR => {
                    EXPECTED_PARENTHESIS
                }
                SyntaxKind::FOR_STEP
                | SyntaxKind::IF_STMT
                | SyntaxKind::WHILE_STMT
                | SyntaxKind::DO_STMT
                | SyntaxKind::SWITCH_STMT => EXPECTED_PARENTHESIS,
                SyntaxKind::INDEX_EXPR if !is_first => EXPECTED_BRACKET,
                SyntaxKind::INIT_LIST => EXPECTED_COMMA,
                SyntaxKind::CASE_STMT => EXPECTED_COLON,
                SyntaxKind::CONDITIONAL_EXPR if !is_first && node.last_child() != inner => EXPECTED_COLON,
                SyntaxKind::EXPR_STMT
                | SyntaxKind::RETURN_STMT
                | SyntaxKind::FOR_STMT
                | SyntaxKind::INIT_DECLARATOR => EXPECTED_SEMICOLON,
                SyntaxKind::COMPOUND_STMT => return None,
                _ => {
                    inner = Some(node);
                    continue;
                }
            };
            return Some(number);
        }
        None
    }
}

/// What a type points to, through all its pointers.
fn pointed_to<'db>(ty: Ty<'db>, db: &'db dyn salsa::Database) -> Ty<'db> {
    let mut at = ty.unqualified(db);
    while let Some(to) = at.pointee(db) {
        at = to.unqualified(db);
    }
    at
}

/// How many `*` follow the name that a type consists of besides; `None` for other types.
fn stars(written: &TypeExpr) -> Option<usize> {
    let mut at = written;
    let mut count = 0;
    loop {
        match at {
            TypeExpr::Name(..) => return Some(count),
            TypeExpr::Pointer(inner) => {
                (at, count) = (inner, count + 1);
            }
            _ => return None,
        }
    }
}
