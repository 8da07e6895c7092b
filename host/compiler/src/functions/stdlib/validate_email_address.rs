//! `stdlib::validate_email_address`: fails unless values are e-mail addresses.

use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "stdlib::validate_email_address",
    "Fails unless all arguments are valid e-mail addresses.",
    &[Overload::new("Stdlib::Email *$values", |call| match call.arguments {
        [] => Err(EvalError::new("stdlib::validate_email_address(): Wrong number of arguments need at least one")),
        _ => Ok(Value::Undef),
    })],
);
