//! Memory spaces on variables, `__managed__` (spec page 3 §6–7, page 2 §5).

use asunder_decls::Redeclarations;
use asunder_decls::layout::{Layout, NamespaceId};
use asunder_decls::local::{Directives, LocalBinding, local_binding};
use asunder_decls::lower::lower;
use asunder_decls::names::DeclRef;
use asunder_decls::scope::Lookup;
use asunder_decls::written::{DeclKind, Init, Spaces, TypeExpr};
use asunder_mangle::model::{Bound, Type, TypeRef};
use asunder_outline::CudaAttribute;
use asunder_sema::initialized::Initialization;
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, TextSize, ast};

use crate::attributes::{Applied, attribute_moment, is_member, name_moment};
use crate::bodies::{Body, body_around};
use crate::check::Check;
use crate::declared::{Declared, Kind, Place};
use crate::finding::{Argument, Finding, Message, Moment, Stage};
use crate::kernels::is_in_inline_unnamed_namespace;
use crate::lambdas::is_in_template;
use crate::redeclaration::{earlier, may_be_redeclared};
use crate::signature::is_unknown;
use crate::{shown, zero_size};

/// "memory qualifier on data member is not allowed".
const DATA_MEMBER: u16 = 3485;
/// "… variable declaration is not allowed inside a host function body".
const IN_HOST_BODY: u16 = 3483;
/// "… variable declaration is not allowed inside a device function body".
const IN_DEVICE_BODY: u16 = 3484;
/// "initializer not allowed for __shared__ variable ".
pub(crate) const SHARED_INITIALIZER: u16 = 3510;
/// "dynamic initialization is not supported for a function-scope static … variable …" (20054).
const LOCAL_DYNAMIC: u16 = 3511;
/// "dynamic initialization is not supported for a … variable".
const DYNAMIC: u16 = 3518;
/// "a __managed__ variable cannot have a const qualified type".
const MANAGED_CONST: u16 = 3566;
/// "a __managed__ variable cannot have a reference type".
const MANAGED_REFERENCE: u16 = 3567;
/// "__managed__ variables cannot be marked __shared__ or __constant__".
const MANAGED_AND_OTHER: u16 = 3568;
/// "cannot use thread_local specifier for a … variable".
const THREAD_LOCAL: u16 = 3570;
/// "cannot use thread_local specifier for variable declarations in device code".
const THREAD_LOCAL_IN_DEVICE: u16 = 3571;
/// "A … variable cannot be marked constexpr" (20120).
const CONSTEXPR: u16 = 3577;
/// "The … specifier is not allowed for a structured binding declaration".
const STRUCTURED_BINDING: u16 = 3578;
/// "A … variable cannot be declared within an inline unnamed namespace".
const INLINE_UNNAMED_NAMESPACE: u16 = 3579;
/// "An inline __device__/__constant__/__managed__ variable must have internal linkage …".
const INLINE: u16 = 3648;
/// "the __shared__ memory space specifier is not allowed for a variable declared by the for-range-declaration".
const SHARED_IN_RANGE_FOR: u16 = 3649;
/// "zero-sized variable … is not allowed in device code".
const ZERO_SIZED: u16 = 3668;
/// "extern declaration of the entity … is treated as a static definition" (20044).
const EXTERN_IS_DEFINITION: u16 = 3501;

/// The memory spaces of one declaration.
#[derive(Clone, Copy, Debug, Default)]
struct Memory {
    device: bool,
    tile: bool,
    constant: bool,
    shared: bool,
    managed: bool,
}

impl Memory {
    fn of(attributes: &[Applied]) -> Self {
        let has = |wanted| attributes.iter().any(|it| it.is_valid() && it.cuda() == Some(wanted));
        Memory {
            device: has(CudaAttribute::Device),
            tile: has(CudaAttribute::Tile),
            constant: has(CudaAttribute::Constant),
            shared: has(CudaAttribute::Shared),
            managed: has(CudaAttribute::Managed),
        }
    }

    /// How diagnostics name the space; `None` for host memory.
    fn shown(self) -> Option<&'static str> {
        if self.constant {
            Some("__constant__")
        } else if self.managed {
            Some("__managed__")
        } else if self.shared {
            Some("__shared__")
        } else if self.device {
            Some("__device__")
        } else {
            self.tile.then_some("__tile__")
        }
    }
}

