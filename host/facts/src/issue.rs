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

/// Facter's message, with the name of the format instead of that of a class.
pub(crate) fn unreadable(file: &Path, format: &str, reason: &str) -> FactMessage {
    let file = file.display();
    let text = format!("Failed to handle {file} as {format} facts: {reason}");
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

/// A program that failed. Facter ignores the exit status and reads the output, too.
pub(crate) fn failed(file: &Path, status: i32, output: &str) -> FactMessage {
    let reason = output.lines().find(|line| !line.trim().is_empty()).map(|line| format!(": {}", line.trim()));
    let reason = reason.unwrap_or_default();
    let text = format!("The external fact '{}' ended with exit code {status}{reason}", file.display());
    FactMessage { level: Level::Warning, text }
}

/// Lines of a text file that are not facts. Facter ignores them silently.
pub(crate) fn lines_without_value(file: &Path, lines: &[usize]) -> FactMessage {
    let numbers: Vec<String> = lines.iter().map(usize::to_string).collect();
    let (word, verb) = if lines.len() == 1 { ("line", "is") } else { ("lines", "are") };
    let text = format!(
        "The {word} {} of the external fact '{}' {verb} ignored: a line has the form 'name=value'",
        numbers.join(", "),
        file.display()
    );
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
    let (file, seconds) = (file.display(), limit.as_secs_f64());
    let text = format!(
        "The external fact '{file}' did not end within {seconds} s and was stopped; the limit is the setting \
         'external_fact_timeout'"
    );
    FactMessage { level: Level::Error, text }
}
