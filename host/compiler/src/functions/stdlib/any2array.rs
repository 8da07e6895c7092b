//! `any2array`: a list of anything.

use crate::function::{Function, Overload};
use crate::functions::legacy;
use crate::value::Value;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "any2array",
    "Returns its arguments as an array. A single array stays as it is, a single hash becomes its keys and values one after the \
     other, and an empty string an empty array.",
    &[Overload::new(legacy::PARAMETERS, |call| {
        let arguments = legacy::arguments(call)?;
        Ok(match arguments.as_slice() {
            [list @ Value::Array(_)] => list.clone(),
            [Value::String(text)] if text.is_empty() => Value::array([]),
            [Value::Hash(hash)] => hash.iter().flat_map(|(key, value)| [key.clone(), value.clone()]).collect(),
            _ => Value::from(arguments),
        })
    })],
);
