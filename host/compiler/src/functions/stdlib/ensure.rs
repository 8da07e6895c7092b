//! `stdlib::ensure`: value of `ensure` for a kind of resource.

use value::Value;

use crate::evaluator::{Function, FunctionCall, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "stdlib::ensure",
    "Returns the value of `ensure` for a kind of resource that should exist (`true` or `present`) or not: \
     `stdlib::ensure(true, 'service')` is `running`, `stdlib::ensure(false, 'service')` is `stopped`. Without a kind, \
     it is `present` or `absent`.",
    &[Overload::new(
        "Variant[Boolean, Enum['present','absent']] $ensure, \
         Optional[Enum['directory','link','mounted','service','file','package']] $resource?",
        |call| Ok(Value::from(ensure(call))),
    )],
)
.returning("String");

fn ensure<'c>(call: &FunctionCall<'c, '_>) -> &'c str {
    let is_wanted = match call.argument(0) {
        Value::Boolean(is_wanted) => *is_wanted,
        other => other.as_str() == Some("present"),
    };
    match (call.argument(1).as_str(), is_wanted) {
        (Some("package"), true) => "installed",
        (Some("service"), true) => "running",
        (Some("service"), false) => "stopped",
        (Some(kind), true) => kind,
        (None, true) => "present",
        (_, false) => "absent",
    }
}
