//! Implementation shared by the functions that compute a checksum.

use sha2::Digest;
use value::{EvalError, Value};

use crate::evaluator::FunctionCall;
use crate::functions::legacy;

/// Returns the checksum of the first argument.
pub(super) fn of_text<D: Digest>(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let [text] = legacy::exactly(call)?;
    let digest = D::digest(legacy::text(&text)?);
    Ok(Value::from(hex::encode(digest)))
}
