//! `delete_values`: removes the entries of a hash that have a certain value.

use value::{EvalError, Hash, Value, class_name};

use super::is_same;
use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "delete_values",
    "Returns a hash without the entries whose value equals the second argument.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let [hash, item] = arguments.as_slice() else {
            let given = arguments.len();
            return Err(EvalError::new(format!("delete_values(): Wrong number of arguments given ({given} of 2)")));
        };
        let Value::Hash(hash) = hash else {
            let class = class_name(hash);
            let what = "delete_values(): First argument must be a Hash. Given an argument of class";
            return Err(EvalError::new(format!("{what} {class}.")));
        };
        let kept = hash.iter().filter(|(_, value)| !is_same(item, value));
        Ok(kept.map(|(key, value)| (key.clone(), value.clone())).collect::<Hash>().into())
    })],
);
