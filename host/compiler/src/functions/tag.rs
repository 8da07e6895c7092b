//! `tag`: adds tags to the current class or instance.

use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "tag",
    "Adds tags to the current class or instance of a defined type, and to everything it contains.",
    &[Overload::legacy(|call| {
        if call.arguments.is_empty() {
            return Err(EvalError::new("tag(): Wrong number of arguments given (0 for minimum 1)"));
        }
        let container = call.evaluator.container();
        call.evaluator.tag(container, &Value::array(call.arguments))?;
        Ok(Value::Undef)
    })],
);
