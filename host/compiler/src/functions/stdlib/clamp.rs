//! `clamp`: the middle of three numbers.

use value::{EvalError, Value, class_name};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "clamp",
    "Returns the middle of three numbers, which can be in arrays.",
    &[Overload::legacy(|call| {
        let mut numbers = Vec::new();
        for argument in legacy::arguments(call)? {
            collect(&argument, &mut numbers)?;
        }
        let [_, _, _] = numbers.as_slice() else {
            return Err(EvalError::new("clamp(): Wrong number of arguments, need three to clamp"));
        };
        numbers.sort();
        Ok(Value::Integer(numbers[1]))
    })],
);

/// Adds the whole numbers in a value.
fn collect(value: &Value, numbers: &mut Vec<i64>) -> Result<(), EvalError> {
    match value {
        Value::Array(elements) => elements.iter().try_for_each(|element| collect(element, numbers)),
        other => match other.ruby().parse() {
            Ok(number) => {
                numbers.push(number);
                Ok(())
            }
            Err(_) => {
                let (shown, class) = (other.ruby(), class_name(other));
                Err(EvalError::new(format!("clamp(): Required explicit numeric ({shown}:{class})")))
            }
        },
    }
}
