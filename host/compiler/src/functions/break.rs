//! `break`: ends an iteration.

use value::EvalError;

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "break",
    "Ends the innermost iteration as if there were no more elements.",
    &[Overload::new("", |call| Err(EvalError::break_at(call.span)))],
);
