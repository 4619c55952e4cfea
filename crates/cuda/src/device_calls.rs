//! Uses of what only the host has in device code, as far as the device pass reports them while it reads a body (spec 2
//! §1, §6): calls of `constexpr` functions, of virtual functions, and of inline functions from `__host__ __device__`
//! ones; accesses to variables. All others are found by the walk through what the device keeps ([`crate::walk`]).

use std::cell::{Cell, RefCell};

use asunder_decls::names::{DeclRef, Names};
use asunder_decls::written::{BodyKind, DeclKind, DeclName, TypeExpr};
use asunder_sema::Sema;
use asunder_sema::uses::{
    AccessKind, BodyUses, LambdaBody, Origin, RangePart, Use, UseForm, declared_in_block, uses,
    uses_in_templates,
};
use asunder_syntax::{AstNode, SyntaxKind, TextSize, ast};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::accesses;
use crate::bodies::body_around;
use crate::calls::{end_of_call, is_body_owner};
use crate::check::Check;
use crate::closures::{Closures, operator_name};
use crate::declared;
use crate::deprecated;
use crate::finding::{Argument, Finding, Message, Moment};
use crate::settings::SharedStd;
use crate::templates::{ReadAs, read_as};
use crate::unchecked::{Reading, is_unchecked};
use crate::used::{Callee, HostVariable, host_function, host_variable, is_local, space_in_device_pass};

mod inlined;

use inlined::InlineCall;

/// "calling a __host__ function … from a __host__ __device__ function …".
const VIRTUAL_FROM_HOST_DEVICE: u16 = 3468;
/// "calling a constexpr __host__ function … from a __host__ __device__ function …".
const CONSTEXPR_FROM_HOST_DEVICE: u16 = 3470;
/// "calling a __host__ function from a __host__ __device__ function is not allowed"; the next number with `constexpr`.
const INLINE_FROM_HOST_DEVICE: u16 = 3471;
/// "calling a __host__ function … from a __device__ function …"; the next number with `constexpr`.
const FROM_DEVICE: u16 = 3473;
/// "calling a __host__ function … from a __global__ function …"; the next number with `constexpr`.
const FROM_GLOBAL: u16 = 3475;

/// "cannot pass an argument with a user-provided copy-constructor to a device-side kernel launch".
const COPIED_FOR_LAUNCH: u16 = 3523;
/// "cannot pass an argument with a user-provided destructor to a device-side kernel launch".
const DESTROYED_FOR_LAUNCH: u16 = 3524;

/// "a host variable … cannot be directly read in a device function".
const READ: u16 = 3551;
/// "a host variable … cannot be directly written in a device function".
const WRITTEN: u16 = 3552;
/// "address of a host variable … cannot be directly taken in a device function".
const ADDRESS_TAKEN: u16 = 3553;

/// The function whose body is read.
#[derive(Clone)]
pub(crate) struct Caller {
    is_host: bool,
    is_global: bool,
    /// A pragma leaves its calls unchecked.
    is_unchecked: bool,
    /// The same of what its template has however it is instantiated.
    is_unchecked_as_written: bool,
    /// The members of instances that it calls are made while it is read: it is a lambda that says no space.
    makes_members: bool,
    /// Its calls of inline functions are looked at when it is put together: no extended lambda of a host function is.
    is_put_together: bool,
    name: String,
}

/// Checks the calls in the bodies of the item.
pub(crate) fn examine(check: &Check<'_>) {
    if !check.settings.pass.is_device() {
        return;
    }
    let (source, dialect) = (check.unit.source(check.db), check.unit.dialect(check.db));
    let closures = Closures::new((check.db, check.unit), check.names(), None);
    in_generic_lambdas(check, &closures);
    for body in uses(check.db, source, check.item, dialect) {
        let function = caller(check, body.owner);
        let lambdas = lambda_callers(check, body, function.as_ref());
        let callers = Callers {
            function: function.as_ref(),
            lambdas: &lambdas,
            read: Cell::default(),
            is_instance: false,
            inlined: RefCell::default(),
        };
        if function.as_ref().is_some_and(|function| !function.is_host) {
            launches(check, body);
        }
        for used in &body.uses {
            if callers.of(used).is_some() && used.origin == Origin::Written {
                deprecated::used(check, body.owner, used);
            }
            examine_use(check, (&callers, &closures), used);
        }
        for used in &body.folded {
            examine_use(check, (&callers, &closures), used);
        }
        inlined::report(check, body, callers.inlined.take());
    }
}

