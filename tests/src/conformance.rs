//! Conformance cases: manifests with the results of real Puppet, compared with those of Marotte. The layout of a
//! case's directory and the format of results are documented in tests/conformance/README.md.

mod actual;
mod apply;
mod case;
mod compare;
mod compat;
mod custom;
mod environment;
mod exported;
mod table;

use std::path::Path;
use std::sync::Arc;

use engine::SharedFiles;
use serde_json::Value as Json;

pub use case::{Case, find, name_of};
pub use compare::{Difference, Part};
pub use compat::{Compat, check_names};
pub use custom::Custom;
pub use environment::Types;
pub use table::Table;

/// Result of a case.
#[derive(Debug)]
pub struct Verdict {
    /// Marotte's result in the format of `expected.json`.
    pub actual: Json,
    /// Differences from Puppet's result.
    pub differences: Vec<Difference>,
}

impl Verdict {
    /// Returns whether all required parts are equal.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.differences.iter().all(|difference| difference.part.is_optional())
    }
}

/// Compiles a case, prepares and applies it if requested, and compares the results.
///
/// # Errors
/// Returns an error that names the file if the case cannot be read.
pub fn run(case: &Case, types: &Types) -> Result<Verdict, String> {
    run_with(case, types, &Custom::of(case)?)
}

/// Runs a case like [`run`], with the given implementations of the types that its modules define.
///
/// # Errors
/// Returns an error that names the file if the case cannot be read.
pub fn run_with(case: &Case, types: &Types, custom: &Custom) -> Result<Verdict, String> {
    let actual = actual::of(case, types, custom)?;
    let differences = case.expected.as_ref().map_or_else(Vec::new, |expected| compare::compare(expected, &actual));
    Ok(Verdict { actual, differences })
}

/// Compiles a case with files that other compilations may share, and returns the catalog in the form sent to agents; `None` if it
/// does not compile.
///
/// # Errors
/// Returns the same errors as [`run`].
pub fn document(case: &Case, types: &Types, shared: Arc<SharedFiles>) -> Result<Option<String>, String> {
    actual::document(case, types, &Custom::of(case)?, shared)
}

/// Writes `OUT/CATEGORY/NAME/actual.json`.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn emit(out: &Path, case: &Case, verdict: &Verdict) -> std::io::Result<()> {
    let directory = out.join(&case.category).join(&case.name);
    std::fs::create_dir_all(&directory)?;
    std::fs::write(directory.join("actual.json"), format!("{:#}\n", verdict.actual))
}
