//! `extlib::compare_ip`: compares addresses.

use value::Value;

use super::address;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "extlib::compare_ip",
    "Returns -1, 0 or 1 if an address is less than, equal to or greater than another one, as numbers.",
    &[Overload::new("Stdlib::IP::Address $left, Stdlib::IP::Address $right", |call| {
        let order = address(call, 0)?.bits().cmp(&address(call, 1)?.bits());
        Ok(Value::Integer((order as i8).into()))
    })],
)
.returning("Integer[-1,1]");
