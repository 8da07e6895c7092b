//! `hiera_array`: all values of a key as an array, as in Hiera 3.

use super::hiera_lookup::{looked_up, overloads, unchanged};
use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "hiera_array",
    "Looks up all values of a key in the data, merged to an array. Deprecated in favor of `lookup`.",
    overloads!("unique", unchanged),
);
