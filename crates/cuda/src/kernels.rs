//! Constraints on `__global__` functions (spec page 3 §5, page 2 §7).

use asunder_decls::names::Names;
use asunder_decls::scope::{Lookup, Site};
use asunder_decls::written::{DeclKind, DeclName, NoexceptExpr, TypeExpr};
use asunder_mangle::model::{Builtin, Scope, Type, Unqualified};
use asunder_outline::CudaAttribute;
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, ast};

use crate::attributes::{Applied, attribute_moment, is_member, name_moment};
use crate::check::Check;
use crate::declared::{self, Declared, Kind, Place};
use crate::finding::{Argument, Message};
use crate::grid_constant::primary_template;
use crate::lambdas::is_in_template;
use crate::redeclaration::{earlier, may_be_redeclared};
use crate::signature::{Signature, unqualified};
use crate::{launch, shown, zero_size};

/// "inline qualifier ignored for \"__global__\" function" (20050).
const INLINE: u16 = 3507;
/// "An operator function cannot be a __global__ function" (20187).
pub(crate) const OPERATOR: u16 = 3644;
/// "An exception specification is not allowed for a __global__ function …" (20190).
pub(crate) const EXCEPTION_SPECIFICATION: u16 = 3647;
/// "a __global__ function must have a void return type" (20048).
pub(crate) const RETURN_TYPE: u16 = 3505;
/// "a __global__ function must not have a deduced return type" (20049).
pub(crate) const DEDUCED_RETURN_TYPE: u16 = 3506;
/// "a __global__ function cannot have ellipsis" (20046).
pub(crate) const ELLIPSIS: u16 = 3503;
/// "A __global__ function or function template cannot be a member function" (20231).
pub(crate) const MEMBER: u16 = 3688;
/// "function main cannot be marked …" (20081).
const MAIN: u16 = 3538;
/// What it cannot be marked.
const MAIN_SPACES: &str = "__device__ or __global__";
/// The same where tile code is compiled.
const MAIN_SPACES_WITH_TILES: &str = "__device__, __global__, __tile__ or __tile_global__";
/// "zero-sized parameter type … is not allowed in device code" (20212).
pub(crate) const ZERO_SIZED_PARAMETER: u16 = 3669;
/// "A __global__ function or function template cannot be defined in a friend declaration" (20186).
const FRIEND_DEFINITION: u16 = 3643;
/// "Pack template parameter must be the last template parameter …".
const PACK_NOT_LAST: u16 = 3573;
/// "Multiple pack parameters are not allowed …".
const SEVERAL_PACKS: u16 = 3574;
/// "a __global__ function cannot have a parameter with rvalue reference type".
pub(crate) const RVALUE_REFERENCE: u16 = 3520;
/// "A __global__ function … cannot have a parameter with va_list type" (20131).
const VA_LIST: u16 = 3588;
/// "a __global__ function … cannot have a parameter with type std::initializer_list".
pub(crate) const INITIALIZER_LIST: u16 = 3572;
/// "A __global__ function or function template cannot be marked constexpr".
const CONSTEXPR: u16 = 3575;
/// "A __global__ function or function template cannot be marked consteval".
const CONSTEVAL: u16 = 3711;
/// "A __global__ function … cannot be declared within an inline unnamed namespace".
const INLINE_UNNAMED_NAMESPACE: u16 = 3581;
/// "when …, extern __global__ function template is not supported …" (20278).
const EXTERN_TEMPLATE: u16 = 3735;
/// "extern __tile_global__ function template is not yet supported".
const EXTERN_TILE_TEMPLATE: u16 = 3837;

