//! The content of a `hiera.yaml` without evaluation: its data functions and directories, for analyses of a repository.

use value::{Value, yaml};

use crate::config::{self, ConfigFault, FunctionKind, HieraConfig, HierarchyLevel};
use crate::interpolation;
use crate::issue;

/// The layer that a configuration belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfigLayer {
    /// The environment.
    Environment,
    /// A module.
    Module,
}

/// A data function that a configuration names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFunction {
    /// The key that names it: `data_hash`, `lookup_key` or `data_dig`.
    pub kind: &'static str,
    /// The name.
    pub name: String,
    /// The line, if it was found.
    pub line: Option<u32>,
}

/// The content of a configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConfigOutline {
    /// The data functions, each once.
    pub functions: Vec<DataFunction>,
    /// The directories of data, which may contain interpolations.
    pub directories: Vec<String>,
}

/// A reason why a configuration is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigProblem {
    /// The message.
    pub message: String,
    /// The line, if it is known.
    pub line: Option<u32>,
    /// How to solve the problem, if that is known.
    pub hint: Option<String>,
}

impl ConfigOutline {
    /// Reads the configuration of a layer.
    ///
    /// # Errors
    /// Returns a problem if the configuration is invalid, or has a version that is ignored or not supported.
    pub fn read(text: &str, path: &str, layer: ConfigLayer) -> Result<Self, ConfigProblem> {
        Ok(Self::of(&read_config(text, path, layer)?, text))
    }

    fn of(config: &HieraConfig, text: &str) -> Self {
        let mut outline = Self::default();
        for level in config.hierarchy.iter().chain(config.default_hierarchy.iter().flatten()) {
            outline.add(level, text);
        }
        outline
    }

    fn add(&mut self, level: &HierarchyLevel, text: &str) {
        if !self.directories.contains(&level.datadir) {
            self.directories.push(level.datadir.clone());
        }
        let kind = level.kind.name();
        let is_known = self.functions.iter().any(|known| (known.kind, &known.name) == (kind, &level.function));
        if !is_known && level.kind != FunctionKind::LegacyHash {
            let line = config::line_of_function(text, kind, &level.function);
            self.functions.push(DataFunction { kind, name: level.function.clone(), line });
        }
    }
}

/// Parses the configuration of a layer.
pub(crate) fn read_config(text: &str, path: &str, layer: ConfigLayer) -> Result<HieraConfig, ConfigProblem> {
    let plain = |message: String, hint| ConfigProblem { message, line: None, hint };
    let value = yaml::parse(text).map_err(|error| ConfigProblem {
        line: error.place.and_then(|(line, _)| u32::try_from(line).ok()),
        ..plain(error.located(path), None)
    })?;
    if !matches!(value, Value::Hash(_)) {
        return Err(plain("The file does not contain a hash".to_owned(), None));
    }
    if config::lacks_version(&value) {
        let message = "The file has no 'version', so it is read as version 3 and ignored".to_owned();
        return Err(plain(message, Some(issue::ADD_VERSION_5.to_owned())));
    }
    let read = match config::version(&value) {
        3 => {
            let message = "A hiera.yaml of version 3 is ignored here".to_owned();
            return Err(plain(message, Some(issue::HOW_TO_CONVERT_VERSION_3.to_owned())));
        }
        4 => HieraConfig::version_4(&value, path, text),
        5 => HieraConfig::version_5(&value, path, text, layer == ConfigLayer::Module, false),
        other => return Err(plain(issue::unsupported_hiera_version(other).1, None)),
    };
    read.map_err(|fault| match fault {
        ConfigFault::Plain { message, hint } => plain(message, hint),
        ConfigFault::Located { kind: (_, message), line, .. } => ConfigProblem { message, line, hint: None },
    })
}

/// Returns the variables that a text in YAML interpolates with `%{name}` or `%{scope('name')}`, with their lines. Comments
/// are ignored.
#[must_use]
pub fn interpolated_variables(text: &str) -> Vec<(String, u32)> {
    let mut found = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let names = interpolation::variables(config::without_comment(line));
        found.extend(names.into_iter().map(|name| (name, number)));
    }
    found
}

/// Returns the first line of a text in YAML that interpolates a variable. `name` is the first segment of its name.
pub(crate) fn line_of_variable(text: &str, name: &str) -> Option<u32> {
    let is_it = |known: &str| known.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    interpolated_variables(text).into_iter().find_map(|(known, line)| is_it(&known).then_some(line))
}

/// Returns the first line of a text in YAML that begins an interpolation without ending it.
pub(crate) fn line_of_unclosed_interpolation(text: &str) -> Option<u32> {
    let is_unclosed = |line: &str| line.rsplit_once("%{").is_some_and(|(_, rest)| !rest.contains('}'));
    text.lines().zip(1..).find_map(|(line, number)| is_unclosed(config::without_comment(line)).then_some(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outline_lists_data_functions_with_their_lines() {
        let text = "version: 5\ndefaults:\n  datadir: data\nhierarchy:\n  - name: secret\n    lookup_key: hiera_vault\n    \
                    uri: x\n  - {name: y, data_hash: 'yaml_data', path: a.yaml, datadir: \"d/%{env}\"}\n";
        let outline = ConfigOutline::read(text, "hiera.yaml", ConfigLayer::Environment).unwrap();
        let function = |kind, name: &str, line| DataFunction { kind, name: name.to_owned(), line: Some(line) };
        assert_eq!(
            outline.functions,
            [function("lookup_key", "hiera_vault", 6), function("data_hash", "yaml_data", 8)]
        );
        assert_eq!(outline.directories, ["data", "d/%{env}"]);
    }

    #[test]
    fn configuration_without_version_is_distinguished_from_version_3() {
        let read = |text: &str| ConfigOutline::read(text, "hiera.yaml", ConfigLayer::Environment).unwrap_err();
        let modern = read("hierarchy:\n  - name: a\n    path: a.yaml\n");
        assert_eq!(modern.hint, Some(issue::ADD_VERSION_5.to_owned()));
        let old = read(":backends: yaml\n:hierarchy:\n  - common\n");
        assert_eq!(old.hint, Some(issue::HOW_TO_CONVERT_VERSION_3.to_owned()));
        assert_eq!(read("version: 6\n").message, "This runtime does not support hiera.yaml version 6");
    }

    #[test]
    fn interpolated_variables_are_found_outside_comments() {
        let text = "a: \"%{facts.role}/%{::zone} %{lookup('x')}\" # %{no}\nb: \"%{scope('tier')}%%{}\"\n";
        let found = interpolated_variables(text);
        assert_eq!(found, [("facts.role".to_owned(), 1), ("::zone".to_owned(), 1), ("tier".to_owned(), 2)]);
    }
}
