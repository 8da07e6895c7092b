//! `stdlib::type_of`: the data type of a value.

use datatype::Type;
use value::Value;

use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "stdlib::type_of",
    "Returns the data type of a value in full detail.",
    &[Overload::new("Any $value", |call| Ok(Value::from(Type::infer_set(call.argument(0)))))],
);
