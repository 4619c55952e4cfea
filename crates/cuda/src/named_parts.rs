//! The classes and enumerations that a type names: what restrictions on captures and on template arguments look at
//! (spec 4 (c), spec 6 §6). Pointers, references, arrays, pointers to members and template arguments are looked
//! through; function types are not.

use asunder_decls::written::Access;
use asunder_mangle::model::{NameRef, Scope, TemplateArg, Type};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, ast};

use crate::body_types::{BodyType, type_of_declaration, type_of_expr, written_type};
use crate::check::Check;
use crate::shown;

/// How deep types may nest before they are not understood.
const MAX_DEPTH: u32 = 32;

/// A class or enumeration in a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Defined in a function body.
    Local(SyntaxNode),
    /// The closure of a lambda.
    Closure(SyntaxNode),
    /// Declared outside of functions.
    Outer(NameRef),
}

/// The parts of a type: each class, then its template arguments, then the class that it is a member of. `None`
/// when a part is not understood or depends on a template parameter.
pub(crate) fn parts(check: &Check<'_>, ty: &BodyType) -> Option<Vec<Part>> {
    let mut found = Vec::new();
    collect(check, ty, &mut found, MAX_DEPTH)?;
    Some(found)
}

fn collect(check: &Check<'_>, ty: &BodyType, found: &mut Vec<Part>, depth: u32) -> Option<()> {
    let depth = depth.checked_sub(1)?;
    match ty {
        BodyType::Unknown | BodyType::Dependent | BodyType::Parameter(_) => None,
        BodyType::Outer(ty) => collect_outer(check, ty, found, depth),
        BodyType::Local(class) => {
            let mut class = Some(class.clone());
            while let Some(node) = class {
                class = enclosing_local_class(&node);
                found.push(Part::Local(node));
            }
            Some(())
        }
        BodyType::Closure(lambda) => {
            found.push(Part::Closure(lambda.clone()));
            Some(())
        }
        BodyType::Instance(args) => args.iter().try_for_each(|arg| collect(check, arg, found, depth)),
        BodyType::Pointer(to) | BodyType::Reference(to) | BodyType::Array(_, to) => {
            collect(check, to, found, depth)
        }
        BodyType::MemberPointer(class, member) => {
            collect(check, class, found, depth)?;
            collect(check, member, found, depth)
        }
        BodyType::Function => Some(()),
    }
}

fn collect_outer(check: &Check<'_>, ty: &Type, found: &mut Vec<Part>, depth: u32) -> Option<()> {
    let depth = depth.checked_sub(1)?;
    match ty {
        Type::Builtin(_) | Type::Function(_) => Some(()),
        Type::Qualified(_, to)
        | Type::Pointer(to)
        | Type::LvalueRef(to)
        | Type::RvalueRef(to)
        | Type::Array(_, to) => collect_outer(check, to, found, depth),
        Type::MemberPointer { class, member } => {
            collect_outer(check, class, found, depth)?;
            collect_outer(check, member, found, depth)
        }
        Type::Named(name) => collect_named(check, name, found, depth),
        _ => None,
    }
}

fn collect_named(check: &Check<'_>, name: &NameRef, found: &mut Vec<Part>, depth: u32) -> Option<()> {
    let depth = depth.checked_sub(1)?;
    found.push(Part::Outer(name.clone()));
    collect_args(check, name.args.as_deref().unwrap_or_default(), found, depth)?;
    match &name.scope {
        Scope::Member(outer) if check.names().namespace_of_name(outer).is_none() => {
            collect_named(check, outer, found, depth)
        }
        Scope::Global | Scope::Member(_) => Some(()),
        Scope::Local { .. } | Scope::Dependent(_) => None,
    }
}

fn collect_args(check: &Check<'_>, args: &[TemplateArg], found: &mut Vec<Part>, depth: u32) -> Option<()> {
    let depth = depth.checked_sub(1)?;
    args.iter().try_for_each(|arg| match arg {
        TemplateArg::Type(ty) => collect_outer(check, ty, found, depth),
        TemplateArg::Value(_) | TemplateArg::Template(_) => Some(()),
        TemplateArg::Pack(args) => collect_args(check, args, found, depth),
    })
}

/// The local class that a class defined in a function body is a member of.
fn enclosing_local_class(class: &SyntaxNode) -> Option<SyntaxNode> {
    for node in class.ancestors().skip(1) {
        match node.kind() {
            SyntaxKind::CLASS_SPECIFIER => return Some(node),
            SyntaxKind::COMPOUND_STMT => return None,
            _ => {}
        }
    }
    None
}

