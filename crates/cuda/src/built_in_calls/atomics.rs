//! `__nv_atomic_…`: the atomic operations of the device.

use asunder_mangle::model::Builtin;
use asunder_sema::operands::{Operand, Shape, ShapeKind};

use asunder_syntax::Release;

use super::{Called, TOO_FEW};

/// What their names start with.
pub(super) const PREFIX: &str = "__nv_atomic_";

/// "return value type does not match the function type".
const NOTHING_RETURNED: u16 = 120;
/// "first argument must be a pointer to integer or enum type".
const NOT_A_POINTER: u16 = 1645;
/// "extra arguments ignored".
const TOO_MANY: u16 = 1647;
/// "invalid memory order value for atomic operations.".
const ORDER_VALUE: u16 = 3746;
/// "invalid thread scope value for atomic operations.".
const SCOPE_VALUE: u16 = 3747;
/// "atomic operations and, or, xor, add, sub, min and max are valid only on objects of size 4, or 8.".
const OPERATION_SIZE: u16 = 3748;
/// "atomic CAS is valid only on objects of size 2, 4, 8 or 16 bytes.".
const COMPARE_SIZE: u16 = 3749;
/// "atomic exchange is valid only on objects of size 4, 8 or 16 bytes.".
const EXCHANGE_SIZE: u16 = 3750;
/// "atomic operations add and sub are not valid on signed integer of size 8.".
const SIGNED_LONG: u16 = 3751;
/// "atomic operations min and max are not supported on any floating-point types.".
const FLOATING_EXTREME: u16 = 3752;
/// "atomic operations are not in a device function.".
const IN_HOST_CODE: u16 = 3753;
/// "atomic operation's scope argument is not an integer literal.".
const SCOPE_LITERAL: u16 = 3754;
/// "atomic operation's memory order argument is not an integer literal.".
const ORDER_LITERAL: u16 = 3755;
/// "atomic load's memory order cannot be release or acq_rel.".
const LOAD_ORDER: u16 = 3756;
/// "atomic store's memory order cannot be consume, acquire or acq_rel.".
const STORE_ORDER: u16 = 3757;
/// "atomic load and store's scope of cluster is supported on architecture sm_90 or above. …".
const CLUSTER_OF_ACCESS: u16 = 3759;
/// "atomic operations' scope of cluster is supported on architecture sm_90 or above. …".
const CLUSTER: u16 = 3763;
/// "128-bit atomic exchange or compare-and-exchange is supported on architecture sm_90 or above.".
const EXCHANGE_OF_16: u16 = 3764;
/// "generic nv atomic functions are valid only on objects of size 1, 2, 4, 8 and 16 bytes.".
const GENERIC_SIZE: u16 = 3767;
/// "atomic function requires at least one argument.".
const NO_ARGUMENTS: u16 = 3769;
/// "For a logical atomic operation, the first argument cannot be any floating-point types.".
const FLOATING_LOGIC: u16 = 3770;
/// "non-generic nv atomic load, store, cas and exchange are valid only on integral types.".
const NOT_INTEGRAL: u16 = 3771;

/// The first release in which architectures take other objects.
const OBJECTS_BY_ARCHITECTURE: Release = Release::V13_5;
/// The first release that checks the calls in templates with their instances.
const IN_INSTANCES_ALONE: Release = Release::V13_5;
/// The first architecture with clusters and with exchanges of 16 bytes.
const HOPPER: u32 = 90;

/// The number of memory orders.
const ORDERS: i128 = 6;
/// The number of thread scopes.
const SCOPES: i128 = 5;
/// The scope of a cluster.
const SCOPE_OF_CLUSTER: i128 = 2;

/// What an operation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Does {
    Load,
    Store,
    Exchange,
    Compare,
    Add,
    Logic,
    Extreme,
    Fence,
}

/// Operations: names, what they do, whether their values are passed by address, and the places of the memory orders;
/// the scope follows, and may be missing.
const OPERATIONS: &[(&str, Does, bool, &[usize])] = &[
    ("load", Does::Load, true, &[2]),
    ("load_n", Does::Load, false, &[1]),
    ("store", Does::Store, true, &[2]),
    ("store_n", Does::Store, false, &[2]),
    ("exchange", Does::Exchange, true, &[3]),
    ("exchange_n", Does::Exchange, false, &[2]),
    ("compare_exchange", Does::Compare, true, &[4, 5]),
    ("compare_exchange_n", Does::Compare, false, &[4, 5]),
    ("fetch_add add fetch_sub sub", Does::Add, false, &[2]),
    ("fetch_and and fetch_or or fetch_xor xor", Does::Logic, false, &[2]),
    ("fetch_min min fetch_max max", Does::Extreme, false, &[2]),
    ("thread_fence", Does::Fence, false, &[0]),
];

