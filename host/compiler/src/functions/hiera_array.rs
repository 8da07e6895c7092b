//! `hiera_array`: all values of a key as one array, the way of Hiera 3.

use super::hiera_lookup::{looked_up, overloads, unchanged};
use crate::function::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "hiera_array",
    "Returns all values of a key in the data as one array. `lookup` does more.",
    overloads!("unique", unchanged),
);
