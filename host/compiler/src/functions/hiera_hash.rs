//! `hiera_hash`: all values of a key as one hash, the way of Hiera 3.

use super::hiera_lookup::{looked_up, overloads, unchanged};
use crate::function::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "hiera_hash",
    "Returns all values of a key in the data as one hash. `lookup` does more.",
    overloads!("hash", unchanged),
);
