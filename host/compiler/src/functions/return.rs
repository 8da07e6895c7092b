//! `return`: the value of a function, at once.

use crate::eval_error::EvalError;
use crate::function::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "return",
    "Ends a function, also from inside of a block, and makes the argument what it returns. The code of a class or defined \
     type ends too.",
    &[Overload::new("Any $value?", |call| Err(EvalError::return_with(call.argument(0).clone(), call.span)))],
);
