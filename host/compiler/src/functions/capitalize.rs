//! `capitalize`: capitalises text.

use value::Value;

use crate::evaluator::{Function, Overload};
use crate::functions::string_case;

pub(super) const FUNCTION: Function = Function::new(
    "capitalize",
    "Converts the first letter of a string to upper case and all others to lower case. Numbers are returned unchanged. \
     An iterable value is converted to an array of the results.",
    &[
        Overload::new("Numeric $arg", |call| Ok(call.argument(0).clone())),
        Overload::new("String $arg", |call| Ok(Value::from(string_case::capitalized(call.text(0))))),
        Overload::new("Iterable[Variant[String, Numeric]] $arg", |call| {
            Ok(string_case::each(call.argument(0), string_case::capitalized))
        }),
    ],
);
