//! The runtime: the packages, who serves which type, the machine, and the instances of one run.

use std::cell::RefCell;
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
use crate::config::{ComponentLimits, RuntimeConfig};
use crate::error::{self, RuntimeError};
use crate::gate::Caller;
use crate::instance::{ComponentInstance, ComponentMemory, StoreData};
use crate::journal::Journal;
use crate::link::LinkProfile;
use crate::registry::{ComponentRegistry, ServedType, grants_of};
use crate::source::ComponentSource;
use crate::system::HostState;
use crate::workers::{WorkerConfig, Workers};

/// Components behind [`transaction::provider::Providers`].
///
/// Making one runs no code and costs microseconds: schemas are read from the components' sections, and a component is opened
/// when a resource needs it.
pub struct Runtime {
    pub(crate) machine: Rc<RefCell<HostState>>,
    pub(crate) limits: Rc<ComponentLimits>,
    pub(crate) instances: FxHashMap<InstanceKey, ComponentInstance>,
    /// Types that are known and that no component has, with the reason.
    pub(crate) declared: FxHashMap<String, (Arc<TypeSchema>, String)>,
    /// How many instances there have been.
    opened: usize,
    registry: Rc<ComponentRegistry>,
    callers: FxHashMap<(String, String), Caller>,
    components: Components,
    pub(crate) seed: WorkerConfig,
    /// Those who set resources side by side, once there is something for them to do.
    pub(crate) workers: Option<Workers>,
    /// What rows wrote that were set side by side, until their turn.
    pub(crate) late: FxHashMap<u32, Vec<AccessEvent>>,
    /// The run that has begun.
    pub(crate) run: RunContext,
    /// The memory that the instances of each component have together.
    memory: Vec<ComponentMemory>,
    /// The time that calls took which came to nothing.
    pub(crate) failing: FxHashMap<InstanceKey, Duration>,
}

/// What an instance is used for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct InstanceKey {
    pub(crate) type_name: String,
    /// The called provider, or `None` for calls of the type itself.
    pub(crate) provider: Option<String>,
    /// It is for calls that touch nothing.
    pub(crate) pure: bool,
}

impl Runtime {
    /// Reads what the components say about themselves.
    ///
    /// # Errors
    /// The root cannot be used, or a component is not valid, has no description, or requests something that cannot be granted.
    pub fn new(config: RuntimeConfig) -> Result<Self, RuntimeError> {
        Self::with(config, None)
    }

    /// Makes the runtime of a worker, whose changes are in the journal of the run.
    ///
    /// # Errors
    /// As for [`Runtime::new`].
    pub(crate) fn for_worker(config: RuntimeConfig, journal: Journal) -> Result<Self, RuntimeError> {
        Self::with(config, Some(journal))
    }

    fn with(mut config: RuntimeConfig, journal: Option<Journal>) -> Result<Self, RuntimeError> {
        let sources: Vec<Arc<ComponentSource>> =
            std::mem::take(&mut config.components).into_iter().map(Arc::new).collect();
        let registry = ComponentRegistry::of(sources.clone())?;
        let unusable = |errno: Errno| RuntimeError::Root { path: config.root.clone(), reason: error::describe(errno) };
        let machine = match journal {
            Some(journal) => HostState::for_worker(&config, journal),
            None => HostState::new(&config, None),
        };
        let machine = machine.map_err(unusable)?;
        Ok(Self {
            seed: WorkerConfig::of(&config),
            workers: None,
            late: FxHashMap::default(),
            run: RunContext::default(),
            machine: Rc::new(RefCell::new(machine)),
            limits: Rc::new(config.limits),
            instances: FxHashMap::default(),
            declared: FxHashMap::default(),
            opened: 0,
            callers: FxHashMap::default(),
            memory: sources.iter().map(|_| ComponentMemory::default()).collect(),
            components: Components::new(sources, config.cache),
            failing: FxHashMap::default(),
            registry: Rc::new(registry),
        })
    }