/// Puts the rules to a declarator.
pub(crate) fn declared(check: &Check<'_>, declared: &Declared) {
    let memory = Memory::of(&declared.attributes);
    match declared.kind {
        Kind::StructuredBinding => structured_binding(check, declared, memory),
        Kind::Variable => {
            at_attributes(check, declared);
            if is_member(check, declared) {
                return of_thread(check, declared, memory);
            }
            if let Some(shown) = memory.shown() {
                spaced(check, declared, memory, shown);
            }
            let is_local = matches!(
                declared.node.kind(),
                SyntaxKind::INIT_DECLARATOR | SyntaxKind::RANGE_DECL | SyntaxKind::CONDITION_DECL
            );
            if declared.place == Place::Block && is_local {
                local(check, declared, memory);
            }
        }
        _ => {}
    }
}

fn is_memory_space(applied: &Applied) -> bool {
    applied.is_valid()
        && matches!(
            applied.cuda(),
            Some(
                CudaAttribute::Device
                    | CudaAttribute::Tile
                    | CudaAttribute::Shared
                    | CudaAttribute::Constant
                    | CudaAttribute::Managed
            )
        )
}

/// What is checked when an attribute is applied.
fn at_attributes(check: &Check<'_>, declared: &Declared) {
    let mut shared = false;
    for (index, applied) in declared.attributes.iter().enumerate().filter(|(_, it)| is_memory_space(it)) {
        let report = |message: Message, rank: u16| {
            check.report(message, applied.name.start(), attribute_moment(check, declared, index, rank));
        };
        shared |= applied.cuda() == Some(CudaAttribute::Shared);
        let never_constexpr = match applied.cuda() {
            Some(CudaAttribute::Shared | CudaAttribute::Managed) => true,
            Some(CudaAttribute::Constant) => shared,
            _ => false,
        };
        if is_member(check, declared) {
            report(Message::plain(DATA_MEMBER), 6);
        }
        let is_template = template_of(check, declared) == Template::Primary;
        if never_constexpr && declared.has(SyntaxKind::CONSTEXPR_KW) && !is_template {
            report(Message::new(CONSTEXPR, vec![Argument::text(applied.known.shown())]), 7);
        }
    }
}

/// Whether a variable is a template, or one of its specializations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Template {
    No,
    Primary,
    Specialization,
}

fn template_of(check: &Check<'_>, declared: &Declared) -> Template {
    let headers = declared.decl.map_or(&[][..], |decl| check.decl(decl).templates.as_slice());
    if headers.is_empty() {
        Template::No
    } else if headers.iter().any(|header| header.params.is_empty()) {
        Template::Specialization
    } else {
        Template::Primary
    }
}

/// `thread_local` with a memory space (device front end).
fn of_thread(check: &Check<'_>, declared: &Declared, memory: Memory) {
    let Some(shown) = memory.shown().filter(|_| check.settings.pass.is_device()) else { return };
    if let Some(keyword) = thread_local(declared) {
        let message = Message::new(THREAD_LOCAL, vec![Argument::text(shown)]);
        check.report(message, keyword, name_moment(check, declared, 0));
    }
}

/// The memory spaces of the declarations before this one.
pub(crate) fn spaces_before(check: &Check<'_>, declared: &Declared) -> Spaces {
    let redeclared = declared.decl.filter(|decl| may_be_redeclared(check, *decl));
    let before = redeclared.and_then(|decl| earlier(check, decl)).unwrap_or_default();
    let spaces = before.iter().map(|decl| check.names().decl(*decl).attributes.spaces);
    spaces.fold(Spaces::default(), Spaces::union)
}

/// When the declaration with its initializer is complete.
fn end_moment(check: &Check<'_>, declared: &Declared, rank: u16) -> Moment {
    check.moment_after(declared.node.text_range().end(), 40_000 + rank)
}

