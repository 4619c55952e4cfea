//! Redeclarations with other spaces (spec 2 §3, §5).
//!
//! The host front end ORs the attributes of all declarations and looks at each attribute only; the device front
//! end compares each declaration with those before it.

use asunder_decls::Redeclarations;
use asunder_decls::names::{DeclRef, Names};
use asunder_decls::scope::{Lookup, Member};
use asunder_decls::written::{BodyKind, DeclKind, DeclName, Spaces, TypeExpr};
use asunder_outline::CudaAttribute;
use asunder_sema::block_externs;
use asunder_syntax::SyntaxKind;

use crate::attributes::{CONFLICT_RANK, attribute_moment, name_moment};
use crate::check::Check;
use crate::declared::{self, Declared, Kind, Place};
use crate::finding::{Argument, Message};
use crate::lambdas::is_in_template;
use crate::{launch, shown, template_arguments};

/// "illegal combination of memory qualifiers".
const ILLEGAL_COMBINATION: u16 = 3481;
/// "a … variable(…) redeclared with …".
const VARIABLE_WITH: u16 = 3499;
/// "a … variable(…) redeclared without …".
const VARIABLE_WITHOUT: u16 = 3500;

/// Order of the checks among those that are made at the name.
const RANK: u16 = 10;

/// Execution space of a function, as the device front end sees its declarations so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Space {
    Host,
    Device,
    HostDevice,
    Global,
}

/// What a declaration itself says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Says {
    Nothing,
    Host,
    Device,
    HostDevice,
    Global,
}

impl Says {
    fn of(spaces: Spaces) -> Says {
        match (spaces.global, spaces.host, spaces.device) {
            (true, ..) => Says::Global,
            (_, true, true) => Says::HostDevice,
            (_, true, false) => Says::Host,
            (_, false, true) => Says::Device,
            (_, false, false) => Says::Nothing,
        }
    }

    /// The space of a first declaration.
    fn space(self) -> Space {
        match self {
            Says::Nothing | Says::Host => Space::Host,
            Says::Device => Space::Device,
            Says::HostDevice => Space::HostDevice,
            Says::Global => Space::Global,
        }
    }
}

/// The table of spec 2 §3: the message for a declaration that says `says` after declarations that made the
/// function's space `before`, and the space that it has then.
fn redeclared(before: Space, says: Says) -> (Option<u16>, Space) {
    use Space::*;
    match (before, says) {
        (Global, Says::Nothing) => (Some(3487), Global),
        (Global, Says::Host) => (Some(3488), Global),
        (Global, Says::Device) => (Some(3489), Global),
        (Global, Says::HostDevice) => (Some(3490), Global),
        (Global, Says::Global) => (None, Global),
        (Device, Says::Global) => (Some(3491), Global),
        (Host, Says::Global) => (Some(3495), Global),
        (HostDevice, Says::Global) => (Some(3498), Global),
        (Device, Says::Host) => (Some(3492), HostDevice),
        (Device, Says::HostDevice) => (Some(3493), HostDevice),
        (Device, Says::Nothing) => (Some(3494), HostDevice),
        (Device, Says::Device) => (None, Device),
        (Host, Says::Device) => (Some(3496), HostDevice),
        (Host, Says::HostDevice) => (Some(3497), HostDevice),
        (Host, Says::Nothing | Says::Host) => (None, Host),
        (HostDevice, _) => (None, HostDevice),
    }
}

/// The space that declarations make of a function; `None` where that depends on more than is known here.
fn space_after(check: &Check<'_>, declarations: &[DeclRef]) -> Option<Space> {
    let says = |decl: &DeclRef| Says::of(check.names().decl(*decl).attributes.spaces);
    let (first, others) = declarations.split_first()?;
    let mut space = says(first).space();
    for other in others {
        let (message, after) = redeclared(space, says(other));
        if after == Space::Global && message.is_some() && says(other) != Says::Nothing {
            // What a kernel is after such an error depends on which attributes were seen.
            return None;
        }
        space = after;
    }
    Some(space)
}

/// Checks a declaration of a function or variable.
pub(crate) fn declared(check: &Check<'_>, declared: &Declared) {
    if declared.place == Place::Block {
        return local(check, declared);
    }
    let Some(decl) = declared.decl else { return };
    if !may_be_redeclared(check, decl) {
        return;
    }
    match declared.kind {
        Kind::Function => function(check, declared, decl),
        Kind::Variable => variable(check, declared, decl),
        _ => {}
    }
}

/// Whether it is worth looking up other declarations in the unit.
pub(crate) fn may_be_redeclared(check: &Check<'_>, decl: DeclRef) -> bool {
    let written = check.decl(decl);
    if written.qualifier.is_some() {
        return true;
    }
    if written.explicit_instantiation || is_specialization(check, decl) {
        return true;
    }
    let is_member = written.parent.is_some() && !written.specifiers.is_friend;
    !is_member && check.candidates().contains(&written.name)
}

