//! `has_interface_with`: tests whether the node has a network interface with a name or address.

use value::{EvalError, Hash, Value};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "has_interface_with",
    "Returns whether the node has an interface with this name, or one with a fact of this value: \
     `has_interface_with('ipaddress', '10.0.0.1')`. It uses legacy facts such as `ipaddress_eth0`.",
    &[Overload::legacy(has_interface)],
);

pub(in crate::functions) const NAMESPACED: Function = Function::new(
    "stdlib::has_interface_with",
    "Returns whether the node has an interface with this name, or one with this address: \
     `stdlib::has_interface_with('ip', '10.0.0.1')`. It can also search for a `mac`, `netmask` or `network`.",
    &[
        Overload::new("String[1] $interface", |call| {
            let has = interfaces(call).is_some_and(|interfaces| interfaces.text(call.text(0)).is_some());
            Ok(Value::Boolean(has))
        }),
        Overload::new(
            "Enum['macaddress','netmask','ipaddress','network','ip','mac'] $kind, String[1] $value",
            |call| {
                let kind = match call.text(0) {
                    "ipaddress" => "ip",
                    "macaddress" => "mac",
                    other => other,
                };
                let has = |facts: &Value| facts.as_hash().and_then(|facts| facts.text(kind)) == Some(call.argument(1));
                Ok(Value::Boolean(interfaces(call).is_some_and(|interfaces| interfaces.values().any(has))))
            },
        ),
    ],
)
.returning("Boolean");

fn interfaces(call: &FunctionCall<'_, '_>) -> Option<Hash> {
    let networking = call.evaluator.facts.get("networking")?;
    networking.as_hash()?.text("interfaces")?.as_hash().cloned()
}

fn has_interface(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let arguments = legacy::arguments(call)?;
    let given = arguments.len();
    let ([name] | [name, _]) = arguments.as_slice() else {
        let what = "has_interface_with(): Wrong number of arguments given";
        return Err(EvalError::new(format!("{what} ({given} for 1 or 2)")));
    };
    let known = call.evaluator.look_up_variable("interfaces")?;
    let Some(Value::String(interfaces)) = known else { return Ok(Value::Boolean(false)) };
    let Some(value) = arguments.get(1) else {
        let has = interfaces.split(',').any(|interface| Some(interface) == name.as_str());
        return Ok(Value::Boolean(has));
    };
    let kind = name.ruby();
    let has = |name: &str| {
        // Puppet: a missing variable is not reported here.
        call.evaluator.variable(name).as_ref() == Some(value)
    };
    let has = has(&kind) || interfaces.split(',').any(|interface| has(&format!("{kind}_{}", interface.to_lowercase())));
    Ok(Value::Boolean(has))
}
