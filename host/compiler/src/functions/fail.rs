//! `fail`: fails with a message.

use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(super) const FUNCTION: Function = Function::new(
    "fail",
    "Ends the compilation with an error whose message is made of the arguments.",
    &[Overload::new(legacy::PARAMETERS, |call| {
        let message = call.arguments.iter().map(Value::ruby).collect::<Vec<_>>().join(" ");
        Err(EvalError::new(message))
    })],
);
