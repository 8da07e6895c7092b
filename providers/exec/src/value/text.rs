//! Attributes that are texts or lists of texts: commands, paths, environment settings, accounts, exit codes.

use marotte_sdk::{AttributeValue, InvalidValue, Text, Value};

use super::elements;
use crate::ruby::{inspect_texts, quoted, to_s};

/// A command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A command line.
    Whole(Text),
    /// A program and its arguments.
    Words(Vec<Text>),
}

impl Line {
    /// Returns whether the command contains a secret.
    pub(crate) fn is_secret(&self) -> bool {
        match self {
            Self::Whole(text) => text.is_secret(),
            Self::Words(words) => words.iter().any(Text::is_secret),
        }
    }

    /// Returns the program: the first word, without quotes. Returns `None` for a secret.
    pub(crate) fn program(&self) -> Option<&str> {
        match self {
            Self::Whole(text) => text.clear().map(first_word),
            Self::Words(words) => words.first().map_or(Some(""), Text::clear),
        }
    }

    /// Returns the command as it appears in messages.
    pub(crate) fn show(&self) -> String {
        match self {
            Self::Whole(Text::Clear(line)) => line.clone(),
            Self::Whole(Text::Secret(_)) => crate::ruby::REDACTED.to_owned(),
            Self::Words(words) => inspect_texts(words),
        }
    }

    /// Returns the command as it appears in messages about an invalid value: a line is quoted.
    pub(crate) fn inspect(&self) -> String {
        match self {
            Self::Whole(Text::Clear(line)) => quoted(line),
            Self::Whole(Text::Secret(_)) | Self::Words(_) => self.show(),
        }
    }
}

/// Returns the first word of a line: the text in quotes, or the text up to the first space.
fn first_word(line: &str) -> &str {
    let quoted = ['"', '\''].into_iter().find_map(|quote| {
        let (word, _) = line.strip_prefix(quote)?.split_once(quote)?;
        Some(word).filter(|word| !word.is_empty())
    });
    quoted.unwrap_or_else(|| line.split(' ').next().unwrap_or_default())
}

impl AttributeValue for Line {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        match value {
            Value::Text(line) => Ok(Self::Whole(Text::Clear(line))),
            Value::Secret(secret) => Ok(Self::Whole(Text::Secret(secret))),
            Value::Array(values) => {
                let mut words = Vec::with_capacity(values.len());
                flatten(values, &mut words);
                Ok(Self::Words(words))
            }
            other => {
                Err(format!("Command must be a String or Array<String>, got value of class {}", other.type_name())
                    .into())
            }
        }
    }

    fn into_value(self) -> Value {
        match self {
            Self::Whole(line) => line.into_value(),
            Self::Words(words) => words.into_value(),
        }
    }
}

/// Puppet: nested arrays are flattened, and values other than texts are converted. The nesting depth is
/// limited to a hundred levels.
fn flatten(values: Vec<Value>, words: &mut Vec<Text>) {
    for value in values {
        match value {
            Value::Array(values) => flatten(values, words),
            Value::Secret(secret) => words.push(Text::Secret(secret)),
            value => words.push(Text::Clear(to_s(&value))),
        }
    }
}

/// Commands that run in sequence.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Commands(Vec<Line>);

impl Commands {
    pub(crate) fn lines(&self) -> &[Line] {
        &self.0
    }
}

impl Commands {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        elements(value).into_iter().map(Line::from_value).collect::<Result<_, _>>().map(Self)
    }
}

/// Search path for programs.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct SearchPath(Vec<String>);

impl SearchPath {
    /// Returns the value of the variable `PATH`.
    pub(crate) fn variable(&self) -> String {
        self.0.join(":")
    }
}

impl SearchPath {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let mut directories = Vec::new();
        for element in elements(value) {
            let text = String::from_value(element)?;
            // Puppet: an empty text contributes no directory.
            directories.extend(text.trim_end_matches(':').split(':').filter(|_| !text.is_empty()).map(str::to_owned));
        }
        Ok(Self(directories))
    }
}

/// Working directory of the command.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Cwd(String);

impl Cwd {
    pub(crate) fn path(&self) -> &str {
        &self.0
    }
}

impl Cwd {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        match value {
            Value::Array(_) => Err("cwd only accepts a single path, not an array of paths".into()),
            value => qualified("cwd", value).map(Self),
        }
    }
}

/// Paths of files that the command creates.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Creates(Vec<String>);

impl Creates {
    pub(crate) fn paths(&self) -> &[String] {
        &self.0
    }
}

impl Creates {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        elements(value).into_iter().map(|path| qualified("creates", path)).collect::<Result<_, _>>().map(Self)
    }
}

fn qualified(attribute: &str, value: Value) -> Result<String, InvalidValue> {
    match value {
        Value::Text(path) if path.starts_with('/') => Ok(path),
        _ => Err(format!("{attribute} must be a fully qualified path").into()),
    }
}

/// Environment settings of the form `NAME=value`. A setting can be a secret as a whole.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Environment(Vec<Text>);

impl Environment {
    pub(crate) fn settings(&self) -> &[Text] {
        &self.0
    }
}

impl Environment {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let setting = |value| match value {
            Value::Secret(secret) => Ok(Text::Secret(secret)),
            Value::Text(text) if is_setting(&text) => Ok(Text::Clear(text)),
            other => Err(format!("Invalid environment setting '{}'", to_s(&other)).into()),
        };
        elements(value).into_iter().map(setting).collect::<Result<_, _>>().map(Self)
    }
}

/// Puppet: any text with a `=` after a word character is accepted here; a setting that cannot be parsed later
/// only causes a warning.
fn is_setting(text: &str) -> bool {
    text.match_indices('=').any(|(place, _)| text[..place].ends_with(is_word))
}

/// Returns whether a character can be part of a variable name.
pub(crate) fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// A user or group, by name or number.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Account(String);

impl Account {
    pub(crate) fn name(&self) -> &str {
        &self.0
    }

    /// Returns whether the account is given as a number.
    pub(crate) fn is_number(&self) -> bool {
        !self.0.is_empty() && self.0.bytes().all(|byte| byte.is_ascii_digit())
    }
}

impl Account {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        match value {
            Value::Integer(number) => Ok(Self(number.to_string())),
            value => String::from_value(value).map(Self),
        }
    }
}

/// Exit codes that count as success.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct ExitCodes(Vec<String>);

impl ExitCodes {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn include(&self, status: i32) -> bool {
        self.0.contains(&status.to_string())
    }

    /// Returns the codes in the format of messages about the value.
    pub(crate) fn inspect(&self) -> String {
        let codes: Vec<String> = self.0.iter().map(|code| format!("'{code}'")).collect();
        format!("[{}]", codes.join(", "))
    }

    /// Returns the codes in the format of messages about a failed command.
    pub(crate) fn show(&self) -> String {
        self.0.join(",")
    }
}

impl ExitCodes {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        Ok(Self(elements(value).iter().map(to_s).collect()))
    }
}
