//! `shell_escape`: text as one word of a shell.

use crate::function::{Function, Overload};
use crate::value::Value;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "shell_escape",
    "Returns a string as one word of a Bourne shell, with a backslash before what means something there.",
    &[Overload::new("Any $string", |call| Ok(Value::from(escaped(&call.argument(0).ruby()))))],
);

pub(in crate::functions) const NAMESPACED: Function = FUNCTION.renamed("stdlib::shell_escape");

/// Returns text as one word of a shell.
pub(super) fn escaped(text: &str) -> String {
    if text.is_empty() {
        return "''".to_owned();
    }
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' => escaped.push_str("'\n'"),
            letter if letter.is_ascii_alphanumeric() || "_-.,:+/@".contains(letter) => escaped.push(letter),
            other => escaped.extend(['\\', other]),
        }
    }
    escaped
}
