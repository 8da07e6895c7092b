//! `group_by`: elements by what a block says of them.

use crate::eval_error::EvalError;
use crate::function::{Function, FunctionCall, Overload};
use crate::functions::iteration;
use crate::value::{Hash, Value};

pub(super) const FUNCTION: Function = Function::new(
    "group_by",
    "Groups the elements of an array or hash by what a block returns for them: a hash of these values and, for each, an array \
     of elements. A block with two parameters gets the index and the element, for a hash the key and the value.",
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
