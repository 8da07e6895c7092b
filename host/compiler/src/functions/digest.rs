//! `digest`: the checksum of a text by the algorithm that the settings name.

use crate::function::{Function, Overload};
use crate::functions::checksum;
use crate::functions::legacy;

pub(super) const FUNCTION: Function = Function::new(
    "digest",
    "Returns the checksum of a string in hexadecimal digits, by SHA-256, which is what `digest_algorithm` is by default.",
    &[Overload::new(legacy::PARAMETERS, checksum::of_text::<sha2::Sha256>)],
);
