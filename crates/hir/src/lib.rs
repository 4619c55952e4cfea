//! Bodies as data: the expressions, statements and local declarations of one item's text, in arenas.
//!
//! ```text
//! item text ─ parse ─▶ tree ─ lower ─▶ ItemBodies { Body …, local declarations }   + BodySourceMap beside it
//! ```
//!
//! * [`body`] holds the data; [`lower`] makes it from trees; [`mod@source_map`] says where each expression stands;
//!   [`display`] prints it.
//! * A [`body::Body`] is that of a function (with its parameters' defaults and its member initializers), or the
//!   expression of a declaration: an initializer, a bit width, the value of an enumerator.
//! * Declarations of blocks, local classes and their members among them, are [`Decl`](asunder_decls::written::Decl)s
//!   like those of items, with numbers from [`body::FIRST_LOCAL`] on.
//!
//! # Architecture invariants
//! * A body depends on its item's text alone and holds no positions: units, passes and revisions share it.
//! * Names have no meaning here. A node that reads in two ways keeps both ([`body::Expr::Ambiguous`],
//!   [`body::Stmt::Ambiguous`]); who knows the names chooses.
//! * An expression that is not lowered is [`body::Expr::Missing`] with its reason.

pub mod body;
pub mod display;
pub mod lower;
pub mod source_map;

pub use lower::{bodies, item_bodies, of_written, source_map};
