//! Messages about invalid command line arguments, with Puppet's wording.

use std::env;
use std::process::ExitCode;

use clap::CommandFactory as _;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::args::Cli;
use crate::command::help;
use crate::console::Console;
use crate::exit;
use catalog::Level;
use engine::settings::table::{self, NameStatus};

/// Puppet's prefix of errors about options.
const OPTIONS: &str = "Could not parse application options: ";

/// Names of commands in Puppet and other programs, and the commands to use.
const COMMANDS: [(&str, &str); 15] = [
    ("agent", "apply"),
    ("check", "parser validate"),
    ("compile", "catalog compile"),
    ("diff", "catalog diff"),
    ("facter", "facts"),
    ("hiera", "lookup"),
    ("lint", "parser validate"),
    ("plan", "apply --plan-out FILE"),
    ("plugin", "provider"),
    ("revert", "undo"),
    ("rollback", "undo"),
    ("run", "apply"),
    ("type", "describe"),
    ("validate", "parser validate"),
    ("version", "--version"),
];

/// Names of flags in other programs, and the flags to use.
const FLAGS: [(&str, &str); 3] = [("--check", "--noop"), ("--what-if", "--noop"), ("--why-run", "--noop")];

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
            let near = command_for(&name, verb == "help");
            let near = near.map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
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

/// Returns the command that an unknown one probably stands for; for `marotte help`, also a topic.
fn command_for(name: &str, is_help: bool) -> Option<String> {
    if let Some((_, command)) = COMMANDS.iter().find(|(known, _)| *known == name) {
        return Some(if is_help { (*command).to_owned() } else { format!("marotte {command}") });
    }
    let program = Cli::command();
    let commands = program.get_subcommands().map(clap::Command::get_name);
    let near = syntax::nearest(name, commands).map(str::to_owned);
    near.or_else(|| syntax::nearest(name, help::topics()).filter(|_| is_help).map(str::to_owned))
}

/// Returns the message for an unknown flag.
fn unknown(error: &clap::Error) -> String {
    let flag = text(error, ContextKind::InvalidArg);
    let name = flag.trim_start_matches('-').split('=').next().unwrap_or_default();
    let setting = name.strip_prefix("no-").unwrap_or(name);
    if flag.starts_with("--") && matches!(table::find(setting), NameStatus::Unsupported) {
        return format!("{OPTIONS}The setting '{setting}' is Puppet's and has no effect here");
    }
    if let Some((_, known)) = FLAGS.iter().find(|(name, _)| *name == flag) {
        return format!("{OPTIONS}invalid option: {flag}\n  Hint: did you mean '{known}'?");
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
