//! `has_key`: tests whether a hash contains a key.

use value::{EvalError, Value, class_name};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "has_key",
    "Returns whether a hash contains a key: `has_key({'a' => 1}, 'a')`.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let [subject, key] = arguments.as_slice() else {
            let given = arguments.len();
            return Err(EvalError::new(format!("has_key(): wrong number of arguments ({given}; must be 2)")));
        };
        match subject {
            Value::Hash(hash) => Ok(Value::Boolean(hash.contains(key))),
            other => {
                let (shown, class) = (other.inspect(), class_name(other));
                let what = "has_key(): expects the first argument to be a hash";
                Err(EvalError::new(format!("{what}, got {shown} which is of type {class}")))
            }
        }
    })],
);
