//! `suffix`: a text after each element.

use super::changed;
use crate::function::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "suffix",
    "Returns an array with a text after each of its elements, or a hash with it after each key.",
    &[Overload::new(legacy::PARAMETERS, |call| changed(call, |text, addition| text.to_owned() + addition))],
);
