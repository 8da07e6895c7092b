//! Layers: global, environment, and one for each module with a `hiera.yaml`. A layer is read when it is first searched.
//! Its hierarchy is computed from the variables it uses, and recomputed when one of them changes.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use syntax::{Diagnostic, MissingRuby};
use value::{EvalError, FileLocation, Strict, Value};

use crate::config::{self, ConfigFault, HieraConfig, HierarchyLevel};
use crate::explain::LookupStep;
use crate::issue;
use crate::key::LookupKey;
use crate::legacy::LayerData;
use crate::lookup::Lookup;
use crate::merge::Merge;
use crate::provider::LevelProvider;
use crate::state::{Invocation, Remembered};

/// Identifies a layer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum LayerId {
    /// The layer shared by all environments.
    Global,
    /// The environment's own layer.
    Environment,
    /// The layer of a module.
    Module(Arc<str>),
}

impl LayerId {
    /// Returns its name in explanations.
    fn place(&self) -> &'static str {
        match self {
            Self::Global => "Global",
            Self::Environment => "Environment",
            Self::Module(_) => "Module",
        }
    }

    /// Returns the name of the module of a module layer.
    pub(crate) fn module(&self) -> Option<&Arc<str>> {
        match self {
            Self::Module(name) => Some(name),
            Self::Global | Self::Environment => None,
        }
    }
}

/// A layer with its hierarchy.
#[derive(Debug)]
pub(crate) struct Layer {
    id: LayerId,
    /// The base directory of paths in the configuration.
    root: String,
    /// The path and text of the configuration; `None` for the default configuration.
    file: Option<(String, String)>,
    config: HieraConfig,
    hierarchies: RefCell<Option<Hierarchies>>,
}

/// The hierarchies of a layer with all interpolations resolved.
#[derive(Clone, Debug)]
struct Hierarchies {
    usual: Rc<[LevelProvider]>,
    default: Rc<[LevelProvider]>,
    remembered: Rc<[Remembered]>,
}

impl Layer {
    /// Returns the files of the hierarchy that do not exist.
    fn missing_files(&self) -> Vec<String> {
        let hierarchies = self.hierarchies.borrow();
        let levels = hierarchies.iter().flat_map(|hierarchies| hierarchies.usual.iter());
        levels.flat_map(LevelProvider::missing_files).map(str::to_owned).collect()
    }

    /// Returns the module that the layer belongs to.
    pub(crate) fn module(&self) -> Option<&Arc<str>> {
        self.id.module()
    }

    /// Returns whether it has a hierarchy that is searched if no other layer has the key.
    pub(crate) fn has_default_hierarchy(&self) -> bool {
        self.config.default_hierarchy.is_some()
    }

    fn step(&self) -> LookupStep {
        let module = self.module().map(|module| format!("\"{module}\" ")).unwrap_or_default();
        LookupStep::DataProvider {
            name: format!(
                "{} {module}Data Provider (hiera configuration version {})",
                self.id.place(),
                self.config.version
            ),
            configuration: self.file.as_ref().map(|(path, _)| path.clone()),
            module: self.module().map(|module| module.to_string()),
        }
    }
}

