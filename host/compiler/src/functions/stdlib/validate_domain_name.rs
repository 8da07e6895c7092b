//! `stdlib::validate_domain_name`: fails unless values are domain names.

use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "stdlib::validate_domain_name",
    "Fails unless all arguments are valid domain names.",
    &[Overload::new("Variant[Stdlib::Fqdn, Stdlib::Dns::Zone] *$values", |call| match call.arguments {
        [] => Err(EvalError::new("stdlib::validate_domain_name(): Wrong number of arguments need at least one")),
        _ => Ok(Value::Undef),
    })],
);
