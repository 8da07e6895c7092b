//! `validate_hash`: fails for values that are not hashes.

use value::{EvalError, Value};

use super::checks;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "validate_hash",
    "Fails unless each argument is a hash. Deprecated: use data types of parameters instead.",
    &[Overload::new(checks::PARAMETERS, |call| checks::validate(call, "Stdlib::Compat::Hash", check))],
);

pub(super) fn check(arguments: &[Value]) -> Result<(), EvalError> {
    checks::each("validate_hash", "a Hash", arguments, |value| matches!(value, Value::Hash(_)))
}
