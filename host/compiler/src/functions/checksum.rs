//! Implementation shared by the functions that compute a checksum.

use sha2::Digest;

use crate::eval_error::EvalError;
use crate::function::FunctionCall;
use crate::functions::legacy;
use crate::value::Value;

/// Returns the checksum of the first argument.
pub(super) fn of_text<D: Digest>(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let [text] = legacy::exactly(call)?;
    let digest = D::digest(legacy::text(&text)?);
    Ok(Value::from(hex::encode(digest)))
}
