//! `reduce`: one value from all elements.

use crate::fault::Fault;
use crate::function::{Call, Function, Overload};
use crate::value::{Elements, Lazy, Value, Watch, checked};

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

fn elements(call: &Call<'_, '_>) -> Option<Elements> {
    Lazy::over(call.argument(0)).map(|lazy| lazy.elements())
}

fn reduce(call: &mut Call<'_, '_>, start: Value, elements: Elements) -> Result<Value, Fault> {
    let mut memo = start;
    let mut watch = Watch::default();
    for element in elements {
        match call.step(&[memo.clone(), element])? {
            Some(value) => memo = watch.turn(value)?,
            None => break,
        }
    }
    checked(memo).map(|(_, memo)| memo)
}
