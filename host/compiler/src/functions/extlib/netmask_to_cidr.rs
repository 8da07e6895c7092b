//! `extlib::netmask_to_cidr`: length of the prefix of a netmask.

use value::Value;

use super::{address, parsed};
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "extlib::netmask_to_cidr",
    "Returns the number of leading bits that are set in a netmask such as `255.255.0.0`.",
    &[Overload::new("Stdlib::IP::Address::Nosubnet $netmask", |call| {
        let any = if address(call, 0)?.is_ipv6() { "::" } else { "0.0.0.0" };
        Ok(Value::Integer(parsed(&format!("{any}/{}", call.text(0)))?.prefix().into()))
    })],
)
.returning("Integer[0, 128]");
