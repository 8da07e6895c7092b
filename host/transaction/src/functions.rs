//! Owns the trait `Functions`, by which deferred calls are made when a catalog is prepared.

use catalog::Value;

/// Makes deferred calls.
pub trait Functions {
    /// Calls a function. Its arguments hold no deferred calls any more. A name that begins with `$` is that of a variable, of
    /// which the arguments name a part.
    ///
    /// # Errors
    /// Why it failed, as one sentence.
    fn call(&mut self, name: &str, arguments: &[Value]) -> Result<Value, String>;
}

/// Refuses every call.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFunctions;

impl Functions for NoFunctions {
    fn call(&mut self, name: &str, _arguments: &[Value]) -> Result<Value, String> {
        Err(format!("Unknown function '{name}'"))
    }
}

/// Calls may be nested this deep in lists, hashes and arguments.
const MAX_DEPTH: usize = 100;

/// Makes all deferred calls in a value, the inner ones first.
pub(crate) fn resolve(functions: &mut dyn Functions, value: Value) -> Result<Value, String> {
    resolve_at(functions, value, 0)
}

fn resolve_at(functions: &mut dyn Functions, value: Value, depth: usize) -> Result<Value, String> {
    if depth > MAX_DEPTH {
        return Err(format!("a value is nested more than {MAX_DEPTH} levels deep"));
    }
    let mut each = |value| resolve_at(functions, value, depth + 1);
    match value {
        Value::Array(elements) => elements.into_iter().map(each).collect::<Result<_, _>>().map(Value::Array),
        Value::Hash(entries) => {
            // As in Puppet, keys stay as they are.
            let entries: Result<_, String> = entries.into_iter().map(|(key, value)| Ok((key, each(value)?))).collect();
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

/// Tells whether a deferred call is in a value.
pub(crate) fn is_deferred(value: &Value) -> bool {
    match value {
        Value::Deferred(_) => true,
        Value::Array(elements) => elements.iter().any(is_deferred),
        Value::Hash(entries) => entries.iter().any(|(_, value)| is_deferred(value)),
        Value::Sensitive(secret) => is_deferred(secret.reveal()),
        _ => false,
    }
}
