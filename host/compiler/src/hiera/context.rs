//! `Puppet::LookupContext`, the last argument of a data function. It caches values between calls, reads files,
//! interpolates strings, and reports that a key was not found.

use std::sync::Arc;

use datatype::{ObjectType, Type};

use super::backend::DataFormat;
use crate::eval_error::EvalError;
use crate::evaluator::Evaluator;
use crate::function::{Function, FunctionCall, Overload};
use crate::value::{Hash, Object, Value};

/// State of a data function for one location of a level.
#[derive(Debug)]
pub(crate) struct HieraContext {
    module: Option<Arc<str>>,
    /// The values cached by the function itself.
    cache: Hash,
    /// The hash returned by a `data_hash` function.
    pub(super) data: Option<Arc<Hash>>,
    /// The values returned by other data functions, by key.
    pub(super) found: Hash,
}

impl HieraContext {
    /// Returns a context with an empty cache.
    pub(super) fn new(module: Option<Arc<str>>) -> Self {
        Self { module, cache: Hash::default(), data: None, found: Hash::default() }
    }
}

/// Identifies a context of this compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ContextId(u32);

impl ContextId {
    /// Returns the identifier of the last context.
    pub(super) fn last_of(contexts: &[HieraContext]) -> Self {
        Self(u32::try_from(contexts.len() - 1).expect("a compilation has fewer than 2^32 levels"))
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Evaluator<'_> {
    /// Returns a context as a value.
    pub(super) fn context_value(&self, id: ContextId) -> Value {
        let mut attributes = Hash::default();
        attributes.insert("environment_name", self.environment().name());
        let module = self.hiera.contexts[id.index()].module.clone();
        attributes.insert("module_name", module.map_or(Value::Undef, Value::String));
        let object_type = Type::Object(Arc::new(ObjectType::lookup_context()));
        Value::Object(Arc::new(Object { object_type, attributes, context: Some(id) }))
    }
}

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
            let Some(block) = call.block else { return Ok(Value::Undef) };
            call.evaluator
                .explain_text(|evaluator| evaluator.call_block(block, &[]).map(|text| text.text().to_string()))?;
            Ok(Value::Undef)
        })],
    ),
    Function::new(
        "interpolate",
        "Returns the value with all `%{}` expressions interpolated.",
        &[Overload::new("Any $context, Any $value", |call| call.evaluator.interpolate(call.argument(1), true))],
    ),
    Function::new(
        "cache",
        "Caches a value under a key and returns the value.",
        &[Overload::new("Any $context, Optional[Scalar] $key, Any $value", |call| {
            let (key, value) = (call.argument(1).clone(), call.argument(2).clone());
            context(call).cache.insert(key, value.clone());
            Ok(value)
        })],
    ),
    Function::new(
        "cache_all",
        "Caches all values of a hash under their keys.",
        &[Overload::new("Any $context, Hash[Optional[Scalar], Any] $hash", |call| {
            let entries = call.argument(1).as_hash().cloned().unwrap_or_default();
            context(call).cache.extend(entries.iter().map(|(key, value)| (key.clone(), value.clone())));
            Ok(Value::Undef)
        })],
    ),
    Function::new(
        "cache_has_key",
        "Returns whether a value is cached under a key.",
        &[Overload::new("Any $context, Optional[Scalar] $key", |call| {
            let key = call.argument(1).clone();
            Ok(context(call).cache.contains(&key).into())
        })],
    ),
    Function::new(
        "cached_value",
        "Returns the value cached under a key.",
        &[Overload::new("Any $context, Optional[Scalar] $key", |call| {
            let key = call.argument(1).clone();
            Ok(context(call).cache.get(&key).cloned().unwrap_or_default())
        })],
    ),
    Function::new(
        "cached_entries",
        "Calls a block of one or two parameters for each cached value, or returns the values as pairs.",
        &[Overload::new("Any $context, Variant[Callable[1, 1], Callable[2, 2]] &$block?", |call| {
            let entries = context(call).cache.clone();
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
            let content = call.evaluator.data_file(call.text(1), DataFormat::Text)?;
            if call.block.is_some() { call.invoke(&[content]) } else { Ok(content) }
        })],
    ),
];

/// Returns the context that is the first argument of a method.
fn context<'c>(call: &'c mut FunctionCall<'_, '_>) -> &'c mut HieraContext {
    let id = match call.argument(0) {
        Value::Object(object) => object.context,
        _ => None,
    };
    let id = id.expect("the first argument is the context");
    &mut call.evaluator.hiera.contexts[id.index()]
}
