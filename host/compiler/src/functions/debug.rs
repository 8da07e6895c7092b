//! `debug`: log message at level debug.

use crate::function::{Function, Overload};
use crate::log::Level;
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "debug",
    "Logs the arguments, separated by spaces, at level debug.",
    &[Overload::new("Any *$values", |call| {
        call.evaluator.log_values(Level::Debug, call.arguments);
        Ok(Value::Undef)
    })],
)
.returning("Undef");
