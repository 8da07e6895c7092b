//! `delete_regex`: removes elements that match a regular expression.

use datatype::Regex;
use value::{EvalError, Value, class_name};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "delete_regex",
    "Returns an array without the elements that match a regular expression, or one of several.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let [collection, patterns] = arguments.as_slice() else {
            let given = arguments.len();
            return Err(EvalError::new(format!("delete_regex(): Wrong number of arguments given ({given} for 2)")));
        };
        let patterns = patterns.as_array().unwrap_or(std::slice::from_ref(patterns));
        let read = |pattern: &Value| Regex::new(&pattern.ruby()).map_err(|error| EvalError::new(error.to_string()));
        let patterns = patterns.iter().map(read).collect::<Result<Vec<_>, EvalError>>()?;
        let matches = |element: &Value| {
            element.as_str().is_some_and(|text| patterns.iter().any(|regex| regex.is_match(text).unwrap_or(false)))
        };
        match collection {
            Value::Array(elements) => Ok(elements.iter().filter(|element| !matches(element)).cloned().collect()),
            // As in Puppet, a hash is returned unchanged.
            Value::Hash(_) => Ok(collection.clone()),
            other => {
                let (shown, class) = (other.inspect(), class_name(other));
                Err(EvalError::new(format!("undefined method `reject!' for {shown}:{class}")))
            }
        }
    })],
);
