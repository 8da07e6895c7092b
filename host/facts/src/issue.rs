//! Messages about external facts, with Facter's wording.

use std::path::Path;
use std::time::Duration;

use ownership::CheckError;

use crate::Level;

/// A message about a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactMessage {
    /// Its severity.
    pub level: Level,
    /// The text.
    pub text: String,
}

pub(crate) fn unreadable(file: &Path, parser: &str, reason: &str) -> FactMessage {
    let file = file.display();
    let text = format!("Failed to handle {file} as LegacyFacter::Util::Parser::{parser} facts: {reason}");
    FactMessage { level: Level::Error, text }
}

pub(crate) fn uninterpretable(file: &Path) -> FactMessage {
    FactMessage { level: Level::Warning, text: format!("Could not interpret fact file {}", file.display()) }
}

pub(crate) fn empty(file: &Path) -> FactMessage {
    let text = format!("Fact file {} was parsed but no key=>value data was returned", file.display());
    FactMessage { level: Level::Debug, text }
}

pub(crate) fn stderr_output(file: &Path, output: &str) -> FactMessage {
    let text = format!("Command {} completed with the following stderr message: {output}", file.display());
    FactMessage { level: Level::Warning, text }
}

pub(crate) fn not_started(file: &Path, reason: &str) -> FactMessage {
    FactMessage { level: Level::Error, text: format!("Failed while executing '{}': {reason}", file.display()) }
}

pub(crate) fn refused(refusal: &CheckError) -> FactMessage {
    FactMessage { level: Level::Refusal, text: refusal.to_string() }
}

pub(crate) fn output_too_large(file: &Path, megabytes: u64) -> FactMessage {
    not_started(file, &format!("its output exceeds {megabytes} MiB"))
}

pub(crate) fn too_slow(file: &Path, limit: Duration) -> FactMessage {
    let seconds = limit.as_secs_f64();
    not_started(file, &format!("it took longer than {seconds} s, the limit set by 'external_fact_timeout'"))
}
