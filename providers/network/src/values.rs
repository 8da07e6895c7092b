//! Values of attributes: addresses, masks, sizes of packets and options.

use std::ops::Deref;

use marotte_sdk::{AttributeValue, InvalidValue, Text, Value};

use crate::address;

/// An IP address.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Address(String);

/// A network mask.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Netmask(String);

/// The maximum size of packets.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Mtu(String);

/// Options in order, each with the values of its lines.
#[derive(Debug, Clone, Default)]
pub struct Options(pub(crate) Vec<(String, Vec<String>)>);

macro_rules! texts {
    ($($name:ident)*) => {$(
        impl Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        /// Converts a value of a file, without a check.
        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }
    )*};
}

texts!(Address Netmask Mtu);

impl Address {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let text = String::from_value(value)?;
        match address::address(&text) {
            Some(_) => Ok(Self(text)),
            None => Err(format!("'{text}' is not an IP address").into()),
        }
    }
}

impl Netmask {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let text = printed(value)?;
        match address::mask_bits(&text) {
            Some(_) => Ok(Self(text)),
            None => Err(format!("'{text}' is not a network mask").into()),
        }
    }
}

impl Mtu {
    const SIZES: std::ops::RangeInclusive<u32> = 42..=65536;

    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let text = match value {
            Value::Integer(number) => number.to_string(),
            other => String::from_value(other)?,
        };
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse() {
            Ok(size) if is_number && Self::SIZES.contains(&size) => Ok(Self(text)),
            _ => Err(format!("mtu must be a number from 42 to 65536, not '{text}'").into()),
        }
    }
}

/// Returns the text of a string, number or Boolean of one line.
fn printed(value: Value) -> Result<String, InvalidValue> {
    match Text::printed(value)? {
        Text::Clear(text) if text.contains(['\n', '\r']) => Err("Values cannot include newlines".into()),
        Text::Clear(text) => Ok(text.trim().to_owned()),
        Text::Secret(_) => Err("Values cannot be Sensitive, since all users can read the file".into()),
    }
}

impl AttributeValue for Options {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        let Value::Hash(pairs) = value else { return Err("options must be a hash".into()) };
        let option = |(key, value): (Value, Value)| {
            let key = String::from_value(key)?;
            if key.is_empty() || key.contains(|letter: char| letter.is_whitespace() || matches!(letter, '=' | '#')) {
                return Err(format!("Invalid name of an option: '{key}'").into());
            }
            let values = match value {
                Value::Array(values) => values.into_iter().map(printed).collect::<Result<_, _>>()?,
                Value::Undef => Vec::new(),
                other => vec![printed(other)?],
            };
            Ok((key, values))
        };
        pairs.into_iter().map(option).collect::<Result<_, _>>().map(Self)
    }

    fn into_value(self) -> Value {
        let option = |(key, mut values): (String, Vec<String>)| {
            let value = if values.len() == 1 { Value::Text(values.remove(0)) } else { values.into() };
            (Value::Text(key), value)
        };
        Value::Hash(self.0.into_iter().map(option).collect())
    }
}

impl Options {
    /// Adds a line.
    pub(crate) fn add(&mut self, key: &str, value: &str) {
        match self.0.iter_mut().find(|(known, _)| known == key) {
            Some((_, values)) => values.push(value.to_owned()),
            None => self.0.push((key.to_owned(), vec![value.to_owned()])),
        }
    }

    /// Returns the values of an option; none if it is not set.
    pub(crate) fn values(&self, key: &str) -> &[String] {
        self.0.iter().find(|(known, _)| known == key).map_or(&[], |(_, values)| values)
    }

    /// Returns whether an option is set.
    pub(crate) fn has(&self, key: &str) -> bool {
        !self.values(key).is_empty()
    }

    /// Returns the names of the options that are set.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|(_, values)| !values.is_empty()).map(|(key, _)| key.as_str())
    }

    /// Returns the last value of an option.
    pub(crate) fn last(&self, key: &str) -> Option<&str> {
        self.values(key).last().map(String::as_str)
    }
}

/// Compares options without their order.
impl PartialEq for Options {
    fn eq(&self, other: &Self) -> bool {
        self.keys().chain(other.keys()).all(|key| self.values(key) == other.values(key))
    }
}
