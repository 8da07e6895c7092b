//! Calls of built-in providers by Ruby code: `Puppet::Type.type(:service).new(name: 'x').provider.stop`. The resource need not be in the
//! catalog. It is validated like one of the catalog, and its provider runs in a second runtime with its own grants, in the phase of
//! the caller and with the journal of the run.

use std::iter;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use catalog::{Catalog, Resource, ResourceRef, Value};
use transaction::provider::{ComponentMessage, ProviderError, Providers as _, RequestedChange, Row, RunContext, State};
use transaction::{Clock, Level, Log, NoFunctions, Observer};

use crate::arena::result::ResultArena;
use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::bindings::marotte::provider::values::{ArenaResult, Sheet};
use crate::component::Components;
use crate::error;
use crate::gate::{Effect, Phase};
use crate::instance::StoreData;
use crate::runtime::Runtime;
use crate::system::HostState;
use crate::translate;
use crate::workers::WorkerConfig;

/// The configuration and components of second runtimes.
pub(crate) struct ProviderCalls {
    seed: WorkerConfig,
    components: Components,
}

/// A resource whose provider is called, and the row on whose behalf this happens.
struct CalledResource {
    resource: RequestedChange,
    row: u32,
}

/// A second runtime with the resource, as its provider receives it.
struct CalledProvider {
    runtime: Runtime,
    type_name: String,
    provider: String,
    row: Row,
}

impl ProviderCalls {
    /// Prepares calls of providers of these components.
    pub(crate) fn new(seed: WorkerConfig, components: Components) -> Self {
        Self { seed, components }
    }

    /// Starts a runtime and validates the resource in it.
    fn open(&self, machine: &HostState, phase: Phase, called: &CalledResource) -> Result<CalledProvider, Error> {
        let config = self.seed.clone().beside(machine);
        let runtime = Runtime::for_worker(config, self.components.shared(), machine.journal.clone());
        let mut runtime = runtime.map_err(|reason| error::error(Code::Other, reason.to_string()))?;
        let type_name = &called.resource.type_name;
        let component = runtime.registry().component_of(type_name, None);
        let package = component.and_then(|component| runtime.registry().package(component));
        if package.is_none_or(|package| package.manifest.ruby.is_some()) {
            let message = format!("the providers of '{type_name}' cannot be called: the type is unknown or in Ruby");
            return Err(error::error(Code::Invalid, message));
        }
        let run = RunContext {
            noop: machine.gate.is_noop(),
            show_diff: machine.show_diff,
            is_debugging: machine.is_debugging,
            ordering_check: machine.record.checks_order(),
            buckets: machine.buckets.clone(),
            enforced: match phase {
                Phase::Write(permit) => vec![permit.row()],
                Phase::Catalog | Phase::Read => Vec::new(),
            },
        };
        runtime.begin_worker(&run, machine.shown.clone());
        called_provider(runtime, called)
    }
}

/// Returns the provider that a resource would have in a catalog.
fn called_provider(mut runtime: Runtime, called: &CalledResource) -> Result<CalledProvider, Error> {
    let CalledResource { resource: RequestedChange { type_name, title, parameters }, row } = called;
    let invalid = |reason: String| error::error(Code::Invalid, reason);
    let mut resource = Resource::new(ResourceRef::new(type_name, title));
    for (name, value) in parameters {
        resource.set(name, value.clone(), None);
    }
    let mut catalog = Catalog::default();
    let index = catalog.add(resource).map_err(|reason| invalid(reason.to_string()))?;
    let prepared = transaction::prepare(catalog, &mut runtime, &mut NoFunctions, &mut Silent, &NoClock);
    let prepared = prepared.map_err(|issues| invalid(issues.first().map(ToString::to_string).unwrap_or_default()))?;
    let provider = prepared.provider(index).map(str::to_owned);
    let provider = provider
        .ok_or_else(|| invalid(format!("no provider of {} can be used here", ResourceRef::new(type_name, title))))?;
    let schema = runtime.schema(type_name).ok_or_else(|| invalid(format!("there is no type '{type_name}'")))?;
    let mut row = Row { id: *row, title: title.as_str().into(), slots: Arc::default() };
    for (name, value) in prepared.values(index) {
        if let Some(column) = schema.column(name).and_then(|column| u16::try_from(column).ok()) {
            row.set(column, value.clone());
        }
    }
    Ok(CalledProvider { runtime, type_name: type_name.clone(), provider, row })
}

impl CalledProvider {
    /// Returns the number of an attribute.
    fn column(&self, name: &str) -> Result<u16, Error> {
        let schema = self.runtime.schema(&self.type_name);
        let column = schema.and_then(|schema| schema.column(name)).and_then(|column| u16::try_from(column).ok());
        let unknown =
            || error::error(Code::Invalid, format!("the type '{}' has no attribute '{name}'", self.type_name));
        column.ok_or_else(unknown)
    }

