//! `downcase`: text in small letters.

use crate::function::{Function, Overload};
use crate::functions::letters;
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "downcase",
    "Converts text to small letters: a string, or all strings in an array or hash, keys included. Numbers stay as they are.",
    &[
        Overload::new("Numeric $arg", |call| Ok(call.argument(0).clone())),
        Overload::new("String $arg", |call| Ok(Value::from(letters::downcase(call.text(0))))),
        Overload::new("Array[StringData] $arg", |call| Ok(letters::all(call.argument(0), letters::downcase))),
        Overload::new("Hash[StringData, StringData] $arg", |call| Ok(letters::all(call.argument(0), letters::downcase))),
    ],
)
.with_types(letters::STRING_DATA);
