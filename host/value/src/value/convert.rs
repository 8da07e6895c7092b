//! Conversion of values: from facts and data, and into catalog attributes.

use std::sync::Arc;

use catalog::{ResourceRef, Value as CatalogValue};
use datatype::{Literal, Type};

use thiserror::Error;

use super::{Hash, Value};

/// Why a value is not valid as an attribute. The text is Puppet's message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AttributeError {
    /// A resource or class type without a name.
    #[error("No title provided and \"{0}\" is not a valid resource reference")]
    Nameless(&'static str),
    /// The type `CatalogEntry`.
    #[error(
        "Cannot split the type Puppet::Pops::Types::PCatalogEntryType, it represents neither a PClassType, nor a PResourceType."
    )]
    CatalogEntry,
    /// A lazy sequence.
    #[error("Use of an Iterator is not supported here")]
    Iterator,
}

impl From<&CatalogValue> for Value {
    fn from(value: &CatalogValue) -> Self {
        match value {
            CatalogValue::Undef => Self::Undef,
            CatalogValue::Default => Self::Default,
            CatalogValue::Boolean(value) => Self::Boolean(*value),
            CatalogValue::Integer(value) => Self::Integer(*value),
            CatalogValue::Float(value) => Self::Float(*value),
            CatalogValue::String(text) => Self::String(text.clone()),
            CatalogValue::Other(other) => Self::from(other.text.as_str()),
            CatalogValue::Object(object) => Self::from(object.text.as_str()),
            CatalogValue::Binary(bytes) => Self::Binary(bytes.as_slice().into()),
            // A regular expression that cannot be compiled is kept as a string.
            CatalogValue::Regexp(source) => datatype::Regex::new(source)
                .map_or_else(|_| Self::from(source.as_str()), |regex| Self::Regexp(regex.into())),
            CatalogValue::Reference(reference) => Self::Reference(ResourceRef::clone(reference).into()),
            CatalogValue::Array(elements) => elements.iter().map(Self::from).collect(),
            CatalogValue::Hash(entries) => {
                Self::hash(entries.iter().map(|(key, value)| (Self::from(key), Self::from(value))).collect())
            }
            CatalogValue::Sensitive(secret) => Self::sensitive(Self::from(secret.reveal())),
            CatalogValue::Deferred(call) => Self::Deferred(
                super::Deferred {
                    name: call.name.as_str().into(),
                    arguments: call.arguments.as_ref().map(|list| list.iter().map(Self::from).collect()),
                }
                .into(),
            ),
        }
    }
}

/// Converts a literal in a data type.
impl From<&Literal> for Value {
    fn from(literal: &Literal) -> Self {
        match literal {
            Literal::Undef => Self::Undef,
            Literal::Default => Self::Default,
            Literal::Boolean(value) => Self::Boolean(*value),
            Literal::Integer(number) => Self::Integer(*number),
            Literal::Float(number) => Self::Float(*number),
            Literal::String(text) => Self::String(Arc::clone(text)),
            Literal::Regexp(regex) => Self::Regexp(Arc::new(regex.clone())),
            Literal::Array(elements) => elements.iter().map(Self::from).collect(),
            Literal::Hash(entries) => {
                let entries = entries.iter().map(|(key, value)| (Self::from(key), Self::from(value)));
                entries.collect::<Hash>().into()
            }
            Literal::Type(data_type) => Self::from(data_type.clone()),
        }
    }
}

/// Returns the reference that replaces a type in an attribute. A resource type without a title becomes a reference with
/// an empty title.
fn attribute_reference(data_type: &Type) -> Result<Option<ResourceRef>, AttributeError> {
    match data_type {
        Type::Class(None) => Err(AttributeError::Nameless("class")),
        Type::CatalogEntry => Err(AttributeError::CatalogEntry),
        Type::Resource(resource) => match (&resource.type_name, &resource.title) {
            (None, _) => Err(AttributeError::Nameless("Resource")),
            (Some(name), None) if &**name == "Class" => Err(AttributeError::Nameless("class")),
            (Some(name), None) => Ok(Some(ResourceRef { type_name: Arc::clone(name), title: "".into() })),
            (Some(_), Some(_)) => Ok(reference(data_type)),
        },
        other => Ok(reference(other)),
    }
}

/// Returns the reference, if the type is a single resource or class.
fn reference(data_type: &Type) -> Option<ResourceRef> {
    match data_type {
        Type::Class(Some(name)) => Some(ResourceRef::new("class", name)),
        Type::Resource(resource) => match (&resource.type_name, &resource.title) {
            (Some(name), Some(title)) if &**name == "Class" => Some(ResourceRef::new("class", title)),
            (Some(name), Some(title)) => Some(ResourceRef { type_name: Arc::clone(name), title: Arc::clone(title) }),
            _ => None,
        },
        _ => None,
    }
}

impl Value {
    /// Returns the reference, if the value is a single resource or class.
    #[must_use]
    pub fn as_reference(&self) -> Option<ResourceRef> {
        match self {
            Self::Reference(reference) => Some(ResourceRef::clone(reference)),
            Self::Type(data_type) => reference(data_type),
            _ => None,
        }
    }

    /// Returns the data type for a reference.
    #[must_use]
    pub fn reference_type(reference: &ResourceRef) -> Type {
        if &*reference.type_name == "Class" {
            return Type::Class(Some(reference.title.to_lowercase().into()));
        }
        let (type_name, title) = (Some(Arc::clone(&reference.type_name)), Some(Arc::clone(&reference.title)));
        Type::Resource(Arc::new(datatype::ResourceType { type_name, title }))
    }

