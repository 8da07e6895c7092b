//! `str2bool`: converts text such as `yes` to a boolean.

use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "str2bool",
    "Converts a string to a boolean, ignoring case: `1`, `t`, `y`, `true` and `yes` are true; `0`, `f`, `n`, `false`, \
     `no`, `undef`, `undefined` and an empty line are false. A boolean is returned unchanged.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        match arguments.first() {
            None => Err(EvalError::new("str2bool(): Wrong number of arguments given (0 for 1)")),
            Some(value) => boolean(value).map(Value::Boolean),
        }
    })],
);

/// Converts a value to a boolean.
pub(super) fn boolean(value: &Value) -> Result<bool, EvalError> {
    let text = match value {
        Value::Boolean(value) => return Ok(*value),
        Value::String(text) => text,
        _ => return Err(EvalError::new("str2bool(): Requires string to work with")),
    };
    // Puppet: the words can be on any line of the text. There is no line after the last line end.
    let has = |words: &[&str]| {
        text.split_terminator('\n').any(|line| words.iter().any(|word| line.eq_ignore_ascii_case(word)))
    };
    if text.is_empty() || text.split_terminator('\n').any(str::is_empty) {
        Ok(false)
    } else if has(&["1", "t", "y", "true", "yes"]) {
        Ok(true)
    } else if has(&["0", "f", "n", "false", "no"])
        || text.split_terminator('\n').any(|line| matches!(line, "undef" | "undefined"))
    {
        Ok(false)
    } else {
        Err(EvalError::new("str2bool(): Unknown type of boolean given"))
    }
}
