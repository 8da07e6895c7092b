//! Lookups: the search through the layers for a key.

use std::sync::Arc;

use datatype::{Type, mismatch};
use syntax::Diagnostic;
use value::{EvalError, Hash, LOOKUP_ERROR, Value, with_stack};

use crate::explain::{Explain, ExplainedLookup, LookupEvent, LookupRecorder, LookupStep};
use crate::host::LookupHost;
use crate::issue;
use crate::key::{self, LookupKey};
use crate::layer::LayerId;
use crate::merge::Merge;
use crate::state::{Hiera, Invocation};

/// Arguments of a lookup made by a manifest.
#[derive(Debug, Default)]
pub struct LookupCall {
    /// The keys; the first one that has a value is used.
    pub names: Vec<String>,
    /// Whether the keys were given as an array.
    pub is_list: bool,
    /// The expected type of the value.
    pub value_type: Option<Type>,
    /// The merge strategy; undef for the one in `lookup_options`.
    pub merge: Value,
    /// The default value.
    pub default: Option<Value>,
    /// Values that take precedence over all data.
    pub overrides: Arc<Hash>,
    /// Values used for keys that no data defines.
    pub defaults: Arc<Hash>,
    /// Whether only the global layer is searched.
    pub is_global_only: bool,
}

impl LookupCall {
    /// Checks a value against the type of the lookup.
    ///
    /// # Errors
    /// The value is not of that type.
    pub fn assert(&self, subject: &str, value: Value) -> Result<Value, EvalError> {
        if let Some(expected) = &self.value_type {
            mismatch::assert_instance(&format!("{subject} has wrong type,"), expected, &value)
                .map_err(EvalError::new)?;
        }
        Ok(value)
    }

    /// Returns the keys as they were given.
    #[must_use]
    pub fn given_names(&self) -> Value {
        match self.names.as_slice() {
            [name] if !self.is_list => name.as_str().into(),
            names => names.iter().map(|name| Value::from(name.as_str())).collect(),
        }
    }
}

/// Lookups on behalf of an evaluation.
pub struct Lookup<'h> {
    pub(crate) host: &'h mut dyn LookupHost,
}

impl<'h> Lookup<'h> {
    /// Returns the lookups of an evaluation.
    pub fn new(host: &'h mut dyn LookupHost) -> Self {
        Self { host }
    }

    /// Returns the state of the lookups of this compilation.
    pub(crate) fn state(&mut self) -> &mut Hiera {
        self.host.hiera()
    }

    /// Looks up a value.
    ///
    /// # Errors
    /// Returns an error if no value is found, the value has the wrong type, or the data is invalid.
    pub fn value(&mut self, call: &LookupCall) -> Result<Value, EvalError> {
        let found = self.find(call)?;
        found.ok_or_else(|| {
            let fault = issue::lookup_not_found(&call.names);
            match self.misnamed_file() {
                Some((missing, existing)) => fault.with_hint(issue::misnamed_file(&missing, &existing)),
                None => fault,
            }
        })
    }

    /// Looks up a value; `None` if no value is found and no default is given.
    ///
    /// # Errors
    /// The data are invalid, or the value is not of its type.
    pub fn find(&mut self, call: &LookupCall) -> Result<Option<Value>, EvalError> {
        let outer = self.state().begin(call);
        let found = match (self.given_or_found(call), &call.default) {
            (Ok(None), Some(default)) => call.assert("Default value", default.clone()).map(Some),
            (found, _) => found,
        };
        self.state().end(outer, found)
    }

    /// Looks up a value without the default of the lookup. The caller has begun the lookup with [`Hiera::begin`].
    ///
    /// # Errors
    /// The data are invalid, or the value is not of its type.
    pub fn given_or_found(&mut self, call: &LookupCall) -> Result<Option<Value>, EvalError> {
        for name in &call.names {
            let value = match call.overrides.text(name) {
                Some(value) => {
                    let subject = format!("Value found for key '{name}' in override hash");
                    Some(call.assert(&subject, value.clone())?)
                }
                None => self.search(name, &call.merge)?,
            };
            if let Some(value) = value {
                return call.assert("Found value", value).map(Some);
            }
        }
        for name in &call.names {
            if let Some(value) = call.defaults.text(name) {
                let subject = format!("Value found for key '{name}' in default values hash");
                return call.assert(&subject, value.clone()).map(Some);
            }
        }
        Ok(None)
    }

    /// Looks up a class parameter without a value; `None` if there are no data for it.
    ///
    /// # Errors
    /// The data are invalid.
    pub fn class_parameter(&mut self, key: &str) -> Result<Option<Value>, EvalError> {
        let invocation = Invocation { key: Arc::from(key), ..Invocation::default() };
        let found = self.invoked(invocation, |lookup| lookup.search(key, &Value::Undef));
        found.map_err(|fault| self.state().as_caller_error(fault))
    }