/// Whether a class or enumeration is a private or protected member of a class.
pub(crate) fn is_inaccessible(check: &Check<'_>, name: &NameRef) -> Option<bool> {
    Some(check.names().access_of_type(name)? != Access::Public)
}

/// A part as diagnostics show it.
pub(crate) fn shown_part(check: &Check<'_>, part: &Part) -> Option<String> {
    match part {
        Part::Local(class) => local_class_name(class),
        Part::Closure(lambda) => closure_name(check, lambda),
        Part::Outer(name) => shown::type_name(check.names(), &Type::Named(name.clone()).into(), &[]),
    }
}

/// `L`, `L::M`, `struct <unnamed>`
fn local_class_name(class: &SyntaxNode) -> Option<String> {
    let (name, key) = match ast::ClassSpecifier::cast(class.clone()) {
        Some(class) => (class.name(), class.keyword()?.text().to_owned()),
        None => (ast::EnumSpecifier::cast(class.clone())?.name(), "enum".to_owned()),
    };
    let own = match name {
        Some(name) => name.as_ident()?.text().to_owned(),
        None => format!("{key} <unnamed>"),
    };
    match enclosing_local_class(class) {
        Some(outer) => Some(format!("{}::{own}", local_class_name(&outer)?)),
        None => Some(own),
    }
}

/// `lambda [](int, float) mutable->int`
pub(crate) fn closure_name(check: &Check<'_>, lambda: &SyntaxNode) -> Option<String> {
    let lambda = ast::LambdaExpr::cast(lambda.clone())?;
    let declarator = lambda.lambda_declarator();
    let mut parameters = Vec::new();
    for param in
        declarator.as_ref().and_then(|it| it.param_list()).into_iter().flat_map(|it| it.param_decls())
    {
        let ty = type_of_declaration(check, param.decl_specifier_seq().as_ref(), param.declarator().as_ref());
        parameters.push(shown_type(check, &ty)?);
    }
    if parameters == ["void"] {
        parameters.clear();
    }
    let keyword = |kind| {
        declarator
            .iter()
            .flat_map(|it| it.specifiers())
            .any(|it| it.keyword().is_some_and(|it| it.kind() == kind))
    };
    let mutable = if keyword(SyntaxKind::MUTABLE_KW) { " mutable" } else { "" };
    if declarator.as_ref().is_some_and(|it| it.exception_spec().is_some())
        || lambda.template_param_list().is_some()
    {
        return None;
    }
    let result = shown_type(check, &return_type(check, &lambda))?;
    Some(format!("lambda []({}){mutable}->{result}", parameters.join(", ")))
}

/// The return type of a lambda: written, or deduced from its first return statement.
pub(crate) fn return_type(check: &Check<'_>, lambda: &ast::LambdaExpr) -> BodyType {
    let trailing = lambda.lambda_declarator().and_then(|it| it.trailing_return()).and_then(|it| it.type_id());
    if let Some(written) = trailing {
        return written_type(check, &written);
    }
    let Some(body) = lambda.body() else { return BodyType::Unknown };
    let own = |node: &SyntaxNode| {
        let holders = node
            .ancestors()
            .find(|it| it.kind() == SyntaxKind::LAMBDA_EXPR || it.kind() == SyntaxKind::FUNCTION_DEF);
        holders.as_ref() == Some(lambda.syntax())
    };
    let mut returns =
        body.syntax().descendants().filter_map(ast::ReturnStmt::cast).filter(|it| own(it.syntax()));
    match returns.next().map(|it| it.expr()) {
        None | Some(None) => BodyType::Outer(Type::Builtin(asunder_mangle::model::Builtin::Void).into()),
        Some(Some(operand)) => type_of_expr(check, &operand).decayed(),
    }
}

/// A type as diagnostics show it, as far as its form is simple.
pub(crate) fn shown_type(check: &Check<'_>, ty: &BodyType) -> Option<String> {
    match ty {
        BodyType::Outer(ty) => shown::type_name(check.names(), ty, &[]),
        BodyType::Local(class) => local_class_name(class),
        BodyType::Closure(lambda) => closure_name(check, lambda),
        BodyType::Pointer(to) => match &**to {
            BodyType::Pointer(_) => Some(format!("{}*", shown_type(check, to)?)),
            BodyType::Outer(_) | BodyType::Local(_) => Some(format!("{} *", shown_type(check, to)?)),
            _ => None,
        },
        BodyType::Reference(to) => match &**to {
            BodyType::Outer(_) | BodyType::Local(_) => Some(format!("{} &", shown_type(check, to)?)),
            _ => None,
        },
        _ => None,
    }
}
