//! `prefix`: adds a prefix to each element.

use super::changed;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "prefix",
    "Adds a prefix to each element of an array, or to each key of a hash.",
    &[Overload::legacy(|call| changed(call, |text, addition| addition.to_owned() + text))],
);
