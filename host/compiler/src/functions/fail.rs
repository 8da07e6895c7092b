//! `fail`: fails with a message.

use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "fail",
    "Ends the compilation with an error whose message is made of the arguments.",
    &[Overload::legacy(|call| {
        let message = call.arguments.iter().map(Value::ruby).collect::<Vec<_>>().join(" ");
        Err(EvalError::new(message))
    })],
);