/// Objects that launches from device code pass by value (spec 2 §8).
fn launches(check: &Check<'_>, body: &BodyUses<'_>) {
    if !check.settings.rdc {
        return;
    }
    for launch in &body.launches {
        let numbers = launch.arguments.iter().flat_map(|argument| {
            [(argument.copies, COPIED_FOR_LAUNCH), (argument.destroys, DESTROYED_FOR_LAUNCH)]
        });
        for (_, number) in numbers.filter(|(is_reported, _)| *is_reported) {
            // It is found when the function is put together.
            let moment = Moment { inner: launch.at, ..check.moment(body.end, 3) };
            let finding = Finding::new(Message::plain(number), launch.at, moment);
            check.add(Finding { needs_clean_unit: true, ..finding });
        }
    }
}

/// The functions that the code of a body is in.
struct Callers<'a, 'db> {
    function: Option<&'a Caller>,
    lambdas: &'a FxHashMap<u32, Caller>,
    /// How far the body is read.
    read: Cell<TextSize>,
    /// It is the body of an instance, which is read behind the whole unit.
    is_instance: bool,
    /// The calls of inline functions, which are found when the function is put together.
    inlined: RefCell<Vec<InlineCall<'db>>>,
}

impl<'a> Callers<'a, '_> {
    fn of(&self, used: &Use<'_>) -> Option<&'a Caller> {
        match used.lambda {
            None => self.function,
            Some(lambda) => self.lambdas.get(&lambda),
        }
    }
}

/// Checks what the generic lambdas of the item's functions use whatever their arguments are, where it stands; what is found
/// when a function is put together belongs to their instances.
fn in_generic_lambdas<'db>(check: &Check<'db>, closures: &Closures<'_, 'db>) {
    if !check.kinds.contains_any(&[SyntaxKind::LAMBDA_EXPR]) {
        return;
    }
    let (source, dialect) = (check.unit.source(check.db), check.unit.dialect(check.db));
    for used in uses_in_templates(check.db, source, check.item, dialect) {
        let token = asunder_syntax::token_at(&check.root, used.at);
        let node = token.and_then(|token| token.parent());
        let Some(node) = node.filter(|node| read_as(node) == ReadAs::Pattern) else { continue };
        let is_in_lambda = node.ancestors().any(|it| it.kind() == SyntaxKind::LAMBDA_EXPR);
        let Some(around) = body_around(check, &node).filter(|it| it.device && is_in_lambda) else { continue };
        // A call of an object is one of each instance.
        if used.form == UseForm::CallOperator {
            continue;
        }
        let caller = Caller { is_host: around.host, ..Caller::call_operator() };
        let lambdas = FxHashMap::default();
        let callers = Callers {
            function: Some(&caller),
            lambdas: &lambdas,
            read: Cell::default(),
            is_instance: false,
            inlined: RefCell::default(),
        };
        examine_use(check, (&callers, closures), &Use { lambda: None, ..*used });
    }
}

/// Where the infix expression ends that has an operand at `at`, and whether it is the first or the second one: both are
/// read before they are converted.
fn operator_around(check: &Check<'_>, at: TextSize) -> Option<(TextSize, u16)> {
    let token = asunder_syntax::token_at(&check.root, at)?;
    let inside = token.parent_ancestors().take_while(|it| it.text_range().start() == at);
    let operand = inside.take_while(|it| it.kind() != SyntaxKind::BINARY_EXPR).last()?;
    let around = operand.parent().filter(|it| it.kind() == SyntaxKind::BINARY_EXPR)?;
    let is_second = around.first_child().as_ref() != Some(&operand);
    Some((around.text_range().end(), u16::from(is_second)))
}

/// Where a use is found: a call behind its arguments.
fn found_at(check: &Check<'_>, used: &Use<'_>) -> TextSize {
    let is_call_of = matches!(
        used.form,
        UseForm::Call | UseForm::VirtualCall | UseForm::CallOperator | UseForm::Operator | UseForm::Range(_)
    );
    let token = is_call_of.then(|| asunder_syntax::token_at(&check.root, used.at)).flatten();
    token.map_or(used.point, |token| end_of_call(&token))
}