/// Puts the rules to a declarator.
pub(crate) fn declared(check: &Check<'_>, declared: &Declared) {
    if declared.kind != Kind::Function {
        return;
    }
    let is_main = is_main(check, declared);
    let (mut marked, mut kernel) = (false, false);
    for (index, applied) in declared.attributes.iter().enumerate() {
        if !applied.is_valid() {
            continue;
        }
        let is_kernel = matches!(applied.cuda(), Some(CudaAttribute::Global | CudaAttribute::TileGlobal));
        if is_kernel {
            at_attribute(check, declared, index, is_main);
        }
        if is_kernel || matches!(applied.cuda(), Some(CudaAttribute::Device | CudaAttribute::Tile)) {
            zero_sized_parameters(check, declared, index);
        }
        let is_space = is_kernel
            || matches!(
                applied.cuda(),
                Some(CudaAttribute::Host | CudaAttribute::Device | CudaAttribute::Tile)
            );
        if kernel && is_space && !is_kernel && is_member(check, declared) {
            let moment = attribute_moment(check, declared, index, 7);
            check.report(of_kernel(MEMBER, &declared.attributes), applied.name.start(), moment);
        }
        kernel |= is_kernel;
        marked |= is_space && applied.cuda() != Some(CudaAttribute::Host);
        if is_main && marked && is_space {
            let moment = attribute_moment(check, declared, index, 12);
            let spaces = if check.unit.dialect(check.db).tile { MAIN_SPACES_WITH_TILES } else { MAIN_SPACES };
            check.report(Message::new(MAIN, vec![Argument::text(spaces)]), applied.name.start(), moment);
        }
    }
    extern_template(check, declared);
    if launch::is_kernel(&declared.attributes) {
        at_name(check, declared);
    }
}

/// A message about a kernel, which says what makes it one.
fn of_kernel(number: u16, attributes: &[Applied]) -> Message {
    let word = attributes.iter().find(|applied| launch::is_kernel(std::slice::from_ref(*applied)));
    Message::new(number, vec![Argument::text(word.map_or("__global__", Applied::shown))])
}

/// Whether a function is a kernel for tiles: some rules of kernels are not made for them.
fn is_for_tiles(declared: &Declared) -> bool {
    declared.attributes.iter().any(|it| it.is_valid() && it.cuda() == Some(CudaAttribute::TileGlobal))
}

/// `extern template` of a kernel, which whole-program compilation with static stubs cannot have.
fn extern_template(check: &Check<'_>, declared: &Declared) {
    let settings = check.settings;
    if settings.pass.is_device() || settings.rdc || !settings.static_host_stub {
        return;
    }
    let directive = declared.node.ancestors().find_map(ast::ExplicitInstantiation::cast);
    let is_extern = directive
        .is_some_and(|it| it.syntax().first_token().is_some_and(|it| it.kind() == SyntaxKind::EXTERN_KW));
    let Some(decl) = declared.decl.filter(|_| is_extern) else { return };
    let is_kernel = launch::is_kernel(&declared.attributes)
        || primary_template(check, decl)
            .and_then(|template| declared::attributes_of(check, template))
            .is_some_and(|attributes| launch::is_kernel(&attributes));
    if is_kernel {
        let options = [
            "-static-global-template-stub=true",
            "-rdc=false",
            "-rdc=true",
            "-static-global-template-stub=false",
        ];
        let message = Message::new(EXTERN_TEMPLATE, options.into_iter().map(Argument::name).collect());
        check.report(message, declared.at_name(), name_moment(check, declared, 99));
    }
    if is_kernel && is_for_tiles(declared) {
        let moment = name_moment(check, declared, 100);
        check.report(Message::plain(EXTERN_TILE_TEMPLATE), declared.at_name(), moment);
    }
}

/// The function `main` of the global namespace.
fn is_main(check: &Check<'_>, declared: &Declared) -> bool {
    let Some(decl) = declared.decl else { return false };
    let written = check.decl(decl);
    written.name.ident().is_some_and(|ident| &**ident == "main")
        && written.parent.is_none()
        && written.qualifier.is_none()
        && written.templates.is_empty()
        && check.place.namespace == asunder_decls::layout::NamespaceId::GLOBAL
}

/// What is checked when the attribute is applied, in this order.
fn at_attribute(check: &Check<'_>, declared: &Declared, index: usize, is_main: bool) {
    let at = declared.attributes[index].name.start();
    let word = declared.attributes[index].shown();
    let report = |number: u16, rank: u16| {
        let message = Message::new(number, vec![Argument::text(word)]);
        check.report(message, at, attribute_moment(check, declared, index, rank));
    };
    let is_member = is_member(check, declared);
    if !is_member && is_inline(check, declared) {
        report(INLINE, 1);
    }
    if is_operator(declared) {
        report(OPERATOR, 2);
    }
    let signature = Signature::of(check, declared);
    match &signature {
        Some(signature) => {
            if (signature.function.noexcept != NoexceptExpr::None || is_deallocation(declared)) && !is_main {
                report(EXCEPTION_SPECIFICATION, 3);
            }
            let is_template = is_in_template(&declared.node) || takes_auto(signature);
            match returns(check, declared, signature) {
                _ if is_template => {}
                Returns::Deduced => report(DEDUCED_RETURN_TYPE, 5),
                Returns::Something => report(RETURN_TYPE, 5),
                Returns::Unknown => check.silence(RETURN_TYPE),
                Returns::VoidOrDependent => {}
            }
            if signature.function.variadic || ends_in_ellipsis(signature, is_template) {
                report(ELLIPSIS, 6);
            }
        }
        None => check.silence(RETURN_TYPE),
    }
    if is_member {
        report(MEMBER, 7);
    }
}

