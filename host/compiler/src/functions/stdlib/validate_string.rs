//! `validate_string`: fails for values that are not strings.

use value::{EvalError, Value};

use super::checks;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "validate_string",
    "Fails unless each argument is a string. Deprecated: use data types of parameters instead.",
    &[Overload::new(checks::PARAMETERS, |call| checks::validate(call, "Stdlib::Compat::String", check))],
);

pub(super) fn check(arguments: &[Value]) -> Result<(), EvalError> {
    checks::each("validate_string", "a string", arguments, |value| matches!(value, Value::String(_) | Value::Undef))
}
