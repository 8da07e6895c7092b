//! The runtime: component packages, type registry, host state and component instances of one run.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use catalog::schema::{Hook, TypeSchema};
use marotte_contract::package::Package;
use rustc_hash::FxHashMap;
use rustix::io::Errno;
use transaction::provider::{ProviderError, RunContext};

use crate::access_log::AccessEvent;
use crate::arena::Columns;
use crate::component::Components;
use crate::config::{ComponentLimits, Durable, RuntimeConfig};
use crate::error::{self, RuntimeError};
use crate::gate::{Caller, RefusedAccess};
use crate::helper_thread::HelperThread;
use crate::instance::{ComponentInstance, ComponentMemory, StoreData};
use crate::interpreter::Interpreter;
use crate::journal::Journal;
use crate::link::LinkProfile;
use crate::provider_calls::ProviderCalls;
use crate::registry::{ComponentRegistry, ServedType, grants_of};
use crate::system::HostState;
use crate::workers::{WorkerConfig, Workers};

/// Implementation of [`transaction::provider::Providers`] by components.
///
/// Creating a runtime executes no component code and takes microseconds: schemas are read from sections of the
/// components, and a component is loaded when a resource needs it.
pub struct Runtime {
    pub(crate) machine: Rc<RefCell<HostState>>,
    pub(crate) limits: Rc<ComponentLimits>,
    pub(crate) instances: FxHashMap<InstanceKey, ComponentInstance>,
    /// Schemas of known types that no component defines, with the reason.
    pub(crate) declared: FxHashMap<String, (Arc<TypeSchema>, String)>,
    /// Declarations that modules have of components' types.
    pub(crate) module_schemas: FxHashMap<String, Arc<TypeSchema>>,
    /// Number of instances created so far.
    opened: usize,
    registry: Rc<ComponentRegistry>,
    callers: FxHashMap<(String, String), Caller>,
    pub(crate) components: Rc<RefCell<Components>>,
    pub(crate) seed: WorkerConfig,
    /// Worker threads, started when resources are first set in parallel.
    pub(crate) workers: Option<Workers>,
    /// The helper thread, started for the first large call.
    pub(crate) helper: Option<HelperThread>,
    /// Whether the system may have changed since the helper thread was started.
    pub(crate) is_helper_outdated: bool,
    /// Access events of rows that workers set; consumed when the turn of the row comes.
    pub(crate) deferred_events: FxHashMap<u32, Vec<AccessEvent>>,
    /// Context of the current run.
    pub(crate) run: RunContext,
    /// Memory use of each component, shared by all its instances.
    memory: Vec<ComponentMemory>,
    /// The Ruby interpreters of components, by the number of the component.
    interpreters: FxHashMap<usize, Rc<Interpreter>>,
    /// Why Ruby code found providers unsuitable, since the last change of the system.
    pub(crate) unsuitable_in_ruby: FxHashMap<InstanceKey, String>,
    /// Time spent in failed calls, by instance.
    pub(crate) failing: FxHashMap<InstanceKey, Duration>,
}

/// Loads components of a runtime before they are used.
#[derive(Clone)]
pub struct ComponentLoader {
    registry: Rc<ComponentRegistry>,
    components: Rc<RefCell<Components>>,
}

impl ComponentLoader {
    /// Starts to load or compile the components of a type on background threads, unless that has begun. Unknown types are ignored.
    pub fn load(&self, type_name: &str) {
        let mut components = self.components.borrow_mut();
        self.registry.components_of(type_name).for_each(|component| components.precompile(component));
    }
}

/// Identifies an instance by its use.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct InstanceKey {
    pub(crate) type_name: String,
    /// The called provider, or `None` for calls of the type itself.
    pub(crate) provider: Option<String>,
    /// Whether the instance is limited to calls without access to the system.
    pub(crate) pure: bool,
}

impl Runtime {
    /// Creates a runtime from the descriptions of the components.
    ///
    /// # Errors
    /// Returns an error if the root cannot be used, or if a component is not valid, has no description, or requests
    /// something that cannot be granted.
    pub fn new(mut config: RuntimeConfig) -> Result<Self, RuntimeError> {
        let sources = std::mem::take(&mut config.components).into_iter().map(Arc::new).collect();
        let components = Components::new(sources, config.cache.clone());
        Self::with(config, components, None)
    }

