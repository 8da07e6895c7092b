//! `stdlib::rewrap_sensitive_data`: moves the marks of secrets in a value to the whole value.

use value::{EvalError, Hash, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "stdlib::rewrap_sensitive_data",
    "Returns a value in which no part is sensitive, after an optional block has changed it. The whole is sensitive if a part of the \
     argument was.",
    &[Overload::new("Any $data, Callable[Any] &$block?", rewrapped)],
)
.returning("Any");

fn rewrapped(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let data = call.argument(0);
    data.check_weight()?;
    let mut is_sensitive = false;
    let plain = unwrapped(data, &mut is_sensitive);
    let result = if call.block.is_some() { call.invoke(std::slice::from_ref(&plain))? } else { plain };
    Ok(if is_sensitive { Value::sensitive(result) } else { result })
}

/// Returns a value without marks of secrets, and sets a flag if it had one.
fn unwrapped(value: &Value, is_sensitive: &mut bool) -> Value {
    match value {
        Value::Sensitive(secret) => {
            *is_sensitive = true;
            unwrapped(secret, is_sensitive)
        }
        Value::Array(elements) => elements.iter().map(|element| unwrapped(element, is_sensitive)).collect(),
        Value::Hash(hash) => {
            let mut plain = Hash::with_capacity(hash.len());
            for (key, value) in hash.iter() {
                let key = match key {
                    Value::Sensitive(secret) => {
                        *is_sensitive = true;
                        (**secret).clone()
                    }
                    key => key.clone(),
                };
                plain.insert(key, unwrapped(value, is_sensitive));
            }
            plain.into()
        }
        other => other.clone(),
    }
}
