//! A resolved level of a hierarchy: its data function and the locations passed to it. Results of the function are
//! cached as long as the level exists.

use std::cell::RefCell;
use std::sync::Arc;

use datatype::{Type, mismatch};
use value::{ContextId, EvalError, Hash, Value};

use crate::config::{FunctionKind, HierarchyLevel};
use crate::explain::{LookupEvent, LookupStep};
use crate::issue;
use crate::key::{LOOKUP_OPTIONS, LookupKey};
use crate::layer::Layer;
use crate::location::LookupLocation;
use crate::lookup::Lookup;
use crate::merge::Merge;

/// A level of a hierarchy with its resolved locations.
#[derive(Debug)]
pub(crate) struct LevelProvider {
    name: String,
    kind: FunctionKind,
    function: String,
    options: Hash,
    /// The locations; a single `None` for a function without locations.
    locations: Vec<Option<LookupLocation>>,
    /// The context of the function for each location, created by the first call.
    contexts: RefCell<Vec<Option<ContextId>>>,
}

impl LevelProvider {
    /// Returns its files that do not exist.
    pub(crate) fn missing_files(&self) -> impl Iterator<Item = &str> {
        let missing = self.locations.iter().flatten().filter(|location| !location.exists);
        missing.map(|location| &*location.place)
    }

    /// Returns the origin of a value for error messages.
    fn origin(&self, what: &str, location: Option<&LookupLocation>) -> String {
        let kind = match self.kind {
            FunctionKind::LegacyHash => "deprecated API",
            kind => kind.name(),
        };
        let origin = format!("{what} returned from {kind} function '{}'", self.function);
        match location {
            Some(location) => format!("{origin}, when using location '{}',", location.place),
            None => origin,
        }
    }

    /// Returns the title of the level in explanations.
    fn title(&self) -> String {
        match self.kind {
            FunctionKind::LegacyHash => format!("Deprecated API function \"{}\"", self.function),
            _ => format!("Hierarchy entry \"{}\"", self.name),
        }
    }

    fn options_for(&self, location: Option<&LookupLocation>) -> Value {
        let mut options = self.options.clone();
        if let Some(location) = location {
            let key = if location.is_path { "path" } else { "uri" };
            options.insert(key, Value::String(Arc::clone(&location.place)));
        }
        options.into()
    }
}

