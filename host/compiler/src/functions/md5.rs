//! `md5`: MD5 checksum of text.

use crate::evaluator::{Function, Overload};
use crate::functions::checksum;

pub(super) const FUNCTION: Function = Function::new(
    "md5",
    "Returns the MD5 checksum of a string in hexadecimal digits.",
    &[Overload::legacy(checksum::of_text::<md5::Md5>)],
);
