//! `stdlib::batch_escape`: escapes text for batch files.

use value::Value;

use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "stdlib::batch_escape",
    "Returns a string as one quoted word of a batch file of Windows.",
    &[Overload::new("Any $string", |call| {
        let text = call.argument(0).ruby().replace('\\', "\\\\").replace('"', "\"\"").replace('$', "\\$");
        Ok(Value::from(format!("\"{text}\"")))
    })],
);