    fn state(&mut self) -> Result<State, ProviderError> {
        let states = self.runtime.get(&self.type_name, &self.provider, &[&self.row]);
        states.into_iter().next().unwrap_or_else(|| Err(error::provider_fault("The provider returned no state".into())))
    }

    /// Returns the current value of an attribute.
    fn get(&mut self, attribute: &str) -> Result<Option<Value>, Error> {
        let column = self.column(attribute)?;
        // An attribute that is not managed is read if it contains undef.
        if self.row.value(column).is_none() {
            self.row.set(column, Value::Undef);
        }
        let state = self.state().map_err(of_provider)?;
        Ok(state.value(column).cloned())
    }

    fn set(&mut self, attributes: &[String]) -> Result<(), Error> {
        let mut columns = attributes.iter().map(|name| self.column(name)).collect::<Result<Vec<u16>, Error>>()?;
        columns.sort_unstable();
        let current = self.state().map_err(of_provider)?;
        let applied = self.runtime.set(&self.type_name, &self.provider, &self.row, &current, &columns);
        match applied.map_err(of_provider)?.into_iter().find_map(|applied| applied.outcome.err()) {
            Some(failed) => Err(of_provider(failed)),
            None => Ok(()),
        }
    }

    fn refresh(&mut self) -> Result<(), Error> {
        self.runtime.refresh(&self.type_name, &self.provider, &self.row).map_err(of_provider)
    }
}

impl StoreData {
    /// `provider-query.get`
    ///
    /// # Errors
    /// Returns an error if no grant covers the type, the resource is not valid, or its provider fails.
    pub(crate) fn get_by_provider(&mut self, desired: &Sheet, attribute: &str) -> Result<Option<ArenaResult>, Error> {
        let value = self.call_provider(desired, |called| called.get(attribute))?;
        let mut answer = ResultArena::new(&mut self.secrets);
        Ok(value.and_then(|value| answer.value(&value)).map(|_| answer.finish()))
    }

    /// `provider-mutate.set`
    ///
    /// # Errors
    /// Returns the same errors as [`StoreData::get_by_provider`].
    pub(crate) fn set_by_provider(&mut self, desired: &Sheet, attributes: &[String]) -> Result<(), Error> {
        self.call_provider(desired, |called| called.set(attributes))
    }

    /// `provider-mutate.refresh`
    ///
    /// # Errors
    /// Returns the same errors as [`StoreData::get_by_provider`].
    pub(crate) fn refresh_by_provider(&mut self, desired: &Sheet) -> Result<(), Error> {
        self.call_provider(desired, CalledProvider::refresh)
    }

    fn call_provider<R>(
        &self,
        desired: &Sheet,
        call: impl FnOnce(&mut CalledProvider) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let refused = |reason: &str| error::error(Code::Refused, reason);
        let mut machine = self.machine.borrow_mut();
        machine.gate.check(&self.caller, self.phase, Effect::CallProvider(&desired.type_name))?;
        let calls = self.caller.interpreter.as_ref().map(|interpreter| &interpreter.calls);
        let calls = calls.ok_or_else(|| refused("the component has no Ruby code"))?;
        let resources = translate::requested_changes(desired, &self.secrets);
        let resources = resources.map_err(|reason| refused(&format!("the resource cannot be read: {reason}")))?;
        let row = desired.rows.rows.first().map(|row| row.id).filter(|row| self.rows.find(*row).is_some());
        let (Some(row), Some(resource)) = (row, resources.into_iter().next()) else {
            return Err(refused("a provider of another type can be called only on behalf of a resource"));
        };
        let mut called = calls.open(&machine, self.phase, &CalledResource { resource, row })?;
        // The time of the provider is limited by its own runtime.
        let answer = machine.commands.wait(|_| call(&mut called));
        enter_effects(&mut machine, &mut called.runtime, row);
        answer
    }
}

/// Adds the messages and accesses of a second runtime to the log and record of the run.
fn enter_effects(machine: &mut HostState, runtime: &mut Runtime, row: u32) {
    for message in runtime.take_messages() {
        // Its attribute is one of another type.
        let attribute = None;
        machine.log.add(ComponentMessage { row: Some(row), attribute, ..message });
    }
    machine.record.enter(runtime.take_events(), iter::once(row));
    machine.paths.forget();
    machine.identity.borrow_mut().forget();
}

/// Returns the error of a provider in the form of the contract.
fn of_provider(failed: ProviderError) -> Error {
    Error { code: Code::Other, message: failed.message, detail: failed.detail }
}

/// Receives the messages of the preparation; issues are returned.
struct Silent;

impl Observer for Silent {
    fn wants(&self, _: Level) -> bool {
        false
    }

    fn log(&mut self, _: &Log) {}
}

/// The clock of a preparation, whose time nothing depends on.
struct NoClock;

impl Clock for NoClock {
    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH
    }

    fn monotonic(&self) -> Duration {
        Duration::ZERO
    }
}
