//! `extlib::sort_hash_deep`: sorts a hash and the hashes in it by their keys.

use value::{EvalError, Hash, Value};

use crate::evaluator::{Function, Overload};
use crate::functions::ruby_values;
use crate::functions::sort::merge_sorted;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "extlib::sort_hash_deep",
    "Returns a hash with its keys in order, also those of all hashes in its values. Other values are unchanged.",
    &[Overload::new("Hash $input", |call| sorted(call.argument(0)))],
)
.returning("Hash");

fn sorted(value: &Value) -> Result<Value, EvalError> {
    match value {
        Value::Hash(hash) => {
            let entries: Vec<(Value, Value)> =
                hash.iter().map(|(key, value)| Ok((key.clone(), sorted(value)?))).collect::<Result<_, EvalError>>()?;
            let entries = merge_sorted(&entries, &mut |(left, _), (right, _)| {
                ruby_values::compare(left, right).ok_or_else(|| ruby_values::incomparable(left, right))
            })?;
            Ok(entries.into_iter().collect::<Hash>().into())
        }
        Value::Array(elements) => elements.iter().map(sorted).collect(),
        other => Ok(other.clone()),
    }
}
