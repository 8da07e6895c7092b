//! `values`: the values of a hash.

use value::{Hash, Value};

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "values",
    "Returns the values of a hash in the order of their keys.",
    &[Overload::new("Hash $hsh", |call| {
        Ok(call.argument(0).as_hash().into_iter().flat_map(Hash::values).cloned().collect::<Value>())
    })],
);
