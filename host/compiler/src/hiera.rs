//! Hiera 5 data lookups: the global layer, then the environment's layer, then the layer of the key's module. This file
//! defines lookups; the modules in `hiera/` implement the layers.

mod backend;
mod config;
mod context;
mod explain;
mod eyaml;
mod hocon;
mod interpolation;
mod key;
mod layer;
mod legacy;
mod location;
mod merge;
mod options;
mod parameter;
mod provider;
mod request;

use std::rc::Rc;
use std::sync::Arc;

use datatype::{Type, mismatch};
use rustc_hash::FxHashMap;

pub use explain::{Branch, Explanation, LookupEvent, LookupStep};
pub use request::{Explain, LookupRequest, LookupResult, lookup};

pub(crate) use backend::DataFormat;
pub use context::ContextId;
pub(crate) use context::method as context_method;

use crate::eval_error::EvalError;
use crate::evaluator::{Evaluator, LambdaBlock};
use crate::issue;
use crate::value::{Hash, Value};
use backend::Data;
use context::HieraContext;
use explain::LookupRecorder;
use key::LookupKey;
use layer::{Layer, LayerId};
use merge::Merge;
use options::LookupOptions;

/// Hiera's state during a compilation. No file is read before the first lookup.
#[derive(Debug, Default)]
pub(crate) struct Hiera {
    /// The current lookup.
    invocation: Invocation,
    /// The keys that are being looked up, outermost first.
    stack: Vec<String>,
    layers: FxHashMap<LayerId, Option<Rc<Layer>>>,
    options: LookupOptions,
    contexts: Vec<HieraContext>,
    files: FxHashMap<(DataFormat, String), Data>,
    /// The variables read so far, while a `hiera.yaml` is being interpolated.
    remembered: Option<Vec<Remembered>>,
    recorder: Option<LookupRecorder>,
}

/// Values shared by all steps of one lookup.
#[derive(Clone, Debug, Default)]
struct Invocation {
    /// Values that take precedence over all data.
    overrides: Arc<Hash>,
    /// Values used for keys that no data defines.
    defaults: Arc<Hash>,
    /// The key being looked up.
    key: Arc<str>,
    /// The module whose data is searched.
    module: Option<Arc<str>>,
    /// Whether only the global layer is searched.
    is_global_only: bool,
}

/// A variable used by a `hiera.yaml`, with its value when the hierarchy was computed.
#[derive(Clone, Debug)]
struct Remembered {
    name: String,
    root: Arc<str>,
    segments: Vec<Value>,
    value: Value,
}

/// Arguments of a lookup made by a manifest.
#[derive(Debug, Default)]
pub(crate) struct LookupCall {
    /// The keys; the first one that has a value is used.
    pub(crate) names: Vec<String>,
    /// Whether the keys were given as an array.
    pub(crate) is_list: bool,
    /// The expected type of the value.
    pub(crate) value_type: Option<Type>,
    /// The merge strategy; undef for the one in `lookup_options`.
    pub(crate) merge: Value,
    /// The default value.
    pub(crate) default: Option<Value>,
    /// Values that take precedence over all data.
    pub(crate) overrides: Arc<Hash>,
    /// Values used for keys that no data defines.
    pub(crate) defaults: Arc<Hash>,
    /// Whether only the global layer is searched.
    pub(crate) is_global_only: bool,
}

impl LookupCall {
    fn assert(&self, subject: &str, value: Value) -> Result<Value, EvalError> {
        if let Some(expected) = &self.value_type {
            mismatch::assert_instance(&format!("{subject} has wrong type,"), expected, &value)
                .map_err(EvalError::new)?;
        }
        Ok(value)
    }

    /// Returns the keys as they were given.
    fn given_names(&self) -> Value {
        match self.names.as_slice() {
            [name] if !self.is_list => name.as_str().into(),
            names => names.iter().map(|name| Value::from(name.as_str())).collect(),
        }
    }
}

