//! `stdlib::nested_values`: values of a hash and of its nested hashes.

use value::{Hash, Value};

use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "stdlib::nested_values",
    "Returns the values of a hash, with nested hashes replaced by their values.",
    &[Overload::new("Hash $hash", |call| {
        let mut values = Vec::new();
        if let Value::Hash(hash) = call.argument(0) {
            collect(hash, &mut values);
        }
        Ok(values.into())
    })],
)
.returning("Array");

fn collect(hash: &Hash, values: &mut Vec<Value>) {
    for value in hash.values() {
        match value {
            Value::Hash(inner) => collect(inner, values),
            other => values.push(other.clone()),
        }
    }
}
