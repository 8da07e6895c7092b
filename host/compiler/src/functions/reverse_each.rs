//! `reverse_each`: elements from the last to the first.

use std::sync::Arc;

use crate::eval_error::EvalError;
use crate::function::{Function, FunctionCall, Overload};
use crate::value::{LazySequence, Value};

pub(super) const FUNCTION: Function = Function::new(
    "reverse_each",
    "Calls a block for each element from the last to the first and returns `undef`; without a block it returns something that \
     goes through them when it is iterated over.",
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
