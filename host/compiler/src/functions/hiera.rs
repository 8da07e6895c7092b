//! `hiera`: the first value of a key, the way of Hiera 3.

use super::hiera_lookup::{looked_up, overloads, unchanged};
use crate::function::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "hiera",
    "Returns the first value of a key in the data. `lookup` does more.",
    overloads!("first", unchanged),
);
