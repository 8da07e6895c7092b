//! `suffix`: adds a suffix to each element.

use super::changed;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "suffix",
    "Adds a suffix to each element of an array, or to each key of a hash.",
    &[Overload::legacy(|call| changed(call, |text, addition| text.to_owned() + addition))],
);
