//! The classes and enumerations that a type names: what restrictions on captures and on template arguments look at
//! (spec 4 (c), spec 6 §6). Pointers, references, arrays, pointers to members and template arguments are looked
//! through; function types only where a rule says so.

use asunder_decls::written::Access;
use asunder_mangle::model::{NameRef, Scope, TemplateArg, Type};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, ast};

use crate::body_types::{BodyType, type_of_declaration, type_of_expr, written_type};
use crate::check::Check;
use crate::lambdas::names_placeholder;
use crate::shown;

/// How deep types may nest before they are not understood.
const MAX_DEPTH: u32 = 32;

/// A class or enumeration in a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Defined in a function body.
    Local(SyntaxNode),
    /// The closure of a lambda of the item.
    Closure(SyntaxNode),
    /// The closure of a lambda of another item, by its number.
    OuterClosure(u32, SyntaxNode),
    /// A class or enumeration of a namespace without a name, as it is shown.
    Unnamed(String),
    /// A class template, as an argument, that is a private or protected member.
    PrivateTemplate,
    /// Declared outside of functions.
    Outer(NameRef),
}

/// The parts of a type: each class, then its template arguments, then the class that it is a member of. `None`
/// when a part is not understood or depends on a template parameter. `through_functions` looks through function types
/// that are written in the item.
pub(crate) fn parts(check: &Check<'_>, ty: &BodyType, through_functions: bool) -> Option<Vec<Part>> {
    let mut found = Vec::new();
    collect(check, ty, &mut found, through_functions, MAX_DEPTH)?;
    Some(found)
}