/// Checks a call of the operation `name`.
pub(super) fn call(called: &Called<'_, '_>, name: &str) {
    let row = OPERATIONS.iter().find(|(names, ..)| names.split(' ').any(|known| known == name));
    let Some((_, does, is_generic, orders)) = row else { return };
    let args = &called.call.args;
    // Later releases check these calls in the instances of templates alone.
    let is_left =
        called.in_device_code && called.is_pattern() && called.check.settings.release >= IN_INSTANCES_ALONE;
    if is_left {
        return;
    }
    let end = called.argument(usize::MAX);
    let first = called.argument(0);
    let scope = orders[orders.len() - 1] + 1;
    if args.is_empty() {
        called.report(NO_ARGUMENTS, Vec::new(), end, 0);
        return called.report(NOT_A_POINTER, Vec::new(), end, 1);
    }
    if *does != Does::Fence {
        match object(called, *does, *is_generic) {
            // Later releases leave to each architecture what it takes.
            Object::Wrong(number) if by_architecture(called, number) => return,
            Object::Fits => {}
            Object::Unknown => return,
            Object::Wrong(number) => return called.report(number, Vec::new(), first, 0),
        }
    }
    if args.len() < scope {
        return called.report(TOO_FEW, Vec::new(), end, 0);
    }
    if !called.in_device_code {
        called.report(IN_HOST_CODE, Vec::new(), first, 0);
        // What it would give, it does not.
        if called.is_returned_number() {
            called.report(NOTHING_RETURNED, Vec::new(), called.call.range.start(), 1);
        }
        return;
    }
    let mut rank = 0;
    let mut report = |number: u16| {
        called.report(number, Vec::new(), first, rank);
        rank += 1;
    };
    let mut order_values = Vec::new();
    let mut said_order = false;
    for index in *orders {
        match Value::of(&args[*index]) {
            Value::Known(value) => order_values.push(value),
            Value::NotLiteral => {
                report(ORDER_LITERAL);
                said_order = true;
            }
            Value::Unknown => return,
        }
    }
    let scope_value = match args.get(scope).map(Value::of) {
        None => None,
        Some(Value::Unknown) => return,
        Some(value) => Some(value),
    };
    let is_bad = |value: &&i128| !(0..ORDERS).contains(*value);
    let bad_orders = order_values.iter().filter(is_bad).count();
    // With a scope that is wrong an order that is not a literal is wrong too.
    let is_bad_scope = |value: &Value| matches!(value, Value::Known(value) if !(0..SCOPES).contains(value));
    if said_order && scope_value.as_ref().is_some_and(is_bad_scope) {
        return;
    }
    for _ in 0..bad_orders {
        report(ORDER_VALUE);
    }
    match scope_value {
        Some(Value::NotLiteral) if bad_orders > 0 => {
            report(SCOPE_LITERAL);
            report(SCOPE_VALUE);
        }
        Some(Value::NotLiteral) => report(SCOPE_LITERAL),
        Some(value) if is_bad_scope(&value) => report(SCOPE_VALUE),
        _ => {}
    }
    if let Some(arch) = called.check.settings.pass.arch() {
        let order = order_values.first().copied().unwrap_or_default();
        match does {
            Does::Load if matches!(order, 3 | 4) => report(LOAD_ORDER),
            Does::Store if matches!(order, 1 | 2 | 4) => report(STORE_ORDER),
            _ => {}
        }
        if arch < HOPPER && matches!(scope_value, Some(Value::Known(SCOPE_OF_CLUSTER))) {
            report(if matches!(does, Does::Load | Does::Store) { CLUSTER_OF_ACCESS } else { CLUSTER });
        }
        let size = args[0].pointee.and_then(|object| object.size);
        if arch < HOPPER && matches!(does, Does::Exchange | Does::Compare) && size == Some(16) {
            report(EXCHANGE_OF_16);
        }
    }
    let wrong = args[0].pointee.and_then(|object| wrong_at_last(*does, object));
    if let Some(number) = wrong.filter(|number| !by_architecture(called, *number)) {
        report(number);
    }
    if let Some(extra) = args.get(scope + 1) {
        called.report(TOO_MANY, Vec::new(), extra.range.start(), u16::MAX);
    }
}

