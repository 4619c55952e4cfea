//! Names and types as diagnostics show them (spec 7 §7.7).
//!
//! `None` stands for something not understood: a rule that would have to show it stays silent.

use asunder_decls::layout::NamespaceId;
use asunder_decls::names::{DeclRef, Names};
use asunder_decls::owner::Owner;
use asunder_decls::scope::{Lookup, Site};
use asunder_decls::written::{DeclKind, DeclName, TemplateHeader, TypeExpr};
use asunder_mangle::display::builtin_text;
use asunder_mangle::model::{
    Bound, Builtin, Expr, FunctionType, LiteralValue, Name, Qualifiers, RefQualifier, Scope, TemplateArg,
    TemplateParam, Type, TypeRef, Unqualified,
};

use crate::finding::Argument;

/// How deep names and types may nest before they are not understood.
const MAX_DEPTH: u32 = 32;

/// The qualified name of a function or variable, without parameters: `N::S<T>::f`, `S::~S`, `<unnamed>::v`.
pub(crate) fn entity_name(names: &Names<'_>, decl: DeclRef) -> Option<String> {
    let written = names.decl(decl);
    let owner = names.owner(decl)?;
    let own = match (&written.name, owner) {
        (DeclName::Ident(ident), _) => ident.to_string(),
        (DeclName::Operator(spelling), _) if spelling.starts_with(|c: char| c.is_ascii_alphabetic()) => {
            format!("operator {spelling}")
        }
        (DeclName::Operator(spelling), _) => format!("operator{spelling}"),
        (DeclName::LiteralOperator(suffix), _) => format!("operator \"\"{suffix}"),
        (DeclName::Conversion(target), _) => {
            let ty = names.resolve(target, &names.site_of(decl));
            format!("operator {}", type_name(names, &ty, &[])?)
        }
        (DeclName::Constructor, Owner::Class(class)) => names.decl(class).name.ident()?.to_string(),
        (DeclName::Destructor, Owner::Class(class)) => format!("~{}", names.decl(class).name.ident()?),
        _ => return None,
    };
    Some(format!("{}{own}", owner_prefix(names, owner)?))
}

/// `N::S<T>::`, or nothing for the global namespace.
pub(crate) fn owner_prefix(names: &Names<'_>, owner: Owner) -> Option<String> {
    owner_at_depth(names, owner, MAX_DEPTH)
}

fn owner_at_depth(names: &Names<'_>, owner: Owner, depth: u32) -> Option<String> {
    match owner {
        Owner::Namespace(id) => Some(namespace_prefix(names, id)),
        Owner::Class(class) => Some(format!("{}::", class_at_depth(names, class, depth.checked_sub(1)?)?)),
    }
}

/// `N::<unnamed>::`, or nothing for the global namespace.
pub(crate) fn namespace_prefix(names: &Names<'_>, id: NamespaceId) -> String {
    let mut prefix = String::new();
    for id in names.layout().ancestors(id) {
        let namespace = names.layout().namespace(id);
        if namespace.parent.is_some() {
            let name = namespace.name.as_deref().unwrap_or("<unnamed>");
            prefix.insert_str(0, &format!("{name}::"));
        }
    }
    prefix
}

/// The name of the class that `class` defines; a template's with its own parameters as arguments.
pub(crate) fn class_name(names: &Names<'_>, class: DeclRef) -> Option<String> {
    class_at_depth(names, class, MAX_DEPTH)
}

/// Whether a class is a specialization or a member of one, where entities show their template arguments.
pub(crate) fn is_specialized(names: &Names<'_>, class: DeclRef) -> bool {
    let mut at = Some(class);
    while let Some(class) = at {
        let written = names.decl(class);
        if matches!(written.name, DeclName::TemplateId(..)) {
            return true;
        }
        at = written.parent.map(|parent| class.sibling(parent));
    }
    false
}

fn class_at_depth(names: &Names<'_>, class: DeclRef, depth: u32) -> Option<String> {
    let written = names.decl(class);
    let prefix = owner_at_depth(names, names.owner(class)?, depth)?;
    let own = match &written.name {
        DeclName::Ident(ident) => match written.templates.last() {
            Some(header) if !header.params.is_empty() => format!("{ident}<{}>", own_arguments(header)?),
            _ => ident.to_string(),
        },
        DeclName::TemplateId(ident, _) => {
            let Type::Named(name) = &*names.type_of(class)? else { return None };
            let headers = written.templates.as_slice();
            format!("{ident}<{}>", arguments(names, name.args.as_deref()?, headers, depth)?)
        }
        DeclName::None => match written.kind {
            DeclKind::Class(_) => "<unnamed>".to_owned(),
            _ => return None,
        },
        _ => return None,
    };
    Some(prefix + &own)
}

