//! `abs`: absolute value of a number.

use ruby::bignum::Bignum;
use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::ruby_values;

pub(super) const FUNCTION: Function = Function::new(
    "abs",
    "Returns the absolute value of a number. A numeric string is converted first, which is deprecated.",
    &[Overload::new("Numeric $val", |call| absolute(call.argument(0))), Overload::new("String $val", of_text)],
);

fn absolute(number: &Value) -> Result<Value, EvalError> {
    match number {
        Value::Integer(number) => ruby_values::integer_value(&Bignum::from(*number).absolute()),
        Value::Float(number) => Ok(Value::Float(number.abs())),
        other => Ok(other.clone()),
    }
}

fn of_text(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let warning = "The abs() function's auto conversion of String to Numeric is deprecated - change to convert input before \
                   calling";
    call.evaluator.warn_once("abs_function_numeric_coerce_string", warning, None);
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let magnitude = call.text(0).strip_prefix('-').unwrap_or(call.text(0));
    if is_digits(magnitude) {
        return ruby_values::integer_value(&ruby::number::leading_integer(magnitude, 10));
    }
    match magnitude.split_once('.') {
        Some((whole, fraction)) if is_digits(whole) && is_digits(fraction) => {
            Ok(Value::Float(ruby::number::leading_float(magnitude)))
        }
        _ => Err(EvalError::new("abs(): Requires float or integer to work with - was given non decimal string")),
    }
}