/// Whether the objects that an operation takes depend on the architecture in a way that is not known here.
fn by_architecture(called: &Called<'_, '_>, number: u16) -> bool {
    let settings = called.check.settings;
    let is_older = settings.pass.arch().is_some_and(|arch| arch <= HOPPER);
    let depends =
        [OPERATION_SIZE, COMPARE_SIZE, EXCHANGE_SIZE, SIGNED_LONG, FLOATING_EXTREME].contains(&number);
    depends && !is_older && settings.release >= OBJECTS_BY_ARCHITECTURE
}

/// What an argument that must be a literal is.
#[derive(Clone, Copy, Debug)]
enum Value {
    Known(i128),
    NotLiteral,
    Unknown,
}

impl Value {
    fn of(argument: &Operand) -> Value {
        match (argument.is_literal, argument.value) {
            (Some(true), Some(value)) => Value::Known(value),
            (Some(false), _) => Value::NotLiteral,
            _ => Value::Unknown,
        }
    }
}

/// Whether an operation takes the object that its first argument points to.
enum Object {
    Fits,
    Unknown,
    Wrong(u16),
}

/// What is wrong with the object before all else.
fn object(called: &Called<'_, '_>, does: Does, is_generic: bool) -> Object {
    let pointer = &called.call.args[0];
    let object = match (pointer.shape.kind, pointer.pointee) {
        (ShapeKind::Pointer, Some(object)) => object,
        (ShapeKind::Unknown | ShapeKind::Pointer, _) => return Object::Unknown,
        _ if is_generic => return Object::Unknown,
        _ => return Object::Wrong(NOT_A_POINTER),
    };
    let (Some(size), false) = (object.size, object.is_qualified) else { return Object::Unknown };
    if matches!(object.kind, ShapeKind::Unknown | ShapeKind::Compound | ShapeKind::Other) {
        return Object::Unknown;
    }
    let is_access = matches!(does, Does::Load | Does::Store | Does::Exchange | Does::Compare);
    if is_access && is_generic {
        return match does {
            _ if !matches!(size, 1 | 2 | 4 | 8 | 16) => Object::Wrong(GENERIC_SIZE),
            Does::Exchange if size < 4 => Object::Wrong(EXCHANGE_SIZE),
            Does::Compare if size < 2 => Object::Wrong(COMPARE_SIZE),
            _ => Object::Fits,
        };
    }
    if is_access {
        return match (does, object.kind) {
            (_, ShapeKind::Integer(_)) => match does {
                Does::Exchange if size < 4 => Object::Wrong(EXCHANGE_SIZE),
                Does::Compare if size < 2 => Object::Wrong(COMPARE_SIZE),
                _ => Object::Fits,
            },
            _ => Object::Wrong(NOT_INTEGRAL),
        };
    }
    match (does, object.kind) {
        (Does::Logic, ShapeKind::Floating(_)) => Object::Wrong(FLOATING_LOGIC),
        // `wchar_t` and its kin are not taken for the integers that they are.
        (_, ShapeKind::Integer(Builtin::WChar | Builtin::Char16 | Builtin::Char32)) => Object::Unknown,
        (_, ShapeKind::Integer(_) | ShapeKind::Floating(_)) if !matches!(size, 4 | 8) => {
            Object::Wrong(OPERATION_SIZE)
        }
        (_, ShapeKind::Integer(_) | ShapeKind::Floating(_)) => Object::Fits,
        _ => Object::Unknown,
    }
}

/// What is wrong with the object when everything else has been looked at.
fn wrong_at_last(does: Does, object: Shape) -> Option<u16> {
    match (does, object.kind) {
        (Does::Add, ShapeKind::Integer(Builtin::Long | Builtin::LongLong)) => Some(SIGNED_LONG),
        (Does::Extreme, ShapeKind::Floating(_)) => Some(FLOATING_EXTREME),
        _ => None,
    }
}
