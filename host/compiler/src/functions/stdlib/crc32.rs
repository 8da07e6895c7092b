//! `stdlib::crc32`: CRC-32 checksum of a value.

use value::Value;

use crate::evaluator::{Function, Overload};

/// The polynomial of CRC-32 as in zlib, bits reversed.
const POLYNOMIAL: u32 = 0xedb8_8320;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "stdlib::crc32",
    "Returns the CRC-32 checksum of a value in hexadecimal digits, without leading zeros.",
    &[Overload::new("Variant[ScalarData, Sensitive[ScalarData], Binary, Sensitive[Binary]] $my_data", |call| {
        let value = match call.argument(0) {
            Value::Sensitive(secret) => secret,
            value => value,
        };
        Ok(Value::from(format!("{:x}", checksum(value.ruby().as_bytes()))))
    })],
);

fn checksum(bytes: &[u8]) -> u32 {
    let shifted = |sum: u32| (sum >> 1) ^ if sum & 1 == 1 { POLYNOMIAL } else { 0 };
    let add = |sum: u32, byte: &u8| (0..8).fold(sum ^ u32::from(*byte), |sum, _| shifted(sum));
    !bytes.iter().fold(u32::MAX, add)
}
