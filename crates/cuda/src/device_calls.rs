//! Uses of what only the host has in device code, as far as the device pass reports them while it reads a body (spec 2
//! §1, §6): calls of `constexpr` functions, of virtual functions, and of inline functions from `__host__ __device__`
//! ones; accesses to variables. All others are found by the walk through what the device keeps ([`crate::walk`]).

use asunder_decls::names::DeclRef;
use asunder_decls::written::{BodyKind, DeclKind};
use asunder_sema::uses::{AccessKind, BodyUses, LambdaBody, Origin, Use, UseForm, uses};
use rustc_hash::FxHashMap;

use crate::check::Check;
use crate::deprecated;
use crate::device_names::is_function_unchecked;
use crate::finding::{Argument, Message};
use crate::used::{Callee, HostVariable, host_function, host_variable, is_local, space_in_device_pass};

/// "calling a __host__ function … from a __host__ __device__ function …".
const VIRTUAL_FROM_HOST_DEVICE: u16 = 3468;
/// "calling a constexpr __host__ function … from a __host__ __device__ function …".
const CONSTEXPR_FROM_HOST_DEVICE: u16 = 3470;
/// "calling a __host__ function from a __host__ __device__ function is not allowed".
const INLINE_FROM_HOST_DEVICE: u16 = 3471;
/// "calling a __host__ function … from a __device__ function …"; the next number with `constexpr`.
const FROM_DEVICE: u16 = 3473;
/// "calling a __host__ function … from a __global__ function …"; the next number with `constexpr`.
const FROM_GLOBAL: u16 = 3475;

/// "a host variable … cannot be directly read in a device function".
const READ: u16 = 3551;
/// "a host variable … cannot be directly written in a device function".
const WRITTEN: u16 = 3552;
/// "address of a host variable … cannot be directly taken in a device function".
const ADDRESS_TAKEN: u16 = 3553;

/// The function whose body is read.
struct Caller {
    is_host: bool,
    is_global: bool,
    /// A pragma turns the checks of its calls off.
    is_unchecked: bool,
    name: String,
}

/// Checks the calls in the bodies of the item.
pub(crate) fn examine(check: &Check<'_>) {
    if !check.settings.pass.is_device() {
        return;
    }
    let (source, dialect) = (check.unit.source(check.db), check.unit.dialect(check.db));
    for body in uses(check.db, source, check.item, dialect, check.settings.pass.templates()) {
        let function = caller(check, body.owner);
        let lambdas = match is_local(body.owner) {
            true => FxHashMap::default(),
            false => lambda_callers(body, function.as_ref()),
        };
        for used in &body.uses {
            let caller = match used.lambda {
                None => function.as_ref(),
                Some(lambda) => lambdas.get(&lambda),
            };
            let Some(caller) = caller else { continue };
            if used.origin == Origin::Written {
                deprecated::used(check, body.owner, used);
            }
            // A construction of constants is made while the body is read.
            let is_constant = used.origin == Origin::Implied && used.is_constant;
            if used.origin != Origin::Written && !is_constant {
                continue;
            }
            if let Some(callee) = host_function(check.names(), used) {
                call(check, caller, used, &callee);
            }
            if let Some(variable) = host_variable(check.names(), used).filter(|it| !it.is_constant) {
                access(check, used, &variable);
            }
        }
    }
}

/// The lambdas in the body of `function` that run on the device: where they are written to run, or else where the code
/// around them does.
fn lambda_callers(body: &BodyUses<'_>, function: Option<&Caller>) -> FxHashMap<u32, Caller> {
    let mut callers: FxHashMap<u32, Caller> = FxHashMap::default();
    let mut outer_first: Vec<&LambdaBody> = body.lambdas.iter().collect();
    outer_first.sort_by_key(|lambda| lambda.depth);
    for lambda in outer_first {
        let is_written = lambda.spaces.device || lambda.spaces.host;
        let around = match lambda.parent {
            Some(parent) => callers.get(&parent),
            None => function,
        };
        let caller = match (is_written, around) {
            (true, _) if lambda.spaces.device => {
                Caller { is_host: lambda.spaces.host, ..Caller::call_operator(false) }
            }
            (false, Some(around)) => {
                Caller { is_host: around.is_host, ..Caller::call_operator(around.is_unchecked) }
            }
            _ => continue,
        };
        callers.insert(lambda.lambda, caller);
    }
    callers
}

