//! Equality of types as written. Mutual assignability is `Type::equals`.

use std::hash::{Hash, Hasher};
use std::mem::discriminant;

use crate::types::{
    ArrayType, CallableType, HashType, InitType, ResourceType, StructElement, StructType, TupleType, Type,
};

impl PartialEq for Type {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Boolean(mine), Self::Boolean(theirs)) => mine == theirs,
            (Self::Integer(mine), Self::Integer(theirs)) => mine == theirs,
            (Self::Float(mine), Self::Float(theirs)) => mine == theirs,
            (Self::String(mine), Self::String(theirs)) | (Self::Collection(mine), Self::Collection(theirs)) => {
                mine == theirs
            }
            (Self::Text(mine), Self::Text(theirs)) | (Self::Reference(mine), Self::Reference(theirs)) => mine == theirs,
            (Self::Enum(mine), Self::Enum(theirs)) => mine == theirs,
            // The order of the patterns is irrelevant.
            (Self::Pattern(mine), Self::Pattern(theirs)) => {
                mine.len() == theirs.len() && mine.iter().all(|regex| theirs.contains(regex))
            }
            (Self::Variant(mine), Self::Variant(theirs)) => {
                mine.len() == theirs.len() && mine.iter().all(|part| theirs.contains(part))
            }
            (Self::Regexp(mine), Self::Regexp(theirs)) => mine == theirs,
            (Self::Array(mine), Self::Array(theirs)) => mine == theirs,
            (Self::Tuple(mine), Self::Tuple(theirs)) => mine == theirs,
            (Self::Hash(mine), Self::Hash(theirs)) => mine == theirs,
            (Self::Struct(mine), Self::Struct(theirs)) => mine == theirs,
            (Self::Iterable(mine), Self::Iterable(theirs))
            | (Self::Iterator(mine), Self::Iterator(theirs))
            | (Self::Optional(mine), Self::Optional(theirs))
            | (Self::NotUndef(mine), Self::NotUndef(theirs))
            | (Self::Type(mine), Self::Type(theirs))
            | (Self::Sensitive(mine), Self::Sensitive(theirs)) => mine == theirs,
            (Self::Class(mine), Self::Class(theirs)) => mine == theirs,
            (Self::Resource(mine), Self::Resource(theirs)) => mine == theirs,
            (Self::Callable(mine), Self::Callable(theirs)) => mine == theirs,
            (Self::Runtime(mine), Self::Runtime(theirs)) => mine == theirs,
            (Self::Timestamp(mine), Self::Timestamp(theirs)) => mine == theirs,
            (Self::Timespan(mine), Self::Timespan(theirs)) => mine == theirs,
            (Self::SemVer(mine), Self::SemVer(theirs)) => mine == theirs,
            (Self::Uri(mine), Self::Uri(theirs)) => mine == theirs,
            (Self::Init(mine), Self::Init(theirs)) => mine == theirs,
            (Self::Object(mine), Self::Object(theirs)) => mine == theirs,
            (Self::ObjectExtension(mine), Self::ObjectExtension(theirs)) => mine == theirs,
            (Self::TypeSet(mine), Self::TypeSet(theirs)) => mine == theirs,
            (Self::Alias(mine), Self::Alias(theirs)) => mine == theirs,
            // Types without parameters.
            _ => discriminant(self) == discriminant(other),
        }
    }
}

impl Eq for Type {}

/// Only cheap parts are hashed, since types are rarely keys.
impl Hash for Type {
    fn hash<H: Hasher>(&self, state: &mut H) {
        discriminant(self).hash(state);
        match self {
            Self::Boolean(value) => value.hash(state),
            Self::Integer(range) => range.hash(state),
            Self::String(size) | Self::Collection(size) => size.hash(state),
            Self::Text(text) | Self::Reference(text) => text.hash(state),
            Self::Enum(values) => values.hash(state),
            Self::Class(name) => name.hash(state),
            Self::Resource(resource) => {
                resource.type_name.as_ref().map(|name| name.to_ascii_lowercase()).hash(state);
                resource.title.hash(state);
            }
            Self::Alias(alias) => alias.name().hash(state),
            _ => {}
        }
    }
}

impl PartialEq for ArrayType {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.element == other.element
    }
}

impl PartialEq for TupleType {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.types == other.types
    }
}

impl PartialEq for HashType {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.key == other.key && self.value == other.value
    }
}

impl PartialEq for StructType {
    fn eq(&self, other: &Self) -> bool {
        self.elements == other.elements
    }
}

impl PartialEq for StructElement {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.is_optional == other.is_optional && self.value == other.value
    }
}

impl PartialEq for ResourceType {
    fn eq(&self, other: &Self) -> bool {
        let is_same_name = match (&self.type_name, &other.type_name) {
            (Some(mine), Some(theirs)) => mine.eq_ignore_ascii_case(theirs),
            (mine, theirs) => mine == theirs,
        };
        is_same_name && self.title == other.title
    }
}

impl PartialEq for CallableType {
    fn eq(&self, other: &Self) -> bool {
        self.parameters == other.parameters && self.block == other.block && self.returns == other.returns
    }
}

impl PartialEq for InitType {
    fn eq(&self, other: &Self) -> bool {
        self.target == other.target && self.arguments == other.arguments
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{DefaultHasher, Hash as _, Hasher as _};

    use crate::{Size, Type};

    #[test]
    fn equality_ignores_order_in_variants_and_case_of_resource_types() {
        let number = || Type::variant([Type::Numeric, Type::Undef]);
        assert_eq!(number(), Type::variant([Type::Undef, Type::Numeric]));
        assert_ne!(number(), Type::variant([Type::Undef, Type::Undef]));
        assert_eq!(Type::resource(Some("FILE"), Some("/a")), Type::resource(Some("file"), Some("/a")));
        assert_ne!(Type::resource(Some("file"), Some("/A")), Type::resource(Some("file"), Some("/a")));
        assert_ne!(Type::String(Size::ANY), Type::Collection(Size::ANY));
        assert_ne!(Type::Any, Type::Unit);
        let hashed = |data_type: &Type| {
            let mut hasher = DefaultHasher::new();
            data_type.hash(&mut hasher);
            hasher.finish()
        };
        assert_eq!(hashed(&number()), hashed(&Type::variant([Type::Undef, Type::Numeric])));
        assert_eq!(hashed(&Type::resource(Some("File"), None)), hashed(&Type::resource(Some("file"), None)));
    }
}
