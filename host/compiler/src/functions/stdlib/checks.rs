//! Implementation shared by the deprecated functions that check values, and the checks that `validate_legacy` selects
//! by name.

use value::{EvalError, Value, class_name};

use super::deprecated;
use super::{
    validate_absolute_path, validate_array, validate_bool, validate_hash, validate_integer, validate_ip_address,
    validate_numeric, validate_re, validate_slength, validate_string,
};
use crate::evaluator::FunctionCall;

/// A check of arguments. Returns an error if they are rejected.
pub(super) type Check = fn(&[Value]) -> Result<(), EvalError>;

/// The signature of the deprecated functions. Unlike other legacy functions, they receive unconverted arguments.
pub(super) const PARAMETERS: &str = "Any *$args";

/// Returns the check performed by a function.
pub(super) fn named(name: &str) -> Option<Check> {
    Some(match name {
        "validate_absolute_path" => validate_absolute_path::check,
        "validate_array" => validate_array::check,
        "validate_bool" => validate_bool::check,
        "validate_hash" => validate_hash::check,
        "validate_integer" => validate_integer::check,
        "validate_ip_address" => validate_ip_address::check,
        "validate_numeric" => validate_numeric::check,
        "validate_re" => validate_re::check,
        "validate_slength" => validate_slength::check,
        "validate_string" => validate_string::check,
        _ => return None,
    })
}

/// Warns that `validate_legacy` should be used instead, and checks the arguments.
pub(super) fn validate(call: &mut FunctionCall<'_, '_>, instead: &str, check: Check) -> Result<Value, EvalError> {
    let advice = format!(
        "This method is deprecated, please use the stdlib validate_legacy function,\n                    with {instead}. There \
         is further documentation for validate_legacy function in the README."
    );
    deprecated(call, call.name(), &advice)?;
    check(call.arguments)?;
    Ok(Value::Undef)
}

/// Warns that a type match should be used instead, and returns whether the first argument is accepted.
pub(super) fn test(
    call: &mut FunctionCall<'_, '_>,
    instead: &str,
    accepts: fn(&Value) -> bool,
) -> Result<Value, EvalError> {
    warn_of_test(call, instead)?;
    match call.arguments {
        [] => Err(EvalError::new(format!("{}(): Wrong number of arguments given (0 for 1)", call.name()))),
        [value, ..] => Ok(Value::Boolean(accepts(value))),
    }
}

/// Like [`test()`], but allows only one argument.
pub(super) fn test_single(
    call: &mut FunctionCall<'_, '_>,
    instead: &str,
    accepts: fn(&Value) -> bool,
) -> Result<Value, EvalError> {
    warn_of_test(call, instead)?;
    match call.arguments {
        [value] => Ok(Value::Boolean(accepts(value))),
        others => {
            let (name, given) = (call.name(), others.len());
            Err(EvalError::new(format!("{name}(): Wrong number of arguments given {given} for 1")))
        }
    }
}

fn warn_of_test(call: &mut FunctionCall<'_, '_>, instead: &str) -> Result<(), EvalError> {
    let advice = format!(
        "This method is deprecated, please use match expressions with Stdlib::Compat::{instead} instead. They are described at \
         https://docs.puppet.com/puppet/latest/reference/lang_data_type.html#match-expressions."
    );
    deprecated(call, call.name(), &advice)
}

/// Checks that there are arguments and that all are accepted.
pub(super) fn each(name: &str, what: &str, arguments: &[Value], accepts: fn(&Value) -> bool) -> Result<(), EvalError> {
    some(name, arguments)?;
    match arguments.iter().find(|argument| !accepts(argument)) {
        None => Ok(()),
        Some(other) => {
            let (shown, class) = (other.inspect(), class_name(other));
            Err(EvalError::new(format!("{shown} is not {what}.  It looks to be a {class}")))
        }
    }
}

/// Checks that there are arguments.
pub(super) fn some(name: &str, arguments: &[Value]) -> Result<(), EvalError> {
    if arguments.is_empty() {
        return Err(EvalError::new(format!("{name}(): wrong number of arguments (0; must be > 0)")));
    }
    Ok(())
}