fn examine_use<'db>(
    check: &Check<'db>,
    (callers, closures): (&Callers<'_, 'db>, &Closures<'_, 'db>),
    used: &Use<'db>,
) {
    let Some(caller) = callers.of(used) else { return };
    if let Some(operator) = closures.host_operator(used) {
        return closure_call(check, (caller, callers), used, operator.is_constexpr);
    }
    // A construction of constants is made while the body is read.
    let is_constant = used.origin == Origin::Implied && used.is_constant;
    if used.origin != Origin::Written && !is_constant {
        return;
    }
    let read = callers.read.get().max(found_at(check, used));
    callers.read.set(read);
    if caller.is_host && !caller.is_unchecked && is_inline_in_block(check, used) {
        inline_call(callers, used, INLINE_FROM_HOST_DEVICE);
    }
    if let Some(callee) = host_function(check.names(), check.settings.shared_std, used) {
        call(check, (caller, callers), (used, read), &callee);
    }
    if let Some(variable) = host_variable(check.names(), used).filter(|it| !it.is_constant) {
        access(check, used, &variable);
    }
}

/// The uses in the body of an instance of a function template of what only the host has.
pub(crate) fn suspects<'b, 'db>(
    (names, shared): (&Names<'db>, SharedStd),
    closures: &Closures<'_, 'db>,
    body: &'b BodyUses<'db>,
) -> Vec<&'b Use<'db>> {
    let is_host_only = |used: &&Use<'db>| {
        host_function(names, shared, used).is_some()
            || host_variable(names, used).is_some()
            || closures.host_operator(used).is_some()
    };
    body.uses.iter().filter(is_host_only).collect()
}

