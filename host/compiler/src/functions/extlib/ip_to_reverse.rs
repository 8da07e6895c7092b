//! `extlib::ip_to_reverse`: name of an address in the reverse zones of DNS.

use value::Value;

use super::address;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "extlib::ip_to_reverse",
    "Returns the name of an address in the zone `in-addr.arpa` or `ip6.arpa`.",
    &[Overload::new("Stdlib::IP::Address $ip", |call| Ok(Value::from(address(call, 0)?.reverse_name())))],
)
.returning("String");
