//! Redeclarations with other spaces (spec 2 §3, §5).
//!
//! The host front end ORs the attributes of all declarations and looks at each attribute only; the device front
//! end compares each declaration with those before it.

use asunder_decls::Redeclarations;
use asunder_decls::names::DeclRef;
use asunder_decls::written::{BodyKind, DeclKind, DeclName, Spaces};
use asunder_outline::CudaAttribute;

use crate::attributes::{CONFLICT_RANK, attribute_moment, name_moment};
use crate::check::Check;
use crate::declared::{Declared, Kind, Place};
use crate::finding::{Argument, Message};
use crate::shown;

/// "illegal combination of memory qualifiers".
const ILLEGAL_COMBINATION: u16 = 3481;
/// "a … variable(…) redeclared with …".
const VARIABLE_WITH: u16 = 3499;
/// "a … variable(…) redeclared without …".
const VARIABLE_WITHOUT: u16 = 3500;

/// Order of the checks among those that are made at the name.
const RANK: u16 = 100;

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

/// Judges a declaration of a function or variable.
pub(crate) fn declared(check: &Check<'_>, declared: &Declared) {
    let Some(decl) = declared.decl.filter(|_| declared.place != Place::Block) else { return };
    if !may_be_redeclared(check, decl) {
        return;
    }
    match declared.kind {
        Kind::Function => function(check, declared, decl),
        Kind::Variable => variable(check, declared, decl),
        _ => {}
    }
}

/// Whether it is worth asking the unit for other declarations.
pub(crate) fn may_be_redeclared(check: &Check<'_>, decl: DeclRef) -> bool {
    let written = check.decl(decl);
    if written.qualifier.is_some() {
        return true;
    }
    let is_member = written.parent.is_some() && !written.specifiers.is_friend;
    !is_member && check.candidates().contains(&written.name)
}

/// The declarations of the same entity before `decl`; `None` when they can not be told apart.
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

fn function(check: &Check<'_>, declared: &Declared, decl: DeclRef) {
    let Some(before) = earlier(check, decl) else { return check.silence(3494) };
    if before.is_empty() {
        return;
    }
    let defines = |decl: DeclRef| {
        matches!(check.names().decl(decl).kind, DeclKind::Function { body: BodyKind::Block, .. })
    };
    if defines(decl) && before.iter().any(|other| defines(*other)) {
        // A second definition is no redeclaration.
        return;
    }
    let spaces = |decl: &DeclRef| check.names().decl(*decl).attributes.spaces;
    if !check.settings.pass.is_device() {
        let prior = before.iter().map(spaces).fold(Spaces::default(), Spaces::union);
        return combined(check, declared, prior);
    }
    let mut earlier = before.iter();
    let Some(first) = earlier.next() else { return };
    let mut space = Says::of(spaces(first)).space();
    for other in earlier {
        let (message, after) = redeclared(space, Says::of(spaces(other)));
        if after == Space::Global && message.is_some() && Says::of(spaces(other)) != Says::Nothing {
            // What a kernel is after such an error depends on which attributes were seen.
            return;
        }
        space = after;
    }
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
        let clashes = |spaces: Spaces| match attribute.cuda() {
            Some(CudaAttribute::Global) => spaces.host || spaces.device && !spaces.global,
            Some(CudaAttribute::Host | CudaAttribute::Device) => spaces.global,
            _ => false,
        };
        // Attributes that exclude one another in one declaration are judged without those before it.
        if clashes(prior.union(own)) && !clashes(own) {
            let moment = attribute_moment(check, declared, index, CONFLICT_RANK);
            check.report(Message::plain(ILLEGAL_COMBINATION), attribute.name.start(), moment);
        }
        match attribute.cuda() {
            Some(CudaAttribute::Global) => own.global = true,
            Some(CudaAttribute::Host) => own.host = true,
            Some(CudaAttribute::Device) => own.device = true,
            _ => {}
        }
    }
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
    let now = spaces(&decl);
    let special = memory_spaces(prior);
    let was = special.iter().find(|(is, _)| *is).map(|(_, name)| *name);
    let lacks = special.iter().zip(memory_spaces(now)).find(|((was, _), (is, _))| *was && !is);
    let adds = special.iter().zip(memory_spaces(now)).find(|((was, _), (is, _))| !was && *is);
    let says_something = now.device || memory_spaces(now).iter().any(|(is, _)| *is);
    let (number, was, other) = match (lacks, adds) {
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
        (None, None) => return,
    };
    let shown = shown::entity_name(check.names(), decl).filter(|_| check.decl(decl).templates.is_empty());
    match shown {
        Some(name) => {
            let arguments = vec![Argument::text(was), Argument::name(name), Argument::text(other)];
            let moment = name_moment(check, declared, RANK);
            check.report(Message::new(number, arguments), declared.at_name(), moment);
        }
        None => check.silence(number),
    }
}
