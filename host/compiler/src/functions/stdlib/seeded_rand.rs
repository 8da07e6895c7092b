//! `seeded_rand`: number that is random but constant for a seed.

use value::{EvalError, Value};

use super::is_integer::is_integer;
use crate::evaluator::{Function, Overload};
use crate::functions::{fqdn_rand, legacy};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "seeded_rand",
    "Returns a random integer from 0 up to, but not including, the first argument, which stays the same for each seed. \
     The seed is the second argument.",
    &[Overload::legacy(|call| {
        let [max, seed] = legacy::exactly(call)?;
        let Some(limit) = positive(&max) else {
            return Err(EvalError::new("seeded_rand(): first argument must be a positive integer"));
        };
        let Value::String(seed) = seed else {
            return Err(EvalError::new("seeded_rand(): second argument must be a string"));
        };
        Ok(Value::Integer(fqdn_rand::drawn(&seed, limit)))
    })],
);

pub(in crate::functions) const NAMESPACED: Function = Function::new(
    "stdlib::seeded_rand",
    FUNCTION.docs,
    &[Overload::new("Integer[1] $max, String $seed", |call| {
        Ok(Value::Integer(fqdn_rand::drawn(call.text(1), call.integer(0).unwrap_or(1))))
    })],
);

/// Returns a positive integer, or that contained in a string.
pub(super) fn positive(value: &Value) -> Option<i64> {
    let number = match value {
        Value::Integer(number) => Some(*number),
        Value::String(text) if is_integer(value) => ruby::number::leading_integer(text, 10).to_i64(),
        _ => None,
    };
    number.filter(|number| *number > 0)
}
