//! `then`: a block for what is not undef.

use crate::function::{Function, Overload};
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "then",
    "Calls a block with the argument, and returns what it returns; `undef` is returned as it is.",
    &[Overload::new("Any $arg, Callable[1,1] &$block", |call| match call.argument(0) {
        Value::Undef => Ok(Value::Undef),
        _ => call.invoke(call.arguments),
    })],
);
