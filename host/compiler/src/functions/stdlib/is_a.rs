//! `is_a`: tests whether a value is of a type.

use value::Value;

use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "is_a",
    "Returns whether a value is of a data type: `$value.is_a(String)`.",
    &[Overload::new("Any $value, Type $type", |call| {
        let data_type = call.argument(1).as_type();
        Ok(Value::Boolean(data_type.is_some_and(|data_type| data_type.is_instance(call.argument(0)))))
    })],
);