/// A deallocation function throws nothing, said or not ([basic.stc.dynamic.deallocation]/3).
fn is_deallocation(declared: &Declared) -> bool {
    let name = declared.declarator.declared_name().and_then(|name| name.last_segment());
    let Some(ast::Segment::Node(ast::NameSegment::OperatorId(name))) = name else { return false };
    let mut tokens = name.syntax().descendants_with_tokens();
    tokens.any(|token| token.kind() == SyntaxKind::DELETE_KW)
}

/// Whether a parameter's type is `auto`: the function is a template ([dcl.fct]/22).
fn takes_auto(signature: &Signature<'_, '_>) -> bool {
    signature.function.params.iter().any(|param| is_auto(&param.ty))
}

fn is_auto(ty: &TypeExpr) -> bool {
    match ty {
        TypeExpr::Auto | TypeExpr::DecltypeAuto => true,
        TypeExpr::Qualified(_, inner)
        | TypeExpr::Pointer(inner)
        | TypeExpr::LvalueRef(inner)
        | TypeExpr::RvalueRef(inner)
        | TypeExpr::Expansion(inner) => is_auto(inner),
        _ => false,
    }
}

/// `f(int...)` outside templates: an ellipsis without its comma ([dcl.fct]/4).
fn ends_in_ellipsis(signature: &Signature<'_, '_>, is_template: bool) -> bool {
    let last = signature.function.params.last();
    !is_template && last.is_some_and(|last| matches!(last.ty, TypeExpr::Expansion(_)))
}

/// `inline`, also by `constexpr`, by a definition in a friend declaration, or on an earlier declaration. A
/// declaration in a block cannot be it.
fn is_inline(check: &Check<'_>, declared: &Declared) -> bool {
    if declared.place == Place::Block {
        return false;
    }
    let says = [SyntaxKind::INLINE_KW, SyntaxKind::CONSTEXPR_KW, SyntaxKind::CONSTEVAL_KW];
    let is_friend_definition = declared.has(SyntaxKind::FRIEND_KW) && declared.is_definition();
    if says.into_iter().any(|keyword| declared.has(keyword)) || is_friend_definition {
        return true;
    }
    let Some(decl) = declared.decl else { return false };
    let before = match check.decl(decl).explicit_instantiation {
        true => primary_template(check, decl).into_iter().collect(),
        false if may_be_redeclared(check, decl) => earlier(check, decl).unwrap_or_default(),
        false => return false,
    };
    before.iter().any(|decl| {
        let specifiers = check.names().decl(*decl).specifiers;
        specifiers.is_inline || specifiers.is_constexpr || specifiers.is_consteval
    })
}

fn is_operator(declared: &Declared) -> bool {
    let name = declared.declarator.declared_name().and_then(|name| name.last_segment());
    match name {
        Some(ast::Segment::Node(segment)) => matches!(segment, ast::NameSegment::OperatorId(_)),
        _ => false,
    }
}

/// What a function returns, as far as the rules need it.
enum Returns {
    VoidOrDependent,
    Deduced,
    Something,
    Unknown,
}

fn returns(check: &Check<'_>, declared: &Declared, signature: &Signature<'_, '_>) -> Returns {
    let name = declared.decl.map(|decl| &check.decl(decl).name);
    let result = match (&signature.function.result, name) {
        (TypeExpr::None, Some(DeclName::Conversion(target))) => target,
        (result, _) => result,
    };
    match result {
        // Constructors and destructors.
        TypeExpr::None => Returns::VoidOrDependent,
        TypeExpr::Auto | TypeExpr::DecltypeAuto => Returns::Deduced,
        TypeExpr::Builtin(Builtin::Void) => Returns::VoidOrDependent,
        written => match signature.resolve(written) {
            Some(ty) => match &**unqualified(&ty) {
                Type::Builtin(Builtin::Void) => Returns::VoidOrDependent,
                _ => Returns::Something,
            },
            None if signature.is_dependent(written) => Returns::VoidOrDependent,
            None => Returns::Unknown,
        },
    }
}

