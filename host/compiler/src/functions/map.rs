//! `map`: a new array of what a block makes of each element.

use crate::eval_error::EvalError;
use crate::function::{Function, FunctionCall, Overload};
use crate::value::{LazySequence, Value, check_size};

pub(super) const FUNCTION: Function = Function::new(
    "map",
    "Calls a block for each element of something that can be iterated over, and returns an array of what the block \
     returns. A block with one parameter gets the element, for a hash the pair of key and value; a block with two gets \
     the index and the element, for a hash the key and the value.",
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
