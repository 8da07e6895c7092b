//! `md5`: the MD5 checksum of a text.

use crate::function::{Function, Overload};
use crate::functions::checksum;

pub(super) const FUNCTION: Function = Function::new(
    "md5",
    "Returns the MD5 checksum of a string in hexadecimal digits.",
    &[Overload::new("Any *$arguments, Callable &$block?", checksum::of_text::<md5::Md5>)],
);
