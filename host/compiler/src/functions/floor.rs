//! `floor`: rounds down to an integer.

use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::rounding;

pub(super) const FUNCTION: Function = Function::new(
    "floor",
    "Rounds a number down to an integer. A numeric string is converted first, which is deprecated.",
    &[
        Overload::new("Numeric $val", |call| rounding::rounded(call.argument(0), f64::floor)),
        Overload::new("String $val", of_text),
    ],
);

fn of_text(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let number = rounding::text(call)?;
    rounding::rounded(&number, f64::floor)
}
