//! `__wgmma_mma_async_…`: products of matrices by groups of warps.

use asunder_mangle::model::Builtin;
use asunder_sema::operands::{Operand, ShapeKind};

use super::{Called, TOO_FEW};
use crate::finding::Argument;

/// What their names start with.
pub(super) const PREFIX: &str = "__wgmma_mma_async_";

/// "__wgmma_mma_async builtins are only available for sm_90a".
const NOT_ENABLED: u16 = 3728;
/// "Non-constant argument to __wgmma_mma_async call".
const NOT_CONSTANT: u16 = 3729;
/// "The 'A' or 'B' argument to __wgmma_mma_async call is missing".
const MISSING: u16 = 3730;
/// "'A' argument must have void* or unsigned long long type".
const TYPE_OF_A: u16 = 3731;
/// "'B' argument must be unsigned long long type".
const TYPE_OF_B: u16 = 3732;
/// "The shape … is not supported for __wgmma_mma_async builtin".
const SHAPE: u16 = 3733;

/// Element types: how many constants come first, and the third extent of the shape.
const TYPES: &[(&str, usize, i128)] = &[("f16", 9, 16), ("bf16", 8, 16), ("tf32", 6, 8), ("f8", 9, 32)];
/// The only first extent.
const ROWS: i128 = 64;
/// The largest second extent, and what all are multiples of.
const COLUMNS: (i128, i128) = (256, 8);

/// Checks a call for elements of a type.
pub(super) fn call(called: &Called<'_, '_>, ty: &str) {
    let Some((_, constants, depth)) = TYPES.iter().find(|(name, ..)| *name == ty) else { return };
    let args = &called.call.args;
    let start = called.call.range.start();
    let mut rank = 0;
    let mut report = |number: u16, arguments: Vec<Argument>, at| {
        called.report(number, arguments, at, rank);
        rank += 1;
    };
    if args[..args.len().min(*constants)].iter().any(|argument| !is_known_integer(argument)) {
        return;
    }
    if args.len() <= *constants {
        report(TOO_FEW, Vec::new(), called.argument(usize::MAX));
    }
    let settings = called.check.settings;
    if settings.pass.is_device() && !settings.sm_90a {
        report(NOT_ENABLED, Vec::new(), start);
    }
    for index in 0..*constants {
        if args.get(index).is_none_or(|argument| argument.value.is_none()) {
            report(NOT_CONSTANT, Vec::new(), called.argument(index));
        }
    }
    let (Some(a), Some(b)) = (args.get(constants + 1), args.get(constants + 2)) else {
        return report(MISSING, Vec::new(), start);
    };
    match (is_descriptor(a), is_address(a)) {
        (Some(false), Some(false)) => report(TYPE_OF_A, Vec::new(), a.range.start()),
        (None, _) | (_, None) => return,
        _ => {}
    }
    match is_descriptor(b) {
        Some(true) => {}
        Some(false) => report(TYPE_OF_B, Vec::new(), b.range.start()),
        None => return,
    }
    // The extents of a shape are unsigned: one that is converted and no constant has no value at all.
    let extent = |argument: &Operand| match (argument.value, argument.shape.kind) {
        (Some(value), _) => Some(i128::from(value as u32)),
        (None, ShapeKind::Integer(Builtin::UnsignedInt)) => Some(0),
        _ => None,
    };
    let [Some(m), Some(n), Some(k)] = [extent(&args[0]), extent(&args[1]), extent(&args[2])] else { return };
    let fits = m == ROWS && k == *depth && n > 0 && n <= COLUMNS.0 && n % COLUMNS.1 == 0;
    if !fits {
        report(SHAPE, vec![Argument::text(format!("m{m}n{n}k{k}"))], called.argument(0));
    }
}

fn is_known_integer(argument: &Operand) -> bool {
    matches!(argument.shape.kind, ShapeKind::Integer(_) | ShapeKind::Enumeration)
}

/// Whether an argument is a description of a matrix in shared memory.
fn is_descriptor(argument: &Operand) -> Option<bool> {
    match argument.shape.kind {
        ShapeKind::Unknown => None,
        kind => Some(kind == ShapeKind::Integer(Builtin::UnsignedLongLong)),
    }
}

/// Whether an argument is the address of a matrix.
fn is_address(argument: &Operand) -> Option<bool> {
    match (argument.shape.kind, argument.pointee) {
        (ShapeKind::Unknown, _) => None,
        (ShapeKind::Pointer, Some(to)) if to.kind == ShapeKind::Void => Some(true),
        (ShapeKind::Pointer, Some(to)) if to.kind == ShapeKind::Unknown => None,
        _ => Some(false),
    }
}
