//! asunder in editors: a server of the language server protocol (3.17).
//!
//! ```text
//!  client ⇄ transport ⇄ main loop ─ requests ─▶ workers ─▶ answers
//!                          │ documents, settings     │
//!                          │                         ├─ project: which command compiles a file
//!                          └─ wakes ─▶ publisher ────┴─ units: preprocessed passes, asunder_driver's workspace
//!                                     (diagnostics)       questions: asunder_ide
//! ```
//!
//! The main loop does nothing that takes long: it keeps documents, and hands requests to workers with a snapshot of them.
//! A worker brings the unit of the document to the snapshot's state (preprocesses it, if nobody has) and asks. An edit
//! makes what is under way end with `ContentModified`. The publisher does the same for diagnostics. Behind it, while nobody
//! waits, the indexer reads what the other units of the project declare and launch.
//!
//! # Architecture invariants
//! * A thin edge: what names mean is decided in `asunder_ide` and below, what is wrong in `asunder_driver`, what a command
//!   plans in `asunder_nvcc`. Here, places are translated and answers put into the protocol's form.
//! * A place that the unit does not explain has no answer; never a wrong one.
//! * No message of a client ends the server but `exit`; damaged ones are answered by an error or passed over.
//! * Documents are as the client sends them, line ends included; units are made of these texts, not of saved ones.
//! * Lines and columns of the protocol count from 0, in the units that were negotiated; those of `asunder_spelling` from 1,
//!   in code points. [`text`] alone translates.

mod capabilities;
mod documents;
mod fixes;
mod index;
mod lexical;
mod main_loop;
mod progress;
mod project;
mod publisher;
mod requests;
mod settings;
pub mod text;
mod transport;
mod units;
mod uri;
mod world;

pub use main_loop::serve;
pub use transport::stdio;
