//! `sha256`: SHA-256 checksum of text.

use crate::evaluator::{Function, Overload};
use crate::functions::checksum;
use crate::functions::legacy;

pub(super) const FUNCTION: Function = Function::new(
    "sha256",
    "Returns the SHA-256 checksum of a string in hexadecimal digits.",
    &[Overload::new(legacy::PARAMETERS, checksum::of_text::<sha2::Sha256>)],
);
