//! `round`: rounds to the nearest integer.

use crate::evaluator::{Function, Overload};
use crate::functions::rounding;

pub(super) const FUNCTION: Function = Function::new(
    "round",
    "Rounds a number to the nearest integer, halves away from zero.",
    &[Overload::new("Numeric $val", |call| {
        // Puppet adds one half before truncating, so the greatest number below 0.5 is rounded up.
        rounding::rounded(call.argument(0), |number| (number + 0.5_f64.copysign(number)).trunc())
    })],
);
