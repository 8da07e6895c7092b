//! `stdlib::ip_in_range`: whether an address is in a network.

use erb::Address;

use crate::fault::Fault;
use crate::function::{Call, Function, Overload};
use crate::functions::legacy;
use crate::value::Value;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "stdlib::ip_in_range",
    "Says whether an address of IP is in a network, such as `10.0.0.0/8`, or in one of an array of them.",
    &[Overload::new("String $ipaddress, Variant[String, Array] $range", is_in_range)],
)
.returning("Boolean");

fn is_in_range(call: &mut Call<'_, '_>) -> Result<Value, Fault> {
    let read = |text: &str| Address::parse(text).map_err(|fault| Fault::new(fault.message));
    let address = read(call.text(0))?;
    let ranges = call.argument(1).as_array().unwrap_or(std::slice::from_ref(call.argument(1)));
    let ranges = ranges.iter().map(|range| read(legacy::text(range)?)).collect::<Result<Vec<_>, Fault>>()?;
    Ok(Value::Boolean(ranges.iter().any(|range| range.includes(&address))))
}
