//! `zip`: pairs of the elements of two arrays.

use value::{EvalError, Value};

use super::str2bool::boolean;
use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "zip",
    "Returns pairs of the elements of two arrays at the same index, with `undef` for missing elements of the second \
     array. If the third argument is true, the result is flattened.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let [first, second, rest @ ..] = arguments.as_slice() else {
            let given = arguments.len();
            return Err(EvalError::new(format!("zip(): Wrong number of arguments given ({given} for 2)")));
        };
        let (Value::Array(first), Value::Array(second)) = (first, second) else {
            return Err(EvalError::new("zip(): Requires array to work with"));
        };
        let is_flat = match rest.first().filter(|flatten| flatten.is_true()) {
            Some(flatten) => boolean(flatten)?,
            None => false,
        };
        let partner = |place: usize| second.get(place).cloned().unwrap_or_default();
        let pairs = first.iter().enumerate().map(|(place, element)| Value::array([element.clone(), partner(place)]));
        let pairs: Value = pairs.collect();
        if !is_flat {
            return Ok(pairs);
        }
        let mut flat = Vec::new();
        pairs.flatten_into(&mut flat);
        Ok(flat.into())
    })],
);
