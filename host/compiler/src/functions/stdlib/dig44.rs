//! `dig44`: nested value by an array of keys.

use value::{EvalError, Value, class_name};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "dig44",
    "Returns a nested value by following an array of keys and indexes into a hash or array; the third argument if it \
     does not exist. Deprecated in favor of `dig`.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let [data, path, rest @ ..] = arguments.as_slice() else {
            let given = arguments.len();
            return Err(EvalError::new(format!("dig44(): Wrong number of arguments given ({given} for at least 2)")));
        };
        if !matches!(data, Value::Array(_) | Value::Hash(_)) {
            let class = class_name(data);
            return Err(EvalError::new(format!("dig44(): first argument must be a hash or an array, given {class}")));
        }
        let Value::Array(path) = path else {
            let class = class_name(path);
            return Err(EvalError::new(format!("dig44(): second argument must be an array, given {class}")));
        };
        let found = path.iter().try_fold(data, inside).filter(|found| !found.is_undef());
        Ok(found.or(rest.first()).cloned().unwrap_or_default())
    })],
);

fn inside<'v>(value: &'v Value, key: &Value) -> Option<&'v Value> {
    let found = match value {
        Value::Hash(hash) => hash.get(key)?,
        Value::Array(elements) => {
            let index = match key {
                Value::Integer(index) => *index,
                Value::String(text) => ruby::number::integer(text, None)?.to_i64()?,
                _ => return None,
            };
            super::element_at(elements, index)?
        }
        _ => return None,
    };
    Some(found).filter(|found| !found.is_undef())
}
