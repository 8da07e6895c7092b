//! `intersection`: elements common to two arrays.

use indexmap::IndexSet;
use value::{EvalError, Value, class_name};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "intersection",
    "Returns the distinct elements of an array that are also in another array.",
    &[Overload::legacy(|call| {
        let [first, second] = legacy::exactly(call)?;
        let (Value::Array(first), Value::Array(second)) = (&first, &second) else {
            let (first, second) = (class_name(&first), class_name(&second));
            return Err(EvalError::new(format!("intersection(): Requires 2 arrays, got {first} and {second}")));
        };
        let others: IndexSet<&Value> = second.iter().collect();
        let common: IndexSet<&Value> = first.iter().filter(|element| others.contains(element)).collect();
        Ok(common.into_iter().cloned().collect())
    })],
);
