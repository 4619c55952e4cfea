//! Extended lambdas (spec page 4): `__device__` and `__host__ __device__` lambdas of host functions.

pub mod counts;
pub mod preamble;

pub use counts::CaptureCounts;
