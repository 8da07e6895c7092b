//! `validate_numeric`: fails for values that are not numbers or are out of range.

use value::{EvalError, Value, class_name};

use super::checks;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "validate_numeric",
    "Fails unless the first argument is a number, a string that contains one, or an array of these. The second argument \
     is the maximum and the third the minimum, if given. Deprecated: use data types of parameters instead.",
    &[Overload::new(checks::PARAMETERS, |call| checks::validate(call, "Stdlib::Compat::Numeric", check))],
);

pub(super) fn check(arguments: &[Value]) -> Result<(), EvalError> {
    let given = arguments.len();
    let ([input] | [input, _] | [input, _, _]) = arguments else { return Err(wrong_number(given)) };
    let min = arguments.get(2).map(|min| bound("third", min)).transpose()?;
    let max = match arguments.get(1) {
        // Puppet: with a lower bound, an empty upper bound means none.
        Some(max) if min.is_some() && max.ruby().is_empty() => None,
        max => max.map(|max| bound("second", max)).transpose()?,
    };
    if let (Some(max), Some(min)) = (max, min)
        && min > max
    {
        let (max, min) = (Value::Float(max).ruby(), Value::Float(min).ruby());
        let what = "validate_numeric(): Expected second argument to be larger than third argument";
        return Err(EvalError::new(format!("{what}, got {max} < {min}")));
    }
    match input {
        Value::Array(elements) => elements.iter().enumerate().try_for_each(|(position, element)| {
            let number = read(element).ok_or_else(|| {
                let class = class_name(element);
                let what = format!("validate_numeric(): Expected element at array position {position}");
                EvalError::new(format!("{what} to be a Numeric, got {class}"))
            })?;
            within(number, max, min, input)
        }),
        other => match read(other) {
            Some(number) => within(number, max, min, &Value::Float(number)),
            None => {
                // Puppet: for a hash the message names the other function.
                let function = if matches!(other, Value::Hash(_)) { "validate_integer" } else { "validate_numeric" };
                let class = class_name(other);
                let what = "Expected first argument to be a Numeric or Array";
                Err(EvalError::new(format!("{function}(): {what}, got {class}")))
            }
        },
    }
}

fn wrong_number(given: usize) -> EvalError {
    EvalError::new(format!("validate_numeric(): Wrong number of arguments; must be 1, 2 or 3, got {given}"))
}

fn within(number: f64, max: Option<f64>, min: Option<f64>, input: &Value) -> Result<(), EvalError> {
    let refused = match (max, min) {
        (Some(max), _) if number > max => ("smaller", max),
        (_, Some(min)) if number < min => ("greater", min),
        _ => return Ok(()),
    };
    let (how, bound, shown) = (refused.0, Value::Float(refused.1).ruby(), input.inspect());
    Err(EvalError::new(format!("validate_numeric(): Expected {shown} to be {how} or equal to {bound}, got {shown}.")))
}

fn bound(which: &str, value: &Value) -> Result<f64, EvalError> {
    ruby::number::float(&value.ruby()).ok_or_else(|| {
        // Puppet: the message contains `String` as the class of the upper bound, but the actual class of the lower
        // bound.
        let class = if which == "second" { "String".to_owned() } else { class_name(value) };
        let shown = value.ruby();
        let what = format!("validate_numeric(): Expected {which} argument to be unset or a Numeric");
        EvalError::new(format!("{what}, got {shown}:{class}"))
    })
}

fn read(value: &Value) -> Option<f64> {
    match value {
        Value::Hash(_) => None,
        other => ruby::number::float(&other.ruby()),
    }
}
