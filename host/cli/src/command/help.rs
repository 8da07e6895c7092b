//! `help`: the help of a command, or a topic.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::iter;
use std::process::ExitCode;

use engine::settings::table::SUPPORTED;

use crate::args::{self, Help};
use crate::console::Console;
use crate::layout::{WIDTH, reflow};
use crate::{exit, usage};

/// The topics: name and text.
const TOPICS: &[(&str, &str)] = &[
    ("getting-started", include_str!("../../help/getting-started.md")),
    ("settings", include_str!("../../help/settings.md")),
    ("grants", include_str!("../../help/grants.md")),
    ("providers", include_str!("../../help/providers.md")),
    ("migrating", include_str!("../../help/migrating.md")),
    ("scheduled-runs", include_str!("../../help/scheduled-runs.md")),
    ("exit-codes", include_str!("../../help/exit-codes.md")),
];

/// Returns the names of the topics.
pub(crate) fn topics() -> impl Iterator<Item = &'static str> {
    TOPICS.iter().map(|(name, _)| *name)
}

/// Prints a topic or the help of a command; the help of the program without arguments.
pub(crate) fn run(arguments: &Help, console: &mut Console) -> ExitCode {
    if let [word] = &*arguments.words
        && let Some((name, text)) = TOPICS.iter().find(|(name, _)| name == word)
    {
        let width = console.width().map_or(WIDTH, |width| width.min(WIDTH));
        console.print(&reflow(text.trim_start_matches("# "), width));
        if *name == "settings" {
            console.print(&settings(width));
        }
        return ExitCode::from(exit::SUCCESS);
    }
    let words = arguments.words.iter().map(OsString::from);
    match args::parse(iter::once("marotte".into()).chain(words).chain(["--help".into()])) {
        Err(help) => usage::refuse(&help),
        // The last argument is always a request for help.
        Ok(_) => usage::overview(),
    }
}

/// Describes all settings.
fn settings(width: usize) -> String {
    let mut text = String::new();
    for setting in SUPPORTED {
        let default = match setting.default {
            "" => String::new(),
            default => format!(" [default: {default}]"),
        };
        // Writing to a string does not fail.
        let _ = write!(text, "\n  {}\n{}", setting.name, reflow(&format!("      {}{default}", setting.docs), width));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_topics_are_listed_in_the_help_of_the_program() {
        let names = topics().collect::<Vec<_>>().join(", ");
        let help = args::command().render_help().to_string();
        assert!(help.contains(&format!("Topics: {names}\n")), "{help}");
    }
}
