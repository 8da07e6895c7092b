//! `lest`: calls a block if the value is undef.

use value::Value;

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "lest",
    "Returns the argument, or the result of a block if the argument is `undef`.",
    &[Overload::new("Any $arg, Callable[0,0] &$block", |call| match call.argument(0) {
        Value::Undef => call.invoke(&[]),
        value => Ok(value.clone()),
    })],
);
