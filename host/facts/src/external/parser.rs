//! The kinds of files that hold external facts. The ending of the name decides; what has none of them and can be executed is
//! a program.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use catalog::Value;
use serde_json::Value as Json;

use super::{Named, script};
use crate::issue::{self, Message};

/// What a file holds.
pub(super) enum Contents {
    /// Facts, or none.
    Facts(Named),
    /// The value `false`, which Facter warns about.
    False,
}

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Yaml,
    Text,
    Json,
    Script,
}

/// Returns the kind of a file, if it is one that holds facts.
pub(super) fn kind(file: &Path) -> Option<Kind> {
    let ending = file.extension().unwrap_or_default().to_ascii_lowercase();
    match ending.to_str()? {
        "yaml" => Some(Kind::Yaml),
        "txt" => Some(Kind::Text),
        "json" => Some(Kind::Json),
        // These are for Windows.
        "bat" | "cmd" | "com" | "exe" => None,
        _ => is_program(file).then_some(Kind::Script),
    }
}

fn is_program(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

impl Kind {
    /// Facter's name of what reads such a file.
    fn parser(self) -> &'static str {
        match self {
            Self::Yaml => "YamlParser",
            Self::Text => "TextParser",
            Self::Json => "JsonParser",
            Self::Script => "ScriptParser",
        }
    }

    pub(super) fn read(self, file: &Path, log: &mut Vec<Message>) -> Result<Contents, Message> {
        if self == Self::Script {
            let output = script::run(file, log)?;
            return Ok(Contents::Facts(of_output(&output)));
        }
        let fault = |reason: String| issue::unreadable(file, self.parser(), &reason);
        let bytes = fs::read(file).map_err(|error| fault(error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|_| fault("invalid byte sequence in UTF-8".to_owned()))?;
        let parsed = match self {
            Self::Yaml => yaml(&text).map_err(fault)?,
            Self::Json => serde_json::from_str(&text).map_err(|error| fault(error.to_string()))?,
            Self::Text | Self::Script => return Ok(Contents::Facts(pairs(&text))),
        };
        match parsed {
            Json::Object(entries) => Ok(Contents::Facts(named(entries))),
            Json::Null => Ok(Contents::Facts(Vec::new())),
            Json::Bool(false) => Ok(Contents::False),
            _ => Err(fault("it holds no hash of names and values".to_owned())),
        }
    }
}

/// A program writes a hash in YAML, JSON being YAML too, or lines.
fn of_output(output: &str) -> Named {
    match yaml(output) {
        Ok(Json::Object(entries)) => named(entries),
        _ => pairs(output),
    }
}

/// Reads lines of the form `name=value`; other lines mean nothing.
fn pairs(text: &str) -> Named {
    let pairs = text.lines().filter_map(|line| {
        // The name has one letter at least, be it the sign itself.
        let at = line.char_indices().skip(1).find(|(_, c)| *c == '=').map(|(at, _)| at)?;
        let value = &line[at + 1..];
        (!value.is_empty()).then(|| (line[..at].to_owned(), Value::from(value)))
    });
    let mut facts: Named = Vec::new();
    for (name, value) in pairs {
        // In one file what comes later counts.
        facts.retain(|(known, _)| *known != name);
        facts.push((name, value));
    }
    facts
}

/// Reads YAML as Ruby does: `yes` is true, `0755` is octal.
fn yaml(text: &str) -> Result<Json, String> {
    if text.trim().is_empty() {
        return Ok(Json::Null);
    }
    let options = serde_saphyr::options! { legacy_octal_numbers: true };
    serde_saphyr::from_str_with_options(text, options).map_err(|error| error.to_string())
}

fn named(entries: serde_json::Map<String, Json>) -> Named {
    entries.into_iter().map(|(name, value)| (name, to_value(value))).collect()
}

/// Puppet makes an empty string of what has no value. The parser bounds the depth.
fn to_value(value: Json) -> Value {
    match value {
        Json::Null => Value::from(""),
        Json::Bool(value) => Value::Boolean(value),
        Json::Number(number) => match number.as_i64() {
            Some(integer) => Value::Integer(integer),
            None => Value::Float(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => Value::String(text),
        Json::Array(elements) => Value::Array(elements.into_iter().map(to_value).collect()),
        Json::Object(entries) => {
            Value::Hash(entries.into_iter().map(|(key, value)| (Value::String(key), to_value(value))).collect())
        }
    }
}
