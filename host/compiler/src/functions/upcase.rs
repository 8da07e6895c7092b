//! `upcase`: text in capitals.

use crate::function::{Function, Overload};
use crate::functions::string_case;
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "upcase",
    "Converts text to capitals: a string, or all strings in an array or hash, keys included. Numbers stay as they are.",
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
