//! `sha256`: SHA-256 checksum of text.

use crate::evaluator::{Function, Overload};
use crate::functions::checksum;

pub(super) const FUNCTION: Function = Function::new(
    "sha256",
    "Returns the SHA-256 checksum of a string in hexadecimal digits.",
    &[Overload::legacy(checksum::of_text::<sha2::Sha256>)],
);
