//! `member`: tests whether an array contains one or more values.

use indexmap::IndexSet;
use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "member",
    "Returns whether an array contains a value, as in `member(['a', 'b'], 'b')`, or all values of another array.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let [array, item, ..] = arguments.as_slice() else {
            let given = arguments.len();
            return Err(EvalError::new(format!("member(): Wrong number of arguments given ({given} for 2)")));
        };
        let Value::Array(array) = array else { return Err(EvalError::new("member(): Requires array to work with")) };
        let items = match item {
            Value::String(_) | Value::Integer(_) => std::slice::from_ref(item),
            Value::Array(items) if items.is_empty() => {
                return Err(EvalError::new("member(): You must provide item to search for within array given"));
            }
            Value::Array(items) => items,
            _ => return Err(EvalError::new("member(): Item to search for must be a string, fixnum, or array")),
        };
        let known: IndexSet<&Value> = array.iter().collect();
        Ok(Value::Boolean(items.iter().all(|item| known.contains(item))))
    })],
);
