//! `empty`: tests whether a value is empty.

use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "empty",
    "Returns whether a string, secret string, binary value, array or hash is empty. `undef` is empty; a number is not, \
     and passing one is deprecated.",
    &[
        Overload::new("Collection $coll", |call| Ok(Value::from(is_empty(call.argument(0))))),
        Overload::new("Sensitive[String] $str", |call| Ok(Value::from(is_empty(call.argument(0))))),
        Overload::new("String $str", |call| Ok(Value::from(call.text(0).is_empty()))),
        Overload::new("Numeric $num", of_number),
        Overload::new("Binary $bin", |call| Ok(Value::from(is_empty(call.argument(0))))),
        Overload::new("Undef $x", |_| Ok(Value::from(true))),
    ],
);

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(elements) => elements.is_empty(),
        Value::Hash(hash) => hash.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Binary(bytes) => bytes.is_empty(),
        Value::Sensitive(secret) => is_empty(secret),
        _ => false,
    }
}

fn of_number(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let key = format!("empty-from-{:?}", call.span);
    let warning = "Calling function empty() with Numeric value is deprecated.";
    call.evaluator.warn_once(&key, warning, Some(call.span));
    Ok(Value::from(false))
}
