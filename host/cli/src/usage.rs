//! Messages about invalid command line arguments, with Puppet's wording.

use std::env;
use std::error::Error;
use std::num::ParseIntError;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::args::{self, RenderAs};
use crate::command::help;
use crate::console::Console;
use crate::exit;
use catalog::Level;
use engine::settings::table::{self, NameStatus};
use syntax::{Diagnostic, SourceMap};

/// Puppet's prefix of errors about options.
const OPTIONS: &str = "Could not parse application options: ";

/// Names of commands in Puppet and other programs, and the commands to use.
const COMMANDS: [(&str, &str); 16] = [
    ("check", "parser validate"),
    ("compile", "catalog compile"),
    ("diff", "catalog diff"),
    ("facter", "facts"),
    ("hiera", "lookup"),
    ("lint", "parser validate"),
    ("noop", "apply --noop"),
    ("plugin", "provider"),
    ("revert", "undo"),
    ("rollback", "undo"),
    ("run", "apply"),
    ("settings", "config print"),
    ("type", "describe"),
    ("types", "describe --list"),
    ("validate", "parser validate"),
    ("version", "--version"),
];

/// Names of flags in other programs, and the flags to use.
const FLAGS: [(&str, &str); 5] = [
    ("--check", "--noop"),
    ("--diff", "--show_diff"),
    ("--dry-run", "--noop"),
    ("--what-if", "--noop"),
    ("--why-run", "--noop"),
];

/// Actions of `puppet module` that modify the module path.
const INSTALLERS: [&str; 4] = ["install", "search", "uninstall", "upgrade"];

/// Hint for these actions.
const NO_INSTALLER: &str =
    "modules are not installed by this program; use r10k or g10k with a Puppetfile, then 'marotte module check'";

/// Names of actions in other programs, and the actions to use.
const ACTIONS: [(&str, &str); 7] = [
    ("delete", "remove"),
    ("get", "print"),
    ("install", "add"),
    ("ls", "list"),
    ("uninstall", "remove"),
    ("upgrade", "update"),
    ("view", "show"),
];

/// Prints the overview for a call without arguments.
pub(crate) fn overview() -> ExitCode {
    let mut console = Console::bare(&color());
    console.note_stdout_result(args::command().print_help());
    exit::finish_stdout(ExitCode::from(exit::SUCCESS), &mut console)
}

/// Reports invalid arguments; prints help and version.
pub(crate) fn refuse(error: &clap::Error) -> ExitCode {
    let mut console = Console::bare(&color());
    console.set_format(format());
    let mut hint = None;
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
            let words: Vec<String> = words().skip(1).filter(|word| !word.starts_with('-')).collect();
            let verb = words.iter().find(|word| *word != "help").cloned().unwrap_or_default();
            if verb != name {
                let near = action_for(&verb, &name);
                let near = near.map_or_else(String::new, |near| format!("  Did you mean '{near}'?"));
                hint = (verb == "module" && INSTALLERS.contains(&&*name)).then(|| NO_INSTALLER.to_owned());
                format!("'{verb}' has no '{name}' action.{near}  See `marotte help {verb}`.")
            } else {
                return unknown_command(&name, words.first().is_some_and(|word| word == "help"), &mut console);
            }
        }
        ErrorKind::UnknownArgument => {
            let (message, near) = unknown(error);
            hint = near.map(|near| format!("did you mean '{near}'?"));
            message
        }
        ErrorKind::InvalidValue if text(error, ContextKind::InvalidValue).is_empty() => {
            let flag = text(error, ContextKind::InvalidArg);
            format!("{OPTIONS}missing argument: {}", flag.split_whitespace().next().unwrap_or_default())
        }
        ErrorKind::ValueValidation if error.source().is_some_and(<dyn Error>::is::<ParseIntError>) => {
            let (value, flag) = (text(error, ContextKind::InvalidValue), text(error, ContextKind::InvalidArg));
            format!("{OPTIONS}invalid value '{value}' for '{flag}': it must be a whole number")
        }
        ErrorKind::InvalidValue if text(error, ContextKind::InvalidArg).starts_with("--render-as") => format!(
            "{OPTIONS}This command cannot render '{}'; it can render {}",
            text(error, ContextKind::InvalidValue),
            list(&texts(error, ContextKind::ValidValue))
        ),
        _ => {
            let rendered = error.render().to_string();
            let rendered = rendered.strip_prefix("error: ").unwrap_or(&rendered);
            format!("{OPTIONS}{}", rendered.trim_end())
        }
    };
    let diagnostic = hint.into_iter().fold(Diagnostic::error("USAGE", message, None), Diagnostic::with_hint);
    console.diagnostic(&diagnostic, &SourceMap::default(), "", "");
    ExitCode::from(exit::FAILURE)
}

