//! Candidates for flags.

use clap::Arg;
use engine::settings::table::{self, NameStatus};

use super::candidate::Candidates;
use super::line::CommandLine;

/// Returns the flags that start with a text: those in the help of the command, and after a letter all settings. The
/// flags that disable a setting are offered only after `--no-`.
pub(super) fn of(line: &CommandLine, text: &str) -> Candidates {
    let mut candidates = Candidates::default();
    let named = !text.trim_start_matches('-').is_empty();
    for flag in line.command.get_arguments() {
        let Some(name) = flag.get_long() else { continue };
        let is_offered = match setting(flag) {
            Some(true) => text.starts_with("--no-"),
            Some(false) => named || !flag.is_hide_set(),
            None => !flag.is_hide_set(),
        };
        if is_offered {
            candidates.add(&format!("--{name}"), &flag.get_help().map(ToString::to_string).unwrap_or_default());
        }
    }
    if line.command.get_arguments().all(|flag| flag.get_id() != "help") {
        candidates.add("--help", "Print help");
    }
    candidates.starting_with(text)
}

/// Returns whether the flag of a setting disables it; `None` if it is not the flag of a setting.
fn setting(flag: &Arg) -> Option<bool> {
    let id = flag.get_id().as_str();
    let is_setting = |name: &str| matches!(table::find(name), NameStatus::Supported(_));
    match id.strip_prefix("no-") {
        Some(name) if is_setting(name) => Some(true),
        _ => is_setting(id).then_some(false),
    }
}
