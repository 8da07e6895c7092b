//! `chop`: removes the last character.

use value::Value;

use crate::evaluator::{Function, Overload};
use crate::functions::string_case;

pub(super) const FUNCTION: Function = Function::new(
    "chop",
    "Removes the last character from a string; `\\r\\n` counts as one character. Numbers are returned unchanged. An \
     iterable value is converted to an array of the results.",
    &[
        Overload::new("Numeric $arg", |call| Ok(call.argument(0).clone())),
        Overload::new("String $arg", |call| Ok(Value::from(chop(call.text(0))))),
        Overload::new("Iterable[Variant[String, Numeric]] $arg", |call| Ok(string_case::each(call.argument(0), chop))),
    ],
);

fn chop(text: &str) -> String {
    let without_line_end = text.strip_suffix("\r\n");
    let rest = without_line_end.unwrap_or_else(|| {
        let mut letters = text.chars();
        letters.next_back();
        letters.as_str()
    });
    rest.to_owned()
}
