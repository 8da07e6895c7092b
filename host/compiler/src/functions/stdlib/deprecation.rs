//! `deprecation`: logs a deprecation warning.

use value::Value;

use super::deprecated;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "deprecation",
    "Logs a deprecation warning, once per key. Depending on the setting `strict`, fails or logs nothing instead, unless the \
     third argument is false.",
    &[Overload::new("String $key, String $message, Boolean $use_strict_setting?", |call| {
        let (key, message) = (call.text(0).to_owned(), call.text(1).to_owned());
        if call.arguments.get(2) == Some(&Value::Boolean(false)) {
            let span = call.span;
            call.evaluator.warn_once(&format!("stdlib#{key}"), message, Some(span));
        } else {
            deprecated(call, &key, &message)?;
        }
        Ok(Value::Undef)
    })],
);
