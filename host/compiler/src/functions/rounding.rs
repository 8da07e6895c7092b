//! Implementation shared by the rounding functions. Integers are returned unchanged; floats become integers, or an
//! error if they are out of range.

use ruby::bignum::Bignum;
use value::{EvalError, Value};

use crate::evaluator::FunctionCall;
use crate::functions::ruby_values;

/// Rounds a number.
pub(super) fn rounded(number: &Value, round: fn(f64) -> f64) -> Result<Value, EvalError> {
    match number {
        Value::Float(number) => {
            let rounded = round(*number);
            // Ruby's message contains the number that is not an integer, such as `Infinity`.
            let integer =
                Bignum::truncate(rounded).ok_or_else(|| EvalError::new(Value::Float(rounded).text().as_ref()))?;
            ruby_values::integer_value(&integer)
        }
        other => Ok(other.clone()),
    }
}

/// Converts the text passed to a rounding function to a number, with a deprecation warning.
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
