//! `deep_merge`: merges nested hashes.

use value::{EvalError, Hash, Value, class_name};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "deep_merge",
    "Merges hashes recursively. Later values take precedence, except that two hashes under the same key are merged. An \
     empty string is treated as an empty hash.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let given = arguments.len();
        if given < 2 {
            return Err(EvalError::new(format!(
                "deep_merge(): wrong number of arguments ({given}; must be at least 2)"
            )));
        }
        let mut result = Hash::default();
        for argument in &arguments {
            match argument {
                Value::String(text) if text.is_empty() => {}
                Value::Hash(hash) => merge(&mut result, hash),
                other => {
                    let class = class_name(other);
                    let what = format!("deep_merge: unexpected argument type {class}");
                    return Err(EvalError::new(format!("{what}, only expects hash arguments")));
                }
            }
        }
        Ok(result.into())
    })],
);

/// Merges a hash into another. The evaluator limits the nesting depth of values.
fn merge(target: &mut Hash, hash: &Hash) {
    for (key, value) in hash {
        let merged = match (target.get(key), value) {
            (Some(Value::Hash(old)), Value::Hash(new)) => {
                let mut inner = Hash::clone(old);
                merge(&mut inner, new);
                inner.into()
            }
            _ => value.clone(),
        };
        target.insert(key.clone(), merged);
    }
}
