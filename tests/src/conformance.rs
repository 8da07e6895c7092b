//! The conformance cases: manifests with the result that real Puppet gave, ours beside it, and what differs. A case is a
//! directory; its layout and the shape of its results are in tests/conformance/README.md.

mod actual;
mod apply;
mod case;
mod compare;
mod compat;
mod custom;
mod surroundings;
mod table;

use std::path::Path;

use serde_json::Value as Json;

pub use case::{Case, find};
pub use compare::{Difference, Part};
pub use compat::Compat;
pub use custom::Custom;
pub use surroundings::Types;
pub use table::Table;

/// What became of a case.
#[derive(Debug)]
pub struct Verdict {
    /// What Marotte did, in the shape of `expected.json`.
    pub actual: Json,
    /// Where that is not what Puppet did.
    pub differences: Vec<Difference>,
}

impl Verdict {
    /// Returns whether everything that must be equal is equal.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.differences.iter().all(|difference| difference.part.is_optional())
    }
}

/// Compiles a case, prepares and applies it where it asks for that, and compares.
///
/// # Errors
/// The case itself can't be read; the text says which file is at fault.
pub fn run(case: &Case, types: &Types) -> Result<Verdict, String> {
    let actual = actual::of(case, types, &Custom::of(case)?)?;
    let differences = case.expected.as_ref().map_or_else(Vec::new, |expected| compare::compare(expected, &actual));
    Ok(Verdict { actual, differences })
}

/// Compiles a case and returns the catalog as it would be sent to an agent; `None` if it does not compile.
///
/// # Errors
/// As [`run`].
pub fn document(case: &Case, types: &Types) -> Result<Option<String>, String> {
    actual::document(case, types, &Custom::of(case)?)
}

/// Writes `OUT/CATEGORY/NAME/actual.json`.
///
/// # Errors
/// It can't be written.
pub fn emit(out: &Path, case: &Case, verdict: &Verdict) -> std::io::Result<()> {
    let directory = out.join(&case.category).join(&case.name);
    std::fs::create_dir_all(&directory)?;
    std::fs::write(directory.join("actual.json"), format!("{:#}\n", verdict.actual))
}
