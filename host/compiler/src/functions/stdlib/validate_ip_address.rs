//! `validate_ip_address`: fails for values that are not IP addresses.

use value::{EvalError, Value};

use super::checks;
use super::is_ip_address::is_address;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "validate_ip_address",
    "Fails unless each argument is an IP address. Deprecated: use data types of parameters instead.",
    &[Overload::new(checks::PARAMETERS, |call| checks::validate(call, "Stdlib::Compat::Ip_Address", check))],
);

pub(super) fn check(arguments: &[Value]) -> Result<(), EvalError> {
    checks::some("validate_ip_address", arguments)?;
    arguments.iter().try_for_each(|argument| {
        let shown = argument.inspect();
        match argument {
            Value::String(_) if is_address(argument) => Ok(()),
            Value::String(_) => Err(EvalError::new(format!("{shown} is not a valid IP address."))),
            _ => Err(EvalError::new(format!("{shown} is not a string."))),
        }
    })
}
