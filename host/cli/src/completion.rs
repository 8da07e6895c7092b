//! Completion of command lines in shells. The scripts of `marotte completions` run the program with the hidden
//! argument `__complete`, the name of the shell and the words of the command line; it prints one candidate per line.
//! Nothing is written, no other program is run, and errors result in fewer candidates.

mod candidate;
mod flags;
mod line;
mod shell;
mod site;
mod values;

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Command;

use crate::{args, exit};

use candidate::Candidates;
use line::CommandLine;
pub(crate) use shell::Shell;
use shell::ShellInput;

/// The argument that requests candidates.
pub(crate) const ARGUMENT: &str = "__complete";

/// Prints the candidates for the last word of a command line. `words` are the name of the shell and what its script
/// passes.
pub(crate) fn main(words: impl Iterator<Item = OsString>) -> ExitCode {
    let words: Vec<String> = words.map(|word| word.to_string_lossy().into_owned()).collect();
    let input = words.split_first().and_then(|(name, words)| ShellInput::read(Shell::find(name)?, words));
    if let Some(input) = input {
        let candidates = complete(&args::command(), &input.words);
        // The shell may have been closed.
        let _ = io::stdout().write_all(input.format(&candidates).as_bytes());
    }
    ExitCode::from(exit::SUCCESS)
}

/// Returns the candidates for the last of the words after the name of the program.
fn complete(program: &Command, words: &[String]) -> Candidates {
    let Some((current, before)) = words.split_last() else { return Candidates::default() };
    let line = CommandLine::read(program, before);
    if let Some(flag) = &line.awaiting {
        return values::of(&line, flag, current);
    }
    if line.accepts_flags && current.starts_with('-') {
        return match current.split_once('=') {
            Some((name, value)) => line
                .flag(name)
                .map(|flag| values::of(&line, flag, value).with_prefix(&format!("{name}=")))
                .unwrap_or_default(),
            None => flags::of(&line, current),
        };
    }
    let mut candidates = Candidates::default();
    if line.positionals.is_empty() {
        // The commands of a command have a help action, which `marotte help` replaces.
        let is_offered = |command: &&Command| line.path.is_empty() || command.get_name() != "help";
        for command in line.command.get_subcommands().filter(is_offered) {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            candidates.add(command.get_name(), &about);
        }
    }
    if let Some(argument) = line.positional() {
        candidates.extend(values::of(&line, argument, current));
    }
    candidates.starting_with(current)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the candidates for the last word of a line, separated by spaces.
    fn candidates(line: &str) -> String {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let found = complete(&args::command(), &words);
        let mut shown: Vec<&str> = found.values.iter().map(|candidate| candidate.value.as_str()).collect();
        shown.extend(found.paths.map(candidate::Paths::name));
        shown.join(" ")
    }

    #[test]
    fn completion_offers_commands_and_actions() {
        assert_eq!(candidates("ap"), "apply");
        assert_eq!(candidates("co"), "config completions");
        assert_eq!(candidates("config "), "print set delete");
        assert_eq!(candidates("nosuch "), "");
    }

    #[test]
    fn completion_offers_flags_by_their_beginning() {
        assert_eq!(candidates("apply --pl"), "--plan-out --plan");
        assert_eq!(candidates("apply --no-sh"), "--no-show_diff");
        assert_eq!(candidates("apply --noo"), "--noop --noop_guards");
        assert_eq!(candidates("apply --catalog_c"), "--catalog_cache_dir");
        // Other settings are not offered before a letter is typed.
        assert!(!candidates("apply --").contains("--catalog_cache_dir"));
        assert!(candidates("apply --").contains("--noop"));
        assert_eq!(candidates("apply -- --pl"), "files");
    }

    #[test]
    fn completion_offers_values_of_flags() {
        assert_eq!(candidates("apply --durable "), "file run off");
        assert_eq!(candidates("apply --durable=r"), "--durable=run");
        assert_eq!(candidates("apply --color a"), "auto always ansi");
        assert_eq!(candidates("lookup --render-as "), "console json yaml s");
        assert_eq!(candidates("config set --render-as "), "console");
        assert_eq!(candidates("apply --root "), "directories");
        assert_eq!(candidates("apply "), "files");
        assert_eq!(candidates("apply --noop "), "files");
    }

    #[test]
    fn completion_offers_settings_and_their_values() {
        assert_eq!(candidates("config print usecache"), "usecacheonfailure");
        assert_eq!(candidates("config set noop "), "true false");
        assert_eq!(candidates("config set ordering t"), "title-hash");
    }

    #[test]
    fn completion_offers_types_and_attributes() {
        assert_eq!(candidates("describe fi"), "file file_capability file_line filebucket firewall firewallchain");
        assert_eq!(candidates("resource file "), "files");
        assert_eq!(candidates("resource file /x mo"), "mode=");
        assert!(candidates("resource file /x ensure=").contains("ensure=absent ensure="));
        assert_eq!(candidates("help provider ke"), "keygen");
        assert_eq!(candidates("help getting"), "getting-started");
    }
}
