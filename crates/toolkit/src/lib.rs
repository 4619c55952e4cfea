//! CUDA toolkits: which one a machine has ([`Toolkit::find`]), one installed from NVIDIA's wheels ([`install`]), and one
//! made of links whose nvcc runs asunder ([`overlay`]).
//!
//! # Architecture invariants
//! * A toolkit is a folder with `bin/nvcc`. Its files are run, copied and linked, never looked into.
//! * A toolkit that asunder did not install is not changed.
//! * This crate writes to no stream: progress is reported to a callback, failures are values.

pub mod files;
pub mod install;
mod libraries;
pub mod overlay;
mod toolkit;
mod version;

pub use toolkit::{Error, OVERRIDE, Toolkit, find_nvcc};
pub use version::{Support, Version};