fn collect(
    check: &Check<'_>,
    ty: &BodyType,
    found: &mut Vec<Part>,
    through_functions: bool,
    depth: u32,
) -> Option<()> {
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
        BodyType::Template(_, access) => {
            if *access != Access::Public {
                found.push(Part::PrivateTemplate);
            }
            Some(())
        }
        BodyType::Unnamed(shown) => {
            found.push(Part::Unnamed(shown.clone()));
            Some(())
        }
        BodyType::OuterClosure(item, lambda) => {
            found.push(Part::OuterClosure(*item, lambda.clone()));
            Some(())
        }
        BodyType::Instance(_, args) => {
            args.iter().try_for_each(|arg| collect(check, arg, found, through_functions, depth))
        }
        BodyType::Pointer(to)
        | BodyType::Reference(to)
        | BodyType::Array(_, to)
        | BodyType::Qualified(_, to) => collect(check, to, found, through_functions, depth),
        BodyType::MemberPointer(class, member) => {
            collect(check, class, found, through_functions, depth)?;
            collect(check, member, found, through_functions, depth)
        }
        BodyType::Function(result, params) if through_functions => {
            collect(check, result, found, through_functions, depth)?;
            params.iter().try_for_each(|it| collect(check, it, found, through_functions, depth))
        }
        BodyType::Function(..) => Some(()),
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
        Part::Closure(lambda) | Part::OuterClosure(_, lambda) => closure_name(check, lambda),
        Part::Unnamed(shown) => Some(shown.clone()),
        Part::PrivateTemplate => Some(String::new()),
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
    let is_foreign = lambda.ancestors().last().as_ref() != Some(&check.root);
    if is_foreign && lambda.descendants().any(|it| it.kind() == SyntaxKind::NAMED_TYPE) {
        // Its names mean something in another item.
        return None;
    }
    let lambda = ast::LambdaExpr::cast(lambda.clone())?;
    let declarator = lambda.lambda_declarator();
    let mut parameters = Vec::new();
    let mut is_generic = lambda.template_param_list().is_some();
    for param in
        declarator.as_ref().and_then(|it| it.param_list()).into_iter().flat_map(|it| it.param_decls())
    {
        let specifiers = param.decl_specifier_seq();
        let is_auto = specifiers.as_ref().is_some_and(|it| names_placeholder(it.syntax()));
        is_generic |= is_auto;
        parameters.push(match param.declarator() {
            None if is_auto => "auto".to_owned(),
            Some(declarator) if is_auto => {
                let is_plain =
                    declarator.ptr_ops().next().is_none() && declarator.suffixes().next().is_none();
                is_plain.then(|| "auto".to_owned())?
            }
            declarator => {
                shown_type(check, &type_of_declaration(check, specifiers.as_ref(), declarator.as_ref()))?
            }
        });
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
    let exceptions = match declarator.as_ref().and_then(|it| it.exception_spec()) {
        None => "",
        Some(spec) if spec.syntax().text() == "noexcept" => " noexcept",
        Some(_) => return None,
    };
    let trailing = declarator.as_ref().is_some_and(|it| it.trailing_return().is_some());
    let result = if is_generic && !trailing {
        "auto".to_owned()
    } else {
        shown_type(check, &return_type(check, &lambda))?
    };
    Some(format!("lambda []({}){mutable}->{result}{exceptions}", parameters.join(", ")))
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

/// A type as diagnostics show it.
pub(crate) fn shown_type(check: &Check<'_>, ty: &BodyType) -> Option<String> {
    spelled(check, ty, String::new(), MAX_DEPTH)
}

/// The type with `inner` in the place of what it declares.
fn spelled(check: &Check<'_>, ty: &BodyType, inner: String, depth: u32) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let with_base = |base: String| if inner.is_empty() { base } else { format!("{base} {inner}") };
    let pointer = |to: &BodyType, operator: &str| {
        let declared = format!("{operator}{inner}");
        let needs_parentheses = matches!(to, BodyType::Array(..) | BodyType::Function(..));
        spelled(check, to, if needs_parentheses { format!("({declared})") } else { declared }, depth)
    };
    match ty {
        BodyType::Unknown | BodyType::Dependent => None,
        BodyType::Parameter(name) | BodyType::Unnamed(name) | BodyType::Template(name, _) => {
            Some(with_base(name.clone()))
        }
        BodyType::Outer(ty) => match &**ty {
            Type::Builtin(_) | Type::Named(_) => Some(with_base(shown::type_name(check.names(), ty, &[])?)),

            _ if inner.is_empty() => shown::type_name(check.names(), ty, &[]),
            Type::Qualified(..) => Some(with_base(shown::type_name(check.names(), ty, &[])?)),
            Type::Pointer(to) if !matches!(**to, Type::Array(..) | Type::Function(_)) => {
                Some(format!("{}{inner}", shown::type_name(check.names(), ty, &[])?))
            }
            _ => None,
        },
        BodyType::Local(class) => Some(with_base(local_class_name(class)?)),
        BodyType::Closure(lambda) | BodyType::OuterClosure(_, lambda) => {
            Some(with_base(closure_name(check, lambda)?))
        }
        BodyType::Instance(name, args) => {
            let args: Option<Vec<String>> =
                args.iter().map(|it| spelled(check, it, String::new(), depth)).collect();
            Some(with_base(format!("{name}<{}>", args?.join(", "))))
        }
        BodyType::Qualified(words, of) => {
            Some(with_base(format!("{words} {}", spelled(check, of, String::new(), depth)?)))
        }
        BodyType::Pointer(to) => pointer(to, "*"),
        BodyType::Reference(to) => pointer(to, "&"),
        BodyType::Array(bound, element) => spelled(check, element, format!("{inner}{bound}"), depth),
        BodyType::MemberPointer(class, member) => {
            let class = spelled(check, class, String::new(), depth)?;
            pointer(member, &format!("{class}::*"))
        }
        BodyType::Function(result, params) => {
            let params: Option<Vec<String>> =
                params.iter().map(|it| spelled(check, it, String::new(), depth)).collect();
            let mut params = params?;
            if params == ["void"] {
                params.clear();
            }
            spelled(check, result, format!("{inner}({})", params.join(", ")), depth)
        }
    }
}
