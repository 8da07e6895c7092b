//! `alert`: a line of the log.

use crate::function::{Function, Overload};
use crate::log::Level;
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "alert",
    "Logs its arguments, with spaces between them, at level alert.",
    &[Overload::new("Any *$values", |call| {
        call.evaluator.log_values(Level::Alert, call.arguments);
        Ok(Value::Undef)
    })],
)
.returning("Undef");
