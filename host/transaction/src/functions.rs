//! The trait `DeferredFunctions`, used to evaluate deferred calls when a catalog is prepared.

use catalog::Value;
use thiserror::Error;

/// Error of a deferred call. Displays as one sentence.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FunctionError {
    /// The function does not exist.
    #[error("Unknown function '{0}'")]
    Unknown(String),
    /// Arrays, hashes and arguments with deferred calls are nested too deeply.
    #[error("a value is nested more than {MAX_DEPTH} levels deep")]
    TooDeep,
    /// The function failed for this reason.
    #[error("{0}")]
    Failed(String),
}

/// Evaluates deferred calls.
pub trait DeferredFunctions {
    /// Calls a function. The arguments contain no deferred calls. A name with a leading `$` is a variable; the
    /// arguments are then the keys of the part to return.
    ///
    /// # Errors
    /// Returns an error if the function does not exist or fails.
    fn call(&mut self, name: &str, arguments: &[Value]) -> Result<Value, FunctionError>;
}

/// Implementation without functions: every call fails.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFunctions;

impl DeferredFunctions for NoFunctions {
    fn call(&mut self, name: &str, _arguments: &[Value]) -> Result<Value, FunctionError> {
        Err(FunctionError::Unknown(name.to_owned()))
    }
}

/// Maximum nesting depth of deferred calls in arrays, hashes and arguments.
const MAX_DEPTH: usize = 100;

/// Evaluates all deferred calls in a value, inner calls first.
pub(crate) fn resolve(functions: &mut dyn DeferredFunctions, value: Value) -> Result<Value, FunctionError> {
    resolve_at(functions, value, 0)
}

fn resolve_at(functions: &mut dyn DeferredFunctions, value: Value, depth: usize) -> Result<Value, FunctionError> {
    if depth > MAX_DEPTH {
        return Err(FunctionError::TooDeep);
    }
    let mut each = |value| resolve_at(functions, value, depth + 1);
    match value {
        Value::Array(elements) => elements.into_iter().map(each).collect::<Result<_, _>>().map(Value::Array),
        Value::Hash(entries) => {
            // As in Puppet, deferred calls in keys are not evaluated.
            let entries: Result<_, FunctionError> =
                entries.into_iter().map(|(key, value)| Ok((key, each(value)?))).collect();
            entries.map(Value::Hash)
        }
        Value::Sensitive(secret) => {
            let inner = each(secret.reveal().clone())?;
            Ok(Value::Sensitive(catalog::Sensitive::new(inner)))
        }
        Value::Deferred(call) => {
            let arguments: Vec<Value> = call.arguments.into_iter().flatten().map(each).collect::<Result<_, _>>()?;
            functions.call(&call.name, &arguments)
        }
        other => Ok(other),
    }
}

/// Returns whether a value contains a deferred call.
pub(crate) fn is_deferred(value: &Value) -> bool {
    match value {
        Value::Deferred(_) => true,
        Value::Array(elements) => elements.iter().any(is_deferred),
        Value::Hash(entries) => entries.iter().any(|(_, value)| is_deferred(value)),
        Value::Sensitive(secret) => is_deferred(secret.reveal()),
        _ => false,
    }
}
