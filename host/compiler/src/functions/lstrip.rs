//! `lstrip`: text without white space before it.

use crate::function::{Function, Overload};
use crate::functions::string_case;
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "lstrip",
    "Takes white space away from the beginning of a string. Numbers stay as they are; of several strings each is taken.",
    &[
        Overload::new("Numeric $arg", |call| Ok(call.argument(0).clone())),
        Overload::new("String $arg", |call| Ok(Value::from(lstrip(call.text(0))))),
        Overload::new("Iterable[Variant[String, Numeric]] $arg", |call| {
            Ok(string_case::each(call.argument(0), lstrip))
        }),
    ],
);

fn lstrip(text: &str) -> String {
    text.trim_start_matches(string_case::BLANK).to_owned()
}
