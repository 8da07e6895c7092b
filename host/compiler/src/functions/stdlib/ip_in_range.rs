//! `stdlib::ip_in_range`: tests whether an IP address is in a network.

use erb::IpAddress;
use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "stdlib::ip_in_range",
    "Returns whether an IP address is in a network such as `10.0.0.0/8`, or in any network of an array.",
    &[Overload::new("String $ipaddress, Variant[String, Array] $range", is_in_range)],
)
.returning("Boolean");

fn is_in_range(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let read = |text: &str| IpAddress::parse(text).map_err(|fault| EvalError::new(fault.message));
    let address = read(call.text(0))?;
    let ranges = call.argument(1).as_array().unwrap_or(std::slice::from_ref(call.argument(1)));
    let ranges = ranges.iter().map(|range| read(legacy::text(range)?)).collect::<Result<Vec<_>, EvalError>>()?;
    Ok(Value::Boolean(ranges.iter().any(|range| range.includes(&address))))
}
