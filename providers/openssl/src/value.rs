//! Values of attributes: numbers that may be texts, and modes of files.

use marotte_sdk::{AttributeValue, InvalidValue, Value};

/// A positive number, which manifests may write as text.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Number(String);

impl Number {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let text = match value {
            Value::Integer(number) => number.to_string(),
            Value::Text(text) => text,
            other => return Err(format!("must be a positive integer, got {}", other.type_name()).into()),
        };
        let is_number = !text.is_empty() && text.len() < 10 && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || text.starts_with('0') {
            return Err(format!("must be a positive integer: {text:?}").into());
        }
        Ok(Self(text))
    }

    /// Returns the digits.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// The mode of a file: a zero and three octal digits.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct FileMode(String);

impl FileMode {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let text = String::from_value(value)?;
        let is_mode =
            text.len() == 4 && text.starts_with('0') && text.bytes().all(|digit| (b'0'..b'8').contains(&digit));
        if is_mode { Ok(Self(text)) } else { Err(format!("{text} is not a valid file mode").into()) }
    }

    /// Returns the mode of an existing file.
    pub(crate) fn of(bits: u32) -> Self {
        Self(format!("0{:o}", bits & 0o7777))
    }

    /// Returns the permission bits.
    pub(crate) fn bits(&self) -> u32 {
        u32::from_str_radix(&self.0, 8).unwrap_or_default()
    }
}
