//! Candidates for the values of flags and positional arguments.

use clap::{Arg, ValueHint};
use engine::settings::table::{self, NameStatus, SettingKind};

use super::candidate::{Candidates, Paths};
use super::line::CommandLine;
use super::site::Site;
use crate::command::help;

/// Returns the candidates for a value of an argument that start with `text`.
pub(super) fn of(line: &CommandLine, argument: &Arg, text: &str) -> Candidates {
    let path: Vec<&str> = line.path.iter().map(String::as_str).collect();
    let site = || Site::of(line);
    let candidates = match (&*path, argument.get_id().as_str()) {
        (["describe"], "types") | (["resource"], "type_name") => site().types(),
        (["resource"], "title") => titles(line),
        (["resource"], "settings") => attributes(line, text),
        (["resource"], "param") => site().attributes(line.positional_at(0)),
        (["config", "print"], "names") | (["config", "set" | "delete"], "name") => settings(),
        (["config", "set"], "value") => values_of_setting(line.positional_at(0)),
        (["config", _], "section") => ["main", "user", "agent", "server"].into_iter().collect(),
        (["facts", ..], "facts") => site().facts(text),
        (["report"] | ["graph"], "run") => site().reports(),
        (["undo"], "run") => site().undoable_runs(),
        (["epp", _], "templates") => site().templates(),
        (["provider", "update" | "remove" | "verify" | "show"], _) if argument.is_positional() => {
            let mut candidates = site().locked_providers();
            candidates.paths = (path[1] == "show").then_some(Paths::Files);
            candidates
        }
        (["environment", "diff"], "before" | "after") => {
            let mut candidates = site().environments();
            candidates.paths = Some(Paths::Directories);
            candidates
        }
        (["help"], "words") => topics(line),
        (["doc"], "reference") => ["type"].into_iter().collect(),
        (_, "environment") => site().environments(),
        (_, "tags" | "skip_tags") => return site().tags(text),
        _ => known_values(argument),
    };
    candidates.starting_with(text)
}

/// Returns the values that the definition of an argument lists, or the kind of its paths.
fn known_values(argument: &Arg) -> Candidates {
    let listed = argument.get_possible_values();
    if !listed.is_empty() {
        let mut candidates = Candidates::default();
        for value in listed.iter().filter(|value| !value.is_hide_set()) {
            candidates.add(value.get_name(), &value.get_help().map(ToString::to_string).unwrap_or_default());
        }
        return candidates;
    }
    let is_directory = || argument.get_value_names().is_some_and(|names| names.iter().any(|name| name == "DIR"));
    match (table::find(argument.get_id().as_str()), argument.get_value_hint()) {
        (NameStatus::Supported(setting), _) => paths(setting.kind).map(Candidates::from).unwrap_or_default(),
        (_, ValueHint::AnyPath) if is_directory() => Paths::Directories.into(),
        (_, ValueHint::AnyPath) => Paths::Files.into(),
        _ => Candidates::default(),
    }
}

fn paths(kind: SettingKind) -> Option<Paths> {
    match kind {
        SettingKind::Path => Some(Paths::Files),
        SettingKind::Paths => Some(Paths::Directories),
        _ => None,
    }
}

fn settings() -> Candidates {
    let mut candidates = Candidates::default();
    table::SUPPORTED.iter().for_each(|setting| candidates.add(setting.name, setting.docs));
    candidates
}

fn values_of_setting(name: &str) -> Candidates {
    let NameStatus::Supported(setting) = table::find(name) else { return Candidates::default() };
    match setting.kind {
        SettingKind::Flag => ["true", "false"].into_iter().collect(),
        SettingKind::Choice(values) | SettingKind::Choices(values) => values.iter().collect(),
        kind => paths(kind).map(Candidates::from).unwrap_or_default(),
    }
}

/// Returns the titles of a type in the last run. Titles of files are paths.
fn titles(line: &CommandLine) -> Candidates {
    match line.positional_at(0) {
        "file" => Paths::Files.into(),
        type_name => Site::of(line).titles(type_name),
    }
}

/// Returns `NAME=` for each attribute of a type, or `NAME=VALUE` for each value that an attribute lists.
fn attributes(line: &CommandLine, text: &str) -> Candidates {
    let (site, type_name) = (Site::of(line), line.positional_at(0));
    match text.split_once('=') {
        Some((name, _)) => site.values_of_attribute(type_name, name).with_prefix(&format!("{name}=")),
        None => {
            let mut candidates = site.attributes(type_name);
            candidates.values.iter_mut().for_each(|candidate| candidate.value.push('='));
            candidates
        }
    }
}

/// Returns the commands and topics that `help` describes.
fn topics(line: &CommandLine) -> Candidates {
    let program = crate::args::command();
    let command = line.positionals.iter().try_fold(&program, |command, word| command.find_subcommand(word)).cloned();
    let mut candidates = Candidates::default();
    for command in command.iter().flat_map(|command| command.get_subcommands()) {
        candidates.add(command.get_name(), &command.get_about().map(ToString::to_string).unwrap_or_default());
    }
    if line.positionals.is_empty() {
        help::topics().for_each(|topic| candidates.add(topic, "Topic"));
    }
    candidates
}
