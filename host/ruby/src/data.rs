//! Values exchanged between a template and its scope: plain data, and Puppet's objects that a template can only print
//! and pass on.

use std::any::Any;
use std::fmt;
use std::rc::Rc;

/// A value passed to or from a template.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Data {
    /// `nil`, Puppet's `undef`
    #[default]
    Nil,
    /// `true`, `false`
    Boolean(bool),
    /// A 64-bit integer.
    Integer(i64),
    /// A float.
    Float(f64),
    /// A symbol, such as Puppet's `default`.
    Symbol(String),
    /// A string.
    String(String),
    /// A list.
    Array(Vec<Data>),
    /// A hash with ordered entries.
    Hash(Vec<(Data, Data)>),
    /// The source of a regular expression.
    Regexp(String),
    /// A secret value, which is redacted in output. `unwrap` returns it.
    Sensitive(Box<Data>),
    /// Any other object.
    Foreign(ForeignValue),
    /// A value shared with the scope: two values with the same number are the same object, and changes are reported
    /// to the scope.
    Shared(usize, Box<Data>),
}

/// An opaque value that a template can print, compare with itself and pass back.
#[derive(Clone)]
pub struct ForeignValue {
    /// The name of the class in Ruby.
    pub class: String,
    /// The printed text.
    pub text: String,
    /// The object, for the scope that created it.
    pub handle: Rc<dyn Any>,
}

impl fmt::Debug for ForeignValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}({})", self.class, self.text)
    }
}

impl PartialEq for ForeignValue {
    fn eq(&self, other: &Self) -> bool {
        self.class == other.class && self.text == other.text
    }
}
