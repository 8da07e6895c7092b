//! `deprecation`: logs a deprecation warning.

use value::Value;

use super::deprecated;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "deprecation",
    "Logs a deprecation warning, once per key. Depending on the setting `strict`, fails or logs nothing instead.",
    &[Overload::new("String $key, String $message", |call| {
        deprecated(call, call.text(0), call.text(1))?;
        Ok(Value::Undef)
    })],
);
