//! `partition`: splits elements by the result of a block.

use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::iteration;

pub(super) const FUNCTION: Function = Function::new(
    "partition",
    "Returns two arrays: the elements of an array or hash for which a block returns a true value, and the others. A \
     block with two parameters receives the index and the element, or the key and the value of a hash.",
    &[
        Overload::new("Collection $collection, Callable[1,1] &$block", partition),
        Overload::new("Array $array, Callable[2,2] &$block", partition),
        Overload::new("Collection $collection, Callable[2,2] &$block", partition),
    ],
)
.returning("Tuple[Array, Array]");

fn partition(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let (mut chosen, mut others) = (Vec::new(), Vec::new());
    for (arguments, element) in iteration::of(call) {
        let side = if call.turn(&arguments)?.is_true() { &mut chosen } else { &mut others };
        side.push(element);
    }
    Ok(Value::array([Value::from(chosen), Value::from(others)]))
}
