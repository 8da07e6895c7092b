//! How data types see values.

use datatype::{Subject, View};

use super::Value;

impl Subject for Value {
    fn view(&self) -> View<'_, Self> {
        match self {
            Self::Undef => View::Undef,
            Self::Default => View::Default,
            Self::Boolean(value) => View::Boolean(*value),
            Self::Integer(value) => View::Integer(*value),
            Self::Float(value) => View::Float(*value),
            Self::String(text) => View::String(text),
            Self::Array(elements) => View::Array(elements),
            Self::Hash(hash) => View::Hash(hash.len()),
            Self::Regexp(regex) => View::Regexp(regex.source()),
            Self::Type(data_type) => View::Type(data_type),
            Self::Reference(reference) => View::Reference(&reference.type_name, &reference.title),
            Self::Sensitive(value) => View::Sensitive(value),
            Self::Binary(bytes) => View::Binary(bytes),
            Self::Timestamp(time) => View::Timestamp(**time),
            Self::Timespan(span) => View::Timespan(**span),
            Self::SemVer(version) => View::SemVer(version),
            Self::SemVerRange(range) => View::SemVerRange(range),
            Self::Uri(uri) => View::Uri(uri),
            Self::Iterator(lazy) => View::Iterator(Some(lazy.element_type())),
            Self::Deferred(_) => View::Deferred,
            Self::Object(object) => match &object.object_type {
                datatype::Type::Object(object_type) => View::Object(object_type),
                datatype::Type::ObjectExtension(extension) => View::ObjectExtension(extension),
                datatype::Type::Runtime(runtime) => View::Runtime(runtime.name.as_deref().unwrap_or_default()),
                _ => View::Error,
            },
            Self::Collector(_) => View::Runtime("Puppet::Pops::Evaluator::Collectors::CatalogCollector"),
        }
    }

    fn entries(&self) -> impl Iterator<Item = (&Self, &Self)> {
        self.as_hash().into_iter().flatten()
    }

    fn entry(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Object(object) => object.attributes.text(key),
            other => other.as_hash()?.text(key),
        }
    }
}
