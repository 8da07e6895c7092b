//! Messages about invalid command line arguments, with Puppet's wording.

use std::env;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::command::help;
use crate::console::Console;
use crate::exit;
use catalog::Level;
use engine::settings::table::{self, NameStatus};

/// Puppet's prefix of errors about options.
const OPTIONS: &str = "Could not parse application options: ";

/// Prints the hint for a call without arguments.
pub(crate) fn hint() -> ExitCode {
    let mut console = Console::bare(&color());
    console.print("See 'marotte help' for help on available marotte subcommands\n");
    exit::finish_stdout(ExitCode::from(exit::SUCCESS), &mut console)
}

/// Reports invalid arguments; prints help and version.
pub(crate) fn refuse(error: &clap::Error) -> ExitCode {
    let mut console = Console::bare(&color());
    let message = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            console.note_stdout_result(error.print());
            return exit::finish_stdout(ExitCode::from(exit::SUCCESS), &mut console);
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            return ExitCode::from(exit::FAILURE);
        }
        ErrorKind::InvalidSubcommand => {
            let name = text(error, ContextKind::InvalidSubcommand);
            let verb = env::args().nth(1).unwrap_or_default();
            if verb != name && verb != "help" {
                let message = format!("'{verb}' has no '{name}' action.  See `marotte help {verb}`.");
                console.log(Level::Err, "", &message);
                return ExitCode::from(exit::FAILURE);
            }
            // Puppet prints this on standard output.
            let near = match text(error, ContextKind::SuggestedSubcommand).as_str() {
                "" if verb == "help" => syntax::nearest(&name, help::topics()).unwrap_or_default().to_owned(),
                near => near.to_owned(),
            };
            let near = if near.is_empty() { near } else { format!("; did you mean '{near}'?") };
            console.answer_fault(&format!("Unknown Marotte subcommand '{name}'{near}"));
            console.print("See 'marotte help' for help on available marotte subcommands\n");
            return ExitCode::from(exit::FAILURE);
        }
        ErrorKind::UnknownArgument => unknown(error),
        ErrorKind::InvalidValue if text(error, ContextKind::InvalidValue).is_empty() => {
            let flag = text(error, ContextKind::InvalidArg);
            format!("{OPTIONS}missing argument: {}", flag.split_whitespace().next().unwrap_or_default())
        }
        _ => {
            let rendered = error.render().to_string();
            let rendered = rendered.strip_prefix("error: ").unwrap_or(&rendered);
            format!("{OPTIONS}{}", rendered.trim_end())
        }
    };
    console.log(Level::Err, "", &message);
    ExitCode::from(exit::FAILURE)
}

/// Returns the message for an unknown flag.
fn unknown(error: &clap::Error) -> String {
    let flag = text(error, ContextKind::InvalidArg);
    let name = flag.trim_start_matches('-').split('=').next().unwrap_or_default();
    let setting = name.strip_prefix("no-").unwrap_or(name);
    if flag.starts_with("--") && matches!(table::find(setting), NameStatus::Unsupported) {
        return format!("{OPTIONS}The setting '{setting}' is Puppet's and has no effect here");
    }
    match text(error, ContextKind::SuggestedArg).as_str() {
        near if syntax::nearest(&flag, [near]).is_none() => format!("{OPTIONS}invalid option: {flag}"),
        near => format!("{OPTIONS}invalid option: {flag}\n  Hint: did you mean '{near}'?"),
    }
}

fn text(error: &clap::Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.first().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}

/// Returns the value of `--color` in arguments that could not be parsed.
fn color() -> String {
    let mut words = env::args();
    while let Some(word) = words.next() {
        if word == "--color" {
            return words.next().unwrap_or_default();
        }
        if let Some(color) = word.strip_prefix("--color=") {
            return color.to_owned();
        }
    }
    "auto".to_owned()
}