/// Checks these uses in the body of an instance, which is that of `function` if that runs on the device. Those that the
/// template has however it is instantiated, `in_template` by their places, are reported to the first check, the others to
/// the second.
pub(crate) fn of_instance<'db>(
    (of_template, own): (&Check<'db>, &Check<'db>),
    function: Option<&Caller>,
    body: &BodyUses<'db>,
    (suspects, closures): (&[&Use<'db>], &Closures<'_, 'db>),
    in_template: &FxHashSet<(TextSize, DeclRef)>,
) {
    let lambdas = lambda_callers(own, body, function);
    let callers = Callers {
        function,
        lambdas: &lambdas,
        read: Cell::default(),
        is_instance: true,
        inlined: RefCell::default(),
    };
    // What the template has itself is checked before its pragma is applied.
    let written = function.filter(|it| it.is_unchecked && !it.is_unchecked_as_written);
    let written = written.map(|it| Caller { is_unchecked: false, ..it.clone() });
    let as_written = Callers {
        function: written.as_ref(),
        lambdas: &lambdas,
        read: Cell::default(),
        is_instance: true,
        inlined: RefCell::default(),
    };
    let is_plain = |used: &Use<'_>| used.decl().is_some_and(|decl| in_template.contains(&(used.at, decl)));
    for used in suspects {
        match (is_plain(used), used.lambda) {
            (true, None) if written.is_some() => examine_use(of_template, (&as_written, closures), used),
            (true, _) => examine_use(of_template, (&callers, closures), used),
            (false, _) => examine_use(own, (&callers, closures), used),
        }
    }
    inlined::report(own, body, callers.inlined.take());
}

/// The instance of `declared` that `definition` defines, if it runs on the device.
pub(crate) fn instance_caller(check: &Check<'_>, declared: DeclRef, definition: DeclRef) -> Option<Caller> {
    let names = check.names();
    let spaces = names.spaces(declared)?;
    let is_device = spaces.device || spaces.global;
    let name = names.identifier_text(definition)?;
    let (is_host, is_global) = (spaces.host, spaces.global);
    let caller = Caller { is_host, is_global, ..Caller::named(name) };
    is_device.then(|| caller.checked(check, definition))
}

/// The lambdas in the body of `function` that run on the device: where they are written to run, or else where the code
/// around them does.
fn lambda_callers(
    check: &Check<'_>,
    body: &BodyUses<'_>,
    function: Option<&Caller>,
) -> FxHashMap<u32, Caller> {
    let mut callers: FxHashMap<u32, Caller> = FxHashMap::default();
    let is_in_host_function = function.is_none()
        && (is_local(body.owner) || matches!(check.names().decl(body.owner).kind, DeclKind::Function { .. }));
    let mut outer_first: Vec<&LambdaBody> = body.lambdas.iter().collect();
    outer_first.sort_by_key(|lambda| lambda.depth);
    for lambda in outer_first {
        // Without extended lambdas annotations are an error, and count for nothing.
        let is_written = check.settings.extended_lambda && (lambda.spaces.device || lambda.spaces.host);
        let around = match lambda.parent {
            Some(parent) => callers.get(&parent),
            None => function,
        };
        let caller = match (is_written, around) {
            (true, _) if lambda.spaces.device => Caller {
                is_host: lambda.spaces.host,
                is_put_together: lambda.parent.is_some() || !is_in_host_function,
                ..Caller::call_operator()
            },
            (false, Some(around)) => {
                Caller { is_host: around.is_host, makes_members: true, ..Caller::call_operator() }
            }
            _ => continue,
        };
        callers.insert(lambda.lambda, caller);
    }
    callers
}

impl Caller {
    /// The call operator of a generic lambda, if it runs on the device.
    pub(crate) fn of_closure((is_host, is_device): (bool, bool)) -> Option<Caller> {
        is_device.then_some(Caller { is_host, ..Caller::call_operator() })
    }

    /// The call operator of a lambda for the device.
    fn call_operator() -> Caller {
        Caller::named("operator()".to_owned())
    }

    /// The function that `decl` declares, whose calls pragmas may leave unchecked.
    fn checked(self, check: &Check<'_>, decl: DeclRef) -> Caller {
        let is_unchecked = |reading| is_unchecked(check.db, check.unit, check.names(), decl, reading);
        Caller {
            is_unchecked: is_unchecked(Reading::Made),
            is_unchecked_as_written: is_unchecked(Reading::AsWritten),
            ..self
        }
    }

    /// A function of this name for the device alone.
    fn named(name: String) -> Caller {
        Caller {
            is_host: false,
            is_global: false,
            is_unchecked: false,
            is_unchecked_as_written: false,
            makes_members: false,
            is_put_together: true,
            name,
        }
    }
}

/// The function that has the body, if it runs on the device.
fn caller(check: &Check<'_>, owner: DeclRef) -> Option<Caller> {
    let names = check.names();
    if is_local(owner) {
        return local_caller(check, owner);
    }
    if !matches!(names.decl(owner).kind, DeclKind::Function { .. }) {
        return None;
    }
    let (is_host, is_device) = space_in_device_pass(names, owner)?;
    let is_global = names.spaces(owner)?.global;
    let name = names.identifier_text(owner)?;
    let caller = Caller { is_host, is_global, ..Caller::named(name) };
    is_device.then(|| caller.checked(check, owner))
}

/// The member function of a local class, if it runs on the device.
fn local_caller(check: &Check<'_>, owner: DeclRef) -> Option<Caller> {
    let (written, _) = declared_in_block(check.db, check.item_text, owner.local)?;
    let (name, spaces) = (written.name.ident()?.to_string(), written.attributes.spaces);
    let is_function = matches!(written.kind, DeclKind::Function { .. });
    (is_function && spaces.device).then_some(Caller { is_host: spaces.host, ..Caller::named(name) })
}

/// Reports a call of a function that runs on the host alone. The body is read up to `read`.
fn call<'db>(
    check: &Check<'_>,
    (caller, callers): (&Caller, &Callers<'_, 'db>),
    (used, read): (&Use<'db>, TextSize),
    callee: &Callee,
) {
    let by_space = |from_host_device, from_device| match (caller.is_host, caller.is_global) {
        (true, _) => from_host_device,
        (false, false) => from_device,
        (false, true) => from_device + (FROM_GLOBAL - FROM_DEVICE),
    };
    let number = match used.form {
        _ if caller.is_unchecked || callee.is_open || used.is_discarded => return,
        UseForm::Name | UseForm::Table => return,
        // Whether an object is constant decides which of the two phases reports its constructor.
        UseForm::Constructor if !callee.is_constexpr || !used.is_constant => return,
        _ if callee.is_constexpr && check.settings.relaxed_constexpr => return,
        // Only the inlining is found.
        UseForm::Range(RangePart::Ends) if callee.is_constexpr => {
            if caller.is_host && used.runs && !used.is_removed {
                inline_call(callers, used, INLINE_FROM_HOST_DEVICE + 1);
            }
            return;
        }
        _ if callee.is_constexpr => by_space(CONSTEXPR_FROM_HOST_DEVICE, FROM_DEVICE + 1),
        UseForm::VirtualCall => {
            if caller.is_host
                && is_direct(check, used)
                && is_inline(check, callee, callers.is_instance)
                && !used.has_open_arguments
            {
                inline_call(callers, used, INLINE_FROM_HOST_DEVICE);
            }
            by_space(VIRTUAL_FROM_HOST_DEVICE, FROM_DEVICE)
        }
        _ if caller.is_host && is_inline(check, callee, callers.is_instance) => {
            let is_read = !callers.is_instance && !caller.makes_members;
            if used.has_open_arguments || is_read && is_unmade_member(check, used, callee) {
                return;
            }
            inline_call(callers, used, INLINE_FROM_HOST_DEVICE);
            return;
        }
        _ => return,
    };
    let Some(name) = check.names().identifier_text(callee.decl) else { return check.silence(number) };
    let arguments = vec![Argument::name(name), Argument::name(&*caller.name)];
    // The call of an object is checked twice.
    let times = if used.form == UseForm::CallOperator { 2 } else { 1 };
    let at = if used.form == UseForm::Constructor { used.point } else { used.at };
    // What is converted has been read, and the other operand too.
    let moment = match used.form {
        UseForm::Conversion => match operator_around(check, used.at) {
            Some((end, operand)) => check.moment_after(end, 1 + operand),
            None if read > used.point => check.moment_after(read, 1),
            None => check.moment(used.point, used.form.rank()),
        },
        UseForm::Constructor => check.moment(used.point, 0),
        form => check.moment_after(found_at(check, used), form.rank()),
    };
    for _ in 0..times {
        check.report(Message::new(number, arguments.clone()), at, moment);
    }
    // It is the value of one argument that the reference finds not to be constant (measured).
    let is_warned = used.runs && !used.has_open_arguments && !used.is_removed;
    if number == CONSTEXPR_FROM_HOST_DEVICE && is_warned {
        inline_call(callers, used, INLINE_FROM_HOST_DEVICE + 1);
    }
}

/// Whether a call means a virtual function itself, whatever the object is: it names the class, or stands in a constructor or
/// destructor.
fn is_direct(check: &Check<'_>, used: &Use<'_>) -> bool {
    let Some(token) = asunder_syntax::token_at(&check.root, used.at) else { return false };
    let name = token.parent_ancestors().find_map(ast::Name::cast);
    if name.is_some_and(|name| name.segments().count() > 1) {
        return true;
    }
    let function = token.parent_ancestors().find(is_body_owner);
    let declared = function.filter(|it| it.kind() == SyntaxKind::FUNCTION_DEF);
    let decl = declared.and_then(|function| declared::of_node(check, &function)).and_then(|it| it.decl);
    decl.is_some_and(|decl| {
        let is_this =
            token.parent_ancestors().find(|it| it.kind() == SyntaxKind::CALL_EXPR).is_some_and(|call| {
                let first = call.first_token();
                first.is_some_and(|first| first == token || first.kind() == SyntaxKind::THIS_KW)
            });
        is_this && matches!(check.names().decl(decl).name, DeclName::Constructor | DeclName::Destructor)
    })
}

/// Reports the call of a closure that runs on the host alone.
fn closure_call<'db>(
    check: &Check<'_>,
    (caller, callers): (&Caller, &Callers<'_, 'db>),
    used: &Use<'db>,
    is_constexpr: Option<bool>,
) {
    let number = match (caller.is_host, caller.is_global) {
        (true, _) => CONSTEXPR_FROM_HOST_DEVICE,
        (false, false) => FROM_DEVICE + 1,
        (false, true) => FROM_GLOBAL + 1,
    };
    let Some(is_constexpr) = is_constexpr else { return check.silence(number) };
    if caller.is_unchecked || used.is_discarded || is_constexpr && check.settings.relaxed_constexpr {
        return;
    }
    if !is_constexpr {
        if caller.is_host && !used.is_removed {
            inline_call(callers, used, INLINE_FROM_HOST_DEVICE);
        }
        return;
    }
    // The call of an object is checked twice.
    let name = operator_name(check, used.at);
    let (at, times) = name.map_or((used.at, 2), |at| (at, 1));
    let arguments = vec![Argument::name("operator()"), Argument::name(&*caller.name)];
    for _ in 0..times {
        check.report(
            Message::new(number, arguments.clone()),
            at,
            check.moment_after(found_at(check, used), 0),
        );
    }
    if caller.is_host && used.runs && !used.has_open_arguments && !used.is_removed {
        inline_call(callers, used, INLINE_FROM_HOST_DEVICE + 1);
    }
}