impl<'a> Evaluator<'a> {
    /// Looks up a value. The block supplies a default.
    ///
    /// # Errors
    /// Returns an error if no value is found, the value has the wrong type, or the data is invalid.
    pub(crate) fn lookup(&mut self, lookup: &LookupCall, block: Option<&LambdaBlock<'a>>) -> Result<Value, EvalError> {
        self.find(lookup, block)?.ok_or_else(|| issue::lookup_not_found(&lookup.names))
    }

    /// Looks up a value; `None` if no level has one and there is no default.
    ///
    /// # Errors
    /// Returns an error if the data is invalid or the value has the wrong type.
    fn find(&mut self, lookup: &LookupCall, block: Option<&LambdaBlock<'a>>) -> Result<Option<Value>, EvalError> {
        let outer = &self.hiera.invocation;
        let invocation = Invocation {
            overrides: Arc::clone(&lookup.overrides),
            defaults: Arc::clone(&lookup.defaults),
            is_global_only: outer.is_global_only || lookup.is_global_only,
            ..Invocation::default()
        };
        let found = self.invoked(invocation, |evaluator| evaluator.look_up(lookup, block));
        found.map_err(|fault| self.of_caller(fault))
    }

    /// Attributes a type mismatch to the calling code, unless the call was made by data.
    fn of_caller(&self, fault: EvalError) -> EvalError {
        if !self.hiera.stack.is_empty() {
            return fault;
        }
        match fault.into_message_of(issue::TYPE_ASSERTION) {
            Ok(message) => EvalError::new(message),
            Err(fault) => fault,
        }
    }

