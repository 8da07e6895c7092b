//! `warning`: log message at level warning.

use catalog::Level;
use value::Value;

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "warning",
    "Logs the arguments, separated by spaces, at level warning.",
    &[Overload::new("Any *$values", |call| {
        call.evaluator.log_values(Level::Warning, call.arguments);
        Ok(Value::Undef)
    })],
)
.returning("Undef");
