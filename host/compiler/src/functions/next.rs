//! `next`: the value of a block, at once.

use crate::eval_error::EvalError;
use crate::function::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "next",
    "Ends a block, which then returns the argument. An iteration continues with the next element.",
    &[Overload::new("Any $value?", |call| Err(EvalError::next(call.argument(0).clone(), call.span)))],
);
