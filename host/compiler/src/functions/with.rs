//! `with`: calls a block with arguments.

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "with",
    "Calls a block with the arguments and returns its result.",
    &[Overload::new("Any *$arg, Callable &$block", |call| call.invoke(call.arguments))],
);
