//! `extlib::get_ip_in_cidr`: an address of a network by its number.

use value::{EvalError, Value};

use super::address;
use crate::evaluator::{Function, FunctionCall, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "extlib::get_ip_in_cidr",
    "Returns an address of a network by its number, by default 1; negative numbers count from the end. `first`, `second` and `last` \
     are 1, 2 and -1.",
    &[Overload::new(
        "Variant[Stdlib::IP::Address::V4::CIDR, Stdlib::IP::Address::V6::CIDR] $cidr, \
         Variant[Enum['first','second','last'], Integer] $index?",
        numbered,
    )],
)
.returning("String");

fn numbered(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let number = match call.text(1) {
        "second" => 2,
        "last" => -1,
        _ => call.integer(1).unwrap_or(1),
    };
    let found = address(call, 0)?.numbered(number);
    found.map(|found| Value::from(found.text())).ok_or_else(|| EvalError::new("Index is outside of the CIDR"))
}
