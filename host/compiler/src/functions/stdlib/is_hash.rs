//! `is_hash`: tests whether a value is a hash.

use value::Value;

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "is_hash",
    "Returns whether a value is a hash.",
    &[Overload::legacy(|call| {
        let [value] = legacy::exactly(call)?;
        Ok(Value::Boolean(matches!(value, Value::Hash(_))))
    })],
);
