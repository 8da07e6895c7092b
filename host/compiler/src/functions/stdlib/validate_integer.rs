//! `validate_integer`: fails for values that are not integers or are out of range.

use ruby::bignum::Bignum;
use value::{EvalError, Value, class_name};

use super::checks;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "validate_integer",
    "Fails unless the first argument is an integer, a string that contains one, or an array of these. The second \
     argument is the maximum and the third the minimum, if given. Deprecated: use data types of parameters instead.",
    &[Overload::new(checks::PARAMETERS, |call| checks::validate(call, "Stdlib::Compat::Integer", check))],
);

pub(super) fn check(arguments: &[Value]) -> Result<(), EvalError> {
    let given = arguments.len();
    let [input, bounds @ ..] = arguments else { return Err(wrong_number(given)) };
    let (max, min) = match bounds {
        [] => (None, None),
        [max] => (Some(bound("second", max)?), None),
        // Puppet: with a lower bound, an empty upper bound means none.
        [max, min] if max.ruby().is_empty() => (None, Some(bound("third", min)?)),
        [max, min] => (Some(bound("second", max)?), Some(bound("third", min)?)),
        _ => return Err(wrong_number(given)),
    };
    if let (Some(max), Some(min)) = (&max, &min)
        && min > max
    {
        let what = "validate_integer(): Expected second argument to be larger than third argument";
        return Err(EvalError::new(format!("{what}, got {max} < {min}")));
    }
    let within = |number: &Bignum| {
        let (how, bound) = match (&max, &min) {
            (Some(max), _) if number > max => ("smaller", max),
            (_, Some(min)) if number < min => ("greater", min),
            _ => return Ok(()),
        };
        // Puppet: the message contains the number for a single text, the texts for several.
        let shown = if input.as_array().is_some() { input.inspect() } else { number.to_string() };
        Err(EvalError::new(format!(
            "validate_integer(): Expected {shown} to be {how} or equal to {bound}, got {shown}."
        )))
    };
    match input {
        Value::Array(elements) => elements.iter().enumerate().try_for_each(|(position, element)| match read(element) {
            Some(number) => within(&number),
            None => {
                let class = class_name(element);
                let what = "validate_integer(): Expected element at array position";
                Err(EvalError::new(format!("{what} {position} to be an Integer, got {class}")))
            }
        }),
        other => match read(other) {
            Some(number) => within(&number),
            None => {
                let class = class_name(other);
                let what = "validate_integer(): Expected first argument to be an Integer or Array";
                Err(EvalError::new(format!("{what}, got {class}")))
            }
        },
    }
}

fn wrong_number(given: usize) -> EvalError {
    EvalError::new(format!("validate_integer(): Wrong number of arguments; must be 1, 2 or 3, got {given}"))
}

fn bound(which: &str, value: &Value) -> Result<Bignum, EvalError> {
    read(value).ok_or_else(|| {
        // Puppet: the message contains `String` as the class of the upper bound, but the actual class of the lower
        // bound.
        let class = if which == "second" { "String".to_owned() } else { class_name(value) };
        let shown = value.ruby();
        let what = format!("validate_integer(): Expected {which} argument to be unset or an Integer");
        EvalError::new(format!("{what}, got {shown}:{class}"))
    })
}

fn read(value: &Value) -> Option<Bignum> {
    match value {
        Value::Integer(number) => Some(Bignum::from(*number)),
        Value::String(text) => ruby::number::integer(text, None),
        _ => None,
    }
}
