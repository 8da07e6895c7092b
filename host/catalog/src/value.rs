//! Attribute values in a catalog. Sensitive values print as `[redacted]` in every format; only
//! [`Sensitive::reveal`] returns their content.

use std::fmt;
use std::sync::Arc;

/// A value in a catalog.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// No value. Attributes that are undef are omitted from the catalog; elements of arrays and hashes are kept.
    Undef,
    /// Puppet's `default`.
    Default,
    /// `true` or `false`.
    Boolean(bool),
    /// A 64-bit integer.
    Integer(i64),
    /// A 64-bit float.
    Float(f64),
    /// A string. Copies of a value share it.
    String(Arc<str>),
    /// Bytes.
    Binary(Vec<u8>),
    /// A regular expression, without the slashes.
    Regexp(String),
    /// A reference to another resource.
    Reference(Box<crate::ResourceRef>),
    /// An array.
    Array(Vec<Value>),
    /// A hash. The order of the entries is significant, and keys may be of any type.
    Hash(Vec<(Value, Value)>),
    /// A sensitive value.
    Sensitive(Sensitive),
    /// A deferred call, evaluated when the catalog is applied.
    Deferred(Box<Deferred>),
    /// Any other value with a textual form.
    Other(Box<TextualValue>),
    /// A data type, or an instance of a user-defined object type.
    Object(Box<Object>),
}

/// A value of a data type that is represented by its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextualValue {
    /// The name of the type: `Timestamp`.
    pub type_name: String,
    /// The textual form: `2026-11-20T10:00:00 UTC`.
    pub text: String,
}

/// A value that consists of attributes. Two objects are equal if their types and attributes are.
#[derive(Debug, Clone)]
pub struct Object {
    /// The name of the type: `Pcore::IntegerType` for the data type `Integer[1, 2]`.
    pub type_name: String,
    /// The attributes from which the object can be reconstructed.
    pub fields: Vec<(String, Value)>,
    /// The textual form in the Puppet language.
    pub text: String,
}

impl PartialEq for Object {
    fn eq(&self, other: &Self) -> bool {
        self.type_name == other.type_name && self.fields == other.fields
    }
}

impl Object {
    /// Returns an object whose text is derived from its attributes: `Car({'wheels' => 4})`.
    #[must_use]
    pub fn new(type_name: String, fields: Vec<(String, Value)>) -> Self {
        let entries = fields.iter().map(|(name, value)| (Value::from(name.as_str()), value.clone()));
        let text = format!("{type_name}({})", Value::Hash(entries.collect()));
        Self { type_name, fields, text }
    }

    /// Returns whether the object is a data type.
    #[must_use]
    pub fn is_type(&self) -> bool {
        self.type_name.starts_with("Pcore::")
    }
}

impl Value {
    /// Returns a value of a data type that is represented by its text.
    #[must_use]
    pub fn other(type_name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::Other(Box::new(TextualValue { type_name: type_name.into(), text: text.into() }))
    }
}

impl From<crate::ResourceRef> for Value {
    fn from(reference: crate::ResourceRef) -> Self {
        Self::Reference(Box::new(reference))
    }
}

impl FromIterator<Value> for Value {
    fn from_iter<I: IntoIterator<Item = Self>>(elements: I) -> Self {
        Self::Array(elements.into_iter().collect())
    }
}

/// A sensitive value, such as a password.
#[derive(Clone, PartialEq)]
pub struct Sensitive(Box<Value>);

impl Sensitive {
    /// Wraps a value.
    #[must_use]
    pub fn new(value: Value) -> Self {
        Self(Box::new(value))
    }

    /// Returns the wrapped value. The caller must keep it out of logs, reports, diffs and caches.
    #[must_use]
    pub fn reveal(&self) -> &Value {
        &self.0
    }
}

impl fmt::Debug for Sensitive {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("[redacted]")
    }
}

/// A function call that is evaluated when the catalog is applied.
#[derive(Debug, Clone, PartialEq)]
pub struct Deferred {
    /// The name of the function.
    pub name: String,
    /// The arguments, if given; the wire format distinguishes `None` from an empty list.
    pub arguments: Option<Vec<Value>>,
}

impl Value {
    /// Returns the text of a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the elements of an array, or the value itself as the only element; empty for undef.
    #[must_use]
    pub fn elements(&self) -> &[Value] {
        match self {
            Self::Array(elements) => elements,
            Self::Undef => &[],
            other => std::slice::from_ref(other),
        }
    }

    /// Returns whether the value contains a sensitive value at any depth.
    #[must_use]
    pub fn contains_sensitive(&self) -> bool {
        match self {
            Self::Sensitive(_) => true,
            Self::Array(elements) => elements.iter().any(Self::contains_sensitive),
            Self::Hash(entries) => {
                entries.iter().any(|(key, value)| key.contains_sensitive() || value.contains_sensitive())
            }
            Self::Deferred(call) => call.arguments.iter().flatten().any(Self::contains_sensitive),
            Self::Object(object) => object.fields.iter().any(|(_, value)| value.contains_sensitive()),
            _ => false,
        }
    }

