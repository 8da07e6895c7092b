//! `then`: calls a block unless the value is undef.

use value::Value;

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "then",
    "Calls a block with the argument and returns its result; `undef` is returned unchanged.",
    &[Overload::new("Any $arg, Callable[1,1] &$block", |call| match call.argument(0) {
        Value::Undef => Ok(Value::Undef),
        _ => call.invoke(call.arguments),
    })],
);
