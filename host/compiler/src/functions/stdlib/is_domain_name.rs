//! `is_domain_name`: tests whether a value is a domain name.

use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "is_domain_name",
    "Returns whether a value is a valid domain name.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let [value] = arguments.as_slice() else {
            let given = arguments.len();
            return Err(EvalError::new(format!("is_domain_name(): Wrong number of arguments given {given} for 1")));
        };
        Ok(Value::Boolean(value.as_str().is_some_and(is_name)))
    })],
);

fn is_name(text: &str) -> bool {
    if text == "." {
        return true;
    }
    let name = text.strip_suffix('.').unwrap_or(text);
    let is_top = |label: &str| !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphabetic());
    // Puppet: it is enough if one line of the name, and one line of each label, is valid.
    let has_top = |line: &str| line.rsplit_once('.').is_some_and(|(_, last)| is_top(last));
    !name.is_empty()
        && name.chars().count() <= 255
        && (!name.contains('.') || name.split_terminator('\n').any(has_top))
        && name.trim_end_matches('.').split('.').all(is_label)
}

fn is_label(label: &str) -> bool {
    let is_word =
        |line: &str| !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    (1..=63).contains(&label.chars().count())
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label.split_terminator('\n').any(is_word)
}
