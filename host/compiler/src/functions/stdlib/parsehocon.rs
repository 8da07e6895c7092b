//! `stdlib::parsehocon`: parses HOCON.

use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "stdlib::parsehocon",
    "Parses a HOCON string, a superset of JSON. Returns the second argument, if there is one, if the string isn't valid.",
    &[Overload::new("String $hocon_string, Any $default?", |call| {
        let parsed = match hiera::parse_hocon(call.text(0)) {
            Ok(data @ Value::Hash(_)) => Ok(data),
            Ok(_) => Err(EvalError::new("String: 1:  has type LIST rather than object at file root")),
            Err(fault) => Err(EvalError::new(format!("String: {fault}"))),
        };
        match call.arguments.get(1) {
            Some(default) => Ok(parsed.unwrap_or_else(|_| default.clone())),
            None => parsed,
        }
    })],
);
