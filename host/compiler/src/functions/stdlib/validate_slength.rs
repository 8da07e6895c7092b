//! `validate_slength`: fails for text that is too long or too short.

use value::{EvalError, Value, class_name};

use super::checks;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "validate_slength",
    "Fails unless the first argument is a string, or an array of strings, with a length of at most the second argument \
     and at least the third. Deprecated: use data types of parameters instead.",
    &[Overload::new(checks::PARAMETERS, |call| checks::validate(call, "String[]", check))],
);

pub(super) fn check(arguments: &[Value]) -> Result<(), EvalError> {
    let given = arguments.len();
    let ([input, max, rest @ ..], 2 | 3) = (arguments, given) else {
        let what = "validate_slength(): Wrong number of arguments";
        return Err(EvalError::new(format!("{what} ({given}; must be 2 or 3)")));
    };
    let max = bound("second argument to be", max, 1)?;
    let min = match rest.first().filter(|min| min.is_true()) {
        Some(min) => bound("third argument to be unset or", min, 0)?,
        None => 0,
    };
    if max < min {
        let what = "Expected second argument to be equal to or larger than third argument";
        return Err(EvalError::new(format!("validate_slength(): {what}")));
    }
    let length = |text: &str| i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
    let refused = |whole: i64| {
        let shown = input.inspect();
        EvalError::new(format!(
            "validate_slength(): Expected length of {shown} to be between {min} and {max}, was {whole}"
        ))
    };
    match input {
        Value::String(text) if (min..=max).contains(&length(text)) => Ok(()),
        Value::String(text) => Err(refused(length(text))),
        Value::Array(elements) => elements.iter().enumerate().try_for_each(|(position, element)| match element {
            Value::String(text) if (min..=max).contains(&length(text)) => Ok(()),
            // Puppet: the message contains the number of elements.
            Value::String(_) => Err(refused(i64::try_from(elements.len()).unwrap_or(i64::MAX))),
            other => {
                let class = class_name(other);
                let what = format!("validate_slength(): Expected element at array position {position}");
                Err(EvalError::new(format!("{what} to be a String, got {class}")))
            }
        }),
        other => {
            let class = class_name(other);
            let what = "Expected first argument to be a String or Array";
            Err(EvalError::new(format!("validate_slength(): {what}, got {class}")))
        }
    }
}

fn bound(which: &str, value: &Value, least: i64) -> Result<i64, EvalError> {
    let number = match value {
        Value::Integer(number) => Some(*number),
        #[expect(clippy::cast_possible_truncation, reason = "as in Ruby's `Integer()`")]
        Value::Float(number) => Some(*number as i64),
        Value::String(text) => ruby::number::integer(text, None).and_then(|number| number.to_i64()),
        _ => None,
    };
    number.filter(|number| *number >= least).ok_or_else(|| {
        let (shown, class) = (value.ruby(), class_name(value));
        EvalError::new(format!("validate_slength(): Expected {which} a positive Numeric, got {shown}:{class}"))
    })
}
