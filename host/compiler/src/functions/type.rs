//! `type`: data type of a value.

use datatype::Type;
use value::Value;

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "type",
    "Returns the data type of a value: in full detail; with `reduced`, a common type for all elements of an array or \
     hash; with `generalized`, without sizes and ranges.",
    &[
        Overload::new("Any $value, Enum[detailed] $inference_method?", |call| {
            Ok(Value::from(Type::infer_set(call.argument(0))))
        }),
        Overload::new("Any $value, Enum[reduced] $inference_method", |call| {
            Ok(Value::from(Type::infer(call.argument(0))))
        }),
        Overload::new("Any $value, Enum[generalized] $inference_method", |call| {
            Ok(Value::from(Type::infer(call.argument(0)).generalize()))
        }),
    ],
);