/// Notes the call of an inline function in a `__host__ __device__` one.
fn inline_call<'db>(callers: &Callers<'_, 'db>, used: &Use<'db>, number: u16) {
    if callers.of(used).is_some_and(|caller| !caller.is_put_together) {
        return;
    }
    callers.inlined.borrow_mut().push(InlineCall::new(used, number));
}

/// Warns of an access to a variable of the host.
fn access<'db>(check: &Check<'db>, used: &Use<'_>, variable: &HostVariable<'db>) {
    let numbers: &[u16] = match variable.access.kind {
        AccessKind::Read if variable.access.is_offset => &[ADDRESS_TAKEN],
        AccessKind::Read => &[READ],
        AccessKind::Write => &[WRITTEN],
        AccessKind::Update => &[READ, WRITTEN],
        AccessKind::Address => &[ADDRESS_TAKEN],
    };
    for number in numbers {
        let name = match variable.instance {
            Some(instance) => {
                let (source, dialect) = (check.unit.source(check.db), check.unit.dialect(check.db));
                Sema::new(check.db, source, dialect).variable_text(instance)
            }
            None => check.names().qualified_text(variable.decl),
        };
        let Some(name) = name else { return check.silence(*number) };
        let kind = Some(if variable.is_member { "member" } else { "variable" });
        let entity = Argument::Entity { kind, name: name.into(), declared: None };
        let name = asunder_syntax::token_at(&check.root, used.at);
        let moment = name.and_then(|name| accesses::moment(check, &name, variable.access));
        let moment = moment.unwrap_or_else(|| check.moment(used.point, 1));
        check.report(Message::new(*number, vec![entity]), used.at, moment);
    }
}

