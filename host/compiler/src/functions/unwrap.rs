//! `unwrap`: content of a secret.

use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "unwrap",
    "Returns the content of a `Sensitive` value; other values are returned unchanged. If there is a block, it is called \
     with the content and its result is returned, so that the secret is only used inside the block.",
    &[Overload::new("Sensitive $arg, Callable &$block?", unwrap), Overload::new("Any $arg, Callable &$block?", unwrap)],
);

fn unwrap(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let value = match call.argument(0) {
        Value::Sensitive(secret) => Value::clone(secret),
        other => other.clone(),
    };
    if call.block.is_some() { call.invoke(&[value]) } else { Ok(value) }
}
