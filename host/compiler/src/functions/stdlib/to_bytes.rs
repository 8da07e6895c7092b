//! `to_bytes`: converts a size with a unit to bytes.

use ruby::bignum::Bignum;
use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};
use crate::functions::{legacy, ruby_values};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "to_bytes",
    "Converts a size such as `4 kB` to a number of bytes. The units `k`, `M`, `G`, `T`, `P` and `E` are powers of 1024. \
     Numbers are returned unchanged.",
    &[Overload::legacy(|call| {
        let [size] = legacy::exactly(call)?;
        match &size {
            Value::Integer(_) | Value::Float(_) => Ok(size),
            other => bytes(legacy::text(other)?),
        }
    })],
);

fn bytes(text: &str) -> Result<Value, EvalError> {
    let is_part = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | 'e' | '+' | '-');
    let (number, rest) = text.split_at(text.find(|letter| !is_part(letter)).unwrap_or(text.len()));
    let unit = rest.trim_start_matches([' ', '\t', '\n', '\u{b}', '\u{c}', '\r']).chars().next();
    let power = match unit {
        None | Some('b' | 'B') => 0,
        Some('k') => 1,
        Some('M') => 2,
        Some('G') => 3,
        Some('T') => 4,
        Some('P') => 5,
        Some('E') => 6,
        Some(other) => return Err(EvalError::new(format!("to_bytes(): Unknown prefix {other}"))),
    };
    let size = ruby::number::leading_float(number) * 1024.0_f64.powi(power);
    let size = Bignum::truncate(size).ok_or_else(|| EvalError::new("Infinity"))?;
    ruby_values::integer_value(&size)
}
