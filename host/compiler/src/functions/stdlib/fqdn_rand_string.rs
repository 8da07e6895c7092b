//! `fqdn_rand_string`: string that is random but constant for each node.

use value::{EvalError, Value, check_text};

use super::seeded_rand::positive;
use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::{fqdn_rand, legacy, ruby_values};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "fqdn_rand_string",
    "Returns a random string of a given length, which stays the same for each node. It consists of letters and digits, \
     or of the characters in the second argument. Further arguments are seeds.",
    &[Overload::legacy(|call| {
        let arguments = legacy::some(call)?;
        let Some(length) = positive(&arguments[0]) else {
            return Err(EvalError::new("fqdn_rand_string(): first argument must be a positive integer"));
        };
        let letters = match arguments.get(1) {
            None => "",
            Some(Value::String(letters)) => letters,
            Some(_) => return Err(EvalError::new("fqdn_rand_string(): second argument must be undef or a string")),
        };
        random_text(call, length, letters, arguments.get(2..).unwrap_or_default())
    })],
);

pub(in crate::functions) const NAMESPACED: Function = Function::new(
    "stdlib::fqdn_rand_string",
    FUNCTION.docs,
    &[
        Overload::new("Integer[1] $length", |call| random_text(call, call.integer(0).unwrap_or(1), "", &[])),
        Overload::new("Integer[1] $length, Optional[String] $charset, Any *$seeds", |call| {
            let seeds = call.arguments.get(2..).unwrap_or_default();
            random_text(call, call.integer(0).unwrap_or(1), call.text(1), seeds)
        }),
    ],
);

fn random_text(
    call: &mut FunctionCall<'_, '_>,
    length: i64,
    letters: &str,
    seeds: &[Value],
) -> Result<Value, EvalError> {
    const LETTERS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    check_text(usize::try_from(length).unwrap_or(usize::MAX))?;
    let letters: Vec<char> = if letters.is_empty() { LETTERS.chars() } else { letters.chars() }.collect();
    let count = i64::try_from(letters.len()).unwrap_or(i64::MAX);
    let mut text = String::new();
    for place in 1..=length {
        call.evaluator.count_iteration()?;
        let mut parts = seeds.to_vec();
        parts.push(Value::from(place.to_string()));
        let seed = ruby_values::join(&parts, ":");
        let drawn = fqdn_rand::drawn_on_node(call, count, Value::from(seed));
        text.extend(usize::try_from(drawn).ok().and_then(|place| letters.get(place)));
    }
    Ok(text.into())
}
