//! Whether a variable is initialised before the program runs ([basic.start.static]), as far as
//! declarations show.

use asunder_decls::Redeclarations;
use asunder_decls::local::{Directives, LocalBinding, local_binding};
use asunder_decls::lower::{lower, lower_name};
use asunder_decls::names::DeclRef;
use asunder_decls::scope::{Lookup, Member};
use asunder_decls::uses::Meaning;
use asunder_decls::written::{BodyKind, DeclKind, DeclName, Init, TypeExpr};
use asunder_mangle::model::{Builtin, NameRef, Type, TypeRef};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxToken, ast};

use crate::check::Check;
use crate::declared::{self, Declared};
use crate::signature::unqualified;
use crate::variables::has_initializer;

/// How a variable gets its first value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Initialization {
    /// By a constant, or not at all.
    Static,
    /// By code.
    Dynamic,
    /// Not known.
    Unknown,
}

use Initialization::{Dynamic, Static, Unknown};

impl Initialization {
    fn and(self, other: impl FnOnce() -> Initialization) -> Initialization {
        match self {
            Dynamic => Dynamic,
            Static => other(),
            Unknown => match other() {
                Dynamic => Dynamic,
                _ => Unknown,
            },
        }
    }
}

/// Bound on classes inside classes and expressions inside expressions.
const MAX_DEPTH: u32 = 32;

/// The initialization of a variable of a namespace.
pub(crate) fn of_variable(check: &Check<'_>, declared: &Declared, ty: &TypeRef) -> Initialization {
    if has_initializer(declared) {
        of_initializer(check, declared, ty)
    } else {
        of_class(check, ty, MAX_DEPTH)
    }
}

/// The initialization of a static variable of a function.
pub(crate) fn of_local(check: &Check<'_>, declared: &Declared, ty: &TypeRef) -> Initialization {
    of_variable(check, declared, ty)
}

/// The type of a variable of a function, where it is not one of the function's own types.
pub(crate) fn type_of_local(check: &Check<'_>, declared: &Declared) -> Option<TypeRef> {
    let simple = declared.node.parent()?;
    let (decls, positions) = lower(&simple);
    let at = declared.name - simple.text_range().start();
    let index = positions.names.iter().position(|name| *name == at)?;
    let DeclKind::Variable { ty, .. } = &decls.decls[index].kind else { return None };
    if is_local_type(ty, declared) {
        return None;
    }
    let names = check.names();
    let ty = names.resolve(ty, &names.site_at(check.item, declared.at_name()));
    (!crate::signature::is_unknown(&ty) && !names.is_dependent(&ty)).then_some(ty)
}

/// Whether the type may be one that the function declares.
fn is_local_type(ty: &TypeExpr, declared: &Declared) -> bool {
    match ty {
        TypeExpr::Builtin(_) | TypeExpr::Signed(_) => false,
        TypeExpr::Qualified(_, inner) | TypeExpr::Array(_, inner) | TypeExpr::Pointer(inner) => {
            is_local_type(inner, declared)
        }
        TypeExpr::Name(path, _) => {
            let Some(ident) = path.segments.first().and_then(|segment| match &segment.name {
                asunder_decls::written::SegmentName::Ident(ident) => Some(ident),
                _ => None,
            }) else {
                return true;
            };
            let at = declared.node.text_range().start();
            let binding = local_binding(ident, &declared.node, at);
            !path.global && binding != LocalBinding::NotLocal(Directives::default())
        }
        _ => true,
    }
}

// ---- classes

/// Default initialization and destruction of an object of the type.
fn of_class(check: &Check<'_>, ty: &TypeRef, depth: u32) -> Initialization {
    match &**ty {
        Type::Qualified(_, inner) | Type::Array(_, inner) => of_class(check, inner, depth),
        Type::Builtin(_) | Type::Pointer(_) | Type::MemberPointer { .. } => Static,
        Type::Named(name) => {
            if depth == 0 || name.args.is_some() {
                return Unknown;
            }
            let Some(class) = check.names().class_definition(name) else {
                // Enumerations need nothing.
                return Unknown;
            };
            of_definition(check, class, name, depth)
        }
        _ => Unknown,
    }
}