impl Caller {
    /// The call operator of a lambda for the device.
    fn call_operator(is_unchecked: bool) -> Caller {
        Caller { is_host: false, is_global: false, is_unchecked, name: "operator()".to_owned() }
    }
}

/// The function that has the body, if it runs on the device.
fn caller(check: &Check<'_>, owner: DeclRef) -> Option<Caller> {
    let names = check.names();
    if is_local(owner) || !matches!(names.decl(owner).kind, DeclKind::Function { .. }) {
        return None;
    }
    let (is_host, is_device) = space_in_device_pass(names, owner)?;
    let is_global = names.spaces(owner)?.global;
    let is_unchecked = is_function_unchecked(check.db, check.unit, owner);
    let name = names.identifier_text(owner)?;
    is_device.then_some(Caller { is_host, is_global, is_unchecked, name })
}

/// Reports a call of a function that runs on the host alone.
fn call(check: &Check<'_>, caller: &Caller, used: &Use<'_>, callee: &Callee) {
    let by_space = |from_host_device, from_device| match (caller.is_host, caller.is_global) {
        (true, _) => from_host_device,
        (false, false) => from_device,
        (false, true) => from_device + (FROM_GLOBAL - FROM_DEVICE),
    };
    let number = match used.form {
        _ if caller.is_unchecked => return,
        UseForm::Name | UseForm::Table => return,
        // Whether an object is constant decides which of the two phases reports its constructor.
        UseForm::Constructor if !callee.is_constexpr || !used.is_constant => return,
        _ if callee.is_constexpr && check.settings.relaxed_constexpr => return,
        _ if callee.is_constexpr => by_space(CONSTEXPR_FROM_HOST_DEVICE, FROM_DEVICE + 1),
        UseForm::VirtualCall => by_space(VIRTUAL_FROM_HOST_DEVICE, FROM_DEVICE),
        _ if caller.is_host && used.instance.is_none() && is_inline(check, callee) => {
            let at = match used.form {
                UseForm::Call | UseForm::CallOperator | UseForm::Destructor => used.point,
                _ => used.at,
            };
            check.report(Message::plain(INLINE_FROM_HOST_DEVICE), at, check.moment(used.point, 0));
            return;
        }
        _ => return,
    };
    let Some(name) = check.names().identifier_text(callee.decl) else { return check.silence(number) };
    let arguments = vec![Argument::name(name), Argument::name(&*caller.name)];
    // The call of an object is checked twice.
    let times = if used.form == UseForm::CallOperator { 2 } else { 1 };
    let at = if used.form == UseForm::Constructor { used.point } else { used.at };
    for _ in 0..times {
        check.report(Message::new(number, arguments.clone()), at, check.moment(used.point, 0));
    }
}

/// Warns of an access to a variable of the host.
fn access(check: &Check<'_>, used: &Use<'_>, variable: &HostVariable) {
    let numbers: &[u16] = match variable.access {
        AccessKind::Read => &[READ],
        AccessKind::Write => &[WRITTEN],
        AccessKind::Update => &[READ, WRITTEN],
        AccessKind::Address => &[ADDRESS_TAKEN],
    };
    for number in numbers {
        let Some(name) = check.names().qualified_text(variable.decl) else { return check.silence(*number) };
        let kind = Some(if variable.is_member { "member" } else { "variable" });
        let entity = Argument::Entity { kind, name: name.into(), declared: None };
        check.report(Message::new(*number, vec![entity]), used.at, check.moment(used.point, 1));
    }
}

/// Whether the declarations in front of a use make a function inline.
fn is_inline(check: &Check<'_>, callee: &Callee) -> bool {
    let names = check.names();
    let is_before =
        |decl: &&DeclRef| decl.item < check.item || decl.item == check.item && **decl <= callee.decl;
    callee.declarations.iter().filter(is_before).any(|decl| {
        let written = names.decl(*decl);
        let is_defined_in_class = written.parent.is_some()
            && matches!(written.kind, DeclKind::Function { body: BodyKind::Block, .. });
        written.specifiers.is_inline || is_defined_in_class
    })
}
