//! `Puppet::LookupContext`, the last argument of a data function. It caches values between calls, reads files,
//! interpolates strings, and reports that a key was not found.

use hiera::{DataFormat, Lookup};
use value::{EvalError, Hash, Object, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

/// Finds a method of an object, if it is a context.
pub(crate) fn method(object: &Object, name: &str) -> Option<&'static Function> {
    object.context?;
    METHODS.iter().find(|method| method.name == name)
}

/// The methods; the first argument is the context itself.
static METHODS: [Function; 9] = [
    Function::new(
        "not_found",
        "Returns from the data function: the key was not found.",
        &[Overload::new("Any $context", |_| Err(EvalError::not_found()))],
    ),
    Function::new(
        "explain",
        "Adds the text returned by the block to the explanation of the lookup, if one was requested.",
        &[Overload::new("Any $context, Callable[0, 0] &$block", |call| {
            if call.block.is_some() && call.evaluator.hiera.is_explaining() {
                let text = call.invoke(&[])?;
                call.evaluator.hiera.explain(text.text().to_string());
            }
            Ok(Value::Undef)
        })],
    ),
    Function::new(
        "interpolate",
        "Returns the value with all `%{}` expressions interpolated.",
        &[Overload::new("Any $context, Any $value", |call| {
            let value = call.argument(1);
            Lookup::new(call.evaluator).interpolate(value, true)
        })],
    ),
    Function::new(
        "cache",
        "Caches a value under a key and returns the value.",
        &[Overload::new("Any $context, Optional[Scalar] $key, Any $value", |call| {
            let (key, value) = (call.argument(1).clone(), call.argument(2).clone());
            cache(call).insert(key, value.clone());
            Ok(value)
        })],
    ),
    Function::new(
        "cache_all",
        "Caches all values of a hash under their keys.",
        &[Overload::new("Any $context, Hash[Optional[Scalar], Any] $hash", |call| {
            let entries = call.argument(1).as_hash().cloned().unwrap_or_default();
            cache(call).extend(entries.iter().map(|(key, value)| (key.clone(), value.clone())));
            Ok(Value::Undef)
        })],
    ),
    Function::new(
        "cache_has_key",
        "Returns whether a value is cached under a key.",
        &[Overload::new("Any $context, Optional[Scalar] $key", |call| {
            let key = call.argument(1).clone();
            Ok(cache(call).contains(&key).into())
        })],
    ),
    Function::new(
        "cached_value",
        "Returns the value cached under a key.",
        &[Overload::new("Any $context, Optional[Scalar] $key", |call| {
            let key = call.argument(1).clone();
            Ok(cache(call).get(&key).cloned().unwrap_or_default())
        })],
    ),
    Function::new(
        "cached_entries",
        "Calls a block of one or two parameters for each cached value, or returns the values as pairs.",
        &[Overload::new("Any $context, Variant[Callable[1, 1], Callable[2, 2]] &$block?", |call| {
            let entries = cache(call).clone();
            let pair = |(key, value): (&Value, &Value)| [key.clone(), value.clone()];
            let Some((_, most)) = call.block_arity() else {
                return Ok(entries.iter().map(|entry| Value::array(pair(entry))).collect());
            };
            for entry in &entries {
                match most {
                    1 => call.invoke(&[Value::array(pair(entry))])?,
                    _ => call.invoke(&pair(entry))?,
                };
            }
            Ok(Value::Undef)
        })],
    ),
    Function::new(
        "cached_file_data",
        "Returns the content of a file, or the result of the block for it; a file is read only once.",
        &[Overload::new("Any $context, String $path, Callable[1, 1] &$block?", |call| {
            let path = call.text(1);
            let content = Lookup::new(call.evaluator).data_file(path, DataFormat::Text)?;
            if call.block.is_some() { call.invoke(&[content]) } else { Ok(content) }
        })],
    ),
];

/// Returns the cache of the context that is the first argument of a method.
fn cache<'c>(call: &'c mut FunctionCall<'_, '_>) -> &'c mut Hash {
    let id = match call.argument(0) {
        Value::Object(object) => object.context,
        _ => None,
    };
    let id = id.expect("the first argument is the context");
    call.evaluator.hiera.cache(id)
}
