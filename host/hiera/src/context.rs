//! State of a data function for one location of a level: its cache, and the data that it returned.

use std::sync::Arc;

use datatype::{ObjectType, Type};
use value::{ContextId, Hash, Object, Value};

use crate::lookup::Lookup;

/// State of a data function for one location of a level.
#[derive(Debug)]
pub(crate) struct HieraContext {
    module: Option<Arc<str>>,
    /// The values cached by the function itself.
    pub(crate) cache: Hash,
    /// The hash returned by a `data_hash` function.
    pub(crate) data: Option<Arc<Hash>>,
    /// The values returned by other data functions, by key.
    pub(crate) found: Hash,
}

impl HieraContext {
    /// Returns a context with an empty cache.
    pub(crate) fn new(module: Option<Arc<str>>) -> Self {
        Self { module, cache: Hash::default(), data: None, found: Hash::default() }
    }
}

impl Lookup<'_> {
    /// Adds a context.
    pub(crate) fn add_context(&mut self, module: Option<Arc<str>>) -> ContextId {
        let contexts = &mut self.state().contexts;
        contexts.push(HieraContext::new(module));
        ContextId(u32::try_from(contexts.len() - 1).expect("a compilation has fewer than 2^32 levels"))
    }

    /// Returns a context as a value: the `Puppet::LookupContext` that data functions are called with.
    pub(crate) fn context_value(&mut self, id: ContextId) -> Value {
        let mut attributes = Hash::default();
        attributes.insert("environment_name", self.host.world().name());
        let module = self.state().context(id).module.clone();
        attributes.insert("module_name", module.map_or(Value::Undef, Value::String));
        let object_type = Type::Object(Arc::new(ObjectType::lookup_context()));
        Value::Object(Arc::new(Object { object_type, attributes, context: Some(id) }))
    }
}