    /// Returns the value as an attribute stores it: types of resources become references, at any depth.
    ///
    /// # Errors
    /// Returns an error if the value cannot be in a catalog: a lazy sequence, or a resource or class type without a
    /// name.
    pub fn into_attribute(self) -> Result<Self, AttributeError> {
        Ok(match self {
            Self::Type(ref data_type) => match attribute_reference(data_type)? {
                Some(reference) => Self::Reference(Arc::new(reference)),
                None => self,
            },
            Self::Iterator(ref lazy) if !lazy.is_lasting() => return Err(AttributeError::Iterator),
            Self::Array(ref elements) if elements.iter().any(Self::is_converted) => {
                elements.iter().cloned().map(Self::into_attribute).collect::<Result<_, _>>()?
            }
            Self::Hash(ref hash) if hash.iter().any(|(key, value)| key.is_converted() || value.is_converted()) => {
                let entries = hash.iter().map(|(key, value)| {
                    // A reference used as a key becomes a string.
                    let key = key.as_reference().map_or_else(|| key.clone(), |key| key.to_string().into());
                    Ok((key, value.clone().into_attribute()?))
                });
                entries.collect::<Result<Hash, AttributeError>>()?.into()
            }
            other => other,
        })
    }

    /// Returns whether the value contains a lazy sequence that is not allowed in a catalog.
    pub fn contains_iterator(&self) -> bool {
        match self {
            Self::Iterator(lazy) => !lazy.is_lasting(),
            Self::Array(elements) => elements.iter().any(Self::contains_iterator),
            Self::Hash(hash) => hash.values().any(Self::contains_iterator),
            _ => false,
        }
    }

    /// Returns whether [`Value::into_attribute`] changes the value.
    fn is_converted(&self) -> bool {
        match self {
            Self::Type(data_type) => matches!(**data_type, Type::Class(_) | Type::Resource(_) | Type::CatalogEntry),
            Self::Array(elements) => elements.iter().any(Self::is_converted),
            Self::Hash(hash) => hash.iter().any(|(key, value)| key.is_converted() || value.is_converted()),
            Self::Iterator(lazy) => !lazy.is_lasting(),
            _ => false,
        }
    }

    /// Returns the catalog form of the value.
    #[must_use]
    pub fn to_catalog(&self) -> CatalogValue {
        let other = |name: &str| CatalogValue::other(name, self.to_string());
        match self {
            Self::Undef => CatalogValue::Undef,
            Self::Default => CatalogValue::Default,
            Self::Boolean(value) => CatalogValue::Boolean(*value),
            Self::Integer(value) => CatalogValue::Integer(*value),
            Self::Float(value) => CatalogValue::Float(*value),
            Self::String(text) => CatalogValue::String(text.clone()),
            Self::Array(elements) => CatalogValue::Array(elements.iter().map(Self::to_catalog).collect()),
            Self::Hash(hash) => CatalogValue::Hash(entries_to_catalog(hash)),
            Self::Regexp(regex) => CatalogValue::Regexp(regex.source().to_owned()),
            Self::Type(data_type) => {
                reference(data_type).map_or_else(|| super::pcore::data_type(data_type), CatalogValue::from)
            }
            Self::Reference(reference) => ResourceRef::clone(reference).into(),
            Self::Sensitive(value) => CatalogValue::Sensitive(catalog::Sensitive::new(value.to_catalog())),
            Self::Binary(bytes) => CatalogValue::Binary(bytes.to_vec()),
            Self::Timestamp(_) => other("Timestamp"),
            Self::Timespan(_) => other("Timespan"),
            Self::SemVer(_) => other("SemVer"),
            Self::SemVerRange(_) => other("SemVerRange"),
            Self::Uri(_) => other("URI"),
            Self::Iterator(lazy) => CatalogValue::Array(lazy.elements().map(|element| element.to_catalog()).collect()),
            Self::Deferred(call) => CatalogValue::Deferred(Box::new(catalog::Deferred {
                name: call.name.as_ref().to_owned(),
                arguments: call.arguments.as_ref().map(|list| list.iter().map(Self::to_catalog).collect()),
            })),
            Self::Object(object) => {
                let fields = object.given().map(|(name, value)| (name.to_string(), value.to_catalog()));
                let type_name = match &object.object_type {
                    datatype::Type::Object(object_type) => object_type.label().to_owned(),
                    other => other.to_string(),
                };
                let text = self.to_string();
                CatalogValue::Object(Box::new(catalog::Object { type_name, fields: fields.collect(), text }))
            }
            Self::Collector(_) => other("Runtime"),
        }
    }
}

fn entries_to_catalog(hash: &Hash) -> Vec<(CatalogValue, CatalogValue)> {
    hash.iter().map(|(key, value)| (key.to_catalog(), value.to_catalog())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn string_is_shared_with_the_catalog() {
        let value = Value::from("text");
        let CatalogValue::String(text) = value.to_catalog() else { panic!("a string is converted to a string") };
        let Value::String(back) = Value::from(&CatalogValue::String(text.clone())) else {
            panic!("a string is converted to a string")
        };
        assert!(Arc::ptr_eq(&text, &back));
        assert!(matches!(value, Value::String(own) if Arc::ptr_eq(&own, &text)));
    }
}
