//! `unwrap`: what a secret holds.

use crate::eval_error::EvalError;
use crate::function::{Function, FunctionCall, Overload};
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "unwrap",
    "Returns what a `Sensitive` value holds, and any other value as it is. A block gets it and returns the result of the \
     call, so that the secret goes no further.",
    &[Overload::new("Sensitive $arg, Callable &$block?", unwrap), Overload::new("Any $arg, Callable &$block?", unwrap)],
);

fn unwrap(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let value = match call.argument(0) {
        Value::Sensitive(secret) => Value::clone(secret),
        other => other.clone(),
    };
    if call.block.is_some() { call.invoke(&[value]) } else { Ok(value) }
}
