//! `size`: how much there is in something; the same as `length`.

use crate::function::{Function, Overload};
use crate::functions::length;

pub(super) const FUNCTION: Function = Function::new(
    "size",
    "Returns the number of characters of a string, of elements of an array, of entries of a hash or of bytes of a binary \
     value.",
    &[Overload::new("Variant[Collection, String, Binary] $arg", |call| Ok(length::length(call.argument(0))))],
);
