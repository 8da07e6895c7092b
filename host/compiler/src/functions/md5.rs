//! `md5`: MD5 checksum of text.

use crate::evaluator::{Function, Overload};
use crate::functions::checksum;
use crate::functions::legacy;

pub(super) const FUNCTION: Function = Function::new(
    "md5",
    "Returns the MD5 checksum of a string in hexadecimal digits.",
    &[Overload::new(legacy::PARAMETERS, checksum::of_text::<md5::Md5>)],
);
