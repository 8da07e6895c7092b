//! `reverse_each`: iterates over elements in reverse order.

use std::sync::Arc;

use value::{EvalError, LazySequence, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "reverse_each",
    "Calls a block for each element in reverse order and returns `undef`. Without a block, returns an iterator over the \
     elements in reverse order.",
    &[
        Overload::new("Iterable $iterable", |call| {
            let reversed = LazySequence::over(call.argument(0)).map(|lazy| lazy.reversed());
            Ok(reversed.map_or(Value::Undef, |lazy| Value::Iterator(Arc::new(lazy))))
        }),
        Overload::new("Iterable $iterable, Callable[1,1] &$block", each),
    ],
);

fn each(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    for element in LazySequence::over(call.argument(0)).into_iter().flat_map(|lazy| lazy.reversed().elements()) {
        if call.step(&[element])?.is_none() {
            break;
        }
    }
    Ok(Value::Undef)
}
