//! `err`: log message at level err.

use catalog::Level;
use value::Value;

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "err",
    "Logs the arguments, separated by spaces, at level err.",
    &[Overload::new("Any *$values", |call| {
        call.evaluator.log_values(Level::Err, call.arguments);
        Ok(Value::Undef)
    })],
)
.returning("Undef");