    fn look_up(&mut self, lookup: &LookupCall, block: Option<&LambdaBlock<'a>>) -> Result<Option<Value>, EvalError> {
        for name in &lookup.names {
            let value = match lookup.overrides.text(name) {
                Some(value) => {
                    let subject = format!("Value found for key '{name}' in override hash");
                    Some(lookup.assert(&subject, value.clone())?)
                }
                None => self.search(name, &lookup.merge)?,
            };
            if let Some(value) = value {
                return lookup.assert("Found value", value).map(Some);
            }
        }
        for name in &lookup.names {
            if let Some(value) = lookup.defaults.text(name) {
                let subject = format!("Value found for key '{name}' in default values hash");
                return lookup.assert(&subject, value.clone()).map(Some);
            }
        }
        match (block, &lookup.default) {
            (Some(block), _) => {
                let value = self.call_block(block, &[lookup.given_names()])?;
                lookup.assert("Value returned from default block", value).map(Some)
            }
            (None, Some(default)) => lookup.assert("Default value", default.clone()).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// Searches all layers for a key.
    ///
    /// # Errors
    /// Returns an error if the data is invalid.
    fn search(&mut self, name: &str, merge: &Value) -> Result<Option<Value>, EvalError> {
        // `lookup_options` is not a data key.
        if name == key::LOOKUP_OPTIONS || name.starts_with("lookup_options.") {
            self.explain_step(|| LookupStep::InvalidKey(key::LOOKUP_OPTIONS.to_owned()), None);
            return Ok(None);
        }
        let key = LookupKey::new(name)?;
        let invocation = Invocation {
            key: Arc::clone(&key.text),
            module: key.module().map(Arc::from),
            ..self.hiera.invocation.clone()
        };
        self.invoked(invocation, |evaluator| evaluator.search_with_options(&key, merge))
    }

    fn search_with_options(&mut self, key: &LookupKey, merge: &Value) -> Result<Option<Value>, EvalError> {
        if self.hiera.recorder.as_ref().is_some_and(|recorder| recorder.only_options) {
            self.search_layers(&LookupKey::lookup_options(), &Merge::hash())?;
            return Ok(Some(Value::Undef));
        }
        let options = self.lookup_options(key)?;
        let of_data = options.as_ref().and_then(|options| options.text("merge")).filter(|merge| !merge.is_undef());
        let merge = match of_data {
            Some(merge_of_data) if merge.is_undef() => {
                self.explain_step(|| LookupStep::MergeSource(key::LOOKUP_OPTIONS.to_owned()), None);
                merge_of_data.clone()
            }
            _ => merge.clone(),
        };
        let found = self.explained(
            || LookupStep::Data(key.text.to_string()),
            |evaluator| {
                let found = evaluator.search_layers(key, &Merge::of(&merge)?)?;
                if found.is_some() || evaluator.hiera.invocation.is_global_only {
                    return Ok(found);
                }
                match evaluator.search_default_hierarchy(key)? {
                    Some(value) => evaluator.dig(&key.text, &key.segments, value),
                    None => Ok(None),
                }
            },
        )?;
        match (found, options) {
            (Some(value), Some(options)) => self.convert_found(&key.text, value, &options).map(Some),
            (found, _) => Ok(found),
        }
    }

    /// Searches the layers in order of precedence: global, environment, module.
    fn search_layers(&mut self, key: &LookupKey, merge: &Merge) -> Result<Option<Value>, EvalError> {
        let found = match self.hiera.invocation.is_global_only {
            true => self.search_global(key, merge)?,
            false => self.merged(merge, 3, |evaluator, layer| match layer {
                0 => evaluator.search_global(key, merge),
                1 => evaluator.search_environment(key, merge),
                _ => evaluator.search_module(key, merge),
            })?,
        };
        match found {
            Some(value) => self.dig(&key.text, &key.segments, value),
            None => Ok(None),
        }
    }

    fn search_global(&mut self, key: &LookupKey, merge: &Merge) -> Result<Option<Value>, EvalError> {
        let found = match self.layer(&LayerId::Global)? {
            Some(layer) => self.search_layer(&layer, key, merge),
            None => self.once(&key.text, |_| Ok(None)),
        };
        found.map_err(|fault| match fault.into_message_of(issue::LOOKUP_ERROR) {
            // Puppet: an error in the global layer is reported with the key and handled as an error in the data.
            Ok(detail) => issue::lookup_failed(&self.hiera.invocation.key, &detail),
            Err(fault) => fault,
        })
    }

    fn search_environment(&mut self, key: &LookupKey, merge: &Merge) -> Result<Option<Value>, EvalError> {
        match self.layer(&LayerId::Environment)? {
            Some(layer) => self.search_layer(&layer, key, merge),
            None => Ok(None),
        }
    }

    fn search_module(&mut self, key: &LookupKey, merge: &Merge) -> Result<Option<Value>, EvalError> {
        let Some(module) = self.hiera.invocation.module.clone() else { return Ok(None) };
        if let Some(layer) = self.layer(&LayerId::Module(Arc::clone(&module)))? {
            return self.search_layer(&layer, key, merge);
        }
        let event = match self.environment().has_module(&module) {
            true => LookupEvent::ModuleProviderNotFound,
            false => LookupEvent::ModuleNotFound,
        };
        self.explain_step(|| LookupStep::Module(module.to_string()), Some(event));
        Ok(None)
    }

    /// Runs `inner` with another invocation.
    fn invoked<T>(&mut self, invocation: Invocation, inner: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.hiera.invocation, invocation);
        let result = inner(self);
        self.hiera.invocation = outer;
        result
    }

    /// Runs `inner`, unless the same key is already being looked up. A type mismatch inside is attributed to the data.
    fn once<T>(&mut self, name: &str, inner: impl FnOnce(&mut Self) -> Result<T, EvalError>) -> Result<T, EvalError> {
        if self.hiera.stack.iter().any(|open| open == name) {
            return Err(issue::lookup_recursive(&self.hiera.stack));
        }
        self.hiera.stack.push(name.to_owned());
        let result = self.nested(inner);
        self.hiera.stack.pop();
        result.map_err(|fault| match fault.into_message_of(issue::TYPE_ASSERTION) {
            Ok(message) => issue::lookup_error(message),
            Err(fault) => fault,
        })
    }
}
