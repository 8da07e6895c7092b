//! `keys`: the keys of a hash.

use value::{Hash, Value};

use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "keys",
    "Returns the keys of a hash in order.",
    &[Overload::new("Hash $hsh", |call| {
        Ok(call.argument(0).as_hash().into_iter().flat_map(Hash::keys).cloned().collect::<Value>())
    })],
);
