//! Names that depend on template parameters: which declaration they mean is decided by each instance ([temp.dep]).
//!
//! A member of a class template is most often that of the primary template; a specialization may have another one. So the
//! primary template's is shown, with what it depends on; it is not counted among the references of that member.

use asunder_decls::lower::lower_name;
use asunder_decls::occurrences::{Role, Target};
use asunder_decls::uses::Meaning;
use asunder_decls::written::Path;
use asunder_sema::MemberOf;
use asunder_sema::Ty;
use asunder_syntax::{AstNode, SyntaxKind, SyntaxToken, TextRange, TextSize, ast};

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
        let whole = token.parent_ancestors().find_map(ast::Name::cast)?;
        let ty = type_of_qualifier(unit, name.item, &whole, &qualifier)?;
        return of_type(unit, name, ty, || written_qualifier(&token));
    }
    if let Some(access) = access {
        let noted = unit.meanings(name.item).object_at(operator_of(&access)?);
        let object = object(unit, name.item, &access).or(noted)?;
        let base = access.base()?;
        return of_type(unit, name, object, || crate::hover::one_line(&base.syntax().text().to_string()));
    }
    of_call(unit, name, &token)
}

/// Where the operator of an access to a member starts, in bytes of the item.
fn operator_of(access: &ast::MemberExpr) -> Option<TextSize> {
    let tokens = access.syntax().children_with_tokens().filter_map(|it| it.into_token());
    let mut operators = tokens.filter(|it| matches!(it.kind(), SyntaxKind::DOT | SyntaxKind::ARROW));
    Some(operators.next()?.text_range().start())
}

/// The class that an access to a member looks into: by the members of primary templates where that depends on template
/// parameters. `None` where it is not known to be a class.
pub(crate) fn object<'db>(unit: &Unit<'db>, item: u32, access: &ast::MemberExpr) -> Option<Ty<'db>> {
    object_within(unit, item, access, 0)
}

fn object_within<'db>(unit: &Unit<'db>, item: u32, access: &ast::MemberExpr, depth: u32) -> Option<Ty<'db>> {
    let operator = operator_of(access)?;
    let known = unit.meanings(item).object_at(operator).filter(|ty| unit.sema().is_class(*ty));
    known.or_else(|| {
        let base = type_of(unit, item, &access.base()?, depth)?;
        let is_arrow = unit.slice(item, TextRange::at(operator, TextSize::new(1))) == "-";
        let object = if is_arrow { base.pointee(unit.db)? } else { base };
        unit.sema().is_class(object).then_some(object)
    })
}

/// Members in members and initializers of variables that are followed.
const DEEPEST: u32 = 32;

/// The type of an expression in a template, by the members of primary templates; references are what they refer to.
fn type_of<'db>(unit: &Unit<'db>, item: u32, expr: &ast::Expr, depth: u32) -> Option<Ty<'db>> {
    if depth > DEEPEST {
        return None;
    }
    let deeper = |expr: Option<ast::Expr>| type_of(unit, item, &expr?, depth + 1);
    let ty = match expr {
        ast::Expr::ParenExpr(it) => deeper(it.expr())?,
        ast::Expr::MemberExpr(access) => {
            let name = access.name()?.last_segment()?.ident()?;
            let object = object_within(unit, item, access, depth + 1)?;
            let from = enclosing_class(unit, item, name.text_range().start());
            unit.sema().type_of_member(object, from, name.text())?
        }
        ast::Expr::CallExpr(call) => deeper(call.callee())?.as_function(unit.db)?.result,
        ast::Expr::IndexExpr(it) => {
            let base = deeper(it.base())?;
            base.decayed(unit.db).pointee(unit.db)?
        }
        ast::Expr::PrefixExpr(it) => match it.syntax().first_token()?.text() {
            "*" => deeper(it.expr())?.decayed(unit.db).pointee(unit.db)?,
            "&" => deeper(it.expr())?.pointer_to(unit.db),
            _ => return None,
        },
        ast::Expr::NameExpr(it) => {
            let name = it.name()?.last_segment()?.ident()?;
            let known = unit.name_at(unit.in_unit(item, name.text_range()).start())?;
            match (known.ty.filter(|ty| !ty.absorbs(unit.db)), known.target) {
                (Some(ty), _) => ty,
                (None, Some(Target::Local(at))) => deeper(initializer(unit, item, at))?,
                (None, _) => {
                    let qualifier = unit.names.qualifier_of(&name)?;
                    let class = type_of_qualifier(unit, item, &it.name()?, &qualifier)?;
                    unit.sema().type_of_member(
                        class,
                        enclosing_class(unit, item, name.text_range().start()),
                        name.text(),
                    )?
                }
            }
        }
        _ => return None,
    };
    Some(ty.referred(unit.db))
}

/// The type that the first parts of a name, which are given, mean in front of its `::`; aliases of blocks among them.
pub(crate) fn type_of_qualifier<'db>(
    unit: &Unit<'db>,
    item: u32,
    name: &ast::Name,
    qualifier: &Path,
) -> Option<Ty<'db>> {
    let tokens = name.syntax().descendants_with_tokens().filter_map(|it| it.into_token());
    let first = tokens.into_iter().find(|token| token.kind().is_identifier())?;
    if let (Meaning::Local(declared), false) = (unit.names.meaning(item, &first), qualifier.global) {
        let declared = asunder_syntax::token_at(&unit.names.tree(item), declared.start())?;
        let alias = declared.parent().and_then(ast::AliasDecl::cast)?.type_id()?;
        let aliased = alias.decl_specifier_seq()?.syntax().descendants().find_map(ast::Name::cast)?;
        // An alias is declared behind what it names: each is followed to one in front of it.
        let is_in_front = alias.syntax().text_range().end() <= first.text_range().start();
        let is_plain = is_in_front && qualifier.segments.len() == 1 && alias.declarator().is_none();
        return type_of_qualifier(unit, item, &aliased, &lower_name(&aliased).filter(|_| is_plain)?);
    }
    let around = unit.names.enclosing_decl(item, name.syntax().text_range().start())?;
    unit.sema().type_of_qualifier(qualifier, around)
}

/// What a variable of a block is initialized with whose name starts at byte `at` of an item, if its type is a plain `auto`.
fn initializer(unit: &Unit<'_>, item: u32, at: TextSize) -> Option<ast::Expr> {
    let name = asunder_syntax::token_at(&unit.names.tree(item), at)?;
    let declaration = crate::tokens::local_declaration(&name)?;
    let mut before = declaration.descendants_with_tokens().filter_map(|it| it.into_token());
    let is_auto = before.by_ref().find(|token| !token.kind().is_trivia())?.text() == "auto";
    let declared = name.parent_ancestors().find(|node| node.kind() == SyntaxKind::INIT_DECLARATOR)?;
    let mut inside = declared.descendants().filter(|node| node.text_range().start() > at);
    inside.find_map(ast::Expr::cast).filter(|_| is_auto)
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
