//! Values of attributes and their conversion to the types of a resource's fields. Sensitive values are opaque
//! tokens.

use std::collections::BTreeMap;
use std::fmt;

use crate::system::{Form, Part, SecretPart};

/// The value of an attribute.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Value {
    /// `undef`.
    #[default]
    Undef,
    /// A Boolean.
    Boolean(bool),
    /// An integer.
    Integer(i64),
    /// A floating-point number.
    Float(f64),
    /// A string.
    Text(String),
    /// Bytes.
    Binary(Vec<u8>),
    /// An array.
    Array(Vec<Value>),
    /// A hash, in order.
    Hash(Vec<(Value, Value)>),
    /// A Sensitive value.
    Secret(Secret),
    /// Any other value, by type and text: `("Regexp", "^a")`.
    Other(String, String),
}

/// A Sensitive value: a token that the host replaces with the value where it is used, such as in a body.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret(pub(crate) u32);

impl Secret {
    /// Returns a part of a body with this secret, in the syntax of the surrounding text. The host escapes or
    /// rejects it.
    #[must_use]
    pub fn part(self, form: Form) -> Part {
        Part::Secret(SecretPart { token: self.0, form })
    }

    /// Creates a secret from its token; only the host has its value.
    #[must_use]
    pub const fn from_token(token: u32) -> Self {
        Self(token)
    }

    /// Returns the token.
    #[must_use]
    pub const fn token(self) -> u32 {
        self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("[redacted]")
    }
}

/// A text that may be Sensitive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Text {
    /// A text that is not Sensitive.
    Clear(String),
    /// A Sensitive text, hidden even from the provider.
    Secret(Secret),
}

impl Text {
    /// Returns a part of a body with this text. The host escapes or rejects a secret; other texts are unchanged.
    #[must_use]
    pub fn part(&self, form: Form) -> Part {
        match self {
            Self::Clear(text) => Part::Text(text.clone()),
            Self::Secret(secret) => secret.part(form),
        }
    }

    /// Converts a string, number or Boolean to text.
    ///
    /// # Errors
    /// Returns an error for values of any other type.
    pub fn printed(value: Value) -> Result<Self, InvalidValue> {
        Ok(Self::Clear(match value {
            Value::Integer(number) => number.to_string(),
            Value::Float(number) => format!("{number:?}"),
            Value::Boolean(boolean) => boolean.to_string(),
            other => return Self::from_value(other),
        }))
    }

    /// Returns the text unless it is Sensitive.
    #[must_use]
    pub fn clear(&self) -> Option<&str> {
        match self {
            Self::Clear(text) => Some(text),
            Self::Secret(_) => None,
        }
    }

    /// Returns whether the text is Sensitive.
    #[must_use]
    pub fn is_secret(&self) -> bool {
        matches!(self, Self::Secret(_))
    }
}

impl Value {
    /// Returns Puppet's name of the value's type.
    #[must_use]
    pub fn type_name(&self) -> &str {
        match self {
            Self::Undef => "Undef",
            Self::Boolean(_) => "Boolean",
            Self::Integer(_) => "Integer",
            Self::Float(_) => "Float",
            Self::Text(_) => "String",
            Self::Binary(_) => "Binary",
            Self::Array(_) => "Array",
            Self::Hash(_) => "Hash",
            Self::Secret(_) => "Sensitive",
            Self::Other(name, _) => name,
        }
    }

