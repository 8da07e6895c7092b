//! `extlib::is_in_cidr`: tests whether an address is in a network.

use value::Value;

use super::address;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "extlib::is_in_cidr",
    "Returns whether an address is in a network.",
    &[Overload::new("Stdlib::IP::Address::Nosubnet $ip, Variant[Stdlib::IP::Address::V4::CIDR, Stdlib::IP::Address::V6::CIDR] $cidr", |call| Ok(Value::Boolean(address(call, 1)?.includes(&address(call, 0)?))))],
)
.returning("Boolean");
