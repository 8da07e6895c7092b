//! `camelcase`: words joined, each with a capital.

use crate::function::{Function, Overload};
use crate::functions::string_case;
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "camelcase",
    "Joins words at their underscores, each word with a capital and the rest small: `hello_world` becomes `HelloWorld`. \
     Numbers stay as they are; of several strings each is taken.",
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
