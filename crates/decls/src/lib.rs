//! wip
mod literals;
pub mod lower;
pub mod written;
