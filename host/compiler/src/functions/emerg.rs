//! `emerg`: a line of the log.

use crate::function::{Function, Overload};
use crate::log::Level;
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "emerg",
    "Logs its arguments, with spaces between them, at level emerg.",
    &[Overload::new("Any *$values", |call| {
        call.evaluator.log_values(Level::Emerg, call.arguments);
        Ok(Value::Undef)
    })],
)
.returning("Undef");
