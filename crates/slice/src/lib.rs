//! The part of a unit that the compiler of one of its halves needs (spec page 8).
//!
//! A unit is mostly headers, and a program uses a part of them. The slice of a unit has all items of the user's own
//! files and those items of headers that they need: found by names alone, so that what is left out cannot be named.
//!
//! ```text
//!  block ─ names of its items ─▶ declared names, used names, what kind of item   (text alone)
//!                                   │
//!  unit ─ needed(side) ────────────▶ roots, and what they use, and what that uses …
//!                                   │
//!         text(side) ──────────────▶ the unit without the other items, places unchanged
//! ```
//!
//! # Architecture invariants
//! * What is not understood is kept. Names are compared by their hashes and without their scopes: more is kept than is
//!   needed, never less.
//! * Items of the user's own files are always kept, and whole: what is wrong in them is still reported.
//! * File, line and system flag of every token that is kept are those of the unit.
//! * What an item declares and uses depends on its text alone.

mod closure;
mod head;
mod implied;
mod item;
mod text;
mod tokens;
mod uses;

pub use closure::{Needed, Reason, needed};
pub use item::{Form, ItemNames, Named, Place, Use, block_names};
pub use text::slice;

/// The compiler that reads the slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// cicc, which compiles the device half.
    Device,
}
