//! `convert_base`: converts a number to another base.

use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "convert_base",
    "Converts a whole number to a text in another base, from 2 to 36.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let [number, base] = arguments.as_slice() else {
            let given = arguments.len();
            return Err(EvalError::new(format!("convert_base(): Wrong number of arguments given ({given} for 2)")));
        };
        let number: i128 = number.ruby().parse().map_err(|_| EvalError::new(NO_NUMBER))?;
        let base: u32 = base.ruby().parse().map_err(|_| EvalError::new(NO_BASE))?;
        if !(2..=36).contains(&base) {
            return Err(EvalError::new(WRONG_BASE));
        }
        Ok(Value::from(in_base(number, base)))
    })],
);

const NO_NUMBER: &str =
    "convert_base(): First argument must be an integer or a string corresponding to an integer in base 10";

const NO_BASE: &str =
    "convert_base(): Second argument must be an integer or a string corresponding to an integer in base 10";

const WRONG_BASE: &str = "convert_base(): base must be at least 2 and must not be greater than 36";

fn in_base(number: i128, base: u32) -> String {
    let mut rest = number.unsigned_abs();
    let mut digits = Vec::new();
    while rest > 0 || digits.is_empty() {
        digits.extend(char::from_digit((rest % u128::from(base)) as u32, base));
        rest /= u128::from(base);
    }
    let sign = if number < 0 { "-" } else { "" };
    sign.chars().chain(digits.into_iter().rev()).collect()
}