/// Whether a use calls a member function for the host alone of a local class of the item: it is inline there.
fn is_inline_in_block(check: &Check<'_>, used: &Use<'_>) -> bool {
    let is_call =
        matches!(used.form, UseForm::Call | UseForm::Operator | UseForm::CallOperator | UseForm::Conversion);
    let local =
        used.decl().filter(|decl| is_local(*decl) && decl.item == check.item && used.instance.is_none());
    let written = local.and_then(|decl| declared_in_block(check.db, check.item_text, decl.local));
    is_call
        && !used.is_discarded
        && !used.is_removed
        && written.is_some_and(|(written, _)| {
            matches!(written.kind, DeclKind::Function { body: BodyKind::Block, .. })
                && written.parent.is_some()
                && written.templates.is_empty()
                && !written.attributes.spaces.device
                && !written.specifiers.is_constexpr
                && !written.specifiers.is_consteval
        })
}

/// Whether the declarations in front of a use make a function inline; of an instance, those of the whole unit.
fn is_inline(check: &Check<'_>, callee: &Callee, is_instance: bool) -> bool {
    let names = check.names();
    let is_before = |decl: &&DeclRef| {
        is_instance || decl.item < check.item || decl.item == check.item && **decl <= callee.decl
    };
    callee.declarations.iter().filter(is_before).any(|decl| is_declared_inline(names, *decl))
}

/// Whether a use calls a member of an implicit instance of a class template. It is inline when its body is made, which for
/// one with a result that is written is behind the whole unit.
fn is_unmade_member(check: &Check<'_>, used: &Use<'_>, callee: &Callee) -> bool {
    let names = check.names();
    let written = names.decl(callee.decl);
    let Some(class) = written.parent.map(|local| DeclRef { local, ..callee.decl }) else { return false };
    let is_specialized = names.decl(class).templates.iter().any(|header| header.params.is_empty());
    let is_member = !written.specifiers.is_friend && written.templates.is_empty() && !is_specialized;
    let result = names.function_of(callee.decl).map(|function| &function.result);
    let is_made = result.is_some_and(TypeExpr::has_placeholder);
    used.instance.is_some() && is_member && !is_made
}

/// Whether a declaration makes a function inline.
fn is_declared_inline(names: &Names<'_>, decl: DeclRef) -> bool {
    let written = names.decl(decl);
    let is_defined_in_class =
        written.parent.is_some() && matches!(written.kind, DeclKind::Function { body: BodyKind::Block, .. });
    written.specifiers.is_inline || is_defined_in_class
}
