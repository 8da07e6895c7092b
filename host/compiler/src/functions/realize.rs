//! `realize`: realizes virtual resources.

use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "realize",
    "Realizes virtual resources, which may be declared later.",
    &[Overload::legacy(|call| {
        if call.arguments.is_empty() {
            return Err(EvalError::new("realize(): Wrong number of arguments given (0 for minimum 1)"));
        }
        let mut references = Vec::new();
        call.arguments.iter().for_each(|argument| argument.flatten_into(&mut references));
        let references = references.into_iter().map(Value::into_attribute);
        let references = references.collect::<Result<Vec<_>, _>>()?;
        call.evaluator.realize(references, call.span);
        Ok(Value::Undef)
    })],
);
