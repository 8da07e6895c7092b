//! `sha1`: SHA-1 checksum of text.

use crate::evaluator::{Function, Overload};
use crate::functions::checksum;

pub(super) const FUNCTION: Function = Function::new(
    "sha1",
    "Returns the SHA-1 checksum of a string in hexadecimal digits.",
    &[Overload::legacy(checksum::of_text::<sha1::Sha1>)],
);
