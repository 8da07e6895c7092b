//! `flatten`: flattens nested arrays.

use value::Value;

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "flatten",
    "Returns one array of all arguments, with nested arrays flattened.",
    &[Overload::new("Any *$args", |call| {
        let mut flat = Vec::new();
        for argument in call.arguments {
            argument.flatten_into(&mut flat);
        }
        Ok(Value::from(flat))
    })],
);