    /// Creates the runtime of a worker, which records its changes in the journal of the run.
    ///
    /// # Errors
    /// Returns the same errors as [`Runtime::new`].
    pub(crate) fn for_worker(
        config: RuntimeConfig,
        components: Components,
        journal: Journal,
    ) -> Result<Self, RuntimeError> {
        Self::with(config, components, Some(journal))
    }

    fn with(config: RuntimeConfig, components: Components, journal: Option<Journal>) -> Result<Self, RuntimeError> {
        let registry = ComponentRegistry::of(components.sources().to_vec())?;
        let unusable = |errno: Errno| RuntimeError::Root { path: config.root.clone(), reason: error::describe(errno) };
        let machine = match journal {
            Some(journal) => HostState::for_worker(&config, journal),
            None => HostState::new(&config, None),
        };
        let machine = machine.map_err(unusable)?;
        Ok(Self {
            seed: WorkerConfig::of(&config),
            workers: None,
            helper: None,
            is_helper_outdated: false,
            deferred_events: FxHashMap::default(),
            run: RunContext::default(),
            machine: Rc::new(RefCell::new(machine)),
            limits: Rc::new(config.limits),
            instances: FxHashMap::default(),
            declared: FxHashMap::default(),
            module_schemas: FxHashMap::default(),
            opened: 0,
            callers: FxHashMap::default(),
            memory: components.sources().iter().map(|_| ComponentMemory::default()).collect(),
            interpreters: FxHashMap::default(),
            unsuitable_in_ruby: FxHashMap::default(),
            components: Rc::new(RefCell::new(components)),
            failing: FxHashMap::default(),
            registry: Rc::new(registry),
        })
    }

    /// Returns the components and their types.
    #[must_use]
    pub fn registry(&self) -> &Rc<ComponentRegistry> {
        &self.registry
    }

    /// Returns the types of all components, in the order of the components. Reads all descriptions that have not
    /// been read yet.
    pub fn types(&self) -> impl Iterator<Item = &Arc<TypeSchema>> {
        self.registry.type_names().filter_map(|name| self.registry.schema(name))
    }

    /// Returns a handle that loads components before they are used.
    #[must_use]
    pub fn loader(&self) -> ComponentLoader {
        ComponentLoader { registry: Rc::clone(&self.registry), components: Rc::clone(&self.components) }
    }

    /// Declares a type that no component defines. Its resources fail with the given reason.
    pub fn declare(&mut self, schema: Arc<TypeSchema>, reason: String) {
        self.declared.insert(schema.name.clone(), (schema, reason));
    }

    /// Sets the declaration that a module has of a component's type.
    pub fn set_module_schema(&mut self, schema: Arc<TypeSchema>) {
        self.module_schemas.insert(schema.name.clone(), schema);
    }

    /// Returns the number of component instances created so far. If it is zero, no component code has run.
    #[must_use]
    pub fn opened(&self) -> usize {
        self.opened
    }

    /// Returns the mechanisms that enforce each guarantee about queries on this system.
    #[must_use]
    pub fn protections(&self) -> launcher::Protections {
        self.machine.borrow_mut().commands.protections().clone()
    }

    /// Returns the time that syncing written files to disk took so far, if each file is synced. The times of parallel
    /// writers are added up.
    #[must_use]
    pub fn sync_time(&self) -> Option<Duration> {
        let machine = self.machine.borrow();
        (machine.journal.durable() == Durable::File).then(|| machine.journal.sync_timer().total())
    }

    /// Returns the mechanisms that enforced each guarantee about the queries of this run, or `None` if there was no
    /// query.
    #[must_use]
    pub fn protections_used(&self) -> Option<String> {
        self.machine.borrow().commands.protections_used().map(ToString::to_string)
    }

    /// Returns whether a command was refused since the last call because the root is not `/` (`root_commands`).
    pub fn take_refused_in_root(&mut self) -> bool {
        std::mem::take(&mut self.machine.borrow_mut().commands.has_refused_in_root)
    }

    /// Returns the accesses of Ruby code that were refused since the last call because no grant covers them.
    pub fn take_refused_accesses(&mut self) -> BTreeSet<RefusedAccess> {
        self.machine.borrow().gate.take_refused()
    }

    /// Ends the run: drops the instances and syncs written data according to the configuration.
    ///
    /// # Errors
    /// Returns an error if written data may not survive a power failure.
    pub fn finish(&mut self) -> Result<(), RuntimeError> {
        (self.workers, self.helper) = (None, None);
        self.instances.clear();
        self.callers.clear();
        self.interpreters.clear();
        let synced = self.machine.borrow_mut().journal.finish();
        synced.map_err(|errno| RuntimeError::Sync(error::describe(errno)))
    }

