//! Values of attributes: texts that fit into a column of the table, and Puppet's messages for invalid values.

use marotte_sdk::{AttributeValue, InvalidValue, Value};

/// A mount point without trailing slashes.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Point(pub(crate) String);

impl Point {
    /// Creates a mount point from a path, or from a word such as `swap`.
    pub(crate) fn new(path: &str) -> Self {
        let trimmed = path.trim_end_matches('/');
        Self(if trimmed.is_empty() { path.get(..1).unwrap_or_default() } else { trimmed }.to_owned())
    }
}

impl Point {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        match value {
            Value::Text(text) if !text.is_empty() && !text.contains('\0') => Ok(Self::new(&text)),
            other => Err(format!("'{}' is not a valid mount point", show(&other)).into()),
        }
    }
}

/// A text without whitespace.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Word(pub(crate) String);

impl Word {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        match value {
            // The host adds the name of the attribute.
            Value::Text(text) if text.is_empty() => Err("it must not be an empty string".into()),
            Value::Text(text) if text.contains(char::is_whitespace) => {
                Err(format!("it must not contain whitespace: {text}").into())
            }
            Value::Text(text) => Ok(Self(text)),
            other => Err(format!("expects a String value, got {}", other.type_name()).into()),
        }
    }
}

/// A number, which may be given as text.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Number(pub(crate) String);

impl Number {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let text = show(&value);
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { Ok(Self(text)) } else { Err(format!("'{text}' is not a number").into()) }
    }
}

/// The dump frequency: 0 or 1.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Dump(pub(crate) String);

impl Dump {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let text = show(&value);
        let is_known = matches!(text.as_str(), "0" | "1");
        if is_known { Ok(Self(text)) } else { Err(format!("Invalid value {text}. Valid values match /(0|1)/.").into()) }
    }
}

/// An attribute that is not supported on this system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused;

impl AttributeValue for Refused {
    fn from_value(_value: Value) -> Result<Self, InvalidValue> {
        Err("blockdevice is supported only on Solaris; use 'device' instead".into())
    }

    fn into_value(self) -> Value {
        Value::Undef
    }
}

fn show(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        other => other.type_name().to_owned(),
    }
}
