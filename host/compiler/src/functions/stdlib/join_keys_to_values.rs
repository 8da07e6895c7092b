//! `join_keys_to_values`: joins each key of a hash to its value.

use value::{EvalError, Value, class_name};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "join_keys_to_values",
    "Returns an array of strings in which each key of a hash is joined to its value by a separator. If a value is an \
     array, the key is joined to each element.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let [hash, separator] = arguments.as_slice() else {
            let given = arguments.len();
            return Err(EvalError::new(format!(
                "join_keys_to_values(): Takes exactly two arguments, but {given} given."
            )));
        };
        let refused = |which: &str, noun: &str, value: &Value| {
            let class = class_name(value);
            let what = format!("join_keys_to_values(): The {which} argument must be a {noun}");
            EvalError::new(format!("{what}, but a {class} was given."))
        };
        let Value::Hash(hash) = hash else { return Err(refused("first", "hash", hash)) };
        let Value::String(separator) = separator else { return Err(refused("second", "string", separator)) };
        let joined = |key: &Value, value: &Value| Value::from(format!("{}{separator}{}", key.ruby(), value.ruby()));
        let mut list = Vec::new();
        for (key, value) in hash.iter() {
            match value {
                Value::Array(elements) => list.extend(elements.iter().map(|element| joined(key, element))),
                Value::String(text) if &**text == "undef" => list.push(Value::String(key.ruby())),
                other => list.push(joined(key, other)),
            }
        }
        Ok(Value::from(list))
    })],
);
