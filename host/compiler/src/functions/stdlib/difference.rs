//! `difference`: elements of one array that are not in another.

use indexmap::IndexSet;
use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "difference",
    "Returns the elements of an array that are not in another array.",
    &[Overload::legacy(|call| {
        let [first, second] = legacy::exactly(call)?;
        let (Value::Array(first), Value::Array(second)) = (&first, &second) else {
            return Err(EvalError::new("difference(): Requires 2 arrays"));
        };
        let others: IndexSet<&Value> = second.iter().collect();
        Ok(first.iter().filter(|element| !others.contains(element)).cloned().collect())
    })],
);
