//! `base64`: encodes and decodes base64.

use std::sync::Arc;

use datatype::base64;
use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "base64",
    "Encodes or decodes a string: `base64('encode', 'text')`. The third argument is `default`, which writes lines of 60 \
     characters and decodes leniently, `strict`, which uses one line, or `urlsafe`, which uses `-` and `_` instead of \
     `+` and `/`. Decoded bytes that are not text are returned as `Binary`.",
    &[Overload::legacy(convert)],
);

fn convert(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let arguments = legacy::arguments(call)?;
    let [action, text, rest @ ..] = arguments.as_slice() else {
        let given = arguments.len();
        return Err(EvalError::new(format!("base64(): Wrong number of arguments ({given}; must be >= 2)")));
    };
    let is_encoding = match action.as_str() {
        Some("encode") => true,
        Some("decode") => false,
        _ => return Err(EvalError::new("base64(): the first argument must be one of 'encode' or 'decode'")),
    };
    let Value::String(text) = text else {
        return Err(EvalError::new("base64(): the second argument must be a string to base64"));
    };
    let method = rest.first().map_or(Some("default"), Value::as_str);
    match method {
        Some("default") if is_encoding => Ok(base64::encode_lines(text.as_bytes()).into()),
        Some("strict") if is_encoding => Ok(base64::encode(text.as_bytes()).into()),
        Some("urlsafe") if is_encoding => Ok(base64::encode_url_safe(text.as_bytes()).into()),
        Some("default") => Ok(decoded(base64::decode_lenient(text))),
        Some("strict") => base64::decode(text).map(decoded).ok_or_else(invalid),
        Some("urlsafe") => {
            // Puppet: both alphabets are accepted.
            let text = text.replace('+', "-").replace('/', "_");
            base64::decode_url_safe(&text).map(decoded).ok_or_else(invalid)
        }
        _ => Err(EvalError::new("base64(): the third argument must be one of 'default', 'strict', or 'urlsafe'")),
    }
}

fn invalid() -> EvalError {
    EvalError::new("invalid base64")
}

fn decoded(bytes: Vec<u8>) -> Value {
    match String::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(error) => Value::Binary(Arc::from(error.into_bytes())),
    }
}
