//! `convert_to`: converts a value to a data type; `new` with the value as first argument.

use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "convert_to",
    "Converts a value to a data type, passing further arguments to `new`. If there is a block, it is called with the \
     converted value and its result is returned.",
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
