//! `dig`: nested value by a path of keys and indexes.

use datatype::Type;
use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "dig",
    "Returns a nested value by following keys and indexes into hashes and arrays; `undef` if one of them does not \
     exist.",
    &[Overload::new("Optional[Collection] $data, Any *$arg", dig)],
);

/// Why a path cannot be followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum DigError {
    /// An array is accessed with a key that isn't an integer.
    #[error("The given data requires an Integer index at {path}, got '{actual}'")]
    NoInteger { path: String, actual: String },
    /// The path continues into a value that is not a collection.
    #[error("The given data does not contain a Collection at {path}, got '{actual}'")]
    NoCollection { path: String, actual: String },
}

impl DigError {
    /// Returns Puppet's issue code for the error.
    pub(super) fn issue(&self) -> &'static str {
        match self {
            Self::NoInteger { .. } => "EXPECTED_INTEGER_INDEX",
            Self::NoCollection { .. } => "EXPECTED_COLLECTION",
        }
    }
}

fn dig(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    follow(call.argument(0), &call.arguments[1..]).map_err(|error| EvalError::new(error.to_string()))
}

/// Follows a path of keys and indexes from a value; `undef` if an element does not exist.
///
/// # Errors
/// Returns an error if an array is accessed with a key that isn't an integer, or the path continues into a value that
/// is not a collection.
pub(super) fn follow(value: &Value, path: &[Value]) -> Result<Value, DigError> {
    let mut found = value.clone();
    for (index, key) in path.iter().enumerate() {
        if found.is_undef() || key.is_undef() {
            return Ok(Value::Undef);
        }
        let walked = |count: usize| Value::from(path[..count].to_vec()).inspect();
        found = match (&found, key) {
            (Value::Hash(hash), _) => hash.get(key).cloned().unwrap_or_default(),
            (Value::Array(elements), Value::Integer(position)) => element(elements, *position),
            (Value::Array(_), _) => {
                return Err(DigError::NoInteger { path: walked(index + 1), actual: Type::infer(key).to_string() });
            }
            (other, _) => {
                return Err(DigError::NoCollection { path: walked(index), actual: Type::infer(other).to_string() });
            }
        };
    }
    Ok(found)
}

/// Returns an element; a negative index counts from the end.
fn element(elements: &[Value], position: i64) -> Value {
    let length = i64::try_from(elements.len()).unwrap_or(i64::MAX);
    let position = if position < 0 { position.saturating_add(length) } else { position };
    usize::try_from(position).ok().and_then(|position| elements.get(position)).cloned().unwrap_or_default()
}
