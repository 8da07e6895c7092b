//! `assert_type`: checks that a value has a data type.

use datatype::{Type, mismatch};
use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "assert_type",
    "Returns a value if it is an instance of a data type, given as a type or as text. Otherwise the call fails, or \
     calls a block with the expected and the actual type and returns its result.",
    &[
        Overload::new("Type $type, Any $value, Callable[Type, Type] &$block?", |call| {
            let data_type = call.argument(0).as_type().cloned().unwrap_or(Type::Any);
            assert(call, data_type)
        }),
        Overload::new("String $type_string, Any $value, Callable[Type, Type] &$block?", |call| {
            let data_type = call.evaluator.parse_type(call.text(0))?;
            assert(call, data_type)
        }),
    ],
);

fn assert(call: &mut FunctionCall<'_, '_>, data_type: Type) -> Result<Value, EvalError> {
    let value = call.argument(1);
    if data_type.is_instance(value) {
        return Ok(value.clone());
    }
    let actual = Type::infer_set(value);
    if call.block.is_some() {
        return call.invoke(&[Value::from(data_type), Value::from(actual)]);
    }
    Err(EvalError::new(mismatch::describe("assert_type():", &data_type, &actual)))
}
