//! `upcase`: converts text to upper case.

use value::Value;

use crate::evaluator::{Function, Overload};
use crate::functions::string_case;

pub(super) const FUNCTION: Function = Function::new(
    "upcase",
    "Converts a string to upper case, or all strings in an array or hash, including keys. Numbers are returned \
     unchanged.",
    &[
        Overload::new("Numeric $arg", |call| Ok(call.argument(0).clone())),
        Overload::new("String $arg", |call| Ok(Value::from(string_case::upcase(call.text(0))))),
        Overload::new("Array[StringData] $arg", |call| Ok(string_case::all(call.argument(0), string_case::upcase))),
        Overload::new("Hash[StringData, StringData] $arg", |call| {
            Ok(string_case::all(call.argument(0), string_case::upcase))
        }),
    ],
)
.with_types(string_case::STRING_DATA);
