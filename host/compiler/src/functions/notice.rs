//! `notice`: log message at level notice.

use catalog::Level;
use value::Value;

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "notice",
    "Logs the arguments, separated by spaces, at level notice.",
    &[Overload::new("Any *$values", |call| {
        call.evaluator.log_values(Level::Notice, call.arguments);
        Ok(Value::Undef)
    })],
)
.returning("Undef");