fn of_definition(check: &Check<'_>, class: DeclRef, name: &NameRef, depth: u32) -> Initialization {
    let names = check.names();
    let decl = names.decl(class);
    let DeclKind::Class(written) = &decl.kind else { return Unknown };
    if written.is_union || written.has_virtual_base || !decl.templates.is_empty() {
        return Unknown;
    }
    let members: Vec<_> = names.decls(class.item).members(Some(class.local)).collect();
    let parts = || {
        let site = names.site_of(class);
        let bases = written.bases.iter().map(|base| names.resolve(base, &site));
        let fields = members.iter().filter_map(|(local, member)| match &member.kind {
            DeclKind::Variable { .. } if !member.specifiers.is_static => {
                Some(names.type_of_variable(class.sibling(*local)).unwrap_or_else(|| Type::Unknown.into()))
            }
            _ => None,
        });
        bases.chain(fields).fold(Static, |all, ty| all.and(|| of_class(check, &ty, depth - 1)))
    };
    let has_initializers = members.iter().any(|(_, member)| {
        matches!(&member.kind, DeclKind::Variable { init, .. } if *init != Init::None)
            && !member.specifiers.is_static
    });
    let constructors: Vec<_> = members
        .iter()
        .filter(|(_, member)| member.name == DeclName::Constructor || is_constructor(member, name))
        .collect();
    let mut result = Static;
    let default: Vec<_> =
        constructors.iter().filter(|(local, _)| is_default(check, class.sibling(*local))).collect();
    result = result.and(|| match default.as_slice() {
        [] if constructors.is_empty() => parts(),
        [(local, member)] => {
            let written = matches!(member.kind, DeclKind::Function { body: BodyKind::Block, .. });
            if member.specifiers.is_constexpr || written && has_initializers {
                Unknown
            } else {
                of_function(check, class.sibling(*local), &parts)
            }
        }
        _ => Unknown,
    });
    let destructor = members.iter().find(|(_, member)| member.name == DeclName::Destructor);
    result.and(|| match destructor {
        Some((local, _)) => of_function(check, class.sibling(*local), &|| Static),
        None => Static,
    })
}

/// Templates of constructors are not understood; the name shows them.
fn is_constructor(member: &asunder_decls::written::Decl, class: &NameRef) -> bool {
    let asunder_mangle::model::Unqualified::Source(own) = &class.unqualified else { return false };
    matches!(member.kind, DeclKind::Function { .. }) && member.name.ident() == Some(own)
}

/// Whether a constructor can be called without arguments.
fn is_default(check: &Check<'_>, constructor: DeclRef) -> bool {
    let Some(function) = check.names().function_of(constructor) else { return true };
    let is_void = |ty: &TypeExpr| matches!(ty, TypeExpr::Builtin(Builtin::Void));
    match function.params.as_slice() {
        [only] if is_void(&only.ty) => true,
        params => params.iter().all(|param| param.has_default),
    }
}

/// A constructor or destructor: one with an empty body does what its parts do.
fn of_function(check: &Check<'_>, function: DeclRef, parts: &dyn Fn() -> Initialization) -> Initialization {
    let DeclKind::Function { body, .. } = check.names().decl(function).kind else { return Unknown };
    match body {
        BodyKind::Defaulted => parts(),
        BodyKind::Block if is_empty(check, function) => parts(),
        BodyKind::Block => Dynamic,
        BodyKind::None => match check.names().redeclarations(function) {
            // What a later definition does is not looked at.
            Redeclarations::Known(all) if all.len() == 1 => Dynamic,
            _ => Unknown,
        },
        BodyKind::Deleted | BodyKind::Pure => Unknown,
    }
}

/// Whether a function's body holds nothing, and nothing is initialised in front of it.
fn is_empty(check: &Check<'_>, function: DeclRef) -> bool {
    let Some((root, range)) = check.node_of(function) else { return false };
    let Some(function) = declared::definition_at(&root, range) else { return false };
    match ast::FunctionDef::cast(function).and_then(|function| function.body()) {
        Some(ast::FunctionBody::CompoundBody(body)) => {
            body.mem_initializer_list().is_none()
                && body.compound_stmt().is_some_and(|block| block.stmts().next().is_none())
        }
        _ => false,
    }
}

// ---- initializers

/// Whether the type of a variable follows from its initializer.
pub(crate) fn is_of_deduced_type(check: &Check<'_>, declared: &Declared) -> bool {
    let Some(decl) = declared.decl else { return false };
    let is_auto = matches!(&check.decl(decl).kind, DeclKind::Variable { ty: TypeExpr::Auto, .. });
    is_auto && check.decl(decl).templates.is_empty()
}

