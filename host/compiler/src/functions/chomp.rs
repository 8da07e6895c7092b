//! `chomp`: removes a trailing line end.

use value::Value;

use crate::evaluator::{Function, Overload};
use crate::functions::string_case;

pub(super) const FUNCTION: Function = Function::new(
    "chomp",
    "Removes one line end (`\\n`, `\\r\\n` or `\\r`) from the end of a string. Numbers are returned unchanged. An \
     iterable value is converted to an array of the results.",
    &[
        Overload::new("Numeric $arg", |call| Ok(call.argument(0).clone())),
        Overload::new("String $arg", |call| Ok(Value::from(chomp(call.text(0))))),
        Overload::new("Iterable[Variant[String, Numeric]] $arg", |call| Ok(string_case::each(call.argument(0), chomp))),
    ],
);

fn chomp(text: &str) -> String {
    let rest = text.strip_suffix("\r\n").or_else(|| text.strip_suffix(['\n', '\r']));
    rest.unwrap_or(text).to_owned()
}