impl Lookup<'_> {
    /// Resolves a level; `None` if it belongs to the default configuration and none of its files exist.
    pub(crate) fn provider(
        &mut self,
        level: &HierarchyLevel,
        root: &str,
        is_default: bool,
    ) -> Result<Option<LevelProvider>, EvalError> {
        let mut locations = self.locations(level, root)?;
        if is_default && let Some(locations) = &mut locations {
            locations.retain(|location| location.exists);
            if locations.is_empty() {
                return Ok(None);
            }
        }
        let options = self.interpolate(&level.options.clone().into(), false)?;
        let locations = locations.map_or_else(|| vec![None], |found| found.into_iter().map(Some).collect());
        Ok(Some(LevelProvider {
            name: level.name.clone(),
            kind: level.kind,
            function: level.function.clone(),
            options: options.as_hash().cloned().unwrap_or_default(),
            contexts: RefCell::new(vec![None; locations.len()]),
            locations,
        }))
    }

    /// Searches all locations of a level for a key.
    pub(crate) fn search_provider(
        &mut self,
        layer: &Layer,
        provider: &LevelProvider,
        key: &LookupKey,
        merge: &Merge,
    ) -> Result<Option<Value>, EvalError> {
        let step = || LookupStep::DataProvider { name: provider.title(), configuration: None, module: None };
        self.explained(step, |lookup| {
            lookup.merged(merge, provider.locations.len(), |lookup, index| {
                let Some(location) = &provider.locations[index] else {
                    return lookup.ask(layer, provider, index, key);
                };
                lookup.explained(
                    || location.step(),
                    |lookup| {
                        if location.exists {
                            return lookup.ask(layer, provider, index, key);
                        }
                        lookup.explain_event(LookupEvent::LocationNotFound, "", &Value::Undef);
                        Ok(None)
                    },
                )
            })
        })
    }

    /// Calls the function of a level for a key at one of its locations.
    fn ask(
        &mut self,
        layer: &Layer,
        provider: &LevelProvider,
        index: usize,
        key: &LookupKey,
    ) -> Result<Option<Value>, EvalError> {
        let context = self.context_of(layer, provider, index)?;
        let (name, found) = match provider.kind {
            FunctionKind::DataHash | FunctionKind::LegacyHash => {
                (&key.root, self.ask_hash(layer, provider, index, context, key)?)
            }
            FunctionKind::LookupKey => {
                let argument = Value::String(Arc::clone(&key.root));
                (&key.root, self.ask_key(provider, index, context, &key.root, argument)?)
            }
            FunctionKind::DataDig => {
                (&key.text, self.ask_key(provider, index, context, &key.text, key.all_segments())?)
            }
        };
        match &found {
            Some(value) => self.explain_found(name, value),
            None => self.explain_not_found(name),
        }
        Ok(match provider.kind {
            FunctionKind::DataDig => found.map(|value| key.wrap(value)),
            FunctionKind::DataHash | FunctionKind::LookupKey | FunctionKind::LegacyHash => found,
        })
    }

    fn ask_hash(
        &mut self,
        layer: &Layer,
        provider: &LevelProvider,
        index: usize,
        context: ContextId,
        key: &LookupKey,
    ) -> Result<Option<Value>, EvalError> {
        let location = provider.locations[index].as_ref();
        let known = self.state().context(context).data.clone();
        let data = match known {
            Some(data) => data,
            None => {
                let arguments = match provider.kind {
                    FunctionKind::LegacyHash => Vec::new(),
                    _ => vec![provider.options_for(location), self.context_value(context)],
                };
                let Some(value) = self.call_data_function(&provider.function, &arguments)? else {
                    return Ok(None);
                };
                let origin = provider.origin("Value", location);
                mismatch::assert_instance(&format!("{origin} has wrong type,"), &Type::hash(), &value)
                    .map_err(issue::type_assertion)?;
                let Value::Hash(data) = value else { return Ok(None) };
                self.check_namespace(layer, &data, &origin);
                self.state().context(context).data = Some(Arc::clone(&data));
                data
            }
        };
        let Some(value) = data.text(&key.root) else { return Ok(None) };
        check_value(value, || provider.origin(&format!("Value for key '{}', in hash", key.root), location))?;
        let place = location.map(|location| Arc::clone(&location.place));
        let outer = std::mem::replace(&mut self.state().data_place, place);
        let value = self.interpolate(value, true);
        self.state().data_place = outer;
        value.map(Some)
    }

    fn ask_key(
        &mut self,
        provider: &LevelProvider,
        index: usize,
        context: ContextId,
        key: &Arc<str>,
        argument: Value,
    ) -> Result<Option<Value>, EvalError> {
        let location = provider.locations[index].as_ref();
        if let Some(value) = self.state().context(context).found.text(key) {
            return Ok(Some(value.clone()));
        }
        let arguments = [argument, provider.options_for(location), self.context_value(context)];
        let Some(value) = self.call_data_function(&provider.function, &arguments)? else { return Ok(None) };
        check_value(&value, || provider.origin(&format!("Value for key '{key}',"), location))?;
        self.state().context(context).found.insert(Arc::clone(key), value.clone());
        Ok(Some(value))
    }

    /// Returns the function's context for a location of a level.
    fn context_of(&mut self, layer: &Layer, provider: &LevelProvider, index: usize) -> Result<ContextId, EvalError> {
        if let Some(known) = provider.contexts.borrow()[index] {
            return Ok(known);
        }
        let name = &*provider.function;
        if !self.host.has_function(name)? {
            return Err(self.unknown_data_function(layer, provider.kind.name(), name));
        }
        let id = self.add_context(layer.module().cloned());
        provider.contexts.borrow_mut()[index] = Some(id);
        Ok(id)
    }

    /// Calls a data function; `None` if it calls `not_found()`.
    fn call_data_function(&mut self, name: &str, arguments: &[Value]) -> Result<Option<Value>, EvalError> {
        match self.host.call_function(name, arguments) {
            Ok(value) => Ok(Some(value)),
            Err(fault) if fault.is_not_found() => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    /// Warns about keys outside of the module's namespace.
    fn check_namespace(&mut self, layer: &Layer, data: &Hash, origin: &str) {
        let Some(module) = layer.module() else { return };
        let prefix = format!("{module}::");
        for key in data.keys().map(Value::text).filter(|key| **key != *LOOKUP_OPTIONS && !key.starts_with(&prefix)) {
            let _ = key;
            self.warn(issue::not_in_module_namespace(module, origin));
        }
    }
}

/// Checks that a value is valid as data.
fn check_value(value: &Value, origin: impl FnOnce() -> String) -> Result<(), EvalError> {
    let expected = Type::builtin(datatype::BuiltinAlias::RichData);
    if expected.is_instance(value) {
        return Ok(());
    }
    let actual = Type::infer(value);
    Err(issue::type_assertion(format!("{} has wrong type, expects Puppet::LookupValue, got {actual}", origin())))
}
