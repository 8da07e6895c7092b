//! `lookup_options`: how keys are merged and which type their values are converted to. Keys that begin with `^` are
//! patterns.

use std::collections::hash_map::Entry;
use std::rc::Rc;
use std::sync::Arc;

use datatype::{Regex, Type};
use rustc_hash::FxHashMap;
use value::{EvalError, Hash, Value};

use crate::explain::LookupStep;
use crate::issue;
use crate::key::{LOOKUP_OPTIONS, LookupKey};
use crate::layer::LayerId;
use crate::lookup::Lookup;
use crate::merge::Merge;
use crate::state::Invocation;

/// The options read so far.
#[derive(Debug, Default)]
pub(crate) struct LookupOptions {
    /// By module; `None` for keys without a module.
    of_module: FxHashMap<Option<Arc<str>>, Option<Rc<Compiled>>>,
    /// Options of a module's default hierarchy.
    of_default: FxHashMap<Arc<str>, Option<Rc<Compiled>>>,
    /// Options of the global layer.
    global: Option<Option<Arc<Hash>>>,
    /// Merged options of the global layer and the environment.
    environment: Option<Option<Arc<Hash>>>,
}

/// Options with compiled patterns.
#[derive(Debug)]
struct Compiled {
    keys: Hash,
    patterns: Vec<(Regex, Value)>,
}

impl Compiled {
    fn new(options: &Hash) -> Result<Self, EvalError> {
        let mut compiled = Self { keys: Hash::default(), patterns: Vec::new() };
        for (key, value) in options {
            let text = key.text();
            if text.starts_with('^') {
                let pattern = Regex::new(&text).map_err(|error| EvalError::new(error.reason().to_owned()))?;
                compiled.patterns.push((pattern, value.clone()));
            } else {
                compiled.keys.insert(key.clone(), value.clone());
            }
        }
        Ok(compiled)
    }

    fn of(&self, key: &str) -> Option<Arc<Hash>> {
        let matches = |(pattern, _): &&(Regex, Value)| pattern.is_match(key).unwrap_or_default();
        let found = self.keys.text(key).filter(|options| !options.is_undef());
        let found = found.or_else(|| self.patterns.iter().find(matches).map(|(_, options)| options));
        match found {
            Some(Value::Hash(options)) => Some(Arc::clone(options)),
            _ => None,
        }
    }
}

