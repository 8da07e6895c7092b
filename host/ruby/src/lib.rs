//! Ruby-compatible formats, for output and messages identical to Puppet's: numbers, JSON, YAML, `sprintf`, `scanf`,
//! escaping and globs; and the interface of an interpreter for Ruby code. The crate has no I/O.

pub mod bignum;
mod data;
pub mod escape;
pub mod glob;
pub mod interpreter;
pub mod json;
pub mod number;
pub mod scanf;
pub mod sprintf;
pub mod yaml;

pub use data::{Data, ForeignValue};
