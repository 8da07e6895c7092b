//! `notice`: log message at level notice.

use crate::function::{Function, Overload};
use crate::log::Level;
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "notice",
    "Logs the arguments, separated by spaces, at level notice.",
    &[Overload::new("Any *$values", |call| {
        call.evaluator.log_values(Level::Notice, call.arguments);
        Ok(Value::Undef)
    })],
)
.returning("Undef");
