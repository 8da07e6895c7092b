//! `range`: range of integers or strings.

use value::{EvalError, MAXIMUM_TEXT, Value};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::{legacy, ruby_values};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "range",
    "Returns a range of integers, `range(1, 3)`, or of strings, `range('host01', 'host10')`, with at most a million \
     elements. The third argument is the step. `range('1-3')` and `range('1..3')` are equivalent; `range('1...3')` \
     excludes the end.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let (start, stop, step, excludes_end) = match arguments.as_slice() {
            [] => return Err(EvalError::new("range(): Wrong number of arguments given (0 for 1)")),
            [single] => {
                let (start, stop, excludes_end) = limits(single)?;
                (start, stop, 1, excludes_end)
            }
            [start, stop, rest @ ..] => (start.clone(), stop.clone(), step(rest.first())?, false),
        };
        let is_number = |line: &str| !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
        if start.ruby().split_terminator('\n').any(is_number) {
            return Ok(integers(integer(&start)?, integer(&stop)?, step, excludes_end));
        }
        texts(call, (&start.ruby(), &stop.ruby()), step, excludes_end)
    })],
);

/// Maximum number of elements.
const MAXIMUM: usize = 1_000_000;

/// Parses a range given as a single string. Returns the bounds, and whether the end is excluded.
fn limits(value: &Value) -> Result<(Value, Value, bool), EvalError> {
    let Value::String(text) = value else { return Err(ruby_values::no_method("match", value)) };
    let is_word =
        |text: &str| !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let split = ["...", "..", "-"].iter().find_map(|separator| {
        let (start, stop) = text.split_once(separator)?;
        (is_word(start) && is_word(stop)).then(|| (Value::from(start), Value::from(stop), *separator == "..."))
    });
    split.ok_or_else(|| {
        let what = if text.is_empty() { "Unknown range format" } else { "Unable to compute range from the value" };
        EvalError::new(format!("range(): {what}: {text}"))
    })
}

fn step(value: Option<&Value>) -> Result<usize, EvalError> {
    let step = match value {
        None => 1,
        Some(value) => integer(value)?.unsigned_abs(),
    };
    if step == 0 {
        let what = "range(): 3rd arg (step size) must be a non zero integer (e.g. 1 or -1)";
        return Err(EvalError::new(what));
    }
    Ok(usize::try_from(step).unwrap_or(usize::MAX))
}

/// Converts a value as Ruby's `to_i` does; an out-of-range number is saturated.
fn integer(value: &Value) -> Result<i64, EvalError> {
    match value {
        Value::Integer(number) => Ok(*number),
        #[expect(clippy::cast_possible_truncation, reason = "as in Ruby's `to_i`")]
        Value::Float(number) => Ok(*number as i64),
        Value::String(text) => Ok(ruby::number::leading_integer(text, 10).to_i64().unwrap_or(i64::MAX)),
        other => Err(ruby_values::no_method("to_i", other)),
    }
}

fn integers(start: i64, stop: i64, step: usize, excludes_end: bool) -> Value {
    let stop = if excludes_end { stop.checked_sub(1) } else { Some(stop) };
    let numbers = stop.into_iter().flat_map(|stop| start..=stop);
    numbers.step_by(step).take(MAXIMUM).map(Value::Integer).collect()
}

/// Iterates over strings as Ruby's `upto` does, until one is longer than the end.
fn texts(
    call: &mut FunctionCall<'_, '_>,
    (start, stop): (&str, &str),
    step: usize,
    excludes_end: bool,
) -> Result<Value, EvalError> {
    let mut found = Vec::new();
    let (mut current, mut place, mut length) = (start.to_owned(), 0, 0);
    let is_single = |text: &str| text.len() == 1;
    // Puppet: a range between two single characters follows their codes.
    let next = |text: &str| match text.as_bytes() {
        [byte] if is_single(stop) && byte.is_ascii() => char::from(byte + 1).to_string(),
        _ => erb::successor(text),
    };
    if current.as_str() > stop || excludes_end && current == stop {
        return Ok(Value::from(found));
    }
    loop {
        call.evaluator.count_iteration()?;
        if place % step == 0 {
            length += current.len();
            found.push(Value::from(current.as_str()));
        }
        if current == stop || found.len() >= MAXIMUM || length > MAXIMUM_TEXT {
            break;
        }
        current = next(&current);
        place += 1;
        if excludes_end && current == stop || current.chars().count() > stop.chars().count() || current.is_empty() {
            break;
        }
    }
    Ok(Value::from(found))
}
