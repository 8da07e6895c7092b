//! `group_by`: groups elements by the result of a block.

use value::{EvalError, Hash, Value};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::iteration;

pub(super) const FUNCTION: Function = Function::new(
    "group_by",
    "Groups the elements of an array or hash by the result of a block. Returns a hash from each result to an array of \
     elements. A block with two parameters receives the index and the element, or the key and the value of a hash.",
    &[
        Overload::new("Collection $collection, Callable[1,1] &$block", group),
        Overload::new("Array $array, Callable[2,2] &$block", group),
        Overload::new("Collection $collection, Callable[2,2] &$block", group),
    ],
)
.returning("Hash");

fn group(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let mut groups: indexmap::IndexMap<Value, Vec<Value>> = indexmap::IndexMap::new();
    for (arguments, element) in iteration::of(call) {
        groups.entry(call.turn(&arguments)?).or_default().push(element);
    }
    Ok(groups.into_iter().collect::<Hash>().into())
}
