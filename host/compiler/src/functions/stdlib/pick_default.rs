//! `pick_default`: first argument that is not empty, or the last one.

use value::EvalError;

use super::is_nothing;
use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "pick_default",
    "Returns the first argument that is neither `undef` nor an empty string, otherwise the last one.",
    &[Overload::legacy(|call| {
        let mut arguments = legacy::arguments(call)?;
        let Some(default) = arguments.pop() else { return Err(EvalError::new("Must receive at least one argument.")) };
        Ok(arguments.into_iter().find(|value| !is_nothing(value)).unwrap_or(default))
    })],
);
