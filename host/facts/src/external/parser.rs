//! Formats of external facts, determined by the suffix; an executable file with another suffix is a program.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use super::{NamedFacts, script};
use crate::issue::{self, FactMessage};
use crate::{DataError, FactOptions, YamlReader};
use catalog::Value;

/// The content of a file.
pub(super) enum ExternalContent {
    /// Facts, possibly none.
    Facts(NamedFacts),
    /// The value `false`, which Facter warns about.
    False,
}

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExternalFormat {
    Yaml,
    Text,
    Json,
    Script,
}

/// Returns the format of a file; `None` if it does not contain facts.
pub(super) fn kind(file: &Path) -> Option<ExternalFormat> {
    let ending = file.extension().unwrap_or_default().to_ascii_lowercase();
    match ending.to_str()? {
        "yaml" => Some(ExternalFormat::Yaml),
        "txt" => Some(ExternalFormat::Text),
        "json" => Some(ExternalFormat::Json),
        // Windows formats.
        "bat" | "cmd" | "com" | "exe" => None,
        _ => is_program(file).then_some(ExternalFormat::Script),
    }
}

fn is_program(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

impl ExternalFormat {
    /// Returns the name of the format for messages.
    fn name(self) -> &'static str {
        match self {
            Self::Yaml => "YAML",
            Self::Text => "text",
            Self::Json => "JSON",
            Self::Script => "program",
        }
    }

    pub(super) fn read(
        self,
        file: &Path,
        options: &FactOptions,
        log: &mut Vec<FactMessage>,
    ) -> Result<ExternalContent, FactMessage> {
        let yaml = options.yaml;
        if self == Self::Script {
            let output = script::run(file, options.timeout, log)?;
            return Ok(ExternalContent::Facts(of_output(&output, yaml)));
        }
        let fault = |reason: &str| issue::unreadable(file, self.name(), reason);
        let unreadable = |error: DataError| fault(&error.to_string());
        let bytes = fs::read(file).map_err(|error| fault(&error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|_| fault("the text is not UTF-8"))?;
        let parsed = match self {
            Self::Yaml if text.trim().is_empty() => Value::Undef,
            Self::Yaml => yaml(&text).map_err(unreadable)?,
            Self::Json => crate::value::of_json(&text).map_err(unreadable)?,
            Self::Text | Self::Script => {
                let others = lines_without_value(&text);
                log.extend((!others.is_empty()).then(|| issue::lines_without_value(file, &others)));
                return Ok(ExternalContent::Facts(pairs(&text)));
            }
        };
        match parsed {
            Value::Hash(entries) => Ok(ExternalContent::Facts(named(entries))),
            Value::Undef => Ok(ExternalContent::Facts(Vec::new())),
            Value::Boolean(false) => Ok(ExternalContent::False),
            _ => Err(fault("it does not contain a hash")),
        }
    }
}

/// Parses the output of a program: a hash in YAML, of which JSON is a subset, or lines.
fn of_output(output: &str, yaml: YamlReader) -> NamedFacts {
    match yaml(output) {
        Ok(Value::Hash(entries)) => named(entries),
        _ => pairs(output),
    }
}

/// Splits a line of the form `name=value`. The name has at least one character, which may be an equals sign.
fn pair(line: &str) -> Option<(&str, &str)> {
    let at = line.char_indices().skip(1).find(|(_, c)| *c == '=').map(|(at, _)| at)?;
    let value = &line[at + 1..];
    (!value.is_empty()).then(|| (&line[..at], value))
}

/// Returns the numbers of the lines without `=`, except blank lines and comments.
fn lines_without_value(text: &str) -> Vec<usize> {
    let is_other = |line: &str| !line.contains('=') && !line.trim().is_empty() && !line.trim_start().starts_with('#');
    (1..).zip(text.lines()).filter(|(_, line)| is_other(line)).map(|(number, _)| number).collect()
}

/// Parses lines of the form `name=value`; other lines are ignored.
fn pairs(text: &str) -> NamedFacts {
    let pairs = text.lines().filter_map(|line| {
        let (name, value) = pair(line)?;
        Some((name.to_owned(), Value::from(value)))
    });
    let mut facts: NamedFacts = Vec::new();
    for (name, value) in pairs {
        // Within a file, the last value of a fact applies.
        facts.retain(|(known, _)| *known != name);
        facts.push((name, value));
    }
    facts
}

fn named(entries: Vec<(Value, Value)>) -> NamedFacts {
    entries.into_iter().map(|(name, value)| (name.to_string(), with_texts(value))).collect()
}

/// Like Puppet, converts missing values to empty strings. The depth is limited by the file's parser.
fn with_texts(value: Value) -> Value {
    match value {
        Value::Undef => Value::from(""),
        Value::Array(elements) => elements.into_iter().map(with_texts).collect(),
        Value::Hash(entries) => {
            let text = |key: Value| Value::from(key.to_string());
            Value::Hash(entries.into_iter().map(|(key, value)| (text(key), with_texts(value))).collect())
        }
        other => other,
    }
}
