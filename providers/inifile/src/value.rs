//! Values of attributes. Leading and trailing whitespace is removed from names and values.

use marotte_sdk::{AttributeValue, InvalidValue, Text, Value};

/// The value of a setting: a text without leading and trailing whitespace, or a secret.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct TrimmedText(pub Text);

impl TrimmedText {
    /// Creates a value from the text in a file.
    pub(crate) fn of(text: &str) -> Self {
        Self(Text::Clear(text.to_owned()))
    }
}

impl TrimmedText {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        match Text::printed(value)? {
            Text::Clear(text) if text.trim().contains(['\n', '\r']) => Err("Values cannot include newlines".into()),
            Text::Clear(text) => Ok(Self(Text::Clear(text.trim().to_owned()))),
            secret @ Text::Secret(_) => Ok(Self(secret)),
        }
    }
}

/// A part of a value, or the index of a part.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct PartPosition(pub String);

impl PartPosition {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        match value {
            Value::Integer(number) => Ok(Self(number.to_string())),
            other => String::from_value(other).map(Self),
        }
    }
}

/// The name of a setting.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Key(pub String);

impl Key {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let name = String::from_value(value)?.trim().to_owned();
        // Such a line would be a comment.
        let is_name = !name.is_empty() && !name.starts_with(['#', ';']);
        if is_name { Ok(Self(name)) } else { Err(format!("Invalid setting name: {name:?}").into()) }
    }
}
