//! `enclose_ipv6`: encloses IPv6 addresses in brackets.

use erb::IpAddress;
use indexmap::IndexSet;
use value::{EvalError, Value, class_name};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "enclose_ipv6",
    "Returns IP addresses without duplicates, with IPv6 addresses in brackets; `*` is returned unchanged.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let [addresses] = arguments.as_slice() else {
            let given = arguments.len();
            return Err(EvalError::new(format!("enclose_ipv6(): Wrong number of arguments given {given} for 1")));
        };
        if !matches!(addresses, Value::String(_) | Value::Array(_)) {
            let class = class_name(addresses);
            let what = "enclose_ipv6(): Wrong argument type given";
            return Err(EvalError::new(format!("{what} {class} expected String or Array")));
        }
        let mut flat = Vec::new();
        addresses.flatten_into(&mut flat);
        let enclosed: Result<IndexSet<Value>, EvalError> =
            flat.into_iter().filter(|address| !address.is_undef()).map(enclosed).collect();
        Ok(enclosed?.into_iter().collect())
    })],
);

fn enclosed(value: Value) -> Result<Value, EvalError> {
    if value.as_str() == Some("*") {
        return Ok(value);
    }
    match value.as_str().map(IpAddress::parse) {
        Some(Ok(address)) if address.is_ipv6() => Ok(format!("[{}]", address.text()).into()),
        Some(Ok(_)) => Ok(value),
        _ => {
            let shown = value.ruby();
            Err(EvalError::new(format!("enclose_ipv6(): Wrong argument given {shown} is not an ip address.")))
        }
    }
}
