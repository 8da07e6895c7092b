//! `hiera`: first value of a key, as in Hiera 3.

use super::hiera_lookup::{looked_up, overloads, unchanged};
use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "hiera",
    "Looks up the first value of a key in the data. Deprecated in favor of `lookup`.",
    overloads!("first", unchanged),
);