/// The initialization of a variable whose type follows from its initializer.
pub(crate) fn of_deduced(check: &Check<'_>, declared: &Declared) -> Initialization {
    let init = ast::InitDeclarator::cast(declared.node.clone()).and_then(|init| init.initializer());
    match init {
        Some(ast::Initializer::EqInitializer(init)) => match init.expr() {
            Some(ast::Expr::InitList(_)) | None => Unknown,
            Some(expr) => of_expr(check, &expr, MAX_DEPTH),
        },
        _ => Unknown,
    }
}

fn of_initializer(check: &Check<'_>, declared: &Declared, ty: &TypeRef) -> Initialization {
    let Some(init) = ast::InitDeclarator::cast(declared.node.clone()).and_then(|init| init.initializer())
    else {
        return Unknown;
    };
    if let Type::LvalueRef(_) = &**ty {
        let ast::Initializer::EqInitializer(init) = &init else { return Unknown };
        return init.expr().map_or(Unknown, |expr| of_object(check, &expr, MAX_DEPTH));
    }
    if let Type::Named(name) = &**unqualified(ty) {
        return of_class_initializer(check, &init, ty, name);
    }
    if !is_scalar(ty) {
        return Unknown;
    }
    match init {
        ast::Initializer::EqInitializer(init) => match init.expr() {
            Some(expr) => of_expr(check, &expr, MAX_DEPTH),
            None => Unknown,
        },
        ast::Initializer::ParenInitializer(init) => of_all(check, init.exprs()),
        ast::Initializer::InitList(list) => of_list(check, &list, MAX_DEPTH),
        ast::Initializer::PureSpecifier(_) => Static,
    }
}

/// Objects of classes: by the default constructor, member by member, or by a constructor that is not constexpr.
fn of_class_initializer(
    check: &Check<'_>,
    init: &ast::Initializer,
    ty: &TypeRef,
    name: &NameRef,
) -> Initialization {
    let constructors = constructors(check, name);
    let arguments: Vec<ast::Expr> = match init {
        ast::Initializer::ParenInitializer(init) => init.exprs().collect(),
        ast::Initializer::InitList(list) => return of_braces(check, list, ty, constructors),
        ast::Initializer::EqInitializer(init) => match init.expr() {
            Some(ast::Expr::InitList(list)) => return of_braces(check, &list, ty, constructors),
            Some(ast::Expr::ConstructExpr(made)) => return of_construction(check, &made, ty, name),
            Some(ast::Expr::CallExpr(call)) => match of_made_object(check, &call, ty, name) {
                Some(made) => return made,
                None => return of_call(check, &call),
            },
            Some(expr) => vec![expr],
            None => return Unknown,
        },
        ast::Initializer::PureSpecifier(_) => return Unknown,
    };
    by_constructor(constructors, &arguments)
}

/// What the constructors of a class show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Constructors {
    /// There is no constructor: members are initialised one by one.
    None,
    /// There are some, and none of them is constexpr or a template.
    NeverConstant,
    /// Not known.
    Unknown,
}

fn constructors(check: &Check<'_>, name: &NameRef) -> Constructors {
    let names = check.names();
    let Some(class) = names.class_definition(name).filter(|_| name.args.is_none()) else {
        return Constructors::Unknown;
    };
    let decl = names.decl(class);
    let DeclKind::Class(written) = &decl.kind else { return Constructors::Unknown };
    if !written.bases.is_empty() || written.is_union || !decl.templates.is_empty() {
        return Constructors::Unknown;
    }
    let mut found = Constructors::None;
    for (_, member) in names.decls(class.item).members(Some(class.local)) {
        let is_own = member.name == DeclName::Constructor || is_constructor(member, name);
        match &member.kind {
            DeclKind::Function { body, .. } if is_own => {
                if member.specifiers.is_constexpr
                    || !member.templates.is_empty()
                    || !matches!(body, BodyKind::Block | BodyKind::None)
                {
                    return Constructors::Unknown;
                }
                found = Constructors::NeverConstant;
            }
            DeclKind::UsingDeclaration(_) => return Constructors::Unknown,
            _ if member.specifiers.is_virtual => return Constructors::Unknown,
            _ => {}
        }
    }
    found
}

