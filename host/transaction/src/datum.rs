//! Owns catalog values as the data types see them. They are made only where a value does not fit at first sight.

use catalog::{Sensitive, Value};
use datatype::convert::Build;
use datatype::{Subject, View};

/// A catalog value, its parts being such values too.
#[derive(Debug, Clone)]
pub(crate) enum Datum {
    /// A value without parts.
    Scalar(Value),
    Array(Vec<Datum>),
    Hash(Vec<(Datum, Datum)>),
    Sensitive(Box<Datum>),
}

impl From<Value> for Datum {
    fn from(value: Value) -> Self {
        match value {
            Value::Array(elements) => Self::Array(elements.into_iter().map(Self::from).collect()),
            Value::Hash(entries) => {
                Self::Hash(entries.into_iter().map(|(key, value)| (key.into(), value.into())).collect())
            }
            Value::Sensitive(secret) => Self::Sensitive(Box::new(Self::from(secret.reveal().clone()))),
            scalar => Self::Scalar(scalar),
        }
    }
}

impl From<Datum> for Value {
    fn from(datum: Datum) -> Self {
        match datum {
            Datum::Array(elements) => Self::Array(elements.into_iter().map(Self::from).collect()),
            Datum::Hash(entries) => {
                Self::Hash(entries.into_iter().map(|(key, value)| (key.into(), value.into())).collect())
            }
            Datum::Sensitive(inner) => Self::Sensitive(Sensitive::new(Self::from(*inner))),
            Datum::Scalar(value) => value,
        }
    }
}

impl Subject for Datum {
    fn view(&self) -> View<'_, Self> {
        match self {
            Self::Array(elements) => View::Array(elements),
            Self::Hash(entries) => View::Hash(entries.len()),
            Self::Sensitive(inner) => View::Sensitive(inner),
            Self::Scalar(value) => match value {
                // Values with parts are never scalars.
                Value::Undef | Value::Array(_) | Value::Hash(_) | Value::Sensitive(_) => View::Undef,
                Value::Default => View::Default,
                Value::Boolean(value) => View::Boolean(*value),
                Value::Integer(number) => View::Integer(*number),
                Value::Float(number) => View::Float(*number),
                Value::String(text) => View::String(text),
                Value::Binary(bytes) => View::Binary(bytes),
                Value::Regexp(pattern) => View::Regexp(pattern),
                Value::Reference(reference) => View::Reference(&reference.type_name, &reference.title),
                Value::Deferred(_) => View::Deferred,
                Value::Other(kind, _) => View::Named(kind),
                Value::Object(object) if object.is_type() => View::Named("Type"),
                Value::Object(object) => View::Named(&object.type_name),
            },
        }
    }

    fn entries(&self) -> impl Iterator<Item = (&Self, &Self)> {
        let entries = match self {
            Self::Hash(entries) => entries.as_slice(),
            Self::Array(_) | Self::Sensitive(_) | Self::Scalar(_) => &[],
        };
        entries.iter().map(|(key, value)| (key, value))
    }
}

impl Build for Datum {
    fn boolean(value: bool) -> Self {
        Self::Scalar(Value::Boolean(value))
    }

    fn integer(value: i64) -> Self {
        Self::Scalar(Value::Integer(value))
    }

    fn float(value: f64) -> Self {
        Self::Scalar(Value::Float(value))
    }

    fn string(text: &str) -> Self {
        Self::Scalar(Value::from(text))
    }

    fn array(elements: Vec<Self>) -> Self {
        Self::Array(elements)
    }

    fn hash(entries: Vec<(Self, Self)>) -> Self {
        Self::Hash(entries)
    }
}
