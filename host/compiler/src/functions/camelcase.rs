//! `camelcase`: converts text to camel case.

use value::Value;

use crate::evaluator::{Function, Overload};
use crate::functions::string_case;

pub(super) const FUNCTION: Function = Function::new(
    "camelcase",
    "Converts a string to camel case by joining the words between underscores: `hello_world` becomes `HelloWorld`. \
     Numbers are returned unchanged. An iterable value is converted to an array of the results.",
    &[
        Overload::new("Numeric $arg", |call| Ok(call.argument(0).clone())),
        Overload::new("String $arg", |call| Ok(Value::from(camelcase(call.text(0))))),
        Overload::new("Iterable[Variant[String, Numeric]] $arg", |call| {
            Ok(string_case::each(call.argument(0), camelcase))
        }),
    ],
);

fn camelcase(text: &str) -> String {
    text.split('_').map(string_case::capitalized).collect()
}