    /// Looks up a value and explains how it was found. Invalid data are part of the result.
    ///
    /// # Errors
    /// The strategy of the merge is unknown, or something else than the data is wrong.
    pub fn find_explained(&mut self, call: &LookupCall, explain: Explain) -> Result<ExplainedLookup, EvalError> {
        Merge::of(&call.merge)?;
        self.state().recorder = match explain {
            Explain::Nothing => None,
            Explain::Data => Some(LookupRecorder::new(false)),
            Explain::Options => Some(LookupRecorder::new(true)),
        };
        let (value, reason) = match self.find(call) {
            Ok(Some(value)) => (Some(value), None),
            Ok(None) => {
                self.explain_text(|_| Ok(issue::lookup_not_found(&call.names).into_message()))?;
                (None, None)
            }
            Err(fault) => {
                let reason = self.data_fault(fault)?;
                self.explain_text(|_| Ok(reason.message.clone()))?;
                (None, Some(reason))
            }
        };
        let explanation = self.state().recorder.take().map(LookupRecorder::into_explanation);
        Ok(ExplainedLookup { value, reason, explanation })
    }

    /// Returns an error in the data, with its location in the message; other errors are returned unchanged.
    fn data_fault(&mut self, fault: EvalError) -> Result<Diagnostic, EvalError> {
        let diagnostic = fault.into_placed()?;
        if diagnostic.issue != LOOKUP_ERROR && !diagnostic.issue.starts_with("HIERA_") {
            return Err(diagnostic.into());
        }
        let sources = self.host.sources();
        let place = diagnostic.span.and_then(|span| sources.locate(span));
        let place = place.map(|(file, at)| format!(" (file: {file}, line: {})", at.line)).unwrap_or_default();
        let message = format!("{}{place}", diagnostic.message);
        Ok(Diagnostic { message, span: None, labels: Vec::new(), ..diagnostic })
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
            ..self.state().invocation.clone()
        };
        self.invoked(invocation, |lookup| lookup.search_with_options(&key, merge))
    }

    fn search_with_options(&mut self, key: &LookupKey, merge: &Value) -> Result<Option<Value>, EvalError> {
        if self.state().recorder.as_ref().is_some_and(|recorder| recorder.only_options) {
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
            |lookup| {
                let found = lookup.search_layers(key, &Merge::of(&merge)?)?;
                if found.is_some() || lookup.state().invocation.is_global_only {
                    return Ok(found);
                }
                match lookup.search_default_hierarchy(key)? {
                    Some(value) => lookup.dig(&key.text, &key.segments, value),
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
        let found = match self.state().invocation.is_global_only {
            true => self.search_global(key, merge)?,
            false => self.merged(merge, 3, |lookup, layer| match layer {
                0 => lookup.search_global(key, merge),
                1 => lookup.search_environment(key, merge),
                _ => lookup.search_module(key, merge),
            })?,
        };
        match found {
            Some(value) => self.dig(&key.text, &key.segments, value),
            None => Ok(None),
        }
    }

    pub(crate) fn search_global(&mut self, key: &LookupKey, merge: &Merge) -> Result<Option<Value>, EvalError> {
        let found = match self.layer(&LayerId::Global)? {
            Some(layer) => self.search_layer(&layer, key, merge),
            None => self.once(&key.text, |_| Ok(None)),
        };
        // Puppet: an error in the global layer is reported with the key and handled as an error in the data.
        found.map_err(|fault| {
            fault.wrapped_if(LOOKUP_ERROR, |detail| issue::lookup_failed(&self.state().invocation.key, &detail))
        })
    }

    pub(crate) fn search_environment(&mut self, key: &LookupKey, merge: &Merge) -> Result<Option<Value>, EvalError> {
        match self.layer(&LayerId::Environment)? {
            Some(layer) => self.search_layer(&layer, key, merge),
            None => Ok(None),
        }
    }

    pub(crate) fn search_module(&mut self, key: &LookupKey, merge: &Merge) -> Result<Option<Value>, EvalError> {
        let Some(module) = self.state().invocation.module.clone() else { return Ok(None) };
        if let Some(layer) = self.layer(&LayerId::Module(Arc::clone(&module)))? {
            return self.search_layer(&layer, key, merge);
        }
        let event = match self.host.world().has_module(&module) {
            true => LookupEvent::ModuleProviderNotFound,
            false => LookupEvent::ModuleNotFound,
        };
        self.explain_step(|| LookupStep::Module(module.to_string()), Some(event));
        Ok(None)
    }

    /// Runs `inner` with another invocation.
    pub(crate) fn invoked<T>(&mut self, invocation: Invocation, inner: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.state().invocation, invocation);
        let result = inner(self);
        self.state().invocation = outer;
        result
    }

    /// Runs `inner`, unless the same key is already being looked up. A type mismatch inside is attributed to the data.
    pub(crate) fn once<T>(
        &mut self,
        name: &str,
        inner: impl FnOnce(&mut Self) -> Result<T, EvalError>,
    ) -> Result<T, EvalError> {
        if self.state().stack.iter().any(|open| open == name) {
            return Err(issue::lookup_recursive(&self.state().stack));
        }
        self.state().stack.push(name.to_owned());
        let result = self.nested(inner);
        self.state().stack.pop();
        result.map_err(|fault| fault.wrapped_if(issue::TYPE_ASSERTION, issue::lookup_error))
    }

    /// Does something one call level deeper.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, EvalError>) -> Result<T, EvalError> {
        self.host.enter()?;
        let result = with_stack(|| inner(self));
        self.host.leave();
        result
    }
}
