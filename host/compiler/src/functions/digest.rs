//! `digest`: checksum of text by the default algorithm.

use crate::evaluator::{Function, Overload};
use crate::functions::checksum;

pub(super) const FUNCTION: Function = Function::new(
    "digest",
    "Returns the SHA-256 checksum of a string in hexadecimal digits. SHA-256 is the default of the setting \
     `digest_algorithm`.",
    &[Overload::legacy(checksum::of_text::<sha2::Sha256>)],
);
