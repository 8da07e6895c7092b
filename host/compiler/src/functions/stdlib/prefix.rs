//! `prefix`: a text before each element.

use super::changed;
use crate::function::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "prefix",
    "Returns an array with a text before each of its elements, or a hash with it before each key.",
    &[Overload::new(legacy::PARAMETERS, |call| changed(call, |text, addition| addition.to_owned() + text))],
);
