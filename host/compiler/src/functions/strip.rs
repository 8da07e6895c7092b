//! `strip`: removes leading and trailing white space.

use value::Value;

use crate::evaluator::{Function, Overload};
use crate::functions::string_case;

pub(super) const FUNCTION: Function = Function::new(
    "strip",
    "Removes white space from both ends of a string. Numbers are returned unchanged. An iterable value is converted to \
     an array of the results.",
    &[
        Overload::new("Numeric $arg", |call| Ok(call.argument(0).clone())),
        Overload::new("String $arg", |call| Ok(Value::from(strip(call.text(0))))),
        Overload::new("Iterable[Variant[String, Numeric]] $arg", |call| Ok(string_case::each(call.argument(0), strip))),
    ],
);

fn strip(text: &str) -> String {
    text.trim_matches(string_case::BLANK).to_owned()
}