/// The declarations of the same entity before `decl`; `None` when they cannot be distinguished.
pub(crate) fn earlier(check: &Check<'_>, decl: DeclRef) -> Option<Vec<DeclRef>> {
    let written = check.decl(decl);
    let is_specialization = matches!(written.name, DeclName::TemplateId(..))
        || written.templates.iter().any(|header| header.params.is_empty());
    if is_specialization || written.explicit_instantiation {
        return Some(Vec::new());
    }
    match check.names().redeclarations(decl) {
        Redeclarations::Known(all) => Some(all.into_iter().take_while(|other| *other != decl).collect()),
        Redeclarations::Unknown => None,
    }
}

/// Whether `decl` is an explicit specialization (`template<> …`) of a function template.
fn is_specialization(check: &Check<'_>, decl: DeclRef) -> bool {
    let written = check.decl(decl);
    !written.explicit_instantiation && written.templates.iter().any(|header| header.params.is_empty())
}

/// An explicit specialization has spaces of its own, but `__global__` mixes with no other; an explicit instantiation
/// redeclares its template.
fn instance(check: &Check<'_>, declared: &Declared, decl: DeclRef) {
    let names = check.names();
    let own = check.decl(decl).attributes.spaces;
    if is_specialization(check, decl) && own == Spaces::default() {
        return;
    }
    let Some(primaries) = names.primary_templates(decl) else { return check.silence(ILLEGAL_COMBINATION) };
    let spaces = |decl: &DeclRef| names.decl(*decl).attributes.spaces;
    let Some(first) = primaries.first().map(spaces) else { return };
    if primaries.iter().any(|other| spaces(other) != first) {
        return check.silence(ILLEGAL_COMBINATION);
    }
    if is_specialization(check, decl) || !check.settings.pass.is_device() {
        return combined(check, declared, first);
    }
    let (Some(number), _) = redeclared(Says::of(first).space(), Says::of(own)) else { return };
    let name = match primaries.as_slice() {
        [only] => template_arguments::instance_name(check, *only, decl),
        _ => None,
    };
    match name {
        Some(name) => {
            let message = Message::new(number, vec![Argument::name(name)]);
            check.report(message, declared.at_name(), name_moment(check, declared, RANK));
        }
        None => check.silence(number),
    }
}

/// Whether a declaration is a friend in a class template.
fn is_friend_of_template(names: &Names<'_>, decl: DeclRef) -> bool {
    let mut at = names.decl(decl).specifiers.is_friend.then(|| names.decl(decl).parent).flatten();
    while let Some(class) = at {
        let written = names.decl(decl.sibling(class));
        if written.templates.iter().any(|header| !header.params.is_empty()) {
            return true;
        }
        at = written.parent;
    }
    false
}

fn function(check: &Check<'_>, declared: &Declared, decl: DeclRef) {
    if check.decl(decl).explicit_instantiation || is_specialization(check, decl) {
        return instance(check, declared, decl);
    }
    if !check.settings.pass.is_device() && !check.candidates().may_be_kernel(check.decl(decl)) {
        // The host front end minds kernels alone.
        return;
    }
    let Some(mut before) = earlier(check, decl) else { return check.silence(3494) };
    // Friends of class templates are declared with their instances.
    before.retain(|decl| !is_friend_of_template(check.names(), *decl));
    if before.is_empty() || is_friend_of_template(check.names(), decl) {
        return;
    }
    let defines = |decl: DeclRef| {
        matches!(check.names().decl(decl).kind, DeclKind::Function { body: BodyKind::Block, .. })
    };
    if defines(decl) && before.iter().any(|other| defines(*other)) {
        // A second definition is not a redeclaration.
        return;
    }
    let spaces = |decl: &DeclRef| check.names().decl(*decl).attributes.spaces;
    if !check.settings.pass.is_device() {
        let prior = before.iter().map(spaces).fold(Spaces::default(), Spaces::union);
        return combined(check, declared, prior);
    }
    let is_built_in = |decl: &DeclRef| check.names().decl(*decl).attributes.built_in;
    if before.iter().any(is_built_in) || is_built_in(&decl) {
        // The toolkit's own functions have other spaces in its host and device headers.
        return;
    }
    let Some(space) = space_after(check, &before) else { return };
    let (Some(number), _) = redeclared(space, Says::of(spaces(&decl))) else { return };
    match shown::entity_name(check.names(), decl) {
        Some(name) => {
            let message = Message::new(number, vec![Argument::name(name)]);
            check.report(message, declared.at_name(), name_moment(check, declared, RANK));
        }
        None => check.silence(number),
    }
}

