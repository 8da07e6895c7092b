//! `dig`: a value deep inside of arrays and hashes.

use datatype::Type;

use crate::fault::Fault;
use crate::function::{Call, Function, Overload};
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "dig",
    "Returns the value that is found by going into arrays and hashes with one key or index after the other; `undef` if one \
     leads nowhere.",
    &[Overload::new("Optional[Collection] $data, Any *$arg", dig)],
);

fn dig(call: &mut Call<'_, '_>) -> Result<Value, Fault> {
    let mut found = call.argument(0).clone();
    for (index, key) in call.arguments.iter().enumerate().skip(1) {
        if found.is_undef() || key.is_undef() {
            return Ok(Value::Undef);
        }
        let walked = |count: usize| Value::from(call.arguments[1..count].to_vec()).inspect();
        found = match (&found, key) {
            (Value::Hash(hash), _) => hash.get(key).cloned().unwrap_or_default(),
            (Value::Array(elements), Value::Integer(position)) => element(elements, *position),
            (Value::Array(_), _) => {
                let (path, actual) = (walked(index + 1), Type::infer(key));
                let message = format!("The given data requires an Integer index at {path}, got '{actual}'");
                return Err(Fault::new(message));
            }
            (other, _) => {
                let (path, actual) = (walked(index), Type::infer(other));
                let message = format!("The given data does not contain a Collection at {path}, got '{actual}'");
                return Err(Fault::new(message));
            }
        };
    }
    Ok(found)
}

/// Returns an element; negative positions count from the end.
fn element(elements: &[Value], position: i64) -> Value {
    let length = i64::try_from(elements.len()).unwrap_or(i64::MAX);
    let position = if position < 0 { position.saturating_add(length) } else { position };
    usize::try_from(position).ok().and_then(|position| elements.get(position)).cloned().unwrap_or_default()
}