/// Variables in a memory space.
fn spaced(check: &Check<'_>, declared: &Declared, memory: Memory, shown: &'static str) {
    let at_name = |number: u16, rank: u16| {
        check.report(Message::plain(number), declared.at_name(), end_moment(check, declared, rank));
    };
    if declared.node.kind() == SyntaxKind::RANGE_DECL && memory.shared {
        let moment = name_moment(check, declared, 1);
        return check.report(Message::plain(SHARED_IN_RANGE_FOR), declared.at_name(), moment);
    }
    let template = template_of(check, declared);
    // The device front end checks what stands in templates with their instances.
    let is_checked_here =
        !check.settings.pass.is_device() || declared.place != Place::Block || !is_in_template(&declared.node);
    if memory.shared && has_initializer(declared) && template == Template::No && is_checked_here {
        at_name(SHARED_INITIALIZER, 0);
    }
    if template != Template::Primary {
        let before = spaces_before(check, declared);
        let (managed, other) = (memory.managed, memory.shared || memory.constant);
        if (managed || before.managed) && (other || before.shared || before.constant) && (managed || other) {
            at_name(MANAGED_AND_OTHER, 1);
        }
    }
    if !memory.shared && !check.settings.rdc && is_inline_with_external_linkage(check, declared) {
        let message = Message::new(INLINE, vec![Argument::text(shown)]);
        check.report(message, declared.at_name(), end_moment(check, declared, 2));
    }
    if memory.managed && template != Template::Primary {
        managed(check, declared, &at_name);
    }
    let is_template = declared.decl.is_some_and(|decl| !check.decl(decl).templates.is_empty());
    if declared.place == Place::Namespace && !is_template && is_in_inline_unnamed_namespace(check) {
        let message = Message::new(INLINE_UNNAMED_NAMESPACE, vec![Argument::text(shown)]);
        check.report(message, declared.at_name(), end_moment(check, declared, 5));
    }
    if !check.settings.pass.is_device() {
        return;
    }
    of_thread(check, declared, memory);
    if declared.place == Place::Namespace {
        at_namespace_scope(check, declared, memory, shown);
    }
    if !check.settings.rdc && !memory.shared {
        undefined(check, declared);
    }
}

/// What only the device front end says of variables of namespaces.
fn at_namespace_scope(check: &Check<'_>, declared: &Declared, memory: Memory, shown: &'static str) {
    let is_extern = is_extern(check, declared) && !has_initializer(declared);
    let is_deduced = is_of_deduced_type(check, declared) && !memory.shared;
    let Some(ty) = type_of(check, declared).filter(|_| !is_deduced) else {
        if is_deduced {
            dynamic(check, declared, shown);
        }
        return;
    };
    if zero_size::is_zero_sized(check.names(), &ty) && !is_extern {
        zero_sized(check, declared);
    }
    if is_extern || memory.shared && has_initializer(declared) {
        return;
    }
    dynamic(check, declared, shown);
}

/// Whether the type of a variable follows from its initializer.
fn is_of_deduced_type(check: &Check<'_>, declared: &Declared) -> bool {
    let Some(decl) = declared.decl else { return false };
    let is_auto = matches!(&check.decl(decl).kind, DeclKind::Variable { ty: TypeExpr::Auto, .. });
    is_auto && check.decl(decl).templates.is_empty()
}

/// Variables of namespaces are initialised before the program runs.
fn dynamic(check: &Check<'_>, declared: &Declared, shown: &'static str) {
    let is_constant = [SyntaxKind::CONSTEXPR_KW, SyntaxKind::CONSTINIT_KW, SyntaxKind::GNU_CONSTINIT_KW]
        .into_iter()
        .any(|it| declared.has(it));
    if is_constant {
        // What is not constant is another error.
        return;
    }
    match check.variables().initialization(declared.at_name()) {
        Initialization::Dynamic => {
            let message = Message::new(DYNAMIC, vec![Argument::text(shown)]);
            let moment = Moment { stage: Stage::Initialization, ..end_moment(check, declared, 8) };
            let mut finding = Finding::new(message, declared.at_name(), moment);
            finding.needs_clean_unit = true;
            check.add(finding);
        }
        Initialization::Unknown => check.silence(DYNAMIC),
        Initialization::Static => {}
    }
}

fn zero_sized(check: &Check<'_>, declared: &Declared) {
    let name = Argument::name(&check.text()[declared.name]);
    let moment = end_moment(check, declared, 7);
    check.report(Message::new(ZERO_SIZED, vec![name]), declared.at_name(), moment);
}

