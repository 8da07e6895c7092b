//! Flags for settings: every command accepts each setting as `--name value`, or as `--name` and `--no-name` for
//! boolean settings.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;

use clap::builder::PossibleValuesParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use engine::settings::table::{self, SUPPORTED, SettingInfo, SettingKind};

/// Heading of the frequently used settings in the help of a command.
const HEADING: &str = "Settings (all: marotte help settings)";

/// The prefix of flags that disable a setting.
const NEGATION: &str = "no-";

/// Settings with letters or other names, or that exclude other flags of a command.
const ALWAYS_DEFINED: [&str; 5] = ["certname", "logdest", "manifest", "noop", "show_diff"];

thread_local! {
    /// The settings whose flags are defined; `None` defines all.
    static DEFINED: Cell<Option<BTreeSet<&'static str>>> = const { Cell::new(None) };
}

/// Calls a parser with the flags of only those settings that a command line contains. The definition of all flags is most of
/// the time that a command line takes.
pub(super) fn with_flags_of<T>(words: &[OsString], parse: impl FnOnce() -> T) -> T {
    let names = words.iter().filter_map(|word| {
        let flag = word.to_str()?.strip_prefix("--")?.split('=').next()?.replace('-', "_");
        let name = flag.strip_prefix("no_").filter(|name| table::supported(name).is_some()).unwrap_or(&flag);
        table::supported(name).map(|setting| setting.name)
    });
    DEFINED.set(Some(names.chain(ALWAYS_DEFINED).collect()));
    let result = parse();
    DEFINED.set(None);
    result
}

/// Settings given on the command line.
#[derive(Debug, Clone, Default)]
pub(crate) struct SettingFlags {
    given: BTreeMap<String, String>,
}

impl SettingFlags {
    /// Returns the given values by the names of the settings.
    pub(crate) fn given(&self) -> &BTreeMap<String, String> {
        &self.given
    }
}

impl Args for SettingFlags {
    fn augment_args(command: Command) -> Command {
        // `-l` as in Puppet. Other commands use the letters for other flags.
        let has_letters = matches!(command.get_name(), "apply" | "agent");
        let own = names_of_flags(&command);
        let defined = DEFINED.take();
        let is_defined = |setting: &&SettingInfo| {
            let is_named = defined.as_ref().is_none_or(|names| names.contains(setting.name));
            is_named && !own.iter().any(|name| name == setting.name)
        };
        let settings = SUPPORTED.iter().filter(is_defined);
        let command = settings.fold(command, |command, setting| command.args(flags_of(setting, has_letters)));
        DEFINED.set(defined);
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for SettingFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut flags = Self::default();
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for id in matches.ids() {
            let id = id.as_str();
            if matches.value_source(id) != Some(ValueSource::CommandLine) {
                continue;
            }
            let (name, is_negated) = id.strip_prefix(NEGATION).map_or((id, false), |name| (name, true));
            let Some(setting) = table::supported(name) else { continue };
            // A command can have a flag of its own with the name of a setting, but with values of another type.
            let value = match setting.kind {
                SettingKind::Flag => matches.try_get_one::<bool>(id).ok().flatten().map(|_| (!is_negated).to_string()),
                _ => matches.try_get_one::<String>(id).ok().flatten().cloned(),
            };
            self.given.extend(value.map(|value| (name.to_owned(), value)));
        }
        Ok(())
    }
}

/// Returns the names of a command's own flags, which can be those of settings: `service install --splay TIME`.
fn names_of_flags(command: &Command) -> Vec<String> {
    let names = |flag: &Arg| {
        flag.get_long()
            .into_iter()
            .chain(flag.get_all_aliases().unwrap_or_default())
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    command.get_arguments().flat_map(names).collect()
}

/// Returns the flag that disables a setting.
fn negated(name: &str) -> String {
    format!("{NEGATION}{name}")
}

fn flags_of(setting: &'static SettingInfo, has_letters: bool) -> Vec<Arg> {
    // Names have underscores; hyphens are accepted, too.
    let spelled = |prefix: &str| format!("{prefix}{}", setting.name.replace('_', "-"));
    let flag = Arg::new(setting.name).long(setting.name).help(setting.docs).help_heading(HEADING);
    // `marotte help settings` lists all of them.
    let flag = if setting.is_common { flag } else { flag.hide(true) };
    let flag = if setting.name.contains('_') { flag.alias(spelled("")) } else { flag };
    let flag = match setting.name {
        "certname" => flag.alias("node_name_value"),
        "logdest" if has_letters => flag.short('l'),
        "noop" if has_letters => flag.short('n').alias("dry-run"),
        "show_diff" if has_letters => flag.alias("diff"),
        _ => flag,
    };
    let value_name = match setting.kind {
        SettingKind::Flag => {
            let no = negated(setting.name);
            let yes = flag.action(ArgAction::SetTrue).overrides_with(&no);
            let other = Arg::new(&no).long(&no).action(ArgAction::SetTrue).overrides_with(setting.name).hide(true);
            let other = if setting.name.contains('_') { other.alias(spelled("no-")) } else { other };
            return vec![yes, other];
        }
        SettingKind::Choice(choices) => {
            return vec![flag.value_name("CHOICE").value_parser(PossibleValuesParser::new(choices))];
        }
        SettingKind::Text => "TEXT",
        SettingKind::Number => "NUMBER",
        SettingKind::Path => "PATH",
        SettingKind::Paths => "PATHS",
        SettingKind::Duration => "TIME",
        SettingKind::Keep => "RUNS, BYTES",
        SettingKind::Size => "BYTES",
        SettingKind::Choices(_) => "NAMES",
    };
    vec![flag.value_name(value_name)]
}
