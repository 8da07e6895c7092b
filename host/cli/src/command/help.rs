//! `help`: the help of a command, or a topic.

use std::fmt::Write as _;
use std::iter;
use std::process::ExitCode;

use clap::Parser as _;
use engine::settings::table::SUPPORTED;

use crate::args::{Cli, Help};
use crate::console::Console;
use crate::{exit, usage};

/// The topics: name and text.
const TOPICS: &[(&str, &str)] = &[
    ("getting-started", include_str!("../../help/getting-started.md")),
    ("settings", include_str!("../../help/settings.md")),
    ("grants", include_str!("../../help/grants.md")),
    ("providers", include_str!("../../help/providers.md")),
    ("migrating", include_str!("../../help/migrating.md")),
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
        console.print(text.trim_start_matches("# "));
        if *name == "settings" {
            console.print(&settings());
        }
        return ExitCode::from(exit::SUCCESS);
    }
    let words = arguments.words.iter().map(String::as_str);
    match Cli::try_parse_from(iter::once("marotte").chain(words).chain(["--help"])) {
        Err(help) => usage::refuse(&help),
        // The last argument is always a request for help.
        Ok(_) => usage::hint(),
    }
}

/// Describes all settings.
fn settings() -> String {
    let mut text = String::new();
    for setting in SUPPORTED {
        let default = match setting.default {
            "" => String::new(),
            default => format!(" [default: {default}]"),
        };
        // Writing to a string does not fail.
        let _ = write!(text, "\n  {}\n      {}{default}\n", setting.name, setting.docs);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_topics_are_listed_in_the_help_of_the_program() {
        let names = topics().collect::<Vec<_>>().join(", ");
        let help = <Cli as clap::CommandFactory>::command().render_help().to_string();
        assert!(help.contains(&format!("Topics: {names}\n")), "{help}");
    }
}
