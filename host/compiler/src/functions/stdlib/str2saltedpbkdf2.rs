//! `str2saltedpbkdf2`: hash of a password for macOS.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha512;
use value::{EvalError, Hash, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "str2saltedpbkdf2",
    "Returns the PBKDF2 hash of a password with SHA-512 for macOS, given the password, a salt and the number of iterations: a hash \
     with `password_hex`, `salt_hex` and `iterations`.",
    &[Overload::legacy(hashed)],
);

/// Numbers of iterations that stdlib accepts.
const ITERATIONS: std::ops::Range<i64> = 40_001..70_000;
/// The length of the hash in bytes: a multiple of that of SHA-512.
const LENGTH: usize = 128;
/// The minimum length of a salt in bytes.
const SALT: usize = 8;

fn hashed(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let fault = |text: &str| Err(EvalError::new(format!("str2saltedpbkdf2(): {text}")));
    let [password, salt, iterations] = call.arguments else {
        return fault(&format!("wrong number of arguments ({} for 3)", call.arguments.len()));
    };
    let plain = |value: &Value| match value {
        Value::Sensitive(secret) => Value::clone(secret),
        other => other.clone(),
    };
    let (password, salt, iterations) = (plain(password), plain(salt), plain(iterations));
    let Some(password) = password.as_str() else { return fault("first argument must be a string") };
    let Some(salt) = salt.as_str() else { return fault("second argument must be a string") };
    if salt.len() < SALT {
        return fault("second argument must be at least 8 bytes long");
    }
    let Some(iterations) = iterations.as_integer() else { return fault("third argument must be an integer") };
    if !ITERATIONS.contains(&iterations) {
        return fault("third argument must be between 40,000 and 70,000");
    }
    let hash = derived(password.as_bytes(), salt.as_bytes(), iterations);
    let entries = [
        ("password_hex", Value::from(hex::encode(hash))),
        ("salt_hex", Value::from(hex::encode(salt))),
        ("iterations", Value::Integer(iterations)),
    ];
    Ok(entries.into_iter().map(|(key, value)| (Value::from(key), value)).collect::<Hash>().into())
}

/// Derives a key as PBKDF2 of RFC 8018.
fn derived(password: &[u8], salt: &[u8], iterations: i64) -> Vec<u8> {
    let keyed =
        Hmac::<Sha512>::new_from_slice(password).unwrap_or_else(|_| unreachable!("HMAC has keys of any length"));
    let code = |parts: &[&[u8]]| {
        let mut keyed = keyed.clone();
        parts.iter().for_each(|part| keyed.update(part));
        keyed.finalize().into_bytes()
    };
    let mut key = Vec::with_capacity(LENGTH);
    for block in 1_u32.. {
        if key.len() >= LENGTH {
            break;
        }
        let mut last = code(&[salt, &block.to_be_bytes()]);
        let mut sum = last;
        for _ in 1..iterations {
            last = code(&[&last]);
            sum.iter_mut().zip(&last).for_each(|(sum, byte)| *sum ^= byte);
        }
        key.extend_from_slice(&sum);
    }
    key
}
