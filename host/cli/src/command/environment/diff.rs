//! `environment diff`: the differences between two environments.

mod side;

use std::process::ExitCode;

use anyhow::Result;
use registry::environment::{FileChange, TreeDifference};
use serde_json::json;

use super::super::provider::place;
use super::version_text;
use crate::args::EnvironmentDiff;
use crate::console::Console;
use crate::exit;
use side::Side;

/// Compares two environments.
///
/// # Errors
/// Never returns one; an environment that cannot be read has an exit code of its own.
pub(super) fn run(arguments: &EnvironmentDiff, console: &mut Console) -> Result<ExitCode> {
    match compare(arguments, console) {
        Ok(difference) => {
            let code = if difference.is_empty() { exit::SUCCESS } else { exit::DIFFERENT };
            print(&difference, console);
            Ok(ExitCode::from(code))
        }
        Err(error) => {
            console.fail(&error);
            Ok(ExitCode::from(exit::TROUBLE))
        }
    }
}

fn compare(arguments: &EnvironmentDiff, console: &mut Console) -> Result<TreeDifference> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let network = place::network(console);
    let (before, after) =
        (Side::open(&arguments.before, &settings, &network)?, Side::open(&arguments.after, &settings, &network)?);
    let (layers_before, layers_after) = (before.layers(), after.layers());
    let before = before.read(&layers_after, &settings, console)?;
    let after = after.read(&layers_before, &settings, console)?;
    Ok(TreeDifference::between((&before.0, &before.1), (&after.0, &after.1)))
}

fn print(difference: &TreeDifference, console: &mut Console) {
    if console.is_structured() {
        return console.print_data(&json!(difference));
    }
    let sign = |change| match change {
        FileChange::Added => '+',
        FileChange::Removed => '-',
        FileChange::Changed => '~',
    };
    let mut text = String::new();
    for module in &difference.modules {
        let (before, after) = (version_text(module.before.as_ref()), version_text(module.after.as_ref()));
        let version = match module.change {
            FileChange::Added => after,
            FileChange::Removed => before,
            FileChange::Changed if before == after => before,
            FileChange::Changed => format!("{before} -> {after}"),
        };
        text += &format!("{} module {} ({version})\n", sign(module.change), module.path);
    }
    for file in &difference.files {
        text += &format!("{} {}\n", sign(file.change), file.path);
    }
    console.print_untrusted(&text);
}