    /// Returns the integer, or the integer in a string as Ruby parses it: digits after a leading 0 are octal.
    #[must_use]
    pub fn whole_number(&self) -> Option<i64> {
        let text = match self {
            Self::Integer(number) => return Some(*number),
            Self::Text(text) => text,
            _ => return None,
        };
        let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |digits| ("-", digits));
        // `from_str_radix` would accept another sign.
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let radix = if digits.len() > 1 && digits.starts_with('0') { 8 } else { 10 };
        i64::from_str_radix(&format!("{sign}{digits}"), radix).ok()
    }

    fn mismatch(&self, expected: &str) -> InvalidValue {
        InvalidValue(format!("expects {expected}, got {}", self.type_name()))
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Boolean(value)
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Integer(value)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self::Float(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(values: Vec<T>) -> Self {
        Self::Array(values.into_iter().map(Into::into).collect())
    }
}

/// A reason why a value is not valid for an attribute: one sentence, Puppet's if Puppet has one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidValue(String);

impl std::fmt::Display for InvalidValue {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for InvalidValue {}

impl From<String> for InvalidValue {
    fn from(message: String) -> Self {
        Self(message)
    }
}

impl From<&str> for InvalidValue {
    fn from(message: &str) -> Self {
        Self(message.to_owned())
    }
}

impl From<InvalidValue> for String {
    fn from(error: InvalidValue) -> Self {
        error.0
    }
}

/// A type of a resource's field. Values already match the attribute's data type. A custom implementation can
/// check what a data type cannot express, with Puppet's messages.
pub trait AttributeValue: Sized {
    /// Converts the value of an attribute.
    ///
    /// # Errors
    /// Returns an error if the value is not valid for the attribute.
    fn from_value(value: Value) -> Result<Self, InvalidValue>;

    /// Returns the value for the host.
    fn into_value(self) -> Value;
}

impl AttributeValue for Value {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        Ok(value)
    }

    fn into_value(self) -> Value {
        self
    }
}

impl AttributeValue for bool {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        match value {
            Value::Boolean(value) => Ok(value),
            other => Err(other.mismatch("a Boolean value")),
        }
    }

    fn into_value(self) -> Value {
        Value::Boolean(self)
    }
}

impl AttributeValue for f64 {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        match value {
            Value::Float(value) => Ok(value),
            #[expect(clippy::cast_precision_loss, reason = "such large integers do not occur as attribute values")]
            Value::Integer(value) => Ok(value as Self),
            other => Err(other.mismatch("a Numeric value")),
        }
    }

    fn into_value(self) -> Value {
        Value::Float(self)
    }
}

impl AttributeValue for String {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        match value {
            Value::Text(value) => Ok(value),
            other => Err(other.mismatch("a String value")),
        }
    }

    fn into_value(self) -> Value {
        Value::Text(self)
    }
}

impl AttributeValue for Text {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        match value {
            Value::Text(value) => Ok(Self::Clear(value)),
            Value::Secret(value) => Ok(Self::Secret(value)),
            other => Err(other.mismatch("a String value")),
        }
    }

    fn into_value(self) -> Value {
        match self {
            Self::Clear(value) => Value::Text(value),
            Self::Secret(value) => Value::Secret(value),
        }
    }
}

impl<T: AttributeValue> AttributeValue for Vec<T> {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        match value {
            Value::Array(values) => values.into_iter().map(T::from_value).collect(),
            // Puppet treats a single value like an array of one element.
            one => Ok(vec![T::from_value(one)?]),
        }
    }

    fn into_value(self) -> Value {
        Value::Array(self.into_iter().map(T::into_value).collect())
    }
}

impl<T: AttributeValue> AttributeValue for BTreeMap<String, T> {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        match value {
            Value::Hash(pairs) => {
                pairs.into_iter().map(|(key, value)| Ok((String::from_value(key)?, T::from_value(value)?))).collect()
            }
            other => Err(other.mismatch("a Hash value")),
        }
    }

    fn into_value(self) -> Value {
        Value::Hash(self.into_iter().map(|(key, value)| (Value::Text(key), value.into_value())).collect())
    }
}

/// An absolute path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AbsolutePath(String);

