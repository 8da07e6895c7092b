//! What the functions that compute a checksum share.

use std::fmt::Write as _;

use sha2::Digest;

use crate::eval_error::EvalError;
use crate::function::FunctionCall;
use crate::functions::legacy;
use crate::value::Value;

/// Returns the checksum of the text that a function was called with.
pub(super) fn of_text<D: Digest>(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let [text] = legacy::exactly(call)?;
    let digest = D::digest(legacy::text(&text)?);
    Ok(Value::from(hexadecimal(&digest)))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
