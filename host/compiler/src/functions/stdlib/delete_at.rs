//! `delete_at`: removes the element at an index.

use value::{EvalError, Value, class_name};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "delete_at",
    "Returns an array without the element at an index. The index is counted from 0, or from the end if it is negative.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let [array, index, ..] = arguments.as_slice() else {
            let given = arguments.len();
            return Err(EvalError::new(format!("delete_at(): Wrong number of arguments given ({given} for 2)")));
        };
        let Value::Array(array) = array else { return Err(EvalError::new("delete_at(): Requires array to work with")) };
        let index = place(index)?;
        let length = i64::try_from(array.len()).unwrap_or(i64::MAX);
        if index >= length {
            return Err(EvalError::new("delete_at(): Given index exceeds size of array given"));
        }
        let place = usize::try_from(if index < 0 { index.saturating_add(length) } else { index }).ok();
        let kept = array.iter().enumerate().filter(|(position, _)| Some(*position) != place);
        Ok(kept.map(|(_, element)| element.clone()).collect())
    })],
);

fn place(index: &Value) -> Result<i64, EvalError> {
    match index {
        Value::Integer(index) => Ok(*index),
        #[expect(clippy::cast_possible_truncation, reason = "saturation keeps the index out of range")]
        Value::Float(index) => Ok(*index as i64),
        Value::String(text) => {
            let is_number = |line: &str| !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
            if !text.split_terminator('\n').any(is_number) {
                return Err(EvalError::new("delete_at(): You must provide non-negative numeric index"));
            }
            Ok(ruby::number::leading_integer(text, 10).to_i64().unwrap_or(i64::MAX))
        }
        other => {
            let (shown, class) = (other.inspect(), class_name(other));
            Err(EvalError::new(format!("undefined method `to_i' for {shown}:{class}")))
        }
    }
}
