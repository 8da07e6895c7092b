//! `map`: results of a block for each element.

use value::{EvalError, LazySequence, Value, check_size};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "map",
    "Calls a block for each element of an iterable value and returns an array of the results. A block with one \
     parameter receives the element, or the key-value pair of a hash. A block with two parameters receives the index \
     and the element, or the key and the value.",
    &[
        Overload::new("Hash[Any, Any] $hash, Callable[2,2] &$block", two),
        Overload::new("Hash[Any, Any] $hash, Callable[1,1] &$block", one),
        Overload::new("Iterable $enumerable, Callable[2,2] &$block", two),
        Overload::new("Iterable $enumerable, Callable[1,1] &$block", one),
    ],
);

fn one(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let mut result = Vec::new();
    for element in LazySequence::over(call.argument(0)).into_iter().flat_map(|lazy| lazy.elements()) {
        let Some(value) = call.step(&[element])? else { break };
        check_size(result.len())?;
        result.push(value);
    }
    Ok(Value::from(result))
}

fn two(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let mut result = Vec::new();
    for pair in LazySequence::over(call.argument(0)).into_iter().flat_map(|lazy| lazy.numbered()) {
        let Some(value) = call.step(&pair)? else { break };
        check_size(result.len())?;
        result.push(value);
    }
    Ok(Value::from(result))
}
