//! `regexpescape`: escapes text for use in a regular expression.

use super::{array_or_text, each_text};
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "regexpescape",
    "Returns a string, or an array of strings, with a backslash before each character that has a special meaning in \
     regular expressions.",
    &[Overload::legacy(|call| Ok(each_text(&array_or_text(call)?, escaped)))],
);

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        let (is_special, written) = match letter {
            '[' | ']' | '{' | '}' | '(' | ')' | '|' | '-' | '*' | '.' | '\\' | '?' | '+' | '^' | '$' | '#' | ' ' => {
                (true, letter)
            }
            '\t' => (true, 't'),
            '\n' => (true, 'n'),
            '\u{b}' => (true, 'v'),
            '\u{c}' => (true, 'f'),
            '\r' => (true, 'r'),
            other => (false, other),
        };
        if is_special {
            escaped.push('\\');
        }
        escaped.push(written);
    }
    escaped
}
