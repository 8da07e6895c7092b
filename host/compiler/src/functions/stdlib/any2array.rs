//! `any2array`: converts arguments to an array.

use value::Value;

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "any2array",
    "Returns the arguments as an array. A single array is returned unchanged, a single hash becomes an array of \
     alternating keys and values, and a single empty string becomes an empty array.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        Ok(match arguments.as_slice() {
            [list @ Value::Array(_)] => list.clone(),
            [Value::String(text)] if text.is_empty() => Value::array([]),
            [Value::Hash(hash)] => hash.iter().flat_map(|(key, value)| [key.clone(), value.clone()]).collect(),
            _ => Value::from(arguments),
        })
    })],
);
