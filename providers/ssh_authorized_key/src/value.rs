//! Parts of a key line, and Puppet's messages for invalid parts.

use std::ops::Deref;

use marotte_sdk::{AttributeValue, InvalidValue, Value};

/// The comment of a key.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Comment(String);

impl Deref for Comment {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Comment {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let comment = String::from_value(value)?;
        // The remainder would form another line with a hidden key.
        if comment.contains(['\n', '\r']) {
            return Err("The name of a key must not contain line breaks".into());
        }
        Ok(Self(comment))
    }
}

/// The base64-encoded key.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Key(pub(crate) String);

impl Key {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let key = String::from_value(value)?;
        if key.contains(char::is_whitespace) {
            return Err(format!("Key must not contain whitespace: {key}").into());
        }
        Ok(Self(key))
    }
}

/// Options that restrict the use of a key. `absent` and an empty list mean no restrictions.
#[derive(Debug, Clone, Default, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Options(pub(crate) Vec<String>);

impl Options {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
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
}

fn is_option(text: &str) -> bool {
    let (name, value) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    let is_quoted = |value: &str| value.len() >= 2 && value.starts_with('"') && value.ends_with('"');
    is_name && value.is_none_or(is_quoted) && !text.contains(['\n', '\r'])
}