impl Lookup<'_> {
    /// Returns a layer, reading it if necessary; `None` if it has no configuration.
    pub(crate) fn layer(&mut self, id: &LayerId) -> Result<Option<Rc<Layer>>, EvalError> {
        if let Some(known) = self.state().layers.get(id) {
            return Ok(known.clone());
        }
        let layer = self.read_layer(id)?.map(Rc::new);
        self.state().layers.insert(id.clone(), layer.clone());
        Ok(layer)
    }

    /// Returns whether there may be data for a module's keys. This is cheap once the layers have been read.
    pub fn has_data(&mut self, module: &str) -> Result<bool, EvalError> {
        Ok(self.is_layer_of_use(&LayerId::Global)?
            || self.is_layer_of_use(&LayerId::Environment)?
            || self.is_layer_of_use(&LayerId::Module(module.into()))?)
    }

    fn is_layer_of_use(&mut self, id: &LayerId) -> Result<bool, EvalError> {
        let Some(layer) = self.layer(id)? else { return Ok(false) };
        Ok(layer.file.is_some() || !self.hierarchies(&layer)?.usual.is_empty())
    }

    fn read_layer(&mut self, id: &LayerId) -> Result<Option<Layer>, EvalError> {
        let (directory, path) = match id {
            LayerId::Global => {
                let Some(path) = self.host.settings().hiera_config.clone() else { return Ok(None) };
                (path.rsplit_once('/').map_or("", |(directory, _)| directory).to_owned(), path)
            }
            LayerId::Environment | LayerId::Module(_) => {
                let place = id.module().map_or(FileLocation::Environment, |name| FileLocation::Module(name));
                let Some(directory) = self.host.world().find(place, "") else { return Ok(None) };
                let path = format!("{directory}/hiera.yaml");
                (directory, path)
            }
        };
        let text =
            self.host.world().text(FileLocation::Anywhere, &path).map_err(|error| EvalError::new(error.to_string()))?;
        let layer = |file, config| Layer {
            id: id.clone(),
            root: directory.clone(),
            file,
            config,
            hierarchies: RefCell::default(),
        };
        let found = match text {
            Some(text) => {
                let config = self.read_config(id, &path, &text.text)?;
                config.map(|config| layer(Some((path, text.text)), config))
            }
            None => (*id == LayerId::Global).then(|| layer(None, HieraConfig::default())),
        };
        let version = found.as_ref().map(|layer| layer.config.version);
        Ok(match self.legacy_data(id, &directory, version)? {
            LayerData::Nowhere => found,
            LayerData::None => None,
            LayerData::Hiera => found.or_else(|| Some(layer(None, HieraConfig::default()))),
            LayerData::Function(name) => Some(layer(None, HieraConfig::of_legacy_function(&name))),
        })
    }

    /// Parses a configuration; `None` if it is ignored in this layer.
    fn read_config(&mut self, id: &LayerId, path: &str, text: &str) -> Result<Option<HieraConfig>, EvalError> {
        let value = value::yaml::parse(text)
            .map_err(|error| issue::with_yaml_line(EvalError::new(error.located(path)), &error, text))?;
        let is_hash = matches!(value, Value::Hash(_));
        if !is_hash {
            self.warn(format!(
                "{path}: File exists but does not contain a valid YAML hash. Falling back to Hiera version 3 default config"
            ));
        }
        let version = if is_hash { config::version(&value) } else { 3 };
        let strict = self.host.settings().strict;
        if matches!(version, 3 | 4) && strict != Strict::Off && !config::lacks_version(&value) {
            self.host.warn_once(path, issue::warning(issue::deprecated_hiera_version(path, version)));
        }
        let refuse = |kind| ConfigFault::at(kind, None);
        let checked = match (version, id) {
            (3, LayerId::Global) => Err(refuse(issue::hiera_version_3_unsupported())),
            (3, LayerId::Environment | LayerId::Module(_)) => {
                let (place, root) = match id.module() {
                    Some(_) => ("module", "module root"),
                    None => ("environment", "the environment root"),
                };
                if strict != Strict::Error {
                    let warning = match config::lacks_version(&value) {
                        true => issue::missing_hiera_version(path),
                        false => format!("hiera.yaml version 3 found at {root} was ignored"),
                    };
                    self.host.warn_once(&format!("{path}: ignored"), issue::warning(warning));
                    return Ok(None);
                }
                Err(refuse(issue::hiera_version_3_not_global(place)))
            }
            (4, LayerId::Global) => Err(refuse(issue::hiera_version_4_global())),
            (4, _) => HieraConfig::version_4(&value, path, text),
            (5, _) => HieraConfig::version_5(&value, path, text, id.module().is_some(), *id == LayerId::Global),
            (other, _) => Err(refuse(issue::unsupported_hiera_version(other))),
        };
        let hint = match (config::lacks_version(&value), version, id) {
            (true, ..) => Some(issue::ADD_VERSION_5),
            (false, 3, LayerId::Global) => Some(issue::HOW_TO_CONVERT_VERSION_3),
            (false, ..) => None,
        };
        checked.map(Some).map_err(|fault| {
            let fault = self.config_fault(fault, path, text);
            match hint {
                Some(hint) => fault.with_hint(hint),
                None => fault,
            }
        })
    }

    /// Returns an error in a configuration with its location.
    pub(crate) fn config_fault(&mut self, fault: ConfigFault, path: &str, text: &str) -> EvalError {
        match fault {
            ConfigFault::Plain { message, hint } => {
                hint.into_iter().fold(EvalError::new(message), EvalError::with_hint)
            }
            ConfigFault::Located { kind, line, missing } => {
                let source = self.host.sources().add(path.to_owned(), text.to_owned());
                let start = line.map_or(0, |line| source.line_start(line));
                let fault = issue::configuration(kind, Some(source.span(start, start)));
                missing.into_iter().fold(fault, EvalError::with_missing_ruby)
            }
        }
    }

    /// Adds the location to an interpolation error in a configuration.
    fn of_config(&mut self, fault: EvalError, layer: &Layer) -> EvalError {
        let Some((path, text)) = &layer.file else { return fault };
        match fault.into_placed() {
            Ok(found) if found.span.is_none() && found.issue.starts_with("HIERA_") => {
                self.config_fault(ConfigFault::at((found.issue, found.message), None), path, text)
            }
            Ok(found) => found.into(),
            Err(fault) => fault,
        }
    }

    /// Returns the error for a level whose function does not exist.
    pub(crate) fn unknown_data_function(&mut self, layer: &Layer, kind: &str, name: &str) -> EvalError {
        let line = layer.file.as_ref().and_then(|(_, text)| config::line_of_function(text, kind, name));
        let fault = ConfigFault::at(issue::unknown_data_function(kind, name), line);
        let fault = match &layer.file {
            Some((path, text)) => self.config_fault(fault, path, text),
            None => issue::configuration(issue::unknown_data_function(kind, name), None),
        };
        let fault = self.host.with_known_function(fault, name);
        match fault.missing_ruby() {
            Some(_) => fault.with_missing_ruby(MissingRuby::HieraBackend(name.into())),
            None => fault.with_hint(issue::install_module_of_backend(name)),
        }
    }

    /// Returns whether the environment has a `hiera.yaml` of version 5.
    ///
    /// # Errors
    /// Returns an error if its `hiera.yaml` is invalid.
    pub fn has_environment_data(&mut self) -> Result<bool, EvalError> {
        Ok(self.layer(&LayerId::Environment)?.is_some_and(|layer| layer.config.version >= 5))
    }

    /// Returns a file of a hierarchy that does not exist, and one that exists and differs from it only in the suffix.
    pub(crate) fn misnamed_file(&mut self) -> Option<(String, String)> {
        let layers: Vec<Rc<Layer>> = self.state().layers.values().flatten().cloned().collect();
        let mut missing: Vec<String> = layers.iter().flat_map(|layer| layer.missing_files()).collect();
        missing.sort();
        let world = self.host.world();
        let exists = |path: &String| world.find(FileLocation::Anywhere, path).is_some();
        missing.into_iter().find_map(|path| {
            let other = [(".yaml", ".yml"), (".yml", ".yaml")]
                .into_iter()
                .find_map(|(wanted, other)| Some(path.strip_suffix(wanted)?.to_owned() + other));
            other.filter(exists).map(|other| (path, other))
        })
    }

    /// Logs a warning.
    pub(crate) fn warn(&mut self, message: String) {
        self.host.log_diagnostic(Diagnostic::warning("WARNING", message, None));
    }

    /// Searches a layer for a key.
    pub(crate) fn search_layer(
        &mut self,
        layer: &Layer,
        key: &LookupKey,
        merge: &Merge,
    ) -> Result<Option<Value>, EvalError> {
        self.once(&key.text, |lookup| {
            lookup.explained(
                || layer.step(),
                |lookup| {
                    let hierarchies = lookup.hierarchies(layer)?;
                    if hierarchies.usual.is_empty() {
                        lookup.explain_not_found(&key.text);
                        return Ok(None);
                    }
                    lookup.search_hierarchy(layer, &hierarchies.usual, key, merge)
                },
            )
        })
    }

    /// Searches the default hierarchy of a module for a key.
    pub(crate) fn search_default_layer(
        &mut self,
        layer: &Layer,
        key: &LookupKey,
        merge: &Merge,
    ) -> Result<Option<Value>, EvalError> {
        let hierarchies = self.hierarchies(layer)?;
        if hierarchies.default.is_empty() {
            self.explain_not_found(&key.text);
            return Ok(None);
        }
        self.once(&key.text, |lookup| {
            lookup.explained(|| layer.step(), |lookup| lookup.search_hierarchy(layer, &hierarchies.default, key, merge))
        })
    }

    fn search_hierarchy(
        &mut self,
        layer: &Layer,
        providers: &[LevelProvider],
        key: &LookupKey,
        merge: &Merge,
    ) -> Result<Option<Value>, EvalError> {
        self.merged(merge, providers.len(), |lookup, index| {
            lookup.search_provider(layer, &providers[index], key, merge)
        })
    }

    /// Returns the hierarchies of a layer for the current values of the variables.
    fn hierarchies(&mut self, layer: &Layer) -> Result<Hierarchies, EvalError> {
        let known = layer.hierarchies.borrow().clone();
        if let Some(known) = known {
            if self.unexplained(|lookup| lookup.are_unchanged(&known.remembered))? {
                return Ok(known);
            }
            self.explain_text(|_| {
                Ok("Hiera configuration recreated due to change of scope variables used in interpolation expressions"
                    .to_owned())
            })?;
        }
        // Lookups by a configuration ignore the overrides of the current lookup and are not explained.
        let outer = self.state().remembered.replace(Vec::new());
        let stack = std::mem::take(&mut self.state().stack);
        let computed: Result<_, EvalError> = self.unexplained(|lookup| {
            lookup.invoked(Invocation::default(), |lookup| {
                let default = layer.config.default_hierarchy.as_deref().unwrap_or_default();
                Ok((lookup.providers(layer, &layer.config.hierarchy)?, lookup.providers(layer, default)?))
            })
        });
        self.state().stack = stack;
        let mut remembered = std::mem::replace(&mut self.state().remembered, outer).unwrap_or_default();
        let (usual, default) = computed?;
        let mut seen = rustc_hash::FxHashSet::default();
        remembered.retain(|variable| seen.insert(variable.name.clone()));
        let hierarchies = Hierarchies { usual, default, remembered: remembered.into() };
        *layer.hierarchies.borrow_mut() = Some(hierarchies.clone());
        Ok(hierarchies)
    }

    fn are_unchanged(&mut self, remembered: &[Remembered]) -> Result<bool, EvalError> {
        for variable in remembered {
            if !self.is_unchanged(variable)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn providers(&mut self, layer: &Layer, levels: &[HierarchyLevel]) -> Result<Rc<[LevelProvider]>, EvalError> {
        let mut providers = Vec::with_capacity(levels.len());
        for level in levels {
            // Paths in the default configuration are only used if the files exist.
            let provider = self.provider(level, &layer.root, layer.file.is_none());
            providers.extend(provider.map_err(|fault| self.of_config(fault, layer))?);
        }
        Ok(providers.into())
    }
}
