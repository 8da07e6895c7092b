//! `round`: the nearest integer.

use crate::function::{Function, Overload};
use crate::functions::rounding;

pub(super) const FUNCTION: Function = Function::new(
    "round",
    "Rounds a number to the nearest integer; halves are rounded away from zero.",
    &[Overload::new("Numeric $val", |call| {
        // Puppet adds the half to the number, which rounds the greatest number below 0.5 up.
        rounding::rounded(call.argument(0), |number| (number + 0.5_f64.copysign(number)).trunc())
    })],
);