/// `T x(a, b)`; one argument that is not a number may be an object to copy.
fn by_constructor(constructors: Constructors, arguments: &[ast::Expr]) -> Initialization {
    let is_copy = match arguments {
        [only] => !matches!(only, ast::Expr::Literal(_)),
        _ => arguments.is_empty(),
    };
    if constructors == Constructors::NeverConstant && !is_copy { Dynamic } else { Unknown }
}

/// `T x{…}`, `T x = {…}`
fn of_braces(
    check: &Check<'_>,
    list: &ast::InitList,
    ty: &TypeRef,
    constructors: Constructors,
) -> Initialization {
    let clauses: Vec<_> = list.init_clauses().collect();
    match constructors {
        Constructors::NeverConstant if clauses.is_empty() => of_class(check, ty, MAX_DEPTH),
        Constructors::NeverConstant => {
            let arguments: Option<Vec<ast::Expr>> = clauses.iter().map(plain_clause).collect();
            arguments.map_or(Unknown, |arguments| by_constructor(constructors, &arguments))
        }
        Constructors::None => match of_list(check, list, MAX_DEPTH) {
            Dynamic => Dynamic,
            _ => Unknown,
        },
        Constructors::Unknown => Unknown,
    }
}

fn plain_clause(clause: &ast::InitClause) -> Option<ast::Expr> {
    match clause {
        ast::InitClause::Expr(expr) => Some(expr.clone()),
        ast::InitClause::DesignatedInit(_) => None,
    }
}

/// `T x = T{…}`
fn of_construction(
    check: &Check<'_>,
    made: &ast::ConstructExpr,
    ty: &TypeRef,
    name: &NameRef,
) -> Initialization {
    let Some(list) = made.init_list().filter(|_| names_class(check, made.ties().next(), name)) else {
        return Unknown;
    };
    of_braces(check, &list, ty, constructors(check, name))
}

/// Whether a type specifier names the class.
fn names_class(check: &Check<'_>, written: Option<ast::Type>, class: &NameRef) -> bool {
    let name = written.and_then(|ty| ty.syntax().children().find_map(ast::Name::cast));
    let token = name.and_then(|name| name.last_segment()).and_then(|segment| segment.ident());
    token.is_some_and(|token| is_class_name(check, &token, class))
}

fn is_class_name(check: &Check<'_>, token: &SyntaxToken, class: &NameRef) -> bool {
    let Meaning::Outer(Lookup::Found(members)) = check.names().meaning(check.item, token) else {
        return false;
    };
    let definition = check.names().class_definition(class);
    definition.is_some() && members.iter().any(|member| Some(member.decl) == definition)
}

/// `T x = T(…)`, which syntax takes for a call; `None` when it is one.
fn of_made_object(
    check: &Check<'_>,
    call: &ast::CallExpr,
    ty: &TypeRef,
    class: &NameRef,
) -> Option<Initialization> {
    let ast::Expr::NameExpr(callee) = call.callee()? else { return None };
    let token = callee.name()?.last_segment()?.ident()?;
    if !is_class_name(check, &token, class) {
        return None;
    }
    let arguments: Vec<ast::Expr> = call.arg_list()?.args().collect();
    let constructors = constructors(check, class);
    Some(match (constructors, arguments.as_slice()) {
        (Constructors::NeverConstant, []) => of_class(check, ty, MAX_DEPTH),
        (_, arguments) => by_constructor(constructors, arguments),
    })
}

/// Numbers, pointers, and arrays of them.
fn is_scalar(ty: &Type) -> bool {
    match ty {
        Type::Builtin(_) | Type::Pointer(_) => true,
        Type::Qualified(_, inner) | Type::Array(_, inner) => is_scalar(inner),
        _ => false,
    }
}

fn of_all(check: &Check<'_>, exprs: impl Iterator<Item = ast::Expr>) -> Initialization {
    exprs.fold(Static, |all, expr| all.and(|| of_expr(check, &expr, MAX_DEPTH)))
}

fn of_list(check: &Check<'_>, list: &ast::InitList, depth: u32) -> Initialization {
    let clauses = list.init_clauses();
    clauses.fold(Static, |all, clause| {
        all.and(|| match clause {
            ast::InitClause::Expr(expr) => of_expr(check, &expr, depth.saturating_sub(1)),
            ast::InitClause::DesignatedInit(_) => Unknown,
        })
    })
}

