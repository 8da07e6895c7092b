//! Regular expressions of queries.

use fancy_regex::{Error, Regex, RegexBuilder};

/// Maximum number of steps back in one match, which bounds its time.
const BACKTRACKING: usize = 100_000;

/// Compiles a pattern.
pub(crate) fn compile(pattern: &str) -> Result<Regex, Error> {
    RegexBuilder::new(pattern).backtrack_limit(BACKTRACKING).build()
}
