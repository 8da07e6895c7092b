//! `stdlib::sort_by`: sorts by the results of a block.

use value::{EvalError, Hash, LazySequence, Value};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::ruby_values;
use crate::functions::sort::merge_sorted;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "stdlib::sort_by",
    "Returns the elements of an array or hash, or the letters of a string, in the order of the results of a block.",
    &[
        Overload::new("Variant[Array, Hash] $ary, Callable[1,1] &$block", |call| {
            let is_hash = call.argument(0).as_hash().is_some();
            let sorted = sorted(call)?;
            if !is_hash {
                return Ok(sorted.into_iter().collect());
            }
            let pair = |pair: &Value| match pair.as_array() {
                Some([key, value]) => Some((key.clone(), value.clone())),
                _ => None,
            };
            Ok(sorted.iter().filter_map(pair).collect::<Hash>().into())
        }),
        Overload::new("String $str, Callable[1,1] &$block", |call| {
            Ok(Value::from(sorted(call)?.iter().filter_map(Value::as_str).collect::<String>()))
        }),
    ],
);

fn sorted(call: &mut FunctionCall<'_, '_>) -> Result<Vec<Value>, EvalError> {
    let elements: Vec<Value> =
        LazySequence::over(call.argument(0)).into_iter().flat_map(|lazy| lazy.elements()).collect();
    let mut keyed = Vec::with_capacity(elements.len());
    for element in elements {
        keyed.push((call.invoke(std::slice::from_ref(&element))?, element));
    }
    let sorted = merge_sorted(&keyed, &mut |(left, _), (right, _)| {
        ruby_values::compare(left, right).ok_or_else(|| ruby_values::incomparable(left, right))
    })?;
    Ok(sorted.into_iter().map(|(_, element)| element).collect())
}
