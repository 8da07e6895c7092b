//! `pick`: first argument that is not empty.

use value::EvalError;

use super::is_nothing;
use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "pick",
    "Returns the first argument that is neither `undef` nor an empty string; fails if there is none.",
    &[Overload::legacy(|call| {
        let picked = legacy::arguments(call)?.into_iter().find(|value| !is_nothing(value));
        picked.ok_or_else(|| EvalError::new("pick(): must receive at least one non empty value"))
    })],
);