    /// Returns the number of this run, by which the run can be undone if it changed anything.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.machine.borrow().journal.run_number()
    }

    /// Takes an instance out of the pool, or creates one. The caller puts it back unless it failed.
    ///
    /// # Errors
    /// Returns an error if the component cannot be used.
    pub(crate) fn take_instance(
        &mut self,
        key: &InstanceKey,
        profile: LinkProfile,
    ) -> Result<ComponentInstance, ProviderError> {
        if let Some(instance) = self.instances.remove(key) {
            return Ok(instance);
        }
        let caller = self.caller(key)?;
        let index = self.component_of(key).ok_or_else(|| unknown(key))?;
        let failed = |reason: &dyn fmt::Display| {
            let name = &caller.provider;
            error::provider_fault(format!("The component of the provider '{name}' cannot be used: {reason}"))
        };
        if caller.grants.has_queries() {
            self.machine.borrow_mut().commands.prepare_queries();
        }
        let component = {
            let mut components = self.components.borrow_mut();
            components.tick().map_err(|error| failed(&error))?;
            components.linked(index, profile).map_err(|error| failed(&error))?
        };
        let component_memory = Arc::clone(&self.memory[index]);
        let state = StoreData::new(caller.clone(), Rc::clone(&self.machine), Rc::clone(&self.limits), component_memory);
        self.opened += 1;
        ComponentInstance::new(&component, state).map_err(|error| failed(&error::explain(&error, "")))
    }

    pub(crate) fn component_of(&self, key: &InstanceKey) -> Option<usize> {
        self.registry.component_of(&key.type_name, key.provider.as_deref())
    }

    pub(crate) fn caller(&mut self, key: &InstanceKey) -> Result<Caller, ProviderError> {
        let name = key.provider.clone().unwrap_or_else(|| key.type_name.clone());
        if let Some(caller) = self.callers.get(&(key.type_name.clone(), name.clone())) {
            return Ok(caller.clone());
        }
        let index = self.component_of(key).ok_or_else(|| unknown(key))?;
        let missing = || unknown(key);
        let served = self.registry.served(&key.type_name).ok_or_else(missing)?;
        let package = self.registry.package(index).ok_or_else(missing)?;
        let ruby = package.manifest.ruby.clone();
        let interpreter = ruby.map(|code| {
            let start = self.seed.ruby.clone();
            let schema = || serde_json::to_string(&package.schema).unwrap_or_default();
            let calls = || ProviderCalls::new(self.seed.clone(), self.components.borrow().shared());
            let new = || Rc::new(Interpreter::new(code, schema(), calls(), start));
            Rc::clone(self.interpreters.entry(index).or_insert_with(new))
        });
        let columns = match foreign_columns(package, served, served.component == index, key.provider.as_deref()) {
            Some(known) => Columns::foreign(served.schema.attributes.len(), &known),
            None => Columns::own(served.schema.attributes.len()),
        };
        let caller = Caller {
            type_name: key.type_name.as_str().into(),
            provider: name.as_str().into(),
            package: package.manifest.package.name.as_str().into(),
            grants: Rc::new(
                grants_of(package, &served.schema).map_err(|failed| error::provider_fault(failed.to_string()))?,
            ),
            columns: Rc::new(columns),
            schema: Arc::clone(&served.schema),
            prefetches: package.schema.providers.iter().any(|known| {
                known.name == name && known.type_name == key.type_name && known.hooks.contains(&Hook::Prefetch)
            }),
            interpreter,
        };
        self.callers.insert((key.type_name.clone(), name), caller.clone());
        Ok(caller)
    }
}

/// Returns the column mapping of a provider for another component's type; such a provider has its own numbering of
/// attributes.
fn foreign_columns(package: &Package, served: &ServedType, is_own: bool, provider: Option<&str>) -> Option<Vec<u16>> {
    if is_own {
        return None;
    }
    let mut providers = package.schema.providers.iter();
    let schema =
        providers.find(|known| Some(known.name.as_str()) == provider && known.type_name == served.schema.name)?;
    let column = |name: &String| served.schema.column(name).and_then(|at| u16::try_from(at).ok());
    Some(schema.attributes.iter().filter_map(column).collect())
}

fn unknown(key: &InstanceKey) -> ProviderError {
    let message = match &key.provider {
        Some(provider) => format!("There is no provider '{provider}' of the type '{}'", key.type_name),
        None => format!("There is no type '{}'", key.type_name),
    };
    error::provider_fault(message)
}