/// One error for each parameter of a class without size, where a function is defined.
fn zero_sized_parameters(check: &Check<'_>, declared: &Declared, index: usize) {
    let is_parameterless = || {
        let list = declared.declarator.function().and_then(|it| it.param_list());
        list.is_none_or(|list| list.param_decls().next().is_none())
    };
    if !declared.is_definition() || is_parameterless() || is_in_template(&declared.node) {
        return;
    }
    if let Some(DeclKind::Function { ty: TypeExpr::Function(function), .. }) =
        declared.decl.map(|decl| &check.decl(decl).kind)
        && function.params.iter().all(|param| has_size(&param.ty))
    {
        return;
    }
    let Some(signature) = Signature::of(check, declared) else { return check.silence(ZERO_SIZED_PARAMETER) };
    for param in &signature.function.params {
        let Some(ty) = signature.resolve(&param.ty) else { continue };
        let ty = unqualified(&ty);
        // Of an array only a pointer is passed.
        if matches!(**ty, Type::Array(..)) || !zero_size::is_zero_sized(check.names(), ty) {
            continue;
        }
        let Some(ty) = shown::type_argument(check.names(), &param.ty, ty, signature.site()) else {
            check.silence(ZERO_SIZED_PARAMETER);
            continue;
        };
        let moment = attribute_moment(check, declared, index, 13);
        let at = declared.attributes[index].name.start();
        check.report(Message::new(ZERO_SIZED_PARAMETER, vec![ty]), at, moment);
    }
}

/// Whether a type as it is written shows that its objects have a size.
fn has_size(ty: &TypeExpr) -> bool {
    match ty {
        TypeExpr::Qualified(_, inner) => has_size(inner),
        TypeExpr::Builtin(_)
        | TypeExpr::Signed(_)
        | TypeExpr::Pointer(_)
        | TypeExpr::LvalueRef(_)
        | TypeExpr::RvalueRef(_)
        | TypeExpr::MemberPointer(..) => true,
        _ => false,
    }
}

/// What is checked when the declaration is complete.
fn at_name(check: &Check<'_>, declared: &Declared) {
    let header = template_header(&declared.node);
    let is_for_tiles = is_for_tiles(declared);
    if declared.has(SyntaxKind::FRIEND_KW) && declared.is_definition() && !is_for_tiles {
        let at = match (&header, &declared.specifiers) {
            (None, Some(specifiers)) => specifiers.syntax().text_range().start(),
            _ => declared.at_name(),
        };
        check.report(Message::plain(FRIEND_DEFINITION), at, name_moment(check, declared, 120));
    }
    if let Some(header) = header.filter(|_| !is_for_tiles) {
        packs(check, declared, &header);
    }
    if !check.settings.pass.is_device() {
        return;
    }
    let report = |number: u16, rank: u16| {
        check.report(Message::plain(number), declared.at_name(), name_moment(check, declared, rank));
    };
    let is_directive = declared.decl.is_some_and(|decl| check.decl(decl).explicit_instantiation);
    if let Some(signature) = Signature::of(check, declared).filter(|_| !is_directive) {
        parameters(check, &signature, is_in_template(&declared.node), &report);
    }
    if declared.has(SyntaxKind::CONSTEXPR_KW) {
        report(CONSTEXPR, 94);
    }
    if declared.has(SyntaxKind::CONSTEVAL_KW) {
        report(CONSTEVAL, 95);
    }
    let is_of_namespace = declared.place == Place::Namespace
        || declared.place == Place::Class && declared.has(SyntaxKind::FRIEND_KW);
    if is_of_namespace && is_in_inline_unnamed_namespace(check) {
        report(INLINE_UNNAMED_NAMESPACE, 96);
    }
}

/// The template header directly in front of a declaration.
fn template_header(node: &SyntaxNode) -> Option<ast::TemplateParamList> {
    let declaration = match node.kind() {
        SyntaxKind::FUNCTION_DEF => node.clone(),
        _ => node.parent()?,
    };
    ast::TemplateDecl::cast(declaration.parent()?)?.template_header()?.template_param_list()
}