/// `__managed__` variables are neither const nor references.
fn managed(check: &Check<'_>, declared: &Declared, at_name: &impl Fn(u16, u16)) {
    if declared.has(SyntaxKind::CONSTEXPR_KW) {
        return at_name(MANAGED_CONST, 3);
    }
    let written = declared.decl.map(|decl| &check.decl(decl).kind);
    let ty = match written {
        Some(DeclKind::Variable { .. } | DeclKind::FunctionOrVariable { .. }) => {
            declared.decl.and_then(|decl| written_type(check, decl))
        }
        _ => None,
    };
    match ty {
        Some(ty) if matches!(*ty, Type::LvalueRef(_) | Type::RvalueRef(_)) => at_name(MANAGED_REFERENCE, 3),
        Some(ty) if is_const(&ty) => at_name(MANAGED_CONST, 3),
        Some(_) => {}
        None => check.silence(MANAGED_CONST),
    }
}

/// The declared type, which may be dependent in parts.
fn written_type(check: &Check<'_>, decl: DeclRef) -> Option<TypeRef> {
    let names = check.names();
    let ty = names.resolve(names.variable_type(decl)?, &names.site_of(decl));
    (!is_unknown(&ty)).then_some(ty)
}

fn is_const(ty: &Type) -> bool {
    match ty {
        Type::Qualified(qualifiers, _) => qualifiers.is_const,
        Type::Array(_, element) => is_const(element),
        _ => false,
    }
}

/// The type of a variable; `None` where it is dependent or not understood.
fn type_of(check: &Check<'_>, declared: &Declared) -> Option<TypeRef> {
    let decl = declared.decl?;
    let ty = written_type(check, decl)?;
    (!check.names().is_dependent(&ty) && check.decl(decl).templates.is_empty()).then_some(ty)
}

pub(crate) fn has_initializer(declared: &Declared) -> bool {
    match declared.node.kind() {
        SyntaxKind::CONDITION_DECL => true,
        _ => {
            let init = ast::InitDeclarator::cast(declared.node.clone());
            init.is_some_and(|init| init.initializer().is_some()) || is_initialized_in_parentheses(declared)
        }
    }
}

/// `T x(e);` looks like a function suffix to syntax.
fn is_initialized_in_parentheses(declared: &Declared) -> bool {
    declared.declarator.suffixes().any(|suffix| {
        matches!(suffix, ast::DeclaratorSuffix::AmbiguousSuffix(_) | ast::DeclaratorSuffix::FunctionSuffix(_))
    }) && declared.declarator.paren_declarator().is_none()
}

/// Where the storage class that says `thread_local` starts.
fn thread_local(declared: &Declared) -> Option<TextSize> {
    let specifiers = declared.specifiers.as_ref()?;
    let keyword = specifiers.keyword(SyntaxKind::THREAD_LOCAL_KW)?;
    keyword.keyword().filter(|token| token.text() == "thread_local")?;
    let storage = [SyntaxKind::STATIC_KW, SyntaxKind::EXTERN_KW, SyntaxKind::THREAD_LOCAL_KW];
    let starts = storage.into_iter().filter_map(|kind| specifiers.keyword(kind));
    starts.map(|keyword| keyword.syntax().text_range().start()).min()
}

fn is_extern(check: &Check<'_>, declared: &Declared) -> bool {
    // `extern "C" int x;` declares only ([dcl.link]/7).
    let in_linkage = declared.node.ancestors().nth(2).is_some_and(|it| it.kind() == SyntaxKind::LINKAGE_SPEC);
    declared.has(SyntaxKind::EXTERN_KW)
        || in_linkage
        || declared.decl.is_some_and(|decl| check.decl(decl).specifiers.is_extern)
}

fn is_inline_with_external_linkage(check: &Check<'_>, declared: &Declared) -> bool {
    declared.has(SyntaxKind::INLINE_KW)
        && !declared.has(SyntaxKind::STATIC_KW)
        && declared.place == Place::Namespace
        && !is_in_unnamed_namespace(check)
}

fn is_in_unnamed_namespace(check: &Check<'_>) -> bool {
    let layout = check.unit.layout(check.db);
    let mut around = layout.ancestors(check.place.namespace);
    around.any(|id| layout.namespace(id).parent.is_some() && layout.namespace(id).name.is_none())
}

