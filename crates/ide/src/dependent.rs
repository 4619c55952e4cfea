//! Names that depend on template parameters: which declaration they mean is decided by each instance ([temp.dep]).
//!
//! A member of a class template is most often that of the primary template; a specialization may have another one. So the
//! primary template's is shown, with what it depends on, and is no place of the member.

use asunder_decls::occurrences::Role;
use asunder_sema::MemberOf;
use asunder_sema::Ty;
use asunder_syntax::{AstNode, SyntaxKind, SyntaxToken, ast};

use crate::Unit;
use crate::completion::enclosing_class;
use crate::meaning::Name;

/// What there is to say about a name that depends on template parameters.
pub(crate) struct Dependent {
    /// What it depends on, in words.
    pub on: String,
    /// The member of the primary template that it may be.
    pub member: Option<MemberOf>,
}

/// What a name without a known meaning depends on; `None` where it is not known to depend on template parameters.
pub(crate) fn dependent<'db>(unit: &Unit<'db>, name: &Name<'db>) -> Option<Dependent> {
    if name.role != Role::Use || name.target.is_some() {
        return None;
    }
    let token = asunder_syntax::token_at(&unit.names.tree(name.item), name.range.start())?;
    let access = token.parent().and_then(|name| name.parent()).and_then(ast::MemberExpr::cast);
    if let Some(qualifier) = unit.names.qualifier_of(&token) {
        let around = unit.names.enclosing_decl(name.item, name.range.start())?;
        let ty = unit.sema().type_of_qualifier(&qualifier, around)?;
        return of_type(unit, name, ty, || written_qualifier(&token));
    }
    if let Some(access) = access {
        let is_operator = |token: &SyntaxToken| matches!(token.kind(), SyntaxKind::DOT | SyntaxKind::ARROW);
        let tokens = access.syntax().children_with_tokens().filter_map(|it| it.into_token());
        let operator = tokens.into_iter().find(is_operator)?;
        let object = unit.meanings(name.item).object_at(operator.text_range().start())?;
        let base = access.base()?;
        return of_type(unit, name, object, || crate::hover::one_line(&base.syntax().text().to_string()));
    }
    of_call(unit, name, &token)
}

/// A member of a type.
fn of_type<'db>(
    unit: &Unit<'db>,
    name: &Name<'db>,
    ty: Ty<'db>,
    written: impl FnOnce() -> String,
) -> Option<Dependent> {
    if !unit.sema().depends(ty) {
        return None;
    }
    let spelling = unit.slice(name.item, name.range);
    let from = enclosing_class(unit, name.item, name.range.start());
    let is_it = |member: &MemberOf| {
        unit.names.decl(member.decl).name.ident().is_some_and(|ident| **ident == *spelling)
    };
    let member = unit.sema().members_of(ty, from).into_iter().find(is_it);
    let on = match unit.sema().type_text(ty) {
        Some(text) => format!("depends on `{text}`"),
        None => format!("depends on what `{}` is", written()),
    };
    Some(Dependent { on, member })
}

/// The qualifier in front of a name, as it is written.
fn written_qualifier(token: &SyntaxToken) -> String {
    let name = token.parent_ancestors().find_map(ast::Name::cast);
    let text = name.map(|name| {
        let length = token.text_range().start() - name.syntax().text_range().start();
        name.syntax().text().slice(..length).to_string()
    });
    crate::hover::one_line(text.unwrap_or_default().trim_end().trim_end_matches(':'))
}

/// A function that is found by the types of its arguments ([temp.dep]/1).
fn of_call<'db>(unit: &Unit<'db>, name: &Name<'db>, token: &SyntaxToken) -> Option<Dependent> {
    let call = token.parent_ancestors().find_map(ast::CallExpr::cast)?;
    let callee = call.syntax().first_child()?;
    if !callee.text_range().contains_range(name.range) || callee.kind() == SyntaxKind::MEMBER_EXPR {
        return None;
    }
    let meanings = unit.meanings(name.item);
    let tokens = call.syntax().descendants_with_tokens().filter_map(|it| it.into_token());
    let mut arguments = tokens.filter(|it| it.text_range().start() >= callee.text_range().end());
    let depending = arguments.find_map(|argument| {
        let ty = meanings.name_at(argument.text_range().start())?.ty;
        unit.sema().depends(ty).then(|| argument.text().to_owned())
    })?;
    Some(Dependent { on: format!("depends on the type of `{depending}`"), member: None })
}
