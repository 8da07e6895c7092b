//! `crit`: log message at level crit.

use catalog::Level;
use value::Value;

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "crit",
    "Logs the arguments, separated by spaces, at level crit.",
    &[Overload::new("Any *$values", |call| {
        call.evaluator.log_values(Level::Crit, call.arguments);
        Ok(Value::Undef)
    })],
)
.returning("Undef");
