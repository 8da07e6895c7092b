//! `reduce`: one value from all elements.

use crate::eval_error::EvalError;
use crate::function::{Function, FunctionCall, Overload};
use crate::value::{LazyElements, LazySequence, NestingWatch, Value, checked};

pub(super) const FUNCTION: Function = Function::new(
    "reduce",
    "Calls a block for each element with what it returned for the one before, and returns what it returned last. The \
     first call gets the start value that was given, or else the first two elements.",
    &[
        Overload::new("Iterable $enumerable, Callable[2,2] &$block", |call| {
            let Some(mut elements) = elements(call) else { return Ok(Value::Undef) };
            match elements.next() {
                Some(first) => reduce(call, first, elements),
                None => Ok(Value::Undef),
            }
        }),
        Overload::new("Iterable $enumerable, Any $memo, Callable[2,2] &$block", |call| match elements(call) {
            Some(elements) => reduce(call, call.argument(1).clone(), elements),
            None => Ok(Value::Undef),
        }),
    ],
);

fn elements(call: &FunctionCall<'_, '_>) -> Option<LazyElements> {
    LazySequence::over(call.argument(0)).map(|lazy| lazy.elements())
}

fn reduce(call: &mut FunctionCall<'_, '_>, start: Value, elements: LazyElements) -> Result<Value, EvalError> {
    let mut memo = start;
    let mut watch = NestingWatch::default();
    for element in elements {
        match call.step(&[memo.clone(), element])? {
            Some(value) => memo = watch.turn(value)?,
            None => break,
        }
    }
    checked(memo).map(|(_, memo)| memo)
}
