//! `stdlib::has_function`: whether a function exists.

use value::Value;

use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "stdlib::has_function",
    "Returns whether a function exists.",
    &[Overload::new("String[1] $function_name", |call| {
        let name = call.text(0).to_owned();
        Ok(Value::Boolean(call.evaluator.has_function(&name)?))
    })],
);
