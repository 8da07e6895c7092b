//! Catalog values in the form required by data types. They are created only if the quick check of a value fails.

use catalog::{Sensitive, Value};
use datatype::convert::BuildValue;
use datatype::{Subject, SubjectView};

/// A catalog value whose elements are typed values too.
#[derive(Debug, Clone)]
pub(crate) enum TypedValue {
    /// A value without parts.
    Scalar(Value),
    Array(Vec<TypedValue>),
    Hash(Vec<(TypedValue, TypedValue)>),
    Sensitive(Box<TypedValue>),
}

impl From<Value> for TypedValue {
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

impl From<TypedValue> for Value {
    fn from(value: TypedValue) -> Self {
        match value {
            TypedValue::Array(elements) => Self::Array(elements.into_iter().map(Self::from).collect()),
            TypedValue::Hash(entries) => {
                Self::Hash(entries.into_iter().map(|(key, value)| (key.into(), value.into())).collect())
            }
            TypedValue::Sensitive(inner) => Self::Sensitive(Sensitive::new(Self::from(*inner))),
            TypedValue::Scalar(value) => value,
        }
    }
}

impl Subject for TypedValue {
    fn view(&self) -> SubjectView<'_, Self> {
        match self {
            Self::Array(elements) => SubjectView::Array(elements),
            Self::Hash(entries) => SubjectView::Hash(entries.len()),
            Self::Sensitive(inner) => SubjectView::Sensitive(inner),
            Self::Scalar(value) => match value {
                // These values are never stored as scalars.
                Value::Undef | Value::Array(_) | Value::Hash(_) | Value::Sensitive(_) => SubjectView::Undef,
                Value::Default => SubjectView::Default,
                Value::Boolean(value) => SubjectView::Boolean(*value),
                Value::Integer(number) => SubjectView::Integer(*number),
                Value::Float(number) => SubjectView::Float(*number),
                Value::String(text) => SubjectView::String(text),
                Value::Binary(bytes) => SubjectView::Binary(bytes),
                Value::Regexp(pattern) => SubjectView::Regexp(pattern),
                Value::Reference(reference) => SubjectView::Reference(&reference.type_name, &reference.title),
                Value::Deferred(_) => SubjectView::Deferred,
                Value::Other(other) => SubjectView::Named(&other.type_name),
                Value::Object(object) if object.is_type() => SubjectView::Named("Type"),
                Value::Object(object) => SubjectView::Named(&object.type_name),
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

impl BuildValue for TypedValue {
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
