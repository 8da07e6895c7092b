//! `fail`: fails with a message.

use crate::eval_error::EvalError;
use crate::function::{Function, Overload};
use crate::functions::legacy;
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "fail",
    "Ends the compilation with an error whose message is made of the arguments.",
    &[Overload::new(legacy::PARAMETERS, |call| {
        let message = call.arguments.iter().map(Value::ruby).collect::<Vec<_>>().join(" ");
        Err(EvalError::new(message))
    })],
);
