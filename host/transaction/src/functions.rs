//! The trait `DeferredFunctions`, by which deferred calls are made when a catalog is prepared.

use catalog::Value;
use thiserror::Error;

/// Why a deferred call has no value. It prints as one sentence.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FunctionError {
    /// There is no function of this name.
    #[error("Unknown function '{0}'")]
    Unknown(String),
    /// Lists, hashes and arguments with deferred calls are nested too deeply.
    #[error("a value is nested more than {MAX_DEPTH} levels deep")]
    TooDeep,
    /// The function failed, for this reason.
    #[error("{0}")]
    Failed(String),
}

/// Makes deferred calls.
pub trait DeferredFunctions {
    /// Calls a function. Its arguments hold no deferred calls any more. A name that begins with `$` is that of a variable, of
    /// which the arguments name a part.
    ///
    /// # Errors
    /// There is no such function, or it fails.
    fn call(&mut self, name: &str, arguments: &[Value]) -> Result<Value, FunctionError>;
}

/// Refuses every call.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFunctions;

impl DeferredFunctions for NoFunctions {
    fn call(&mut self, name: &str, _arguments: &[Value]) -> Result<Value, FunctionError> {
        Err(FunctionError::Unknown(name.to_owned()))
    }
}

/// Calls may be nested this deep in lists, hashes and arguments.
const MAX_DEPTH: usize = 100;

/// Makes all deferred calls in a value, the inner ones first.
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
            // As in Puppet, keys stay as they are.
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

/// Returns whether a deferred call is in a value.
pub(crate) fn is_deferred(value: &Value) -> bool {
    match value {
        Value::Deferred(_) => true,
        Value::Array(elements) => elements.iter().any(is_deferred),
        Value::Hash(entries) => entries.iter().any(|(_, value)| is_deferred(value)),
        Value::Sensitive(secret) => is_deferred(secret.reveal()),
        _ => false,
    }
}
