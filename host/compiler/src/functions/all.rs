//! `all`: tests whether all elements satisfy a block.

use value::{EvalError, LazySequence, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "all",
    "Returns whether a block returns a true value for all elements of an iterable value. A block with one parameter \
     receives the element, or the key-value pair of a hash. A block with two parameters receives the index and the \
     element, or the key and the value.",
    &[
        Overload::new("Hash[Any, Any] $hash, Callable[2,2] &$block", two),
        Overload::new("Hash[Any, Any] $hash, Callable[1,1] &$block", one),
        Overload::new("Iterable $enumerable, Callable[2,2] &$block", two),
        Overload::new("Iterable $enumerable, Callable[1,1] &$block", one),
    ],
);

fn one(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    for element in LazySequence::over(call.argument(0)).into_iter().flat_map(|lazy| lazy.elements()) {
        let holds = call.turn(&[element])?;
        if !holds.is_true() {
            return Ok(Value::Boolean(false));
        }
    }
    Ok(Value::Boolean(true))
}

fn two(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    for pair in LazySequence::over(call.argument(0)).into_iter().flat_map(|lazy| lazy.numbered()) {
        let holds = call.turn(&pair)?;
        if !holds.is_true() {
            return Ok(Value::Boolean(false));
        }
    }
    Ok(Value::Boolean(true))
}
