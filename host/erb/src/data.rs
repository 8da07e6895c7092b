//! The values that a template is given and gives to functions: plain data, and things of Puppet's that a template can only pass
//! on and print.

use std::any::Any;
use std::fmt;
use std::rc::Rc;

/// A value on its way into a template or out of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// `nil`, Puppet's `undef`
    Nil,
    /// `true`, `false`
    Boolean(bool),
    /// A 64-bit integer.
    Integer(i64),
    /// A float.
    Float(f64),
    /// A symbol: Puppet's `default` is one.
    Symbol(String),
    /// Text.
    String(String),
    /// A list.
    Array(Vec<Data>),
    /// A hash, in its order.
    Hash(Vec<(Data, Data)>),
    /// A regular expression, by its source.
    Regexp(String),
    /// A value that does not print; `unwrap` gives it.
    Sensitive(Box<Data>),
    /// Anything else.
    Foreign(ForeignValue),
    /// A value shared with the scope: two values with the same number are the same object, and changes are reported to the scope.
    Shared(usize, Box<Data>),
}

/// A value that a template can print, compare with itself and give back.
#[derive(Clone)]
pub struct ForeignValue {
    /// The name of its class in Ruby.
    pub class: String,
    /// How it prints.
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
