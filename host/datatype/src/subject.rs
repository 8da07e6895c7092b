//! Abstraction over values: implementations of [`Subject`] can be checked, inferred, converted and described.
//! Values are accessed by reference, without allocation.

use std::sync::Arc;

use crate::object::{ObjectExtension, ObjectType};
use crate::regex::Regex;
use crate::semver::{SemVer, SemVerRange};
use crate::timespan::Timespan;
use crate::timestamp::Timestamp;
use crate::types::{CallableType, Type};
use crate::uri::Uri;

/// A value that data types can be applied to.
pub trait Subject: Sized {
    /// Returns a view of the value.
    fn view(&self) -> SubjectView<'_, Self>;

    /// Returns a regular expression that has been checked already; `None` for other values.
    fn regex(&self) -> Option<&Regex> {
        None
    }

    /// Returns an iterator over the entries of a hash, in order; empty for other values.
    fn entries(&self) -> impl Iterator<Item = (&Self, &Self)>;

    /// Returns the value of a hash for a string key.
    ///
    /// The default implementation searches linearly; override it if a faster lookup exists.
    fn entry(&self, key: &str) -> Option<&Self> {
        self.entries()
            .find(|(candidate, _)| matches!(candidate.view(), SubjectView::String(text) if text == key))
            .map(|(_, value)| value)
    }
}

/// View of a value by its kind.
pub enum SubjectView<'a, V> {
    /// `undef`
    Undef,
    /// `default`
    Default,
    /// `true`, `false`
    Boolean(bool),
    /// An integer.
    Integer(i64),
    /// A float.
    Float(f64),
    /// A string.
    String(&'a str),
    /// A regular expression, without its slashes.
    Regexp(&'a str),
    /// An array.
    Array(&'a [V]),
    /// A hash, with the number of its entries; see [`Subject::entries`].
    Hash(usize),
    /// A sensitive value.
    Sensitive(&'a V),
    /// A data type, including resource references such as `File['/a']` and `Class['b']`.
    Type(&'a Type),
    /// A resource reference that is not stored as a type: its type and title.
    Reference(&'a str, &'a str),
    /// Bytes.
    Binary(&'a [u8]),
    /// A point in time.
    Timestamp(Timestamp),
    /// A duration.
    Timespan(Timespan),
    /// A version.
    SemVer(&'a SemVer),
    /// A range of versions.
    SemVerRange(&'a SemVerRange),
    /// A URI.
    Uri(&'a Uri),
    /// An iterator, with the type of its elements if known.
    Iterator(Option<&'a Type>),
    /// A block or function.
    Callable(&'a CallableType),
    /// A deferred call, evaluated when the catalog is applied.
    Deferred,
    /// An `Error` value.
    Error,
    /// An instance of an `Object[{…}]` type.
    Object(&'a Arc<ObjectType>),
    /// An instance of an object type with type parameters.
    ObjectExtension(&'a Arc<ObjectExtension>),
    /// A value whose type is known only by name, such as `Timestamp`.
    Named(&'a str),
    /// A runtime value, with the name of its type.
    Runtime(&'a str),
}