/// The host front end: `__global__` excludes the others on one entity, seen at each attribute.
fn combined(check: &Check<'_>, declared: &Declared, prior: Spaces) {
    let mut own = Spaces::default();
    for (index, attribute) in declared.attributes.iter().enumerate() {
        let is_kernel = launch::is_kernel(std::slice::from_ref(attribute));
        let is_other = |before: CudaAttribute| Some(before) != attribute.cuda();
        let is_other_kernel = is_kernel
            && prior.global
            && check.unit.dialect(check.db).tile
            && kernel_before(check, declared).is_some_and(is_other);
        let clashes = |spaces: Spaces| match attribute.cuda() {
            Some(CudaAttribute::Global | CudaAttribute::TileGlobal) => {
                spaces.host || spaces.device && !spaces.global
            }
            Some(CudaAttribute::Host | CudaAttribute::Device | CudaAttribute::Tile) => spaces.global,
            _ => false,
        };
        // Attributes that exclude one another in one declaration are checked without those before it.
        if is_other_kernel || clashes(prior.union(own)) && !clashes(own) {
            let moment = attribute_moment(check, declared, index, CONFLICT_RANK);
            check.report(Message::plain(ILLEGAL_COMBINATION), attribute.name.start(), moment);
        }
        match attribute.cuda() {
            Some(CudaAttribute::Global | CudaAttribute::TileGlobal) => own.global = true,
            Some(CudaAttribute::Host) => own.host = true,
            Some(CudaAttribute::Device | CudaAttribute::Tile) => own.device = true,
            _ => {}
        }
    }
}

/// The attribute by which an earlier declaration makes a function a kernel.
fn kernel_before(check: &Check<'_>, declared: &Declared) -> Option<CudaAttribute> {
    let before = earlier(check, declared.decl?)?;
    let attributes = before.into_iter().filter_map(|decl| declared::attributes_of(check, decl)).flatten();
    let mut of_kernels = attributes.filter(|applied| launch::is_kernel(std::slice::from_ref(applied)));
    of_kernels.next()?.cuda()
}