/// `int, 3`: arguments of a template; packs are not shown.
pub(crate) fn template_arguments(names: &Names<'_>, args: &[TemplateArg]) -> Option<String> {
    let has_pack = args.iter().any(|arg| matches!(arg, TemplateArg::Pack(_)));
    if has_pack { None } else { arguments(names, args, &[], MAX_DEPTH) }
}

/// ` [with T=int, P=<char, long>]`: what the parameters of a class template stand for in the class `name`; nothing
/// for a class that is not a template. Members of templates within templates are not understood.
pub(crate) fn bindings(names: &Names<'_>, class: DeclRef, name: &Name) -> Option<String> {
    let written = names.decl(class);
    let is_nested = matches!(&name.scope, Scope::Member(outer) if names.namespace_of_name(outer).is_none());
    let Some(args) = &name.args else { return (!is_nested).then(String::new).or_else(|| plain_nested(name)) };
    let header = written.templates.last().filter(|header| header.params.len() == args.len() && !is_nested)?;
    let mut shown = Vec::new();
    for (param, arg) in header.params.iter().zip(args) {
        let value = arguments(names, std::slice::from_ref(arg), &[], MAX_DEPTH)?;
        let value = if param.pack { format!("<{value}>") } else { value };
        shown.push(format!("{}={value}", param.name.as_deref()?));
    }
    Some(format!(" [with {}]", shown.join(", ")))
}

/// Nothing to show for a class in classes that are not templates.
fn plain_nested(name: &Name) -> Option<String> {
    let mut scope = &name.scope;
    while let Scope::Member(outer) = scope {
        if outer.args.is_some() {
            return None;
        }
        scope = &outer.scope;
    }
    Some(String::new())
}

/// `T, N, R...`
fn own_arguments(header: &TemplateHeader) -> Option<String> {
    let argument = |param: &asunder_decls::written::TemplateParam| {
        let name = param.name.as_deref()?;
        Some(if param.pack { format!("{name}...") } else { name.to_owned() })
    };
    let all: Option<Vec<_>> = header.params.iter().map(argument).collect();
    Some(all?.join(", "))
}

/// A type; `headers` declare the template parameters that it mentions.
pub(crate) fn type_name(names: &Names<'_>, ty: &TypeRef, headers: &[TemplateHeader]) -> Option<String> {
    spelled(names, ty, String::new(), headers, MAX_DEPTH)
}

/// The type `ty` as an argument of a message, with the typedef name that `written`, at `site`, uses for it.
pub(crate) fn type_argument(
    names: &Names<'_>,
    written: &TypeExpr,
    ty: &TypeRef,
    site: &Site,
) -> Option<Argument> {
    let meaning = type_name(names, ty, &[])?;
    let mut written = written;
    while let TypeExpr::Qualified(_, inner) = written {
        written = inner;
    }
    let plain = || Argument::Type { written: meaning.as_str().into(), meaning: None };
    let TypeExpr::Name(path, _) = written else { return Some(plain()) };
    let Lookup::Found(members) = names.lookup_value(path, site) else { return Some(plain()) };
    let Some(member) = members.first() else { return Some(plain()) };
    let declared = names.decl(member.decl);
    if !matches!(declared.kind, DeclKind::Typedef(_)) {
        return Some(plain());
    }
    let is_simple = member.class.is_none() && declared.templates.is_empty();
    let name = declared.name.ident().filter(|_| is_simple)?;
    let prefix = owner_prefix(names, names.owner(member.decl)?)?;
    Some(Argument::Type { written: format!("{prefix}{name}").into(), meaning: Some(meaning.into()) })
}

/// The type with `inner` in the place of what it declares.
fn spelled(
    names: &Names<'_>,
    ty: &TypeRef,
    inner: String,
    headers: &[TemplateHeader],
    depth: u32,
) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let with_base = |base: String| if inner.is_empty() { base } else { format!("{base} {inner}") };
    let pointer = |to: &TypeRef, operator: String| {
        let needs_parentheses = matches!(**to, Type::Array(..) | Type::Function(_));
        let declared = format!("{operator}{inner}");
        let declared = if needs_parentheses { format!("({declared})") } else { declared };
        spelled(names, to, declared, headers, depth)
    };
    match &**ty {
        Type::Builtin(builtin) => Some(with_base(builtin_text(*builtin).to_owned())),
        Type::Named(name) => Some(with_base(named(names, name, headers, depth)?)),
        Type::Param(param) => Some(with_base(parameter_name(*param, headers)?)),
        Type::Qualified(qualifiers, of) => match &**of {
            Type::Pointer(to) => pointer(to, format!("*{}", qualifier_words(*qualifiers))),
            Type::Builtin(_) | Type::Named(_) | Type::Param(_) => {
                let base = spelled(names, of, String::new(), headers, depth)?;
                Some(with_base(format!("{} {base}", qualifier_words(*qualifiers))))
            }
            _ => None,
        },
        Type::Pointer(to) => pointer(to, "*".to_owned()),
        Type::LvalueRef(to) => pointer(to, "&".to_owned()),
        Type::RvalueRef(to) => pointer(to, "&&".to_owned()),
        Type::MemberPointer { class, member } => {
            let class = spelled(names, class, String::new(), headers, depth)?;
            pointer(member, format!("{class}::*"))
        }
        Type::Array(bound, element) => {
            let bound = match bound {
                Bound::Unspecified => "[]".to_owned(),
                Bound::Count(count) => format!("[{count}]"),
                Bound::Dependent(_) => return None,
            };
            spelled(names, element, format!("{inner}{bound}"), headers, depth)
        }
        Type::Function(function) => {
            let parameters = parameters(names, function, headers, depth)?;
            spelled(names, function.result.as_ref()?, format!("{inner}({parameters})"), headers, depth)
        }
        _ => None,
    }
}