impl Lookup<'_> {
    /// Returns the options of a key.
    pub(crate) fn lookup_options(&mut self, key: &LookupKey) -> Result<Option<Arc<Hash>>, EvalError> {
        let module: Option<Arc<str>> = key.module().map(Arc::from);
        let known = match self.state().options.of_module.get(&module) {
            Some(known) => known.clone(),
            None => {
                let options = self.read_options(module.as_ref())?;
                self.state().options.of_module.insert(module, options.clone());
                options
            }
        };
        Ok(known.and_then(|options| options.of(&key.root)))
    }

    fn read_options(&mut self, module: Option<&Arc<str>>) -> Result<Option<Rc<Compiled>>, EvalError> {
        let invocation = Invocation {
            key: LOOKUP_OPTIONS.into(),
            module: self.state().invocation.module.clone(),
            is_global_only: self.state().invocation.is_global_only,
            ..Invocation::default()
        };
        self.invoked(invocation, |lookup| {
            lookup.explained(
                || LookupStep::Meta(LOOKUP_OPTIONS.to_owned()),
                |lookup| {
                    let options = match lookup.state().invocation.is_global_only {
                        true => lookup.global_options()?,
                        false => lookup.options_of_module(module)?,
                    };
                    options.map(|options| Compiled::new(&options).map(Rc::new)).transpose()
                },
            )
        })
    }

    fn options_of_module(&mut self, module: Option<&Arc<str>>) -> Result<Option<Arc<Hash>>, EvalError> {
        let outer = self.environment_options()?;
        let Some(module) = module else { return Ok(outer) };
        if let Entry::Vacant(of_none) = self.state().options.of_module.entry(None) {
            of_none.insert(outer.as_ref().map(|options| Compiled::new(options).map(Rc::new)).transpose()?);
        }
        let own = self.search_module(&LookupKey::lookup_options(), &Merge::hash())?;
        let Some(own) = checked(own, Some(module))? else { return Ok(outer) };
        let Some(outer) = outer else { return Ok(Some(own)) };
        let sources = [("Global and Environment".to_owned(), outer), (format!("Module {module}"), own)];
        let merged = self.merged(&Merge::hash(), sources.len(), |lookup, index| {
            let (name, options) = &sources[index];
            lookup.explained(
                || LookupStep::Scope(name.clone()),
                |lookup| {
                    let options = Value::Hash(Arc::clone(options));
                    lookup.explain_found(LOOKUP_OPTIONS, &options);
                    Ok(Some(options))
                },
            )
        })?;
        checked(merged, None)
    }

    fn global_options(&mut self) -> Result<Option<Arc<Hash>>, EvalError> {
        if let Some(known) = &self.state().options.global {
            return Ok(known.clone());
        }
        let found = self.search_global(&LookupKey::lookup_options(), &Merge::hash())?;
        let options = checked(found, None)?;
        self.state().options.global = Some(options.clone());
        Ok(options)
    }

    fn environment_options(&mut self) -> Result<Option<Arc<Hash>>, EvalError> {
        if let Some(known) = &self.state().options.environment {
            return Ok(known.clone());
        }
        let global = self.global_options()?;
        let found = self.search_environment(&LookupKey::lookup_options(), &Merge::hash())?;
        let own = checked(found, None)?;
        let options = match (global, own) {
            (Some(global), Some(own)) => {
                checked(Some(Merge::hash().merge(Value::Hash(global), Value::Hash(own))?), None)?
            }
            (global, own) => global.or(own),
        };
        self.state().options.environment = Some(options.clone());
        Ok(options)
    }

    /// Searches the default hierarchy of the current lookup's module.
    pub(crate) fn search_default_hierarchy(&mut self, key: &LookupKey) -> Result<Option<Value>, EvalError> {
        let Some(module) = self.state().invocation.module.clone() else { return Ok(None) };
        let Some(layer) = self.layer(&LayerId::Module(Arc::clone(&module)))? else { return Ok(None) };
        if !layer.has_default_hierarchy() {
            return Ok(None);
        }
        let step = || LookupStep::Scope(format!("Searching default_hierarchy of module \"{module}\""));
        self.explained(step, |lookup| {
            let known = lookup.state().options.of_default.get(&module).cloned();
            let options = match known {
                Some(known) => known,
                None => {
                    let found = lookup.explained(
                        || LookupStep::Scope(format!("Searching for \"{LOOKUP_OPTIONS}\"")),
                        |lookup| lookup.search_default_layer(&layer, &LookupKey::lookup_options(), &Merge::hash()),
                    )?;
                    let options = checked(found, Some(&module))?;
                    let options = options.map(|options| Compiled::new(&options).map(Rc::new)).transpose()?;
                    lookup.state().options.of_default.insert(Arc::clone(&module), options.clone());
                    options
                }
            };
            let merge = options.and_then(|options| options.of(&key.root));
            let merge = merge.and_then(|options| options.text("merge").cloned()).unwrap_or_default();
            let merge = Merge::of(&merge)?;
            lookup.explained(
                || LookupStep::Scope(format!("Searching for \"{}\"", key.text)),
                |lookup| lookup.search_default_layer(&layer, key, &merge),
            )
        })
    }

    /// Applies `convert_to` to a value that was found.
    pub(crate) fn convert_found(&mut self, key: &str, value: Value, options: &Hash) -> Result<Value, EvalError> {
        let Some(target) = options.text("convert_to").filter(|target| !target.is_undef()) else { return Ok(value) };
        let (first, others) = match target {
            Value::Array(elements) => match elements.split_first() {
                Some((first, others)) => (first.clone(), others.to_vec()),
                None => (Value::Undef, Vec::new()),
            },
            single => (single.clone(), Vec::new()),
        };
        let data_type = match &first {
            Value::String(text) => {
                let parsed = self.host.parse_type(text);
                parsed.map(Value::from).map_err(|error| issue::convert_to_type(key, text, &error.message))?
            }
            other => other.clone(),
        };
        let mut arguments = vec![data_type.clone(), value];
        arguments.extend(others.iter().cloned());
        let converted = self.host.call_function("new", &arguments);
        let converted = converted.map_err(|fault| fault.wrapped(|reason| issue::convert_to_failed(key, &reason)))?;
        self.explain_text(|lookup| {
            let shown = Value::from([vec![data_type], others].concat());
            let string = Type::builtin_named("String").map_or(Value::Undef, Value::from);
            let shown = lookup.host.call_function("new", &[string, shown])?;
            Ok(format!("Applying convert_to lookup_option with arguments {}", shown.text()))
        })?;
        Ok(converted)
    }
}

/// Checks that options are a hash, and that the options of a module only apply to its own keys.
fn checked(found: Option<Value>, module: Option<&Arc<str>>) -> Result<Option<Arc<Hash>>, EvalError> {
    let options = match found {
        None | Some(Value::Undef) => return Ok(None),
        Some(Value::Hash(options)) => options,
        Some(_) => return Err(issue::lookup_options_not_a_hash()),
    };
    if let Some(module) = module {
        let prefix = format!("{module}::");
        for key in options.keys().map(Value::text) {
            match key.strip_prefix('^') {
                Some(pattern) if !pattern.starts_with(&prefix) => {
                    return Err(issue::lookup_options_of_others("pattern", module));
                }
                None if !key.starts_with(&prefix) => return Err(issue::lookup_options_of_others("key", module)),
                _ => {}
            }
        }
    }
    Ok(Some(options))
}
