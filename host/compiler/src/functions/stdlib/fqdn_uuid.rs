//! `fqdn_uuid`: the UUID of a name of DNS.

use std::fmt::Write as _;

use sha1::Digest;

use crate::eval_error::EvalError;
use crate::function::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "fqdn_uuid",
    "Returns the UUID of version 5 that belongs to a name in the name space of DNS.",
    &[Overload::new(legacy::PARAMETERS, |call| {
        let arguments = legacy::arguments(call)?;
        match arguments.as_slice() {
            [] => Err(EvalError::new("fqdn_uuid: No arguments given")),
            [name] => Ok(uuid(legacy::text(name)?).into()),
            others => Err(EvalError::new(format!("fqdn_uuid: Too many arguments given ({})", others.len()))),
        }
    })],
);

/// The name space of DNS, as RFC 4122 has it.
const SPACE: [u8; 16] = 0x6ba7_b810_9dad_11d1_80b4_00c0_4fd4_30c8_u128.to_be_bytes();

fn uuid(name: &str) -> String {
    let digest = sha1::Sha1::new().chain_update(SPACE).chain_update(name).finalize();
    let mut text = String::new();
    for (place, byte) in digest.iter().take(SPACE.len()).enumerate() {
        let byte = match place {
            6 => byte & 0x0f | 0x50,
            8 => byte & 0x3f | 0x80,
            _ => *byte,
        };
        if matches!(place, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
