//! `is_ip_address`: tests whether a value is an IP address.

use erb::IpAddress;
use value::Value;

use super::checks;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "is_ip_address",
    "Returns whether a value is an IP address or a network. Deprecated: use `=~` with a data type.",
    &[Overload::new(checks::PARAMETERS, |call| checks::test_single(call, "Ip_address", is_address))],
);

pub(super) fn is_address(value: &Value) -> bool {
    value.as_str().is_some_and(|text| IpAddress::parse(text).is_ok())
}
