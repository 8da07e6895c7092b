//! `filter`: elements that satisfy a block.

use value::{EvalError, Hash, LazySequence, Value, check_size};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "filter",
    "Calls a block for each element of an iterable value and returns the elements for which it returns a true value, as \
     an array, or as a hash if the value is a hash. A block with one parameter receives the element, or the key-value \
     pair of a hash. A block with two parameters receives the index and the element, or the key and the value.",
    &[
        Overload::new("Hash[Any, Any] $hash, Callable[2,2] &$block", |call| entries(call, true)),
        Overload::new("Hash[Any, Any] $hash, Callable[1,1] &$block", |call| entries(call, false)),
        Overload::new("Iterable $enumerable, Callable[2,2] &$block", numbered),
        Overload::new("Iterable $enumerable, Callable[1,1] &$block", elements),
    ],
);

fn entries(call: &mut FunctionCall<'_, '_>, is_split: bool) -> Result<Value, EvalError> {
    let mut result = Hash::default();
    for (key, value) in call.argument(0).as_hash().into_iter().flatten() {
        let pair = [key.clone(), value.clone()];
        // Puppet: `break` does not end the iteration over a hash.
        let holds = if is_split { call.turn(&pair)? } else { call.invoke(&[Value::array(pair)])? };
        if holds.is_true() {
            result.insert(key.clone(), value.clone());
        }
    }
    Ok(result.into())
}

fn elements(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let mut result = Vec::new();
    for element in LazySequence::over(call.argument(0)).into_iter().flat_map(|lazy| lazy.elements()) {
        let Some(holds) = call.step(std::slice::from_ref(&element))? else { break };
        if holds.is_true() {
            check_size(result.len())?;
            result.push(element);
        }
    }
    Ok(Value::from(result))
}

fn numbered(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let Some(lazy) = LazySequence::over(call.argument(0)) else { return Ok(Value::Undef) };
    let mut result = Vec::new();
    for pair in lazy.numbered() {
        let Some(holds) = call.step(&pair)? else { break };
        if holds.is_true() {
            check_size(result.len())?;
            result.push(pair);
        }
    }
    if lazy.is_pairs() {
        return Ok(result.into_iter().map(|[key, value]| (key, value)).collect::<Hash>().into());
    }
    Ok(result.into_iter().map(|[_, element]| element).collect())
}
