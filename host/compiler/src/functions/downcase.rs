//! `downcase`: converts text to lower case.

use value::Value;

use crate::evaluator::{Function, Overload};
use crate::functions::string_case;

pub(super) const FUNCTION: Function = Function::new(
    "downcase",
    "Converts a string to lower case, or all strings in an array or hash, including keys. Numbers are returned \
     unchanged.",
    &[
        Overload::new("Numeric $arg", |call| Ok(call.argument(0).clone())),
        Overload::new("String $arg", |call| Ok(Value::from(string_case::downcase(call.text(0))))),
        Overload::new("Array[StringData] $arg", |call| Ok(string_case::all(call.argument(0), string_case::downcase))),
        Overload::new("Hash[StringData, StringData] $arg", |call| {
            Ok(string_case::all(call.argument(0), string_case::downcase))
        }),
    ],
)
.with_types(string_case::STRING_DATA);