impl std::ops::Deref for AbsolutePath {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// Converts a path without a check that it is absolute.
impl From<&str> for AbsolutePath {
    fn from(path: &str) -> Self {
        Self(path.to_owned())
    }
}

impl AttributeValue for AbsolutePath {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        match String::from_value(value)? {
            path if path.starts_with('/') => Ok(Self(path)),
            other => Err(format!("File paths must be fully qualified, not '{other}'").into()),
        }
    }

    fn into_value(self) -> Value {
        Value::Text(self.0)
    }
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl AttributeValue for $integer {
            fn from_value(value: Value) -> Result<Self, InvalidValue> {
                match value {
                    Value::Integer(value) => {
                        Self::try_from(value).map_err(|_| format!("{value} is out of range").into())
                    }
                    other => Err(other.mismatch("an Integer value")),
                }
            }

            fn into_value(self) -> Value {
                // Integers beyond Puppet's range are converted to text, for display only.
                i64::try_from(self).map_or_else(|_| Value::Text(self.to_string()), Value::Integer)
            }
        }
    )*};
}

integers!(i64 i32 u8 u16 u32 u64);

#[cfg(test)]
mod tests {
    use super::*;

    fn round<T: AttributeValue + Clone + PartialEq + std::fmt::Debug>(value: T) {
        assert_eq!(T::from_value(value.clone().into_value()).unwrap(), value);
    }

    #[test]
    fn each_type_survives_a_round_trip() {
        round(true);
        round(7_i64);
        round(7_u32);
        round(1.5_f64);
        round("text".to_owned());
        round(vec!["a".to_owned(), "b".to_owned()]);
        round(BTreeMap::from([("a".to_owned(), 1_i64)]));
        round(Text::Secret(Secret(3)));
    }

    #[test]
    fn value_of_another_type_is_rejected() {
        assert_eq!(bool::from_value("x".into()).unwrap_err().to_string(), "expects a Boolean value, got String");
        assert_eq!(u8::from_value(Value::Integer(300)).unwrap_err().to_string(), "300 is out of range");
        assert_eq!(
            String::from_value(Value::Secret(Secret(1))).unwrap_err().to_string(),
            "expects a String value, got Sensitive"
        );
    }

    #[test]
    fn numbers_are_parsed_like_ruby() {
        let read = |text: &str| Value::from(text).whole_number();
        for (text, number) in
            [("0", 0), ("7", 7), ("-7", -7), ("010", 8), ("-010", -8), ("-9223372036854775808", i64::MIN)]
        {
            assert_eq!(read(text), Some(number), "{text}");
        }
        for text in ["", "-", "--1", "-+1", "+1", "08", "1\n", " 1", "1.0", "9223372036854775808"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(Value::Integer(-3).whole_number(), Some(-3));
        assert_eq!(Value::Boolean(true).whole_number(), None);
    }

    #[test]
    fn numbers_are_converted_to_text() {
        let printed = |value: Value| Text::printed(value).map(|text| text.clear().unwrap_or("secret").to_owned());
        assert_eq!(printed(5.into()).unwrap(), "5");
        assert_eq!(printed(1.0.into()).unwrap(), "1.0");
        assert_eq!(printed(true.into()).unwrap(), "true");
        assert_eq!(printed(" x ".into()).unwrap(), " x ");
        assert_eq!(printed(Value::Secret(Secret(1))).unwrap(), "secret");
        assert_eq!(printed(Value::Undef).unwrap_err().to_string(), "expects a String value, got Undef");
    }

    #[test]
    fn relative_path_is_rejected() {
        assert_eq!(&*AbsolutePath::from_value("/etc/hosts".into()).unwrap(), "/etc/hosts");
        let refusal = AbsolutePath::from_value("etc/hosts".into()).unwrap_err().to_string();
        assert_eq!(refusal, "File paths must be fully qualified, not 'etc/hosts'");
    }

    #[test]
    fn debug_output_does_not_contain_the_secret() {
        assert_eq!(format!("{:?}", Text::Secret(Secret(3))), "Secret([redacted])");
    }
}