/// Whether evaluating an expression that initialises a number needs code.
fn of_expr(check: &Check<'_>, expr: &ast::Expr, depth: u32) -> Initialization {
    if depth == 0 {
        return Unknown;
    }
    let inner = |expr: Option<ast::Expr>| match expr {
        Some(expr) => of_expr(check, &expr, depth - 1),
        None => Unknown,
    };
    match expr {
        ast::Expr::Literal(_) | ast::Expr::SizeofExpr(_) | ast::Expr::AlignofExpr(_) => Static,
        ast::Expr::ParenExpr(it) => inner(it.expr()),
        ast::Expr::CastExpr(it) => inner(it.expr()),
        ast::Expr::PrefixExpr(it) => match it.op_token().map(|token| token.kind()) {
            Some(SyntaxKind::PLUS | SyntaxKind::MINUS | SyntaxKind::TILDE | SyntaxKind::BANG) => {
                inner(it.expr())
            }
            Some(SyntaxKind::STAR) => of_pointee(check, it.expr()),
            _ => Unknown,
        },
        ast::Expr::BinaryExpr(it) => match it.op_token().map(|token| token.kind()) {
            // The right operand may not be evaluated.
            Some(SyntaxKind::AMP2 | SyntaxKind::PIPE2) => match inner(it.lhs()) {
                Dynamic => Dynamic,
                _ => Unknown,
            },
            _ => inner(it.lhs()).and(|| inner(it.rhs())),
        },
        ast::Expr::ConditionalExpr(it) => match inner(it.condition()) {
            Dynamic => Dynamic,
            _ => Unknown,
        },
        ast::Expr::MemberExpr(_) | ast::Expr::IndexExpr(_) => {
            of_object(check, expr, depth).and(|| match expr {
                ast::Expr::MemberExpr(it) => of_member(check, it),
                ast::Expr::IndexExpr(it) => of_element(check, it),
                _ => Unknown,
            })
        }
        ast::Expr::NewExpr(_) => Dynamic,
        ast::Expr::InitList(list) => of_list(check, list, depth),
        ast::Expr::NameExpr(name) => of_name(check, name),
        ast::Expr::CallExpr(call) => of_call(check, call),
        _ => Unknown,
    }
}

/// Whether it needs code to know which object an expression denotes.
fn of_object(check: &Check<'_>, expr: &ast::Expr, depth: u32) -> Initialization {
    if depth == 0 {
        return Unknown;
    }
    let inner = |expr: Option<ast::Expr>| expr.map_or(Unknown, |expr| of_object(check, &expr, depth - 1));
    match expr {
        ast::Expr::ParenExpr(it) => inner(it.expr()),
        ast::Expr::PrefixExpr(it) if it.op_token().is_some_and(|token| token.kind() == SyntaxKind::STAR) => {
            of_pointee(check, it.expr())
        }
        ast::Expr::IndexExpr(it) => match type_of_name(check, it.base()).as_deref() {
            Some(Type::Pointer(_)) => Dynamic,
            _ => Unknown,
        },
        _ => Unknown,
    }
}

/// `*p` for a variable `p`: its value is not constant, and an array's elements are not.
fn of_pointee(check: &Check<'_>, pointer: Option<ast::Expr>) -> Initialization {
    match type_of_name(check, pointer).as_deref() {
        Some(Type::Pointer(_)) => Dynamic,
        _ => Unknown,
    }
}

/// `a[i]` of a variable.
fn of_element(check: &Check<'_>, element: &ast::IndexExpr) -> Initialization {
    match type_of_name(check, element.base()).as_deref() {
        Some(Type::Array(_, element)) if matches!(**element, Type::Builtin(_) | Type::Pointer(_)) => Dynamic,
        _ => Unknown,
    }
}

