//! CUDA's rules: what declarations alone decide, in the host pass and in the device pass.
//!
//! ```text
//! unit ─ which items can break a rule ─▶ item_findings (item, settings) ─▶ diagnostics of the unit
//!                                          │
//!            tree of the item ─ Declared ──┤  one record for each declarator
//!            names of the unit ────────────┘  queried only by rules that need them
//! ```
//!
//! A pass is a parameter ([`settings::Settings`]): the reference carries two front ends that check
//! differently, and one engine answers for both. Each family of rules has a file of its own, named
//! after the topic of the specification:
//!
//! | file | rules | spec |
//! |---|---|---|
//! | `attributes` | spelling and arguments, positions, conflicts in one declaration | 3 §1–3 |
//! | `class_alone` | attributes of a class without a declarator | 3 §2 |
//! | `launch` | `__launch_bounds__`, `__maxnreg__`, `__cluster_dims__`, `__block_size__` | 3 §4 |
//! | `kernels` | constraints on `__global__` functions | 3 §5, 2 §7 |
//! | `variables` | memory spaces, `__managed__` | 3 §6–7, 2 §5 |
//! | `redeclaration` | redeclarations with other spaces | 2 §3, §5 |
//! | `overrides` | execution spaces of overriders, in instances of class templates too | 2 §4 |
//! | `launches` | launches and calls of kernels | 2 §8 |
//! | `calls` | calls of device functions from host code | 2 §1 |
//! | `all_instances` | the same in instances of templates that neither pass checks, on demand | 2 §0 |
//! | `deduced_results` | device functions with deduced results in host code | 2 §10 |
//! | `device_calls` | calls of host functions from device code, while a body is read | 2 §1 |
//! | `instance_code` | what the device pass finds while it reads the instances that it makes | 2 §1, 4 (c), 6 §6 |
//! | `deprecated` | uses of what is deprecated in device code | 7 §4 |
//! | `walk` | calls of host functions from the code that the device keeps; kernels that nothing defines | 2 §1b, §1c |
//! | `reach` | what the device half keeps, and the chain that keeps it | 2 §1c, 5 §4 |
//! | `wanted` | which instances of templates a pass makes, and when | 6 §1 |
//! | `accesses` | accesses to device variables from host code | 2 §6 |
//! | `kernel_arguments` | types as template arguments of kernels | 6 §6 |
//! | `lambdas` | annotated lambdas, restrictions on extended ones | 4 (c) |
//! | `grid_constant` | `__grid_constant__` parameters | 3 §8 |
//! | `namespaces` | attributes of namespaces | 3 §2 |
//! | `templates` | when the device pass reads templates as they are written | 6 §1 |
//! | `shared_variables` | variables in shared memory of templates, with the instances of these | 2 §5, 3 §6 |
//! | `exceptions` | what device code may not contain: exceptions, run-time types, coroutines | 3 §5 |
//! | `assembly` | constraints, clobbers and placeholders of inline assembly | 7 §9 |
//! | `built_in_calls` | `__nv_atomic_…` and `__wgmma_mma_async_…` | 7 §9 |
//! | `built_in_variables` | addresses of `threadIdx` and its kin | 7 §9 |
//! | `long_double` | `long double` in device code | 7 §9 |
//! | `pragmas` | `unroll`, `nv_abi` | 7 §4 |
//! | `comparisons` | unsigned integers compared with zero | |
//! | `undefined` | functions that only this unit could define | |
//! | `unreferenced` | what nothing refers to, in the device pass | 3 §11a |
//! | `plain` | device functions of which the host pass has nothing to say | |
//! | `minor` | `__nv_register_params__`, `__inline_hint__` | 3 §9 |
//!
//! # Architecture invariants
//! * Nothing here knows output, severities or files. A finding is a catalogue number with arguments
//!   and a place in its item; what becomes of it is decided elsewhere.
//! * Rules speak only when they know. A rule that meets something not understood counts itself in
//!   [`finding::ItemFindings::silenced`] and stays silent.
//! * Findings of an item hold no positions in the unit: text moved as a whole gives equal findings.
//! * The order of findings is a value ([`finding::Moment`]), not the order in which rules happen to
//!   run: rules are independent of each other.
//! * System headers are not checked: the reference drops warnings there.

mod accesses;
mod all_instances;
mod arithmetic;
mod assembly;
mod attributes;
mod bodies;
mod built_in_calls;
mod built_in_variables;
mod calls;
mod candidates;
mod check;
mod class_alone;
mod closures;
mod constants;
mod declared;
mod deduced_results;
mod deprecated;
mod device_calls;
mod device_names;
mod evaluated;
mod exceptions;
pub mod finding;
mod grid_constant;
mod instance_code;
mod instances;
mod kept;
mod kernel_arguments;
mod kernels;
mod lambdas;
mod launch;
mod launches;
mod linkage_names;
mod long_double;
mod managed_uses;
mod minor;
mod namespaces;
mod overrides;
mod plain;
mod pragmas;
pub mod reach;
mod redeclaration;
pub mod settings;
mod shared_variables;
mod shown;
mod signature;
mod template_arguments;
mod templates;
mod tuples;
mod unchecked;
mod undefined;
mod unit;
mod unreferenced;
mod used;
mod variables;
mod walk;
mod wanted;
mod zero_size;

pub use launch::NO_BOUNDS;
pub use namespaces::namespace_findings;
pub use unit::{UnitFindings, diagnostics, item_findings, pragma_findings, wanted_instances};
pub use unreferenced::UNREFERENCED;
pub use wanted::Wanted;
