//! Declarations, scopes and name lookup.
//!
//! ```text
//! SourceText ─ outline ─▶ layout (namespaces, items) ─▶ index (which items may declare a name)
//!                            │                               │
//!   item text ─ parse ─▶ item_decls (declarations as written)│
//!                            │                               │
//!                            └──────────▶ Names ◀────────────┘
//!        lookup · canonical types · constants · entities · redeclarations · spaces · uses
//! ```
//!
//! * [`written`] holds declarations as an item writes them; [`lower`] makes them from its tree.
//! * [`layout`] is the shape of a unit, made without parsing.
//! * [`names::Names`] is the view that questions are put to. It parses the items that may declare
//!   the names that are looked up, and no others.
//! * [`lookup`] has the query behind every lookup: the declarations of a name in a namespace.
//! * [`identifiers`] lists the identifiers of an item with what each means, for editors.
//! * [`readings`] says which reading of an ambiguous node is meant; `display` describes a declaration.
//! * [`scope`] is lookup; [`uses`] says what one identifier of a text means.
//! * `type_traits` has the values of built-in traits.
//! * [`symbols`] lists linker names of definitions; [`Names::instance_entity`](names::Names::instance_entity) names what
//!   explicit instantiations and specializations make of templates.
//! * [`module_id_symbol`] is the definition that represents a unit in its module id.
//! * `expr_types` gives types of expressions that declarations write; `conversions`, `deduction` and `overloads` choose the
//!   function that a call in them means, `operators` what operators call; `constexpr_calls` runs constant functions,
//!   `class_layout` gives sizes.
//!
//! Types and names are those of `asunder_mangle::model`: a class is its qualified name.
//!
//! # Architecture invariants
//! * Expressions are known as far as names, constants and signatures need them: their types, integral values
//!   and the functions that they call. What stands in bodies is looked up by its name alone: the types of expressions there,
//!   members behind operators and which of several functions is called are `sema`'s. Nothing here knows CUDA's rules nor
//!   output.
//! * Declarations of an item depend on its text alone and hold no positions: an edit in a function
//!   body gives equal declarations, so nothing that was computed from them is computed again.
//! * Lookup reads single items and the namespaces, never the layout as a whole: a declaration that comes or
//!   goes runs only the queries again that looked up its name. Items are known by numbers that grow in
//!   source order and stay while others come and go ([`block_item_numbers`](fn@asunder_outline::block_item_numbers)).
//! * A view ([`names::Names`]) keeps an answer only if it is the whole answer: not one cut short, nor one that had
//!   to do without a part that was being looked for.
//! * Unknown is a value. An answer that rests on something not understood is
//!   [`scope::Lookup::Unknown`], `Type::Unknown` or `None`, never a guess.
//! * Every question takes bounded depth and a bounded number of steps.

mod associated;
mod class_layout;
mod class_values;
mod constant;
mod constexpr_calls;
mod conversions;
pub mod declarations;
mod deduction;
mod display;
mod entity;
mod enumerations;
mod expr_types;
pub mod identifiers;
pub mod index;
mod instances;
pub mod layout;
pub mod literals;
pub mod local;
pub mod lookup;
pub mod lower;
mod memo;
pub mod names;
mod namesakes;
pub mod occurrences;
mod operators;
mod overloads;
pub mod overrides;
pub mod owner;
mod packing;
pub mod queries;
pub mod readings;
pub mod redeclaration;
mod representative;
mod resolve;
mod returned;
pub mod scope;
mod spaces;
mod specialization;
mod substitution;
pub mod symbols;
mod templates;
mod tree;
mod type_traits;
pub mod uses;
pub mod written;
pub mod xref;

pub use constant::Constant;
pub use redeclaration::Redeclarations;
pub use representative::{ModuleIdSymbol, module_id_symbol};
pub use tree::{ItemText, item_tree};
