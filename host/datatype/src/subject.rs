//! How values enter: whatever has values of its own implements [`Subject`] and can be checked, inferred, converted and
//! described. Nothing here allocates: a value is looked at, never copied.

use std::sync::Arc;

use crate::object::{ObjectExtension, ObjectType};
use crate::semver::{SemVer, SemVerRange};
use crate::timespan::Timespan;
use crate::timestamp::Timestamp;
use crate::types::{CallableType, Type};
use crate::uri::Uri;

/// A value that data types can be asked about.
pub trait Subject: Sized {
    /// Shows what the value is.
    fn view(&self) -> SubjectView<'_, Self>;

    /// Goes through the entries of a hash in their order; `None` for other values.
    fn entries(&self) -> impl Iterator<Item = (&Self, &Self)>;

    /// Finds the entry of a hash with a string as key.
    ///
    /// Goes through all entries; a value that can do better should.
    fn entry(&self, key: &str) -> Option<&Self> {
        self.entries()
            .find(|(candidate, _)| matches!(candidate.view(), SubjectView::String(text) if text == key))
            .map(|(_, value)| value)
    }
}

/// What a value is.
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
    /// A value that must not be seen.
    Sensitive(&'a V),
    /// A data type, resource references such as `File['/a']` and `Class['b']` included.
    Type(&'a Type),
    /// A resource reference that is not kept as a type: its type and title.
    Reference(&'a str, &'a str),
    /// Bytes.
    Binary(&'a [u8]),
    /// A point in time.
    Timestamp(Timestamp),
    /// A span of time.
    Timespan(Timespan),
    /// A version.
    SemVer(&'a SemVer),
    /// A range of versions.
    SemVerRange(&'a SemVerRange),
    /// A URI.
    Uri(&'a Uri),
    /// What iterates over values of a type that may not be known.
    Iterator(Option<&'a Type>),
    /// A block or function.
    Callable(&'a CallableType),
    /// A call that is made when the catalog is applied.
    Deferred,
    /// An error that was caught.
    Error,
    /// An instance of a type defined as `Object[{…}]`.
    Object(&'a Arc<ObjectType>),
    /// An instance of such a type with type parameters.
    ObjectExtension(&'a Arc<ObjectExtension>),
    /// A value of a type that is known by name only, such as `Timestamp`.
    Named(&'a str),
    /// A value of the runtime: the name of its type.
    Runtime(&'a str),
}