/// The parameters of a function type and what follows them inside the parentheses.
fn parameters(
    names: &Names<'_>,
    function: &FunctionType,
    headers: &[TemplateHeader],
    depth: u32,
) -> Option<String> {
    if !function.qualifiers.is_empty() || function.ref_qualifier != RefQualifier::None {
        return None;
    }
    let each = function.parameters.iter().map(|it| spelled(names, it, String::new(), headers, depth));
    let mut all = each.collect::<Option<Vec<_>>>()?;
    if function.variadic {
        all.push("...".to_owned());
    }
    Some(all.join(", "))
}

fn named(names: &Names<'_>, name: &Name, headers: &[TemplateHeader], depth: u32) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let prefix = match &name.scope {
        Scope::Global => String::new(),
        Scope::Member(outer) => match names.namespace_of_name(outer) {
            Some(id) => namespace_prefix(names, id),
            None => format!("{}::", named(names, outer, headers, depth)?),
        },
        Scope::Local { .. } | Scope::Dependent(_) => return None,
    };
    let Unqualified::Source(ident) = &name.unqualified else { return None };
    let arguments = match &name.args {
        Some(args) => format!("<{}>", arguments(names, args, headers, depth)?),
        None => String::new(),
    };
    Some(format!("{prefix}{ident}{arguments}"))
}

fn arguments(
    names: &Names<'_>,
    args: &[TemplateArg],
    headers: &[TemplateHeader],
    depth: u32,
) -> Option<String> {
    let mut shown = Vec::new();
    for arg in args {
        match arg {
            TemplateArg::Type(ty) => match &**ty {
                Type::PackExpansion(of) => {
                    shown.push(format!("{}...", spelled(names, of, String::new(), headers, depth)?));
                }
                _ => shown.push(spelled(names, ty, String::new(), headers, depth)?),
            },
            TemplateArg::Template(template) => shown.push(named(names, template, headers, depth)?),
            TemplateArg::Value(value) => shown.push(value_name(value, headers)?),
            TemplateArg::Pack(inner) if inner.is_empty() => {}
            TemplateArg::Pack(inner) => shown.push(arguments(names, inner, headers, depth.checked_sub(1)?)?),
        }
    }
    Some(shown.join(", "))
}

fn value_name(value: &Expr, headers: &[TemplateHeader]) -> Option<String> {
    match value {
        Expr::Param(param) => parameter_name(*param, headers),
        Expr::Literal(ty, LiteralValue::Integer(value)) => match &**ty {
            Type::Builtin(Builtin::Bool) => Some((*value != 0).to_string()),
            Type::Builtin(Builtin::Int | Builtin::Short) => Some(value.to_string()),
            Type::Builtin(Builtin::UnsignedInt) => Some(format!("{value}U")),
            Type::Builtin(Builtin::Long) => Some(format!("{value}L")),
            Type::Builtin(Builtin::UnsignedLong) => Some(format!("{value}UL")),
            _ => None,
        },
        _ => None,
    }
}

/// The name of a template parameter; empty headers (`template<>`) introduce no level.
fn parameter_name(param: TemplateParam, headers: &[TemplateHeader]) -> Option<String> {
    let mut levels = headers.iter().filter(|header| !header.params.is_empty());
    let header = levels.nth(param.level as usize)?;
    Some(header.params.get(param.index as usize)?.name.as_ref()?.to_string())
}

fn qualifier_words(qualifiers: Qualifiers) -> &'static str {
    match (qualifiers.is_const, qualifiers.is_volatile) {
        (true, true) => "const volatile",
        (true, false) => "const",
        (false, true) => "volatile",
        (false, false) => "",
    }
}
