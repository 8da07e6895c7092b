//! `extlib::last_in_cidr`: last address of a network.

use value::Value;

use super::address;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "extlib::last_in_cidr",
    "Returns the last address of a network such as `10.0.0.0/8`.",
    &[Overload::new("Variant[Stdlib::IP::Address::V4::CIDR, Stdlib::IP::Address::V6::CIDR] $ip", |call| {
        Ok(Value::from(address(call, 0)?.last().text()))
    })],
)
.returning("String");
