//! `crit`: log message at level crit.

use crate::function::{Function, Overload};
use crate::log::Level;
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "crit",
    "Logs the arguments, separated by spaces, at level crit.",
    &[Overload::new("Any *$values", |call| {
        call.evaluator.log_values(Level::Crit, call.arguments);
        Ok(Value::Undef)
    })],
)
.returning("Undef");
