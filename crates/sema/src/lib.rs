//! The meaning of expressions: their types and value categories, the functions that they call, the conversions that
//! nobody wrote, and their constants.
//!
//! ```text
//! written types ─ resolve ─▶ Ty          names ─ lookup ─▶ symbols       classes: definition, bases, members, layout
//! body ─ infer ─▶ typed tree (nodes with conversions and callees) ─ constants, eval ─▶ values
//! ```
//!
//! [`Sema`] is the view of a unit that questions are put to. An instance of a template is the same walk over the same
//! text in another environment ([`Env`](asunder_types::Env)): no tree is copied.
//!
//! # Architecture invariants
//! * What is not known is a gap with a kind ([`Kind::Gap`](asunder_types::Kind::Gap)); it absorbs. "Not found",
//!   "ill-formed" and "not known" are three different answers, and only the first two make errors.
//! * Nothing here knows CUDA's rules, output or positions in files.
//! * A view keeps an answer only if it does not rest on a question that is still open.

mod abbreviated;
mod access;
mod arguments;
mod array_elements;
pub mod block_externs;
pub mod bodies;
mod built_in;
mod call_deduction;
pub mod captured_uses;
mod class_deduction;
mod class_instances;
mod classes;
mod comparisons;
mod completed;
mod constant_closures;
mod constants;
mod constraints;
mod construction;
mod convert;
mod declared;
pub mod deferred;
mod deleted;
mod described;
mod directives;
mod elaborated;
mod eval;
mod examined;
mod exceptions;
pub mod extended_lambdas;
mod fallthrough;
pub mod finding;
mod first_called;
mod first_written;
mod implied;
mod infer;
pub mod initialized;
pub mod instances;
pub mod instantiated;
mod layout;
mod linkage;
mod linker;
pub mod listing;
mod lookup;
mod matching;
pub mod meanings;
mod misplaced;
mod misplaced_defaults;
pub mod mistakes;
pub mod model;
mod modes;
pub mod named_classes;
mod nested_names;
pub mod operands;
mod overload;
pub mod overridden;
mod packs;
mod placeholders;
mod plausible;
mod refused_names;
mod refused_references;
mod resolve;
mod signature;
pub mod special;
pub mod specializations;
mod spelled;
mod subobjects;
mod subsumption;
mod template_arguments;
mod template_ids;
mod template_names;
mod templates;
mod traits;
mod undeclared;
mod unexpanded;
mod unsatisfied;
pub mod uses;
mod value_names;
mod view;
mod without_value;
mod written_names;
pub mod xref;

pub use asunder_types::{Symbol, Ty, Value};
pub use described::MemberOf;
pub use infer::{
    At, Category, EntityAt, Flags, Inferred, Initial, ItemInferred, Line, Named, Node, NodeId, Variable,
    What, infer_item,
};
pub use layout::Layout;
pub use view::Sema;
