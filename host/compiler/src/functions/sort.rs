//! `sort`: sorts elements.

use std::cmp::Ordering;

use value::{EvalError, LazySequence, Value};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::ruby_values;

pub(super) const FUNCTION: Function = Function::new(
    "sort",
    "Returns the elements of an array, or the characters of a string, in ascending order. A block with two parameters \
     can compare them; it returns a number less than, equal to or greater than zero.",
    &[
        Overload::new("String $string_value, Callable[2,2] &$block?", |call| {
            let letters = sorted(call)?;
            Ok(Value::from(letters.iter().filter_map(Value::as_str).collect::<String>()))
        }),
        Overload::new("Array $array_value, Callable[2,2] &$block?", |call| sorted(call).map(Value::from)),
    ],
);

fn sorted(call: &mut FunctionCall<'_, '_>) -> Result<Vec<Value>, EvalError> {
    let elements: Vec<Value> =
        LazySequence::over(call.argument(0)).into_iter().flat_map(|lazy| lazy.elements()).collect();
    let has_block = call.block.is_some();
    merge_sorted(&elements, &mut |left, right| {
        if has_block {
            let answer = call.turn(&[left.clone(), right.clone()])?;
            return ruby_values::verdict(&answer, left, right);
        }
        ruby_values::compare(left, right).ok_or_else(|| ruby_values::incomparable(left, right))
    })
}

/// Merge sort. Comparisons can fail and be inconsistent, which the sort of the standard library does not support. With
/// this order of comparisons, a block produces the same messages and effects as with Ruby on Linux.
pub(super) fn merge_sorted<T: Clone>(
    elements: &[T],
    compare: &mut dyn FnMut(&T, &T) -> Result<Ordering, EvalError>,
) -> Result<Vec<T>, EvalError> {
    if elements.len() < 2 {
        return Ok(elements.to_vec());
    }
    let (left, right) = elements.split_at(elements.len() / 2);
    let (left, right) = (merge_sorted(left, compare)?, merge_sorted(right, compare)?);
    let mut merged = Vec::with_capacity(elements.len());
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        let next = if compare(a, b)?.is_le() { left.next() } else { right.next() };
        merged.extend(next);
    }
    merged.extend(left);
    merged.extend(right);
    Ok(merged)
}