/// Parts of an object get no memory space.
fn structured_binding(check: &Check<'_>, declared: &Declared, memory: Memory) {
    let (Some(shown), Some(binding)) = (memory.shown(), declared.declarator.innermost().structured_binding())
    else {
        return;
    };
    let at = binding.syntax().text_range().start();
    let body = if declared.place == Place::Block { body_around(check, &declared.node) } else { None };
    let is_instance = check.settings.pass.is_device() && is_in_template(&declared.node);
    if declared.place == Place::Block && (body.is_none() || is_instance) {
        return check.silence(STRUCTURED_BINDING);
    }
    let not_here = |at: TextSize, rank: u16| {
        let message = body.and_then(|body| storage(check, body, memory, shown, false));
        if let Some(message) = message {
            check.report(message, at, name_moment(check, declared, rank));
        }
    };
    not_here(at, 1);
    let message = Message::new(STRUCTURED_BINDING, vec![Argument::text(shown)]);
    check.report(message, at, name_moment(check, declared, 2));
    for binding in binding.bindings() {
        if let Some(name) = binding.ident_token() {
            not_here(name.text_range().start(), 3);
        }
    }
    if memory.shared {
        let is_range = declared.node.kind() == SyntaxKind::RANGE_DECL;
        let number = if is_range { SHARED_IN_RANGE_FOR } else { SHARED_INITIALIZER };
        check.report(Message::plain(number), at, name_moment(check, declared, 4));
    }
}

// ---- variables of functions

fn local(check: &Check<'_>, declared: &Declared, memory: Memory) {
    if memory.shown().is_none() && !check.settings.pass.is_device() {
        return;
    }
    let Some(body) = body_around(check, &declared.node) else {
        if memory.shown().is_some() {
            check.silence(IN_HOST_BODY);
        }
        return;
    };
    let is_static = declared.has(SyntaxKind::STATIC_KW) || declared.has(SyntaxKind::THREAD_LOCAL_KW);
    if !declared.has(SyntaxKind::EXTERN_KW)
        && let Some(shown) = memory.shown()
        && let Some(message) = storage(check, body, memory, shown, is_static)
    {
        check.report(message, declared.at_name(), name_moment(check, declared, 0));
    }
    if check.settings.pass.is_device() && body.device && !is_template_body(body) {
        in_device_code(check, declared, memory, is_static);
    }
}

fn is_template_body(body: Body) -> bool {
    body.is_template || body.in_class_template
}

/// What is said of a kind of storage that the pass does not allow. The host front end reads bodies of templates, the
/// device front end checks instances.
fn storage(
    check: &Check<'_>,
    body: Body,
    memory: Memory,
    shown: &'static str,
    is_static: bool,
) -> Option<Message> {
    let is_automatic = !is_static && !memory.shared;
    let (number, storage) = if check.settings.pass.is_device() {
        if !body.device || !is_automatic || is_template_body(body) {
            return None;
        }
        (IN_DEVICE_BODY, "an automatic")
    } else {
        if !body.host {
            return None;
        }
        (IN_HOST_BODY, if is_automatic { "an automatic" } else { "a static" })
    };
    Some(Message::new(number, vec![Argument::text(storage), Argument::name(shown)]))
}

/// What the device front end says of variables of its functions.
fn in_device_code(check: &Check<'_>, declared: &Declared, memory: Memory, is_static: bool) {
    if declared.has(SyntaxKind::EXTERN_KW) {
        return;
    }
    if let (Some(keyword), None) = (thread_local(declared), memory.shown()) {
        let moment = name_moment(check, declared, 0);
        check.report(Message::plain(THREAD_LOCAL_IN_DEVICE), keyword, moment);
    }
    let Some(ty) = type_of_local(check, declared) else { return };
    if zero_size::is_zero_sized(check.names(), &ty) {
        return zero_sized(check, declared);
    }
    if !is_static && !memory.shared || memory.shared && has_initializer(declared) {
        return;
    }
    match check.variables().initialization(declared.at_name()) {
        Initialization::Dynamic => {
            let shown = memory.shown().unwrap_or("__device__");
            let message = Message::new(LOCAL_DYNAMIC, vec![Argument::text(shown)]);
            let inner = end_moment(check, declared, 8);
            let end = end_of_function(&declared.node);
            let moment = Moment { parsed: inner.parsed.max(end), inner: end + TextSize::new(1), ..inner };
            let mut finding = Finding::new(message, declared.at_name(), moment);
            finding.needs_clean_unit = true;
            finding.severity = memory.shared.then_some(crate::finding::Severity::Warning);
            check.add(finding);
        }
        Initialization::Unknown => check.silence(LOCAL_DYNAMIC),
        Initialization::Static => {}
    }
}

