//! View of values for the data type crate.

use datatype::{Regex, Subject, SubjectView};

use super::Value;

impl Subject for Value {
    fn view(&self) -> SubjectView<'_, Self> {
        match self {
            Self::Undef => SubjectView::Undef,
            Self::Default => SubjectView::Default,
            Self::Boolean(value) => SubjectView::Boolean(*value),
            Self::Integer(value) => SubjectView::Integer(*value),
            Self::Float(value) => SubjectView::Float(*value),
            Self::String(text) => SubjectView::String(text),
            Self::Array(elements) => SubjectView::Array(elements),
            Self::Hash(hash) => SubjectView::Hash(hash.len()),
            Self::Regexp(regex) => SubjectView::Regexp(regex.source()),
            Self::Type(data_type) => SubjectView::Type(data_type),
            Self::Reference(reference) => SubjectView::Reference(&reference.type_name, &reference.title),
            Self::Sensitive(value) => SubjectView::Sensitive(value),
            Self::Binary(bytes) => SubjectView::Binary(bytes),
            Self::Timestamp(time) => SubjectView::Timestamp(**time),
            Self::Timespan(span) => SubjectView::Timespan(**span),
            Self::SemVer(version) => SubjectView::SemVer(version),
            Self::SemVerRange(range) => SubjectView::SemVerRange(range),
            Self::Uri(uri) => SubjectView::Uri(uri),
            Self::Iterator(lazy) => SubjectView::Iterator(Some(lazy.element_type())),
            Self::Deferred(_) => SubjectView::Deferred,
            Self::Object(object) => match &object.object_type {
                datatype::Type::Object(object_type) => SubjectView::Object(object_type),
                datatype::Type::ObjectExtension(extension) => SubjectView::ObjectExtension(extension),
                datatype::Type::Runtime(runtime) => SubjectView::Runtime(runtime.name.as_deref().unwrap_or_default()),
                _ => SubjectView::Error,
            },
            Self::Collector(_) => SubjectView::Runtime("Puppet::Pops::Evaluator::Collectors::CatalogCollector"),
        }
    }

    fn regex(&self) -> Option<&Regex> {
        match self {
            Self::Regexp(regex) => Some(regex),
            _ => None,
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
