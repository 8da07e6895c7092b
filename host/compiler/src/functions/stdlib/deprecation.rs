//! `deprecation`: a warning of something that will go.

use super::deprecated;
use crate::function::{Function, Overload};
use crate::value::Value;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "deprecation",
    "Warns, once for each key, that something is deprecated. With the setting `strict` it fails, or says nothing.",
    &[Overload::new("String $key, String $message", |call| {
        deprecated(call, call.text(0), call.text(1))?;
        Ok(Value::Undef)
    })],
);
