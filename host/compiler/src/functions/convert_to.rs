//! `convert_to`: `new` with the value first, to be written after it.

use crate::eval_error::EvalError;
use crate::function::{Function, FunctionCall, Overload};
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "convert_to",
    "Converts a value to a data type, with the further arguments that `new` takes for it. A block gets the result and \
     returns the result of the call.",
    &[Overload::new("Any $value, Type $type, Any *$args, Callable[1,1] &$block?", convert)],
);

fn convert(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let [value, data_type, rest @ ..] = call.arguments else {
        return Ok(Value::Undef);
    };
    let arguments: Vec<Value> = [data_type, value].into_iter().chain(rest).cloned().collect();
    let converted = call.evaluator.call_function("new", &arguments, None, call.span)?;
    if call.block.is_some() { call.invoke(&[converted]) } else { Ok(converted) }
}
