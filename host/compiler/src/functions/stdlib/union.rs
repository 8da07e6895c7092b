//! `union`: distinct elements of several arrays.

use indexmap::IndexSet;
use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "union",
    "Returns the distinct elements of all arguments, which are arrays.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let given = arguments.len();
        if given < 2 {
            return Err(EvalError::new(format!("union(): Wrong number of arguments given ({given} for < 2)")));
        }
        let mut all = IndexSet::new();
        for argument in &arguments {
            let Value::Array(elements) = argument else {
                return Err(EvalError::new("union(): Every parameter must be an array"));
            };
            all.extend(elements.iter().cloned());
        }
        Ok(all.into_iter().collect())
    })],
);