/// The type of a variable of a function, where it is not one of the function's own types.
fn type_of_local(check: &Check<'_>, declared: &Declared) -> Option<TypeRef> {
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
    (!is_unknown(&ty) && !names.is_dependent(&ty)).then_some(ty)
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

/// The end of the function around a variable, where its code is put together.
fn end_of_function(node: &SyntaxNode) -> TextSize {
    let function = node.ancestors().find(|it| it.kind() == SyntaxKind::FUNCTION_DEF);
    function.map_or(node.text_range().end(), |function| function.text_range().end())
}

// ---- the whole unit

/// In whole-program compilation an `extern` variable that stays undefined is a definition.
fn undefined(check: &Check<'_>, declared: &Declared) {
    if !is_extern(check, declared) || has_initializer(declared) {
        return;
    }
    let names = check.names();
    let name = match declared.decl {
        Some(decl) => {
            match names.type_of_variable(decl) {
                Some(ty) if is_complete(check, &ty) => {}
                Some(_) => return,
                None => return check.silence(EXTERN_IS_DEFINITION),
            }
            let written = check.decl(decl);
            if !written.templates.is_empty() || is_in_unnamed_namespace(check) {
                return;
            }
            match names.redeclarations(decl) {
                Redeclarations::Known(all) => {
                    let is_first = all.first() == Some(&decl);
                    let is_shared = |other: &DeclRef| names.decl(*other).attributes.spaces.shared;
                    if !is_first || all.iter().any(|it| is_definition(check, *it) || is_shared(it)) {
                        return;
                    }
                }
                Redeclarations::Unknown => return check.silence(EXTERN_IS_DEFINITION),
            }
            shown::entity_name(names, decl)
        }
        None => {
            // A declaration in a function: the namespace's variable, where there is one, speaks for it.
            let ident = &check.text()[declared.name];
            let namespace = names.site_at(check.item, TextSize::new(0));
            match names.lookup(ident, &namespace) {
                Lookup::Found(_) => return,
                _ => Some(ident.to_owned()),
            }
        }
    };
    let Some(name) = name else { return check.silence(EXTERN_IS_DEFINITION) };
    let namespace = check.place.namespace;
    let moment = Moment {
        stage: Stage::UnitEnd,
        rank: closing_order(check.unit.layout(check.db), namespace),
        ..check.moment_after(declared.end(), 0)
    };
    let message = Message::new(EXTERN_IS_DEFINITION, vec![Argument::text(name)]);
    let mut finding = Finding::new(message, declared.at_name(), moment);
    finding.line_only = true;
    finding.needs_clean_unit = true;
    check.add(finding);
}

/// When the reference goes through a namespace at the end of the unit: the global one first, then each after those
/// inside it.
fn closing_order(layout: &Layout, namespace: NamespaceId) -> u16 {
    if namespace == NamespaceId::GLOBAL {
        return 0;
    }
    let path = |id: NamespaceId| -> Vec<u32> {
        let mut path: Vec<u32> = layout.ancestors(id).map(|id| id.0).collect();
        path.reverse();
        // Behind everything inside it.
        path.push(u32::MAX);
        path
    };
    let own = path(namespace);
    let before = layout.namespaces().ids().filter(|id| *id == NamespaceId::GLOBAL || path(*id) < own);
    u16::try_from(before.count()).unwrap_or(u16::MAX)
}

/// Whether objects of the type have a known size.
fn is_complete(check: &Check<'_>, ty: &TypeRef) -> bool {
    match &**ty {
        Type::Qualified(_, inner) => is_complete(check, inner),
        Type::Array(Bound::Count(_), element) => is_complete(check, element),
        Type::Array(..) | Type::Unknown => false,
        Type::Named(name) => check.names().class_definition(name).is_some() || check.names().is_enum(ty),
        _ => true,
    }
}

fn is_definition(check: &Check<'_>, decl: DeclRef) -> bool {
    let written = check.names().decl(decl);
    match &written.kind {
        DeclKind::Variable { init, .. } => !written.specifiers.is_extern || *init != Init::None,
        _ => true,
    }
}
