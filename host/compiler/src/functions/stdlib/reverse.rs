//! `reverse`: reverses an array or string.

use value::Value;

use super::array_or_text;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "reverse",
    "Returns the elements of an array, or the characters of a string, in reverse order.",
    &[Overload::legacy(|call| {
        Ok(match array_or_text(call)? {
            Value::Array(elements) => elements.iter().rev().cloned().collect(),
            other => other.ruby().chars().rev().collect::<String>().into(),
        })
    })],
);
