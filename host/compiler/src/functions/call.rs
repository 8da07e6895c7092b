//! `call`: calls a function by name.

use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "call",
    "Calls the function with the given name, passing the other arguments and the block; or evaluates a `Deferred` \
     value.",
    &[
        Overload::new("String $function_name, Any *$arguments, Callable &$block?", by_name),
        Overload::new("Deferred $deferred", |call| call.evaluator.resolve_deferred(call.argument(0), call.span)),
    ],
);

fn by_name(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let [_, arguments @ ..] = call.arguments else { return Ok(Value::Undef) };
    call.evaluator.call_existing_function(call.text(0), arguments, call.block, call.span)
}
