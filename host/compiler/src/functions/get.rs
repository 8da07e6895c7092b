//! `get`: nested value by a dotted path.

use std::sync::Arc;

use datatype::Type;
use value::{EvalError, Hash, Object, Value};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::dig::{self, DigError};

pub(super) const FUNCTION: Function = Function::new(
    "get",
    "Returns a nested value by a path such as `os.release.major` or `interfaces.0.name`; segments that contain dots are \
     quoted. If an element does not exist, returns the default, which is `undef` if not given. A block is called with \
     the error if the path continues into a value that is not a collection, or accesses an array with a key that isn't \
     an integer.",
    &[Overload::new("Any $value, String $dotted_string, Any $default_value?, Callable[1,1] &$block?", |call| {
        navigate_or(call, call.argument(0), call.text(1), call.argument(2))
    })],
);

/// Follows a path from a value, or returns a default. The block is the block of the call.
pub(super) fn navigate_or(
    call: &mut FunctionCall<'_, '_>,
    value: &Value,
    path: &str,
    default: &Value,
) -> Result<Value, EvalError> {
    if value.is_undef() {
        return Ok(default.clone());
    }
    if path.is_empty() {
        return Ok(value.clone());
    }
    let segments = segments(path).ok_or_else(|| EvalError::new("Syntax error in dotted-navigation string"))?;
    if !matches!(value, Value::Array(_) | Value::Hash(_)) {
        // Puppet: `dig` rejects such an argument, and the block is not called.
        let arguments: Vec<Value> = std::iter::once(value.clone()).chain(segments).collect();
        return call.evaluator.call_function("dig", &arguments, None, call.span);
    }
    match (dig::follow(value, &segments), call.block) {
        (Ok(Value::Undef), _) => Ok(default.clone()),
        (Ok(found), _) => Ok(found),
        (Err(error), None) => Err(EvalError::new(error.to_string())),
        (Err(error), Some(_)) => call.invoke(&[described(&error)]),
    }
}

/// Returns the first segment of a path; `None` if the path is empty or malformed.
pub(super) fn first_segment(path: &str) -> Option<Value> {
    segments(path)?.into_iter().next()
}

/// Splits a path at its dots. Quoted segments may contain dots; digits become integers.
fn segments(path: &str) -> Option<Vec<Value>> {
    let mut segments = Vec::new();
    let mut rest = path;
    loop {
        let trimmed = rest.trim_start();
        let (segment, after) = match trimmed.chars().next() {
            Some(quote @ ('\'' | '"')) => {
                let (quoted, after) = trimmed[1..].split_once(quote)?;
                (Value::from(quoted), after.trim_start())
            }
            _ => {
                let end = rest.find(['.', '\'', '"']).unwrap_or(rest.len());
                let plain = rest[..end].trim();
                let segment = plain.parse::<i64>().map_or_else(|_| Value::from(plain), Value::Integer);
                if plain.is_empty() {
                    return None;
                }
                (segment, &rest[end..])
            }
        };
        segments.push(segment);
        match after.strip_prefix('.') {
            Some(next) => rest = next,
            None => return after.is_empty().then_some(segments),
        }
    }
}

/// Returns the error in the form passed to a block.
fn described(error: &DigError) -> Value {
    let message = error.to_string();
    let mut attributes = Hash::default();
    attributes.insert("msg", message.as_str());
    attributes.insert("message", message.as_str());
    attributes.insert("kind", "SLICE_ERROR");
    attributes.insert("issue_code", error.issue());
    Value::Object(Arc::new(Object { object_type: Type::Error, attributes, context: None }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_is_split_at_unquoted_dots() {
        let split = |path| segments(path).map(|parts| Value::from(parts).inspect());
        assert_eq!(split("a.b.0").as_deref(), Some(r#"["a", "b", 0]"#));
        assert_eq!(split("a.'x.y'.\"z\"").as_deref(), Some(r#"["a", "x.y", "z"]"#));
        for path in ["", "a..b", "a.", ".a", "a.'b"] {
            assert_eq!(split(path), None, "{path}");
        }
    }
}
