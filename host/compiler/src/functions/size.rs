//! `size`: length of a value; an alias of `length`.

use crate::evaluator::{Function, Overload};
use crate::functions::length;

pub(super) const FUNCTION: Function = Function::new(
    "size",
    "Returns the number of characters in a string, elements in an array, entries in a hash, or bytes in a binary value.",
    &[Overload::new("Variant[Collection, String, Binary] $arg", |call| Ok(length::length(call.argument(0))))],
);