    /// Unwraps sensitive values in arrays and hashes at any depth. Only for the wire format and for applying
    /// a catalog.
    #[must_use]
    pub fn unwrapped(self) -> Self {
        match self {
            Self::Sensitive(secret) => secret.0.unwrapped(),
            Self::Array(elements) => Self::Array(elements.into_iter().map(Self::unwrapped).collect()),
            Self::Hash(entries) => {
                Self::Hash(entries.into_iter().map(|(key, value)| (key.unwrapped(), value.unwrapped())).collect())
            }
            other => other,
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::String(text.into())
    }
}

/// Converts plain JSON. Objects with a data type, as in catalogs, are read by [`crate::wire`].
impl From<&serde_json::Value> for Value {
    fn from(json: &serde_json::Value) -> Self {
        use serde_json::Value as Json;
        match json {
            Json::Null => Self::Undef,
            Json::Bool(value) => Self::Boolean(*value),
            Json::Number(number) => match number.as_i64() {
                Some(integer) => Self::Integer(integer),
                None => Self::Float(number.as_f64().unwrap_or(f64::NAN)),
            },
            Json::String(text) => Self::String(text.as_str().into()),
            Json::Array(elements) => elements.iter().map(Self::from).collect(),
            Json::Object(entries) => {
                let entries = entries.iter().map(|(key, value)| (Self::String(key.as_str().into()), Self::from(value)));
                Self::Hash(entries.collect())
            }
        }
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

/// Formats the value as in Puppet's log messages: strings without quotes, arrays and hashes as in Ruby,
/// sensitive values as `[redacted]`.
impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undef => Ok(()),
            Self::Default => formatter.write_str("default"),
            Self::Boolean(value) => write!(formatter, "{value}"),
            Self::Integer(value) => write!(formatter, "{value}"),
            Self::Float(value) => formatter.write_str(&ruby::number::float_text(*value)),
            Self::String(text) => formatter.write_str(text),
            Self::Other(other) => formatter.write_str(&other.text),
            // The text of an object would reveal sensitive values in it.
            Self::Object(object) if self.contains_sensitive() => write!(formatter, "{}([redacted])", object.type_name),
            Self::Object(object) => formatter.write_str(&object.text),
            Self::Binary(bytes) => write!(formatter, "{} bytes", bytes.len()),
            Self::Regexp(pattern) => write!(formatter, "/{pattern}/"),
            Self::Reference(reference) => write!(formatter, "{reference}"),
            Self::Array(elements) => {
                formatter.write_str("[")?;
                for (index, element) in elements.iter().enumerate() {
                    if index > 0 {
                        formatter.write_str(", ")?;
                    }
                    write_nested(element, formatter)?;
                }
                formatter.write_str("]")
            }
            Self::Hash(entries) => {
                formatter.write_str("{")?;
                for (index, (key, value)) in entries.iter().enumerate() {
                    if index > 0 {
                        formatter.write_str(", ")?;
                    }
                    write_nested(key, formatter)?;
                    formatter.write_str(" => ")?;
                    write_nested(value, formatter)?;
                }
                formatter.write_str("}")
            }
            Self::Sensitive(_) => formatter.write_str("[redacted]"),
            Self::Deferred(call) => write!(formatter, "Deferred({})", call.name),
        }
    }
}

/// Converts a value to Ruby's data for output as JSON or YAML. Values that are not plain data become their text, sensitive values
/// `[redacted]`.
impl From<&Value> for ruby::Data {
    fn from(value: &Value) -> Self {
        match value {
            Value::Undef => Self::Nil,
            Value::Boolean(value) => Self::Boolean(*value),
            Value::Integer(number) => Self::Integer(*number),
            Value::Float(number) => Self::Float(*number),
            Value::String(text) => Self::String(text.to_string()),
            Value::Array(elements) => Self::Array(elements.iter().map(Self::from).collect()),
            Value::Hash(entries) => {
                Self::Hash(entries.iter().map(|(key, value)| (Self::from(key), Self::from(value))).collect())
            }
            other => Self::String(other.to_string()),
        }
    }
}

fn write_nested(value: &Value, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    match value {
        Value::String(text) => write!(formatter, "'{text}'"),
        Value::Undef => formatter.write_str("undef"),
        other => write!(formatter, "{other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sensitive_values_are_redacted() {
        let secret = Value::Array(vec![Value::Sensitive(Sensitive::new("canary".into())), "seen".into()]);
        assert!(!format!("{secret:?} {secret} {secret:#?}").contains("canary"));
        assert!(secret.contains_sensitive());
        assert_eq!(secret.unwrapped(), Value::Array(vec!["canary".into(), "seen".into()]));
    }

    #[test]
    fn values_print_as_in_log_messages() {
        let hash = Value::Hash(vec![("a".into(), Value::Array(vec![1.into(), "b".into(), Value::Undef]))]);
        assert_eq!(hash.to_string(), "{'a' => [1, 'b', undef]}");
        assert_eq!(Value::Float(1.0).to_string(), "1.0");
    }
}
