//! Names and values of kernel parameters, and their line `vm.swappiness = 10` in a file.

use std::ops::Deref;

use marotte_sdk::records::RecordLine;
use marotte_sdk::{AttributeValue, InvalidValue, Text, Value};

/// The name of a kernel parameter.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Setting(String);

/// The value of a kernel parameter, which may be given as a number.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Val(String);

impl Deref for Setting {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Deref for Val {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Val {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl Setting {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let name = String::from_value(value)?;
        // Such a line would be a comment.
        let is_comment = name.starts_with(['#', ';']);
        let is_word = !name.is_empty() && !name.contains(|letter: char| letter.is_whitespace() || letter == '=');
        if is_word && !is_comment {
            Ok(Self(name))
        } else {
            Err(format!("Invalid name of a kernel parameter: {name:?}").into())
        }
    }
}

impl Val {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        match Text::printed(value)? {
            Text::Clear(text) if text.contains(['\n', '\r']) => Err("Values cannot include newlines".into()),
            Text::Clear(text) => Ok(Self(text)),
            Text::Secret(_) => {
                Err("Values of kernel parameters cannot be Sensitive, since all users can read them".into())
            }
        }
    }
}

/// A parameter line of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Assignment {
    pub(crate) name: String,
    pub(crate) value: String,
}

impl RecordLine for Assignment {
    fn parse(line: &str) -> Option<Self> {
        if line.trim_start().starts_with(['#', ';']) {
            return None;
        }
        let (name, value) = line.split_once('=')?;
        Some(Self { name: name.trim().to_owned(), value: value.trim().to_owned() })
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn to_line(&self) -> String {
        format!("{}={}", self.name, self.value)
    }
}
