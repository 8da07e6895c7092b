//! `crit`: a line of the log.

use crate::function::{Function, Overload};
use crate::log::Level;
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "crit",
    "Logs its arguments, with spaces between them, at level crit.",
    &[Overload::new("Any *$values", |call| {
        call.evaluator.log_values(Level::Crit, call.arguments);
        Ok(Value::Undef)
    })],
)
.returning("Undef");
