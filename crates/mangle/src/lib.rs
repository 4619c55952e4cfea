//! Linker names: what an entity of a C++ program is called in object files, in the reference's
//! messages and in the module id.
//!
//! * [`model`] — entities, names, types and template arguments, as far as a linker name shows them.
//! * [`itanium`] — the Itanium C++ ABI mangler over that model, as g++ and as the reference write it.
//! * [`module_id`] — the formula of the module id (spec 5 §1).
//! * [`operators`] — the table of overloadable operators with their encodings.
//!
//! # Architecture invariants
//! * Knows no trees, files, scopes or queries: a model value is all it is given.
//! * A model value is canonical: typedefs are seen through, qualifiers of arrays sit on the element,
//!   parameters are adjusted ([dcl.fct]/5). The code that builds the value guarantees it.
//! * [`model::Type::Unknown`] absorbs: a name that depends on it has no linker name
//!   ([`itanium::MangleError::Unknown`]), never a guessed one.
//! * Types may be nested as deeply as a program makes them: no input overflows the stack.

pub mod demangle;
pub mod display;
pub mod itanium;
pub mod model;
pub mod module_id;
pub mod operators;

/// Runs a step of a recursion whose depth the input decides, on as much stack as it needs.
fn deep<T>(step: impl FnOnce() -> T) -> T {
    const RED_ZONE: usize = 64 * 1024;
    const SEGMENT: usize = 1024 * 1024;
    stacker::maybe_grow(RED_ZONE, SEGMENT, step)
}
