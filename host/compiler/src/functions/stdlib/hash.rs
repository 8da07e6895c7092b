//! `hash`: converts an array of keys and values to a hash.

use value::{EvalError, Hash, Value};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "hash",
    "Converts an array of alternating keys and values to a hash; nested arrays are flattened.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let Some(list) = arguments.first() else {
            return Err(EvalError::new("hash(): Wrong number of arguments given (0 for 1)"));
        };
        if list.as_array().is_none() {
            return Err(EvalError::new("hash(): Requires array to work with"));
        }
        let mut flat = Vec::new();
        list.flatten_into(&mut flat);
        if let [hash @ Value::Hash(_)] = flat.as_slice() {
            return Ok(hash.clone());
        }
        let (pairs, rest) = flat.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(EvalError::new("hash(): Unable to compute hash from array given"));
        }
        Ok(pairs.iter().map(|[key, value]| (key.clone(), value.clone())).collect::<Hash>().into())
    })],
);
