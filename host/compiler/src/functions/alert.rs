//! `alert`: log message at level alert.

use catalog::Level;
use value::Value;

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "alert",
    "Logs the arguments, separated by spaces, at level alert.",
    &[Overload::new("Any *$values", |call| {
        call.evaluator.log_values(Level::Alert, call.arguments);
        Ok(Value::Undef)
    })],
)
.returning("Undef");