/// A pack must be the last parameter, and the only one.
fn packs(check: &Check<'_>, declared: &Declared, header: &ast::TemplateParamList) {
    let params: Vec<ast::TemplateParam> = header.template_params().collect();
    let mut seen = false;
    for (index, param) in params.iter().enumerate() {
        let Some(name) = pack_name(param) else { continue };
        let rank = 110 + u16::try_from(index).unwrap_or(4).min(4);
        let moment = name_moment(check, declared, rank);
        if seen {
            check.report(Message::plain(SEVERAL_PACKS), name, moment);
        } else if index + 1 < params.len() {
            check.report(Message::plain(PACK_NOT_LAST), name, moment);
        }
        seen = true;
    }
}

/// Where the name of a parameter pack stands; the token behind the parameter when it has none.
fn pack_name(param: &ast::TemplateParam) -> Option<asunder_syntax::TextSize> {
    // The lists of template template parameters and default arguments have ellipses of their own.
    let (is_pack, name) = match param {
        ast::TemplateParam::TypeParam(param) => (param.ellipsis_token().is_some(), param.ident_token()),
        ast::TemplateParam::TemplateTemplateParam(param) => {
            (param.ellipsis_token().is_some(), param.ident_token())
        }
        ast::TemplateParam::NonTypeParam(param) => {
            let declarator = param.declarator()?;
            let name = declarator.declared_name().and_then(|it| it.syntax().first_token());
            let own = std::iter::successors(Some(declarator), |it| it.paren_declarator()?.declarator());
            (own.into_iter().any(|it| it.ellipsis_token().is_some()), name)
        }
    };
    let behind = || {
        let mut token = param.syntax().last_token()?.next_token();
        while token.as_ref().is_some_and(|token| token.kind().is_trivia()) {
            token = token.and_then(|token| token.next_token());
        }
        token
    };
    if !is_pack {
        return None;
    }
    name.or_else(behind).map(|token| token.text_range().start())
}

/// Types of parameters that device code cannot take.
fn parameters(
    check: &Check<'_>,
    signature: &Signature<'_, '_>,
    is_template: bool,
    report: &impl Fn(u16, u16),
) {
    let types: Vec<_> = signature.function.params.iter().map(|param| &param.ty).collect();
    let is_rvalue_reference =
        |written: &&TypeExpr| signature.resolve(written).is_some_and(|ty| matches!(*ty, Type::RvalueRef(_)));
    if !is_template && types.iter().any(is_rvalue_reference) {
        report(RVALUE_REFERENCE, 91);
    }
    if types.iter().any(|written| is_va_list(check.names(), written, signature.site())) {
        report(VA_LIST, 92);
    }
    if types.iter().any(|written| is_initializer_list(check.names(), &signature.resolve_any(written))) {
        report(INITIALIZER_LIST, 93);
    }
}

/// A name that leads by typedefs to `__builtin_va_list`.
fn is_va_list(names: &Names<'_>, written: &TypeExpr, site: &Site) -> bool {
    let mut written = written;
    let mut site = site.clone();
    for _ in 0..8 {
        let TypeExpr::Name(path, _) = written else { return false };
        if path.as_ident().is_some_and(|ident| &**ident == "__builtin_va_list") {
            return true;
        }
        let Lookup::Found(members) = names.lookup_value(path, &site) else { return false };
        let Some(member) = members.first() else { return false };
        let DeclKind::Typedef(target) = &names.decl(member.decl).kind else { return false };
        written = target;
        site = names.site_of(member.decl);
    }
    false
}

/// `std::initializer_list<…>`, also a dependent one.
pub(crate) fn is_initializer_list(names: &Names<'_>, ty: &asunder_mangle::model::TypeRef) -> bool {
    let Type::Named(name) = &**unqualified(ty) else { return false };
    let is_in_std = match &name.scope {
        Scope::Member(scope) => names.namespace_of_name(scope).is_some_and(|id| {
            let namespace = names.layout().namespace(id);
            namespace.name.as_deref() == Some("std")
                && namespace.parent == Some(asunder_decls::layout::NamespaceId::GLOBAL)
        }),
        _ => false,
    };
    is_in_std && matches!(&name.unqualified, Unqualified::Source(ident) if &**ident == "initializer_list")
}

/// Whether the item stands in an unnamed namespace that is `inline`, or in an inline one inside it.
pub(crate) fn is_in_inline_unnamed_namespace(check: &Check<'_>) -> bool {
    let layout = check.unit.layout(check.db);
    let mut inline = false;
    layout.ancestors(check.place.namespace).any(|id| {
        let namespace = layout.namespace(id);
        inline |= namespace.inline;
        namespace.parent.is_some() && namespace.name.is_none() && inline
    })
}
