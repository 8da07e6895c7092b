//! `fqdn_uuid`: UUID of a DNS name.

use uuid::Uuid;
use value::EvalError;

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "fqdn_uuid",
    "Returns the version 5 UUID of a name in the DNS namespace.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        match arguments.as_slice() {
            [] => Err(EvalError::new("fqdn_uuid: No arguments given")),
            [name] => Ok(Uuid::new_v5(&Uuid::NAMESPACE_DNS, legacy::text(name)?.as_bytes()).to_string().into()),
            others => Err(EvalError::new(format!("fqdn_uuid: Too many arguments given ({})", others.len()))),
        }
    })],
);
