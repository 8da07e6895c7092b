//! `return`: returns from a function.

use value::EvalError;

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "return",
    "Returns the argument from a function, even if called inside a block. In a class or defined type, ends its \
     evaluation.",
    &[Overload::new("Any $value?", |call| Err(EvalError::return_with(call.argument(0).clone(), call.span)))],
);
