//! Output formats of the commands: values of `--render-as` in help, completions and errors.

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{ArgMatches, Command};

use super::RenderAs;

/// Formats of commands whose result is text.
const TEXT: &[RenderAs] = &[RenderAs::Console];
/// Formats of commands whose result is a document of its own in JSON.
const JSON: &[RenderAs] = &[RenderAs::Console, RenderAs::Json];
/// Formats of commands whose result is data.
const DATA: &[RenderAs] = &[RenderAs::Console, RenderAs::Json, RenderAs::Yaml];
/// Formats of `lookup`.
const LOOKUP: &[RenderAs] = &[RenderAs::Console, RenderAs::Json, RenderAs::Yaml, RenderAs::S];

/// Returns the formats of a command, given by its words.
fn formats(words: &[&str]) -> &'static [RenderAs] {
    match words {
        ["lookup"] => LOOKUP,
        ["catalog", "compile"] => JSON,
        ["graph" | "completions" | "man" | "help" | "epp" | "filebucket"]
        | ["epp" | "filebucket", _]
        | ["parser", "dump"]
        | ["config", "set" | "delete"]
        | ["provider", "watch"] => TEXT,
        _ => DATA,
    }
}

/// Returns whether the format of a parsed command line is one of its command.
pub(super) fn is_supported(matches: &ArgMatches) -> bool {
    let (mut matches, mut words) = (matches, Vec::new());
    while let Some((name, inner)) = matches.subcommand() {
        words.push(name);
        matches = inner;
    }
    matches.get_one::<RenderAs>("render_as").is_none_or(|format| formats(&words).contains(format))
}

/// Restricts `--render-as` of a built command and its subcommands to the supported formats. `words` is the path of the
/// command: `catalog`, `compile`.
pub(super) fn restrict(mut command: Command, words: &[&str]) -> Command {
    // `mut_arg` would change the order, on which a built command depends.
    command = command.mut_args(|flag| {
        if flag.get_id() != "render_as" {
            return flag;
        }
        let formats = PossibleValuesParser::new(formats(words).iter().map(|format| format.name()));
        flag.value_parser(formats.map(|name| RenderAs::find(&name).unwrap_or_default()))
    });
    let names: Vec<String> = command.get_subcommands().map(|inner| inner.get_name().to_owned()).collect();
    names.iter().fold(command, |command, name| {
        command.mut_subcommand(name, |inner| restrict(inner, &[words, &[name.as_str()]].concat()))
    })
}

impl RenderAs {
    /// Returns the name of the format.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Console => "console",
            Self::Json => "json",
            Self::Yaml => "yaml",
            Self::S => "s",
        }
    }

    /// Returns the format with a name.
    pub(crate) fn find(name: &str) -> Option<Self> {
        [Self::Console, Self::Json, Self::Yaml, Self::S].into_iter().find(|format| format.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::super::command;

    #[test]
    fn formats_of_each_command_are_its_values_of_render_as() {
        let mut program = command();
        program.build();
        let formats = |words: &[&str]| {
            let found = words.iter().fold(&program, |command, word| command.find_subcommand(word).expect("a command"));
            let flag = found.get_arguments().find(|flag| flag.get_id() == "render_as").expect("the flag");
            flag.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(formats(&["lookup"]), "console json yaml s");
        assert_eq!(formats(&["apply"]), "console json yaml");
        assert_eq!(formats(&["report", "list"]), "console json yaml");
        assert_eq!(formats(&["catalog", "compile"]), "console json");
        assert_eq!(formats(&["config", "set"]), "console");
    }
}
