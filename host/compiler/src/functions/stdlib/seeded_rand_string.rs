//! `stdlib::seeded_rand_string`: string that is random but constant for a seed.

use sha2::{Digest, Sha256};
use value::{EvalError, Value, check_text};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::fqdn_rand::Twister;

/// The characters, if no others are given.
const LETTERS: &str = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "stdlib::seeded_rand_string",
    "Returns a random string of a given length, which stays the same for each seed. It consists of letters and digits, or of the \
     characters in the third argument.",
    &[Overload::new("Integer[1] $length, String $seed, String[2] $charset?", drawn)],
);

fn drawn(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let length = usize::try_from(call.integer(0).unwrap_or(1)).unwrap_or(usize::MAX);
    check_text(length)?;
    let letters: Vec<char> = call.arguments.get(2).and_then(Value::as_str).unwrap_or(LETTERS).chars().collect();
    let limit = i64::try_from(letters.len()).unwrap_or(i64::MAX);
    let mut twister = Twister::seeded(&Sha256::digest(call.text(1)));
    let mut text = String::new();
    for _ in 0..length {
        text.extend(usize::try_from(twister.below(limit)).ok().and_then(|place| letters.get(place)));
    }
    Ok(text.into())
}