/// Reports an unknown command: as in Puppet on standard output, unless messages are JSON.
fn unknown_command(name: &str, is_help: bool, console: &mut Console) -> ExitCode {
    let near = command_for(name, is_help).map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
    let message = format!("Unknown Marotte subcommand '{name}'{near}");
    if console.is_structured() {
        console.log(Level::Err, "", &message);
    } else {
        console.answer_fault(&message);
        console.print("See 'marotte help' for help on available marotte subcommands\n");
    }
    ExitCode::from(exit::FAILURE)
}

/// Returns the command that an unknown one probably stands for; for `marotte help`, also a topic.
fn command_for(name: &str, is_help: bool) -> Option<String> {
    if let Some(topic) = help::topics().find(|topic| is_help && syntax::nearest(name, [*topic]).is_some()) {
        return Some(format!("marotte help {topic}"));
    }
    let program = args::command();
    let commands = program.get_subcommands().map(clap::Command::get_name);
    let known = COMMANDS.iter().find(|(known, _)| *known == name).map(|(_, command)| *command);
    known.or_else(|| syntax::nearest(name, commands)).map(|command| format!("marotte {command}"))
}

/// Returns the action of a command that an unknown one probably stands for.
fn action_for(verb: &str, name: &str) -> Option<String> {
    let program = args::command();
    let actions: Vec<&str> = program.find_subcommand(verb)?.get_subcommands().map(clap::Command::get_name).collect();
    let known = ACTIONS.iter().find(|(known, action)| *known == name && actions.contains(action));
    let action = known.map(|(_, action)| *action).or_else(|| syntax::nearest(name, actions))?;
    Some(format!("marotte {verb} {action}"))
}

/// Returns the message for an unknown flag, and the flag that was probably meant.
fn unknown(error: &clap::Error) -> (String, Option<String>) {
    let flag = text(error, ContextKind::InvalidArg);
    let name = flag.trim_start_matches('-').split('=').next().unwrap_or_default();
    let setting = name.strip_prefix("no-").unwrap_or(name);
    if flag.starts_with("--") && matches!(table::find(setting), NameStatus::Unsupported) {
        return (format!("{OPTIONS}The setting '{setting}' is Puppet's and has no effect here"), None);
    }
    let suggested = text(error, ContextKind::SuggestedArg);
    let known = FLAGS.iter().find(|(name, _)| *name == flag).map(|(_, known)| *known);
    let near = known.or_else(|| syntax::nearest(&flag, [suggested.as_str()])).map(str::to_owned);
    (format!("{OPTIONS}invalid option: {flag}"), near.or_else(|| long_flag(&flag)))
}

/// Returns the long flag that was probably meant by a word with one hyphen, such as `-noop`, in which `letter` is the first
/// flag that does not exist.
fn long_flag(letter: &str) -> Option<String> {
    let letter = letter.strip_prefix('-').filter(|letter| letter.chars().count() == 1)?;
    let has_letter = |word: &String| word.strip_prefix('-').is_some_and(|rest| rest.len() > 1 && rest.contains(letter));
    let word = words().filter(|word| !word.starts_with("--")).find(has_letter)?;
    let name = word.trim_start_matches('-').split('=').next()?.to_owned();
    let mut command = args::command();
    command.build();
    for word in words().skip(1) {
        if let Some(action) = command.find_subcommand(&word).cloned() {
            command = action;
        }
    }
    let flags: Vec<&str> = command.get_arguments().filter_map(clap::Arg::get_long).collect();
    let known = flags.iter().copied().find(|flag| *flag == name);
    known.or_else(|| syntax::nearest(&name, flags)).map(|flag| format!("--{flag}"))
}

fn text(error: &clap::Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.first().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}

fn texts(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    }
}

/// Formats names as a list: `'a', 'b' and 'c'`.
fn list(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
        None => String::new(),
    }
}

/// Returns the value of `--color` in arguments that could not be parsed.
fn color() -> String {
    value("--color").unwrap_or_else(|| "auto".to_owned())
}

/// Returns the value of `--render-as` in arguments that could not be parsed.
fn format() -> RenderAs {
    value("--render-as").and_then(|name| RenderAs::find(&name)).unwrap_or_default()
}

/// Returns the arguments, which may not be valid UTF-8.
fn words() -> impl Iterator<Item = String> {
    env::args_os().map(|word| word.to_string_lossy().into_owned())
}

/// Returns the value of a flag in arguments that could not be parsed.
fn value(flag: &str) -> Option<String> {
    let mut words = words();
    while let Some(word) = words.next() {
        if word == flag {
            return words.next();
        }
        if let Some(value) = word.strip_prefix(flag).and_then(|rest| rest.strip_prefix('=')) {
            return Some(value.to_owned());
        }
    }
    None
}
