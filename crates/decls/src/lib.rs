//! wip
mod constant;
mod entity;
pub mod layout;
mod literals;
pub mod lower;
pub mod names;
pub mod queries;
mod redeclaration;
mod representative;
mod resolve;
pub mod scope;
mod templates;
pub mod written;
