//! `bool2str`: converts a boolean to text.

use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "bool2str",
    "Converts a boolean to `true` or `false`, or to one of two given strings.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let (value, texts) = match arguments.as_slice() {
            [value] => (value, [Value::from("true"), Value::from("false")]),
            [value, yes, no] => (value, [yes.clone(), no.clone()]),
            others => {
                let given = others.len();
                return Err(EvalError::new(format!("bool2str(): Wrong number of arguments given ({given} for 3)")));
            }
        };
        let Value::Boolean(value) = value else {
            return Err(EvalError::new("bool2str(): Requires a boolean to work with"));
        };
        if texts.iter().any(|text| text.as_str().is_none()) {
            return Err(EvalError::new("bool2str(): Requires strings to convert to"));
        }
        let [yes, no] = texts;
        Ok(if *value { yes } else { no })
    })],
);
