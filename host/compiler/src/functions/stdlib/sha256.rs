//! `stdlib::sha256`: SHA-256 checksum of a value.

use sha2::Digest as _;
use value::Value;

use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "stdlib::sha256",
    "Returns the SHA-256 checksum of a value in hexadecimal digits.",
    &[Overload::new("Any $my_data", |call| {
        Ok(Value::from(hex::encode(sha2::Sha256::digest(call.argument(0).ruby().as_bytes()))))
    })],
);
