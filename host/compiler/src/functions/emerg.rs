//! `emerg`: log message at level emerg.

use catalog::Level;
use value::Value;

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "emerg",
    "Logs the arguments, separated by spaces, at level emerg.",
    &[Overload::new("Any *$values", |call| {
        call.evaluator.log_values(Level::Emerg, call.arguments);
        Ok(Value::Undef)
    })],
)
.returning("Undef");
