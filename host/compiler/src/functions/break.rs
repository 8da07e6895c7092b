//! `break`: ends an iteration.

use crate::eval_error::EvalError;
use crate::function::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "break",
    "Ends the innermost iteration as if there were no more elements.",
    &[Overload::new("", |call| Err(EvalError::break_at(call.span)))],
);
