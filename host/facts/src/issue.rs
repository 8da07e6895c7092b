//! Messages about external facts, with Facter's words.

use std::path::Path;
use std::time::Duration;

use ownership::CheckError;

use crate::Level;

/// Something to say about a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// How bad it is.
    pub level: Level,
    /// The text.
    pub text: String,
}

pub(crate) fn unreadable(file: &Path, parser: &str, reason: &str) -> Message {
    let file = file.display();
    let text = format!("Failed to handle {file} as LegacyFacter::Util::Parser::{parser} facts: {reason}");
    Message { level: Level::Error, text }
}

pub(crate) fn uninterpretable(file: &Path) -> Message {
    Message { level: Level::Warning, text: format!("Could not interpret fact file {}", file.display()) }
}

pub(crate) fn empty(file: &Path) -> Message {
    let text = format!("Fact file {} was parsed but no key=>value data was returned", file.display());
    Message { level: Level::Debug, text }
}

pub(crate) fn complaint(file: &Path, said: &str) -> Message {
    let text = format!("Command {} completed with the following stderr message: {said}", file.display());
    Message { level: Level::Warning, text }
}

pub(crate) fn not_started(file: &Path, reason: &str) -> Message {
    Message { level: Level::Error, text: format!("Failed while executing '{}': {reason}", file.display()) }
}

pub(crate) fn refused(refusal: &CheckError) -> Message {
    Message { level: Level::Refusal, text: refusal.to_string() }
}

pub(crate) fn too_much(file: &Path, megabytes: u64) -> Message {
    not_started(file, &format!("it writes more than {megabytes} MiB"))
}

pub(crate) fn too_slow(file: &Path, limit: Duration) -> Message {
    let seconds = limit.as_secs_f64();
    not_started(file, &format!("it took longer than {seconds} s. The setting 'external_fact_timeout' has the limit"))
}
