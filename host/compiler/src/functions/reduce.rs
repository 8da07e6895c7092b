//! `reduce`: combines all elements to one value.

use value::{EvalError, LazyElements, LazySequence, NestingWatch, Value, checked_nesting};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "reduce",
    "Calls a block for each element with the previous result and the element, and returns the last result. The initial \
     value is the second argument if given, otherwise the first element.",
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
    checked_nesting(memo).map(|(_, memo)| memo)
}
