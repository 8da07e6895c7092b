//! `hiera_hash`: all values of a key as a hash, as in Hiera 3.

use super::hiera_lookup::{looked_up, overloads, unchanged};
use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "hiera_hash",
    "Looks up all values of a key in the data, merged to a hash. Deprecated in favor of `lookup`.",
    overloads!("hash", unchanged),
);
