//! `step`: iterates over every n-th element.

use std::sync::Arc;

use value::{EvalError, LazySequence, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "step",
    "Calls a block for every n-th element, starting with the first, and returns `undef`. Without a block, returns an \
     iterator over these elements.",
    &[
        Overload::new("Iterable $iterable, Integer[1] $step", |call| {
            Ok(stepped(call).map_or(Value::Undef, |lazy| Value::Iterator(Arc::new(lazy))))
        }),
        Overload::new("Iterable $iterable, Integer[1] $step, Callable[1,1] &$block", each),
    ],
);

fn stepped(call: &FunctionCall<'_, '_>) -> Option<LazySequence> {
    LazySequence::over(call.argument(0)).map(|lazy| lazy.stepped(call.integer(1).unwrap_or(1)))
}

fn each(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    for element in stepped(call).into_iter().flat_map(|lazy| lazy.elements()) {
        if call.step(&[element])?.is_none() {
            break;
        }
    }
    Ok(Value::Undef)
}
