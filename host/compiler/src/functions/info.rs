//! `info`: log message at level info.

use crate::function::{Function, Overload};
use crate::log::Level;
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "info",
    "Logs the arguments, separated by spaces, at level info.",
    &[Overload::new("Any *$values", |call| {
        call.evaluator.log_values(Level::Info, call.arguments);
        Ok(Value::Undef)
    })],
)
.returning("Undef");
