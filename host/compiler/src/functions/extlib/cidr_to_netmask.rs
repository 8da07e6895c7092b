//! `extlib::cidr_to_netmask`: mask of a network.

use value::Value;

use super::address;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "extlib::cidr_to_netmask",
    "Returns the netmask of a network such as `10.0.0.0/8`. The mask of an IPv6 network has all digits.",
    &[Overload::new("Variant[Stdlib::IP::Address::V4::CIDR, Stdlib::IP::Address::V6::CIDR] $ip", |call| {
        Ok(Value::from(address(call, 0)?.netmask()))
    })],
)
.returning("String");
