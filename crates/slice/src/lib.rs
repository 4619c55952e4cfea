//! The part of a unit that the compiler of one of its halves needs (spec page 8).
//!
//! A unit is mostly headers, and a program uses a part of them. The slice of a unit has all items of the user's own
//! files and those items of headers that they need: found by names alone, so that what is left out cannot be named.
//!
//! ```text
//!  block ─ names of its items ─▶ declared names, used names, what kind of item   (text alone)
//!                                   │
//!  unit ─ index ───────────────────▶ what names of headers mean   (not what the user's code uses)
//!                                   │
//!         needed(side) ────────────▶ roots, and what they use, and what that uses …
//!                                   │
//!         text(side) ──────────────▶ the unit without the other items, places unchanged
//! ```
//!
//! # Architecture invariants
//! * What is not understood is kept. Names are compared by their hashes and without their scopes: more is kept than is
//!   needed, never less.
//! * Items of the user's own files are always kept, and whole: what is wrong in them is still reported.
//! * What code and data a compiler makes of an item that nothing uses is a root, by side: [`Slicing`].
//! * File, line and system flag of every token that is kept are those of the unit.
//! * What an item declares and uses depends on its text alone.

mod closure;
mod head;
mod implied;
mod index;
mod item;
mod slicing;
mod text;
mod tokens;
mod uses;

pub use closure::{Needed, Reason, block_needed, needed};
pub use item::{Form, ItemNames, Named, Place, Use, block_names};
pub use slicing::{Instantiations, Side, Slicing};
pub use text::{belongs_to_next_item, slice};
