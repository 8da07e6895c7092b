//! `rstrip`: removes trailing white space.

use value::Value;

use crate::evaluator::{Function, Overload};
use crate::functions::string_case;

pub(super) const FUNCTION: Function = Function::new(
    "rstrip",
    "Removes white space from the end of a string. Numbers are returned unchanged. An iterable value is converted to an \
     array of the results.",
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
