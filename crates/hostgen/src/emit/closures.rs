//! Variables that hold closures in function bodies.
//!
//! ```text
//! auto l = [&] { … };     auto l = [&] { … }; typedef decltype(l) __T_l;
//! ```
//!
//! The typedef makes the variable a used one, so that host compilers warn of it as little as in the reference's
//! text, which has such a typedef.

use asunder_syntax::ast::{Expr, InitDeclarator, Initializer, SimpleDecl};
use asunder_syntax::{AstNode, SyntaxKind::*};

use super::{Emitter, declarators};
use crate::edit::Edit;

impl Emitter<'_> {
    /// A declaration statement: its closures are marked as used. Templates have no such marks.
    pub(super) fn closure_variables(&mut self, declaration: &SimpleDecl) {
        let syntax = declaration.syntax();
        let in_block = syntax.parent().is_some_and(|it| it.kind() == COMPOUND_STMT);
        let specifiers = declaration.decl_specifier_seq();
        let is_auto =
            specifiers.is_some_and(|it| it.syntax().children().any(|it| it.kind() == PLACEHOLDER_TYPE));
        if !in_block || !is_auto || syntax.ancestors().any(|it| it.kind() == TEMPLATE_DECL) {
            return;
        }
        let names: Vec<String> = declaration.init_declarators().filter_map(|it| closure_name(&it)).collect();
        let marks: Vec<String> =
            names.iter().map(|name| format!(" typedef decltype({name}) __T_{name};")).collect();
        if !marks.is_empty() {
            self.edits.push(Edit::insert(syntax.text_range().end(), marks.concat()));
        }
    }
}

/// The name of a variable that is initialised with a lambda expression, by value.
fn closure_name(init: &InitDeclarator) -> Option<String> {
    let declarator = init.declarator().filter(|it| it.ptr_ops().next().is_none())?;
    let Some(Initializer::EqInitializer(value)) = init.initializer() else { return None };
    matches!(value.expr(), Some(Expr::LambdaExpr(_))).then(|| declarators::identifier(&declarator))?
}