/// `s.a` of a variable of class type: a number that is not a static member.
fn of_member(check: &Check<'_>, member: &ast::MemberExpr) -> Initialization {
    let names = check.names();
    let is_plain = member.syntax().children_with_tokens().any(|it| it.kind() == SyntaxKind::DOT);
    let Some(Type::Named(class)) = type_of_name(check, member.base()).as_deref().cloned() else {
        return Unknown;
    };
    let Some(definition) = names.class_definition(&class).filter(|_| is_plain) else { return Unknown };
    let ident = member.name().and_then(|name| name.last_segment()).and_then(|segment| segment.ident());
    let Some(ident) = ident else { return Unknown };
    let mut members = names.decls(definition.item).members(Some(definition.local));
    let found = members.find(|(_, member)| member.name.ident().is_some_and(|name| **name == *ident.text()));
    let Some((local, written)) = found.filter(|_| class.args.is_none()) else { return Unknown };
    match names.type_of_variable(definition.sibling(local)).as_deref() {
        Some(Type::Builtin(_) | Type::Pointer(_)) if !written.specifiers.is_static => Dynamic,
        _ => Unknown,
    }
}

/// The type of the only variable that a name means, which is neither constexpr nor of `__managed__` memory.
fn type_of_name(check: &Check<'_>, expr: Option<ast::Expr>) -> Option<TypeRef> {
    let ast::Expr::NameExpr(name) = expr? else { return None };
    let names = check.names();
    let members = found(check, &name)?;
    let [member] = members.as_slice() else { return None };
    let decl = names.decl(member.decl);
    if decl.specifiers.is_constexpr || !decl.templates.is_empty() || decl.attributes.spaces.managed {
        return None;
    }
    names.type_of_variable(member.decl)
}

/// The declarations that a name of this item means.
fn found(check: &Check<'_>, name: &ast::NameExpr) -> Option<Vec<Member>> {
    let token = name.name()?.last_segment()?.ident()?;
    match check.names().meaning(check.item, &token) {
        Meaning::Outer(Lookup::Found(members)) => Some(members),
        _ => None,
    }
}

/// Reading a variable that is not const, of a type that has no other meaning than its value.
fn of_name(check: &Check<'_>, name: &ast::NameExpr) -> Initialization {
    let names = check.names();
    let Some(token) = name.name().and_then(|name| name.last_segment()).and_then(|it| it.ident()) else {
        return Unknown;
    };
    if let Meaning::Local(range) = names.meaning(check.item, &token) {
        let is_parameter =
            check.root.covering_element(range).into_token().is_some_and(|token| {
                token.parent_ancestors().any(|node| node.kind() == SyntaxKind::PARAM_DECL)
            });
        return if is_parameter { Dynamic } else { Unknown };
    }
    let Some(members) = found(check, name) else { return Unknown };
    let [member] = members.as_slice() else { return Unknown };
    let decl = names.decl(member.decl);
    if decl.specifiers.is_constexpr || !decl.templates.is_empty() || decl.attributes.spaces.managed {
        return Unknown;
    }
    match names.type_of_variable(member.decl).as_deref() {
        Some(Type::Builtin(_) | Type::Pointer(_)) => Dynamic,
        _ => Unknown,
    }
}

/// Calling a function that is not constexpr.
fn of_call(check: &Check<'_>, call: &ast::CallExpr) -> Initialization {
    let Some(ast::Expr::NameExpr(name)) = call.callee() else { return Unknown };
    if name.name().and_then(|name| lower_name(&name)).is_none() {
        return Unknown;
    }
    let Some(members) = found(check, &name) else { return Unknown };
    let names = check.names();
    let needs_code = |member: &Member| {
        let decl = names.decl(member.decl);
        names.function_of(member.decl).is_some()
            && decl.templates.is_empty()
            && !decl.specifiers.is_constexpr
            && !decl.specifiers.is_consteval
    };
    if !members.is_empty() && members.iter().all(needs_code) {
        return Dynamic;
    }
    let [only] = members.as_slice() else { return Unknown };
    of_arguments(check, only, call)
}

/// A constexpr function that takes a value by value which is not constant.
fn of_arguments(check: &Check<'_>, function: &Member, call: &ast::CallExpr) -> Initialization {
    let is_template = !check.names().decl(function.decl).templates.is_empty();
    let Some(types) = check.names().parameter_types(function.decl).filter(|_| !is_template) else {
        return Unknown;
    };
    let given = call.arg_list().into_iter().flat_map(|list| list.args());
    let by_value = types.iter().zip(given).filter(|(ty, _)| matches!(***ty, Type::Builtin(_)));
    let mut initializations = by_value.map(|(_, argument)| of_expr(check, &argument, MAX_DEPTH / 2));
    if initializations.any(|it| it == Dynamic) { Dynamic } else { Unknown }
}