/// The memory spaces that a declaration may lack or add, in the order in which they are compared.
fn memory_spaces(spaces: Spaces) -> [(bool, &'static str); 3] {
    [(spaces.constant, "__constant__"), (spaces.managed, "__managed__"), (spaces.shared, "__shared__")]
}

fn variable(check: &Check<'_>, declared: &Declared, decl: DeclRef) {
    if !check.settings.pass.is_device() {
        return;
    }
    let Some(before) = earlier(check, decl) else { return check.silence(VARIABLE_WITHOUT) };
    if before.is_empty() {
        return;
    }
    let spaces = |decl: &DeclRef| check.names().decl(*decl).attributes.spaces;
    let prior = before.iter().map(spaces).fold(Spaces::default(), Spaces::union);
    let Some((number, was, other)) = redeclared_variable(prior, spaces(&decl)) else { return };
    let shown = shown::entity_name(check.names(), decl).filter(|_| check.decl(decl).templates.is_empty());
    report_variable(check, declared, shown, (number, was, other));
}

fn report_variable(
    check: &Check<'_>,
    declared: &Declared,
    name: Option<String>,
    (number, was, other): (u16, &str, &str),
) {
    let Some(name) = name else { return check.silence(number) };
    let arguments = vec![Argument::text(was), Argument::name(name), Argument::text(other)];
    let moment = name_moment(check, declared, RANK);
    check.report(Message::new(number, arguments), declared.at_name(), moment);
}

/// The message for a variable in shared memory whose name means another one of another type: it is taken for a new one.
pub(crate) fn taken_for_another(name: &str) -> Message {
    let arguments = vec![Argument::text("host"), Argument::name(name), Argument::text("__shared__")];
    Message::new(VARIABLE_WITH, arguments)
}

/// The message for a variable declared with the spaces `now` after declarations with the spaces `prior`, and the
/// spaces that it names.
fn redeclared_variable(prior: Spaces, now: Spaces) -> Option<(u16, &'static str, &'static str)> {
    let special = memory_spaces(prior);
    let was = special.iter().find(|(is, _)| *is).map(|(_, name)| *name);
    let lacks = special.iter().zip(memory_spaces(now)).find(|((was, _), (is, _))| *was && !is);
    let adds = special.iter().zip(memory_spaces(now)).find(|((was, _), (is, _))| !was && *is);
    let says_something = now.device || memory_spaces(now).iter().any(|(is, _)| *is);
    Some(match (lacks, adds) {
        (Some(((_, name), _)), _) => (VARIABLE_WITHOUT, *name, *name),
        (None, Some((_, (_, name)))) => match (was, prior.device) {
            (Some(was), _) => (VARIABLE_WITH, was, name),
            (None, true) => (VARIABLE_WITH, "__device__", name),
            (None, false) => (VARIABLE_WITH, "host", name),
        },
        (None, None) if was.is_none() && prior.device && !says_something => {
            (VARIABLE_WITHOUT, "__device__", "__device__")
        }
        (None, None) if was.is_none() && !prior.device && now.device => (VARIABLE_WITH, "host", "__device__"),
        (None, None) => return None,
    })
}

/// A declaration in a block redeclares what the namespace around the function declares (device front end).
fn local(check: &Check<'_>, declared: &Declared) {
    let is_extern = declared.has(SyntaxKind::EXTERN_KW) || declared.kind == Kind::Function;
    if !check.settings.pass.is_device() || !is_extern || is_in_template(&declared.node) {
        return;
    }
    let own =
        declared.attributes.iter().fold(Spaces::default(), |spaces, attribute| match attribute.cuda() {
            Some(CudaAttribute::Host) => Spaces { host: true, ..spaces },
            Some(CudaAttribute::Device) => Spaces { device: true, ..spaces },
            Some(CudaAttribute::Global) => Spaces { global: true, ..spaces },
            Some(CudaAttribute::Shared) => Spaces { shared: true, ..spaces },
            Some(CudaAttribute::Constant) => Spaces { constant: true, ..spaces },
            Some(CudaAttribute::Managed) => Spaces { managed: true, ..spaces },
            _ => spaces,
        });
    let is_variable = declared.kind == Kind::Variable;
    if own.shared
        && is_variable
        && block_externs::is_behind_conflict(
            check.db,
            check.unit.source(check.db),
            check.item,
            check.unit.dialect(check.db),
            declared.at_name(),
        )
    {
        if let Some(name) = asunder_syntax::token_at(&check.root, declared.at_name()) {
            let moment = name_moment(check, declared, RANK);
            check.report(taken_for_another(name.text()), declared.at_name(), moment);
        }
        return;
    }
    let Some(prior) = in_namespace(check, declared) else { return };
    let names = check.names();
    let shown = shown::entity_name(names, prior);
    let Redeclarations::Known(before) = names.redeclarations(prior) else {
        return check.silence(VARIABLE_WITHOUT);
    };
    let before: Vec<DeclRef> = before.into_iter().filter(|decl| decl.item < check.item).collect();
    match declared.kind {
        Kind::Function => {
            if before.iter().any(|decl| names.decl(*decl).attributes.built_in) {
                return;
            }
            let Some(space) = space_after(check, &before) else { return };
            let (Some(number), _) = redeclared(space, Says::of(own)) else { return };
            let Some(name) = shown else { return check.silence(number) };
            let message = Message::new(number, vec![Argument::name(name)]);
            check.report(message, declared.at_name(), name_moment(check, declared, RANK));
        }
        Kind::Variable => {
            let spaces = before.iter().map(|decl| names.decl(*decl).attributes.spaces);
            let prior = spaces.fold(Spaces::default(), Spaces::union);
            if let Some(found) = redeclared_variable(prior, own) {
                report_variable(check, declared, shown, found);
            }
        }
        _ => {}
    }
}

/// The declaration before the item that a block-scope declaration redeclares. Functions with parameters may be
/// others, and a name that occurs before in the item may have been redeclared already: both are not followed.
fn in_namespace(check: &Check<'_>, declared: &Declared) -> Option<DeclRef> {
    let name = asunder_syntax::token_at(&check.root, declared.at_name())?;
    let is_first = check.first_mention(name.text()) == Some(name.text_range().start());
    let has_parameters = declared
        .declarator
        .function()
        .and_then(|it| it.param_list())
        .is_some_and(|list| list.param_decls().next().is_some());
    if !is_first || has_parameters {
        return None;
    }
    let names = check.names();
    let site = names.site_at(check.item, declared.at_name());
    let Lookup::Found(members) = names.lookup(name.text(), &site) else { return None };
    let namespace = names.item(check.item).namespace;
    let is_wanted = |member: &Member| {
        member.class.is_none()
            && member.decl.item < check.item
            && names.item(member.decl.item).namespace == namespace
    };
    let found: Vec<DeclRef> = members.iter().filter(|it| is_wanted(it)).map(|it| it.decl).collect();
    let first = *found.first()?;
    let is_same = |decl: &DeclRef| match (&names.decl(*decl).kind, declared.kind) {
        (DeclKind::Function { ty: TypeExpr::Function(function), .. }, Kind::Function) => {
            function.params.is_empty() && names.decl(*decl).templates.is_empty()
        }
        (DeclKind::Variable { .. }, Kind::Variable) => names.decl(*decl).templates.is_empty(),
        _ => false,
    };
    found.iter().all(is_same).then_some(first)
}
