//! `uriescape`: escapes text for a URI.

use std::fmt::Write as _;

use super::{array_or_text, each_text};
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "uriescape",
    "Returns a string, or an array of strings, with characters that are not allowed in a URI escaped, such as `%20`. \
     Characters with a meaning in URIs, such as `/` and `&`, are kept.",
    &[Overload::legacy(|call| Ok(each_text(&array_or_text(call)?, escaped)))],
);

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.!~*'();/?:@&=+$,[]".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}