    /// Returns the components and their types.
    #[must_use]
    pub fn registry(&self) -> &Rc<ComponentRegistry> {
        &self.registry
    }

    /// Returns the types of all components, in the order of the components. Those that were not read yet are.
    pub fn types(&self) -> impl Iterator<Item = &Arc<TypeSchema>> {
        self.registry.type_names().filter_map(|name| self.registry.schema(name))
    }

    /// Begins to make the components of these types ready, on threads of their own. Types that are unknown are skipped.
    pub fn precompile<'a>(&mut self, types: impl IntoIterator<Item = &'a str>) {
        for type_name in types {
            for component in self.registry.components_of(type_name) {
                self.components.precompile(component);
            }
        }
    }

    /// Makes a type known that no component has: its resources fail, for this reason.
    pub fn declare(&mut self, schema: Arc<TypeSchema>, reason: String) {
        self.declared.insert(schema.name.clone(), (schema, reason));
    }

    /// Returns how many instances of components have been made: without one no code of a component has run.
    #[must_use]
    pub fn opened(&self) -> usize {
        self.opened
    }

    /// Returns what enforces each guarantee about queries on this machine.
    #[must_use]
    pub fn protections(&self) -> launcher::Protections {
        self.machine.borrow_mut().commands.protections().clone()
    }

    /// Returns what enforced each guarantee about the queries of this run; `None` if there was no query.
    #[must_use]
    pub fn protections_used(&self) -> Option<String> {
        self.machine.borrow().commands.protections_used().map(ToString::to_string)
    }

    /// Returns whether a command was refused since the last call because the root is not `/` (`root_commands`).
    pub fn take_refused_in_root(&mut self) -> bool {
        std::mem::take(&mut self.machine.borrow_mut().commands.has_refused_in_root)
    }

    /// Ends the run: drops the instances and syncs written data according to the configuration.
    ///
    /// # Errors
    /// It may not survive a power cut.
    pub fn finish(&mut self) -> Result<(), RuntimeError> {
        self.workers = None;
        self.instances.clear();
        let synced = self.machine.borrow_mut().journal.finish();
        synced.map_err(|errno| RuntimeError::Sync(error::describe(errno)))
    }

    /// Returns the number of this run: the one under which it can be undone, if it changed anything.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.machine.borrow().journal.run_number()
    }

    /// Returns the components as they were handed in.
    pub(crate) fn sources(&self) -> Vec<ComponentSource> {
        self.components.sources()
    }

    /// Takes an instance, or creates one. The caller returns it unless it failed.
    ///
    /// # Errors
    /// The component cannot be used.
    pub(crate) fn take_instance(
        &mut self,
        key: &InstanceKey,
        lending: LinkProfile,
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
        let component = self.components.linked(index, lending).map_err(|error| failed(&error))?;
        self.components.tick().map_err(|error| failed(&error))?;
        let together = Arc::clone(&self.memory[index]);
        let state = StoreData::new(caller.clone(), Rc::clone(&self.machine), Rc::clone(&self.limits), together);
        self.opened += 1;
        ComponentInstance::new(&component, state).map_err(|error| failed(&error::explain(&error, "")))
    }

    fn component_of(&self, key: &InstanceKey) -> Option<usize> {
        self.registry.component_of(&key.type_name, key.provider.as_deref())
    }

    fn caller(&mut self, key: &InstanceKey) -> Result<Caller, ProviderError> {
        let name = key.provider.clone().unwrap_or_else(|| key.type_name.clone());
        if let Some(caller) = self.callers.get(&(key.type_name.clone(), name.clone())) {
            return Ok(caller.clone());
        }
        let index = self.component_of(key).ok_or_else(|| unknown(key))?;
        let missing = || unknown(key);
        let served = self.registry.served(&key.type_name).ok_or_else(missing)?;
        let package = self.registry.package(index).ok_or_else(missing)?;
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
        };
        self.callers.insert((key.type_name.clone(), name), caller.clone());
        Ok(caller)
    }
}

/// A provider of someone else's type numbers the attributes that it knows itself.
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
