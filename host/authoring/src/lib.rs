//! Tools for authors of providers: new projects, builds, conformance checks, packing.

pub mod build;
pub mod conformance;
pub mod pack;
pub mod project;
pub mod scratch;
pub mod watch;

/// Programming languages of providers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Rust, built with cargo.
    Rust,
    /// JavaScript, built with componentize-js.
    JavaScript,
    /// Python, built with componentize-py.
    Python,
}
