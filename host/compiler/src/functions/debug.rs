//! `debug`: log message at level debug.

use catalog::Level;
use value::Value;

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "debug",
    "Logs the arguments, separated by spaces, at level debug.",
    &[Overload::new("Any *$values", |call| {
        call.evaluator.log_values(Level::Debug, call.arguments);
        Ok(Value::Undef)
    })],
)
.returning("Undef");
