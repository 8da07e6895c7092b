//! `validate_array`: fails for values that are not arrays.

use value::{EvalError, Value};

use super::checks;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "validate_array",
    "Fails unless each argument is an array. Deprecated: use data types of parameters instead.",
    &[Overload::new(checks::PARAMETERS, |call| checks::validate(call, "Stdlib::Compat::Array", check))],
);

pub(super) fn check(arguments: &[Value]) -> Result<(), EvalError> {
    checks::each("validate_array", "an Array", arguments, |value| matches!(value, Value::Array(_)))
}
