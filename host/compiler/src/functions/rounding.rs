//! What the functions that round share: integers stay as they are, floats become integers if they are not too big.

use crate::eval_error::EvalError;
use crate::function::FunctionCall;
use crate::functions::ruby_values;
use crate::value::Value;
use ruby::bignum::Bignum;

/// Rounds a number.
pub(super) fn rounded(number: &Value, round: fn(f64) -> f64) -> Result<Value, EvalError> {
    match number {
        Value::Float(number) => {
            let rounded = round(*number);
            // Ruby names the number that has no integer: `Infinity`.
            let integer =
                Bignum::truncate(rounded).ok_or_else(|| EvalError::new(Value::Float(rounded).text().as_ref()))?;
            ruby_values::integer_value(&integer)
        }
        other => Ok(other.clone()),
    }
}

/// Returns the number in the text that a rounding function was called with, with the warning that this is deprecated.
pub(super) fn text(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let name = call.name();
    let warning = format!(
        "The {name}() function's auto conversion of String to Float is deprecated - change to convert input before calling"
    );
    call.evaluator.warn_once(&format!("{name}_function_numeric_coerce_string"), warning, None);
    ruby::number::float(call.text(0))
        .map(Value::Float)
        .ok_or_else(|| EvalError::new(format!("{name}(): cannot convert given value to a floating point value.")))
}
