//! `reverse_each`: elements from the last to the first.

use std::sync::Arc;

use crate::fault::Fault;
use crate::function::{Call, Function, Overload};
use crate::value::{Lazy, Value};

pub(super) const FUNCTION: Function = Function::new(
    "reverse_each",
    "Calls a block for each element from the last to the first and returns `undef`; without a block it returns something that \
     goes through them when it is iterated over.",
    &[
        Overload::new("Iterable $iterable", |call| {
            let reversed = Lazy::over(call.argument(0)).map(|lazy| lazy.reversed());
            Ok(reversed.map_or(Value::Undef, |lazy| Value::Iterator(Arc::new(lazy))))
        }),
        Overload::new("Iterable $iterable, Callable[1,1] &$block", each),
    ],
);

fn each(call: &mut Call<'_, '_>) -> Result<Value, Fault> {
    for element in Lazy::over(call.argument(0)).into_iter().flat_map(|lazy| lazy.reversed().elements()) {
        if call.step(&[element])?.is_none() {
            break;
        }
    }
    Ok(Value::Undef)
}
