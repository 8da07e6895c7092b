//! `rstrip`: text without white space after it.

use crate::function::{Function, Overload};
use crate::functions::string_case;
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "rstrip",
    "Takes white space away from the end of a string. Numbers stay as they are; of several strings each is taken.",
    &[
        Overload::new("Numeric $arg", |call| Ok(call.argument(0).clone())),
        Overload::new("String $arg", |call| Ok(Value::from(rstrip(call.text(0))))),
        Overload::new("Iterable[Variant[String, Numeric]] $arg", |call| {
            Ok(string_case::each(call.argument(0), rstrip))
        }),
    ],
);

fn rstrip(text: &str) -> String {
    text.trim_end_matches(string_case::BLANK).to_owned()
}
