//! `capitalize`: the first letter as a capital, the others small.

use crate::function::{Function, Overload};
use crate::functions::string_case;
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "capitalize",
    "Makes the first letter of a string a capital and all others small. Numbers stay as they are; of several strings each \
     is taken.",
    &[
        Overload::new("Numeric $arg", |call| Ok(call.argument(0).clone())),
        Overload::new("String $arg", |call| Ok(Value::from(string_case::capitalized(call.text(0))))),
        Overload::new("Iterable[Variant[String, Numeric]] $arg", |call| {
            Ok(string_case::each(call.argument(0), string_case::capitalized))
        }),
    ],
);
