//! `digest`: the checksum of a text by the algorithm that the settings name.

use crate::function::{Function, Overload};
use crate::functions::checksum;

pub(super) const FUNCTION: Function = Function::new(
    "digest",
    "Returns the checksum of a string in hexadecimal digits, by SHA-256, which is what `digest_algorithm` is by default.",
    &[Overload::new("Any *$arguments, Callable &$block?", checksum::of_text::<sha2::Sha256>)],
);
