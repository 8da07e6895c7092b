//! `next`: returns from a block.

use value::EvalError;

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "next",
    "Returns the argument from a block. An iteration continues with the next element.",
    &[Overload::new("Any $value?", |call| Err(EvalError::next(call.argument(0).clone(), call.span)))],
);
