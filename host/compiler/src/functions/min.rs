//! `min`: least of several values.

use crate::evaluator::{Function, Overload};
use crate::functions::min_max;

pub(super) const FUNCTION: Function = Function::new(
    "min",
    "Returns the least of the arguments, or of the elements of an array. Numbers are compared numerically and strings \
     alphabetically, or all values by a block with two parameters that returns a number less than, equal to or greater \
     than zero.",
    &[
        Overload::new("Numeric *$values", |call| min_max::of_arguments(call, std::cmp::Ordering::is_lt)),
        Overload::new("String *$values", |call| min_max::of_arguments(call, std::cmp::Ordering::is_lt)),
        Overload::new("Array[Numeric] $values, Callable[2,2] &$block?", |call| {
            min_max::of_elements(call, std::cmp::Ordering::is_lt)
        }),
        Overload::new("Array[String] $values, Callable[2,2] &$block?", |call| {
            min_max::of_elements(call, std::cmp::Ordering::is_lt)
        }),
        Overload::new("Array $values, Callable[2,2] &$block?", |call| {
            min_max::of_elements(call, std::cmp::Ordering::is_lt)
        }),
        Overload::new("Any *$values, Callable[2,2] &$block", |call| {
            min_max::of_arguments(call, std::cmp::Ordering::is_lt)
        }),
        Overload::new("Any *$values", |call| min_max::of_arguments(call, std::cmp::Ordering::is_lt)),
    ],
);
