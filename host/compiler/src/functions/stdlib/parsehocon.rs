//! `stdlib::parsehocon`: parses HOCON.

use value::EvalError;

use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "stdlib::parsehocon",
    "Parses a HOCON string, a superset of JSON. Returns the second argument, if there is one, if the string isn't valid.",
    &[Overload::new("String $hocon_string, Any $default?", |call| {
        let parsed = hiera::parse_hocon(call.text(0)).map_err(|fault| EvalError::new(format!("String: {fault}")));
        match call.arguments.get(1) {
            Some(default) => Ok(parsed.unwrap_or_else(|_| default.clone())),
            None => parsed,
        }
    })],
);
