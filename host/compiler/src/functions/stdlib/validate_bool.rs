//! `validate_bool`: fails for values that are not booleans.

use value::{EvalError, Value};

use super::checks;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "validate_bool",
    "Fails unless each argument is a boolean. Deprecated: use data types of parameters instead.",
    &[Overload::new(checks::PARAMETERS, |call| checks::validate(call, "Stdlib::Compat::Bool", check))],
);

pub(super) fn check(arguments: &[Value]) -> Result<(), EvalError> {
    checks::each("validate_bool", "a boolean", arguments, |value| matches!(value, Value::Boolean(_)))
}
