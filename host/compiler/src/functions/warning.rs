//! `warning`: log message at level warning.

use crate::function::{Function, Overload};
use crate::log::Level;
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "warning",
    "Logs the arguments, separated by spaces, at level warning.",
    &[Overload::new("Any *$values", |call| {
        call.evaluator.log_values(Level::Warning, call.arguments);
        Ok(Value::Undef)
    })],
)
.returning("Undef");
