//! The parts of a key's line, and Puppet's messages for invalid ones.

use std::ops::Deref;

use marotte_sdk::{AttributeValue, InvalidValue, Value};

/// What stands behind the key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment(String);

impl Deref for Comment {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AttributeValue for Comment {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        let comment = String::from_value(value)?;
        // The rest would be another line, with a hidden key.
        if comment.contains(['\n', '\r']) {
            return Err("The name of a key must not contain line breaks".into());
        }
        Ok(Self(comment))
    }

    fn into_value(self) -> Value {
        self.0.into()
    }
}

/// The key itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key(pub(crate) String);

impl AttributeValue for Key {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        let key = String::from_value(value)?;
        if key.contains(char::is_whitespace) {
            return Err(format!("Key must not contain whitespace: {key}").into());
        }
        Ok(Self(key))
    }

    fn into_value(self) -> Value {
        self.0.into()
    }
}

/// What a key may be used for. `absent`, or an empty list: anything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options(pub(crate) Vec<String>);

impl AttributeValue for Options {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        let elements = match value {
            Value::Array(elements) => elements,
            one => vec![one],
        };
        let options: Vec<String> = elements.into_iter().map(String::from_value).collect::<Result<_, _>>()?;
        if options == ["absent"] {
            return Ok(Self::default());
        }
        match options.iter().find(|option| !is_option(option)) {
            None => Ok(Self(options)),
            Some(option) => Err(format!(
                "Option {option} is not valid. A single option must either be of the form 'option' or 'option=\"value\"'. \
                 Multiple options must be provided as an array"
            ).into()),
        }
    }

    fn into_value(self) -> Value {
        self.0.into()
    }
}

fn is_option(text: &str) -> bool {
    let (name, value) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    let is_quoted = |value: &str| value.len() >= 2 && value.starts_with('"') && value.ends_with('"');
    is_name && value.is_none_or(is_quoted) && !text.contains(['\n', '\r'])
}
