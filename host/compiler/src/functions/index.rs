//! `index`: index of an element or of a match.

use value::{EvalError, LazySequence, Value};

use crate::evaluator::{Function, FunctionCall, Overload, equals};

pub(super) const FUNCTION: Function = Function::new(
    "index",
    "Returns the index, or for a hash the key, of the first element that equals a value or for which a block returns a \
     true value. For a string, returns the position of a substring or of the first match of a regular expression. \
     Returns `undef` if nothing is found.",
    &[
        Overload::new("Hash[Any, Any] $hash, Callable[2,2] &$block", by_pair),
        Overload::new("Hash[Any, Any] $hash, Callable[1,1] &$block", by_element),
        Overload::new("Iterable $enumerable, Callable[2,2] &$block", by_pair),
        Overload::new("Iterable $enumerable, Callable[1,1] &$block", by_element),
        Overload::new("String $str, Variant[String,Regexp] $match", in_text),
        Overload::new("Iterable $enumerable, Any $match", by_value),
    ],
);

fn pairs(call: &FunctionCall<'_, '_>) -> impl Iterator<Item = [Value; 2]> + use<> {
    LazySequence::over(call.argument(0)).into_iter().flat_map(|lazy| lazy.numbered())
}

fn by_pair(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    for pair in pairs(call) {
        if call.turn(&pair)?.is_true() {
            let [key, _] = pair;
            return Ok(key);
        }
    }
    Ok(Value::Undef)
}

fn by_element(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    for [key, element] in pairs(call) {
        if call.turn(&[element])?.is_true() {
            return Ok(key);
        }
    }
    Ok(Value::Undef)
}

fn by_value(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let wanted = call.argument(1);
    // Ruby's equality: 1 equals 1.0, but strings are case-sensitive.
    let is_wanted = |element: &Value| match (element, wanted) {
        (Value::Integer(_) | Value::Float(_), Value::Integer(_) | Value::Float(_)) => equals(element, wanted),
        _ => element == wanted,
    };
    Ok(pairs(call).find(|[_, element]| is_wanted(element)).map(|[key, _]| key).unwrap_or_default())
}

fn in_text(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let text = call.text(0);
    let place = match call.argument(1) {
        Value::Regexp(regex) => {
            regex.find_at(text, 0).map_err(|error| EvalError::new(error.to_string()))?.map(|(start, _)| start)
        }
        pattern => text.find(pattern.as_str().unwrap_or_default()),
    };
    Ok(place.map_or(Value::Undef, |place| Value::from(text[..place].chars().count())))
}
