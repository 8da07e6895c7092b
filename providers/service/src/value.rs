//! Attribute values other than strings and enumerations: commands, directories and seconds. Secrets are not
//! revealed.

use marotte_sdk::{AttributeValue, InvalidValue, Value};

/// A command of the manifest: a command line, or a list of a program and its arguments.
#[derive(Debug, Clone, PartialEq)]
pub struct Line(Value);

impl Line {
    /// Returns the command, formatted for messages.
    pub(crate) fn show(&self) -> String {
        if self.is_secret() {
            return "[redacted]".to_owned();
        }
        match &self.0 {
            Value::Array(words) => words.iter().filter_map(word).collect::<Vec<_>>().join(" "),
            line => word(line).unwrap_or_default(),
        }
    }

    /// Returns whether the command contains a secret.
    pub(crate) fn is_secret(&self) -> bool {
        match &self.0 {
            Value::Array(words) => words.iter().any(|word| matches!(word, Value::Secret(_))),
            line => matches!(line, Value::Secret(_)),
        }
    }
}

impl AttributeValue for Line {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        let is_word = |value: &Value| matches!(value, Value::Secret(_)) || word(value).is_some();
        let is_command = match &value {
            Value::Array(words) => !words.is_empty() && words.iter().all(is_word),
            line => is_word(line),
        };
        if is_command { Ok(Self(value)) } else { Err("a command must be a String or an Array of Strings".into()) }
    }

    fn into_value(self) -> Value {
        self.0
    }
}

fn word(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        Value::Boolean(boolean) => Some(boolean.to_string()),
        _ => None,
    }
}

/// The directories that are searched for a service's script, in order.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Directories(Vec<String>);

impl Directories {
    /// Returns the paths.
    pub(crate) fn paths(&self) -> &[String] {
        &self.0
    }
}

impl Directories {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let mut directories = Vec::new();
        flatten(value, &mut directories)?;
        Ok(Self(directories))
    }
}

fn flatten(value: Value, directories: &mut Vec<String>) -> Result<(), InvalidValue> {
    match value {
        Value::Array(values) => values.into_iter().try_for_each(|value| flatten(value, directories)),
        // Grants refer to the directories named in the manifest, so each must be a separate value.
        Value::Text(directory) if directory.contains(':') => {
            let list = directory.split(':').map(|directory| format!("'{directory}'")).collect::<Vec<_>>().join(", ");
            Err(format!("several directories must be given as a list: [{list}] instead of '{directory}'").into())
        }
        Value::Text(directory) if directory.starts_with('/') => {
            directories.push(directory);
            Ok(())
        }
        Value::Text(other) => Err(format!("'{other}' is not an absolute path").into()),
        _ => Err("path must be a String or an Array of Strings".into()),
    }
}

/// A number of seconds, at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Seconds(i64);

impl Seconds {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let number = match &value {
            Value::Integer(number) => Some(*number),
            Value::Text(text) => text.parse().ok(),
            _ => None,
        };
        number.filter(|number| *number >= 1).map(Self).ok_or_else(|| {
            let shown = word(&value).unwrap_or_else(|| value.type_name().to_owned());
            let message = format!(
                "\"{shown}\" is not a positive integer: the timeout parameter must be specified as a positive integer"
            );
            message.into()
        })
    }
}
