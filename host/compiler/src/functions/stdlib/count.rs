//! `count`: counts elements, optionally those equal to a value.

use value::{EvalError, Value};

use super::{is_same, letter_set::LetterSet};
use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::{legacy, ruby_values};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "count",
    "Returns the number of elements of an array, or entries of a hash, that equal the second argument. Without a second \
     argument, counts the elements that are neither `undef` nor an empty string. For a string, counts the characters in \
     the set given by the second argument.",
    &[Overload::legacy(|call| {
        let count = count(call)?;
        Ok(Value::Integer(i64::try_from(count).unwrap_or(i64::MAX)))
    })],
);

fn count(call: &mut FunctionCall<'_, '_>) -> Result<usize, EvalError> {
    let arguments = legacy::some(call)?;
    let given = arguments.len();
    if given > 2 {
        return Err(EvalError::new(format!("count(): Wrong number of arguments given {given} for 1 or 2.")));
    }
    let item = arguments.get(1).filter(|item| item.is_true());
    let counts = |element: &Value| match item {
        Some(item) => is_same(element, item),
        None => !super::is_nothing(element),
    };
    match (&arguments[0], item) {
        (Value::Array(elements), _) => Ok(elements.iter().filter(|element| counts(element)).count()),
        (Value::Hash(hash), _) => Ok(hash.iter().filter(|(key, value)| counts(&pair(key, value))).count()),
        (Value::String(_), None) => Err(EvalError::new("wrong number of arguments (given 0, expected 1+)")),
        (Value::String(text), Some(letters)) => {
            let set = LetterSet::parse(legacy::text(letters)?)?;
            Ok(text.chars().filter(|letter| set.has(*letter)).count())
        }
        (other, _) => Err(ruby_values::no_method("count", other)),
    }
}

fn pair(key: &Value, value: &Value) -> Value {
    Value::array([key.clone(), value.clone()])
}
