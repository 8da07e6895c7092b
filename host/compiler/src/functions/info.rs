//! `info`: log message at level info.

use catalog::Level;
use value::Value;

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "info",
    "Logs the arguments, separated by spaces, at level info.",
    &[Overload::new("Any *$values", |call| {
        call.evaluator.log_values(Level::Info, call.arguments);
        Ok(Value::Undef)
    })],
)
.returning("Undef");
