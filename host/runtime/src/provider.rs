//! Implementation of the trait [`Providers`] by components: selects the instance and phase of each call and
//! converts its result. A failing component affects only the current resource and its own instance.

mod pure;

use std::iter;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use catalog::schema::{Fallback, Hook, TypeSchema};
use catalog::{ResourceRef, Value, wire};
use marotte_contract::package::Package;
use marotte_contract::schema::{PackageSchema, ProviderSchema};
use thiserror::Error;
use transaction::provider::{
    Applied, ComponentMessage, FaultCode, Generated, Hooks, Instance as Listed, Problem, ProviderError, ProviderInfo,
    Providers, RequestedChange, Row, RowRelations, RunContext, SetOutcome, SetRequest, StaleStates, State,
    UnorderedAccess,
};
use wasmtime::component::ResourceAny;

use crate::access_log::AccessEvent;
use crate::error;
use crate::gate::{GateRefusal, Phase};
use crate::grants::spelling::is_respelled;
use crate::instance::ComponentInstance;
use crate::link::LinkProfile;
use crate::rows::Rows;
use crate::runtime::{InstanceKey, Runtime};
use crate::suitability::Suitability;
use crate::system::find::ExposedResources;
use crate::translate::{self, CallFailure};
use crate::workers::{WorkerLookups, WorkerResult, Workers};

/// Number of rows passed in one call; larger batches exceed the CPU caches.
const BATCH: usize = 256;

/// The remaining time after a failed batch is divided among this number of failing rows.
const SHARES: u32 = 16;

/// A call of a function of a component.
struct Call<'a> {
    /// The name of the function in the contract.
    function: &'static str,
    key: &'a InstanceKey,
    profile: LinkProfile,
    phase: Phase,
    rows: &'a [&'a Row],
    budget: Duration,
}

impl<'a> Call<'a> {
    /// Creates a call without access to the system.
    fn pure(function: &'static str, key: &'a InstanceKey, rows: &'a [&'a Row], budget: Duration) -> Self {
        Self { function, key, profile: LinkProfile::Pure, phase: Phase::Catalog, rows, budget }
    }
}

impl Providers for Runtime {
    fn schema(&self, type_name: &str) -> Option<Arc<TypeSchema>> {
        let declared = || self.declared.get(type_name).map(|(schema, _)| schema);
        self.registry().schema(type_name).or_else(declared).map(Arc::clone)
    }

    fn unsupported_reason(&self, type_name: &str) -> Option<String> {
        self.declared.get(type_name).map(|(_, reason)| reason.clone())
    }

    fn module_schema(&self, type_name: &str) -> Option<Arc<TypeSchema>> {
        self.module_schemas.get(type_name).map(Arc::clone)
    }

    fn begin(&mut self, run: &RunContext) {
        self.instances.clear();
        self.failing.clear();
        self.unsuitable_in_ruby.clear();
        (self.workers, self.helper) = (None, None);
        self.deferred_events.clear();
        self.run = run.clone();
        let mut machine = self.machine.borrow_mut();
        machine.gate.begin(run);
        let sealed = machine.gate.is_sealed();
        machine.record.begin(sealed, run.ordering_check);
        machine.show_diff = run.show_diff;
        machine.is_debugging = run.is_debugging;
        machine.buckets.clone_from(&run.buckets);
        machine.paths.forget();
        if !sealed {
            machine.journal.recover();
        }
    }

    fn allow_write_in_noop(&mut self, row: u32) {
        self.machine.borrow_mut().gate.allow_write_in_noop(row);
    }

    fn providers(&mut self, type_name: &str) -> Vec<ProviderInfo> {
        let registry = Rc::clone(self.registry());
        let machine = self.machine.borrow();
        let mut found: Vec<_> = registry
            .providers_of(type_name)
            .into_iter()
            .map(|(package, provider)| (machine.suitability(&package.manifest, provider), package, provider))
            .collect();
        drop(machine);
        let others = found.iter().filter(|(known, package, _)| known.unsuitable.is_none() && !is_ruby(package));
        let best = others.map(|(known, ..)| known.rank).max();
        // The suitability of a provider that cannot be the default is not checked here, since that would start an interpreter in
        // each run. It is checked when a resource names the provider.
        let in_ruby = found.iter_mut().filter(|(known, package, _)| {
            known.unsuitable.is_none() && is_ruby(package) && best.is_none_or(|best| known.rank > best)
        });
        for (known, _, provider) in in_ruby {
            known.unsuitable = self.unsuitable_in_ruby(session_key(type_name, &provider.name));
        }
        // Stable, so equal providers stay in the order of declaration.
        found.sort_by_key(|(suitability, ..)| (suitability.unsuitable.is_some(), std::cmp::Reverse(suitability.rank)));
        found.into_iter().map(|(suitability, package, provider)| info(suitability, package, provider)).collect()
    }

    fn is_visible(&self, type_name: &str) -> bool {
        self.registry().is_visible(type_name)
    }

    fn show(&mut self, schema: &Arc<TypeSchema>, rows: Vec<Row>) {
        let mut machine = self.machine.borrow_mut();
        machine.shown.show(schema, rows);
        // Earlier reads may have depended on the previous value.
        machine.record.wrote_anything();
    }

    fn canonicalize(
        &mut self,
        type_name: &str,
        provider: Option<&str>,
        rows: &mut Vec<Row>,
    ) -> Result<Vec<Problem>, ProviderError> {
        self.canonicalize_rows(type_name, provider, rows)
    }

    fn relate(&mut self, type_name: &str, rows: &[Row]) -> Result<Vec<RowRelations>, ProviderError> {
        self.relate_rows(type_name, rows)
    }

    fn precheck(&mut self, type_name: &str, provider: &str, rows: &[&Row]) -> Result<Vec<Problem>, ProviderError> {
        self.session_call("precheck", (type_name, provider), Phase::Read, rows, |it, session| {
            let (answer, columns) = translate::table(&mut it.store, rows, |store, table| {
                it.exports.marotte_provider_providers().session().call_precheck(store, session, table)
            })?;
            let secrets = &it.store.data().secrets;
            Ok(translate::problems(answer, rows, &columns, secrets).map_err(CallFailure::ContractViolated))
        })
    }

    fn get(&mut self, type_name: &str, provider: &str, rows: &[&Row]) -> Vec<Result<State, ProviderError>> {
        self.machine.borrow().paths.forget();
        let call = {
            let (type_name, provider) = (type_name.to_owned(), provider.to_owned());
            move |runtime: &mut Self, rows: &[&Row]| runtime.get_all(&type_name, &provider, rows)
        };
        let is_divisible = |runtime: &mut Self| runtime.is_divisible(type_name, provider);
        let (mut states, second) = self.call_in_halves(rows, is_divisible, call);
        states.extend(second.into_iter().flatten());
        states
    }

    fn set(
        &mut self,
        type_name: &str,
        provider: &str,
        row: &Row,
        current: &State,
        changed: &[u16],
    ) -> Result<Vec<Applied>, ProviderError> {
        let phase = self.enter_write(row)?;
        self.session_call("set", (type_name, provider), phase, &[row], |it, session| {
            translate::set(&mut it.store, row, current, changed, |store, desired, current, changed| {
                it.exports.marotte_provider_providers().session().call_set(store, session, desired, current, changed)
            })
        })
    }

    fn set_concurrently(&mut self, workers: usize, settings: &[SetRequest<'_>]) -> Vec<SetOutcome> {
        let refused: Vec<Option<ProviderError>> =
            settings.iter().map(|setting| self.enter_write(setting.row).err()).collect();
        let admitted = settings.iter().zip(&refused).filter(|(_, fault)| fault.is_none());
        let admitted: Vec<SetRequest<'_>> = admitted.map(|(setting, _)| *setting).collect();
        let mut results = self.set_by_workers(workers, &admitted).into_iter();
        {
            // The changes may affect directories, symbolic links, users or groups.
            let machine = self.machine.borrow_mut();
            machine.paths.forget();
            machine.identity.borrow_mut().forget();
        }
        let mut done = Vec::with_capacity(settings.len());
        for (setting, fault) in settings.iter().zip(refused) {
            let result = match fault {
                Some(fault) => WorkerResult::refused(fault),
                // There is one result for each admitted resource.
                None => results.next().unwrap_or_else(|| {
                    WorkerResult::refused(error::provider_fault("The worker returned no result".into()))
                }),
            };
            let (deferred_events, events): (Vec<AccessEvent>, Vec<AccessEvent>) =
                result.events.into_iter().partition(|event| matches!(event, AccessEvent::Overlapped(..)));
            self.deferred_events.insert(setting.row.id, deferred_events);
            let mut machine = self.machine.borrow_mut();
            machine.record.enter(events, iter::once(setting.row.id));
            machine.trace_all(result.traced);
            let stale = machine.record.take_stale();
            done.push(SetOutcome { outcome: result.outcome, messages: result.messages, stale });
        }
        done
    }

    fn overlaps_at_turn(&mut self, row: u32) -> Vec<UnorderedAccess> {
        let record = &mut self.machine.borrow_mut().record;
        record.enter(self.deferred_events.remove(&row).unwrap_or_default(), iter::once(row));
        record.take_overlaps()
    }

    fn refresh(&mut self, type_name: &str, provider: &str, row: &Row) -> Result<(), ProviderError> {
        let phase = self.enter_write(row)?;
        self.session_call("refresh", (type_name, provider), phase, &[row], |it, session| {
            let (answer, _) = translate::table(&mut it.store, &[row], |store, table| {
                it.exports.marotte_provider_providers().session().call_refresh(store, session, table)
            })?;
            Ok(answer.map_err(CallFailure::Failed))
        })
    }

    fn instances(&mut self, type_name: &str, provider: &str) -> Result<Vec<Listed>, ProviderError> {
        let key = session_key(type_name, provider);
        // An unsuitable provider has no resources; `providers` does not ask all of those in Ruby.
        let package = self.component_of(&key).and_then(|index| self.registry().package(index));
        if package.is_some_and(is_ruby) && self.unsuitable_in_ruby(key).is_some() {
            return Ok(Vec::new());
        }
        let defaults = self.defaults(type_name, provider);
        self.session_call("instances", (type_name, provider), Phase::Read, &[&defaults], |it, session| {
            let answer = it.exports.marotte_provider_providers().session().call_instances(&mut it.store, session)?;
            let inside = it.store.data();
            Ok(answer.map_err(CallFailure::Failed).and_then(|table| {
                translate::instances(&table, &inside.caller.columns, &inside.secrets)
                    .map_err(CallFailure::ContractViolated)
            }))
        })
    }

    fn generate(&mut self, type_name: &str, provider: &str, rows: &[&Row]) -> Result<Vec<Generated>, ProviderError> {
        let requested = self.session_call("generate", (type_name, provider), Phase::Read, rows, |it, session| {
            let (answer, _) = translate::table(&mut it.store, rows, |store, table| {
                it.exports.marotte_provider_providers().session().call_generate(store, session, table)
            })?;
            Ok(translate::generated(answer, rows, &it.store.data().secrets))
        })?;
        self.check_added(type_name, provider, requested)
    }

    fn expand(&mut self, type_name: &str, provider: &str, row: &Row) -> Result<Vec<Generated>, ProviderError> {
        let rows = [row];
        let requested = self.session_call("expand", (type_name, provider), Phase::Read, &rows, |it, session| {
            let (answer, _) = translate::table(&mut it.store, &rows, |store, table| {
                it.exports.marotte_provider_providers().session().call_expand(store, session, table)
            })?;
            Ok(translate::generated(answer, &rows, &it.store.data().secrets))
        })?;
        self.check_added(type_name, provider, requested)
    }

    fn take_requested_changes(&mut self) -> Vec<RequestedChange> {
        std::mem::take(&mut self.machine.borrow_mut().requested_changes)
    }

    fn take_messages(&mut self) -> Vec<ComponentMessage> {
        self.machine.borrow_mut().log.take()
    }

    fn take_stale(&mut self) -> StaleStates {
        self.machine.borrow_mut().record.take_stale()
    }

    fn take_overlaps(&mut self) -> Vec<UnorderedAccess> {
        self.machine.borrow_mut().record.take_overlaps()
    }

    fn explain_missing(&mut self, place: &str) -> Option<String> {
        self.machine.borrow().explain_missing(place)
    }
}

/// Difference between the description returned by a component and its section.
#[derive(Debug, Error)]
pub enum DescriptionError {
    /// The call failed.
    #[error(transparent)]
    Fault(#[from] ProviderError),
    /// The returned text is not a schema document.
    #[error("the returned schema is not valid: {0}")]
    Unreadable(String),
    /// The returned schema differs.
    #[error("the returned schema differs")]
    Other,
}

impl Runtime {
    /// Checks that the component that defines a type returns the description in its section.
    ///
    /// # Errors
    /// Returns an error if the descriptions differ or the call fails.
    pub fn check_description(&mut self, type_name: &str) -> Result<(), DescriptionError> {
        let returned = self.description(type_name)?;
        let returned =
            PackageSchema::from_json(&returned).map_err(|reason| DescriptionError::Unreadable(reason.to_string()))?;
        let own = self.registry().component_of(type_name, None).and_then(|index| self.registry().package(index));
        let section = own.map(|package| &package.schema);
        if section == Some(&returned) { Ok(()) } else { Err(DescriptionError::Other) }
    }

    /// Returns the schema document from the component that defines a type.
    ///
    /// # Errors
    /// Returns an error if the call fails.
    pub fn description(&mut self, type_name: &str) -> Result<String, ProviderError> {
        let key = pure_key(type_name, None);
        self.call(&Call::pure("describe", &key, &[], self.limits.pure_compute), |it| {
            Ok(Ok(it.exports.marotte_provider_types().call_describe(&mut it.store)?))
        })
    }

    /// Starts the run of a worker.
    pub(crate) fn begin_worker(&mut self, run: &RunContext, shown: ExposedResources) {
        let mut machine = self.machine.borrow_mut();
        machine.gate.begin(run);
        let sealed = machine.gate.is_sealed();
        machine.record.begin_worker(sealed, run.ordering_check);
        machine.shown = shown;
        machine.show_diff = run.show_diff;
        machine.is_debugging = run.is_debugging;
        machine.buckets.clone_from(&run.buckets);
    }

    /// Makes a call in a worker. Clears cached paths and users, which other workers may have changed since the last
    /// call.
    pub(crate) fn set_in_worker<R>(&mut self, run: &RunContext, row: &Row, call: impl FnOnce(&mut Self) -> R) -> R {
        self.forget_system();
        if run.noop {
            // The gate of the main runtime has allowed it.
            self.machine.borrow_mut().gate.allow_write_in_noop(row.id);
        }
        call(self)
    }

    /// Clears cached paths and users, which other threads may have changed.
    pub(crate) fn forget_system(&self) {
        let machine = self.machine.borrow();
        machine.paths.forget();
        machine.identity.borrow_mut().forget();
    }

    /// Returns the access events since the last call.
    pub(crate) fn take_events(&mut self) -> Vec<AccessEvent> {
        self.machine.borrow_mut().record.take_events()
    }

    /// Returns a row with the default values of a type: grants that refer to an attribute cover its default when
    /// instances are listed.
    fn defaults(&self, type_name: &str, provider: &str) -> Row {
        let mut slots: Vec<(u16, Value)> = Vec::new();
        if let Some(schema) = self.registry().schema(type_name) {
            let providers = self.registry().providers_of(type_name);
            let own = providers.iter().find(|(_, known)| known.name == provider).map(|(_, known)| &known.defaults);
            for (column, attribute) in (0..).zip(&schema.attributes) {
                let own = own.and_then(|own| own.iter().find(|(name, _)| *name == attribute.name));
                let json = match (own, &attribute.default) {
                    (Some((_, json)), _) | (None, Some(Fallback::Constant(json))) => json,
                    (None, Some(Fallback::SameAs(_)) | None) => continue,
                };
                slots.extend(wire::from_json(json).map(|value| (column, value)));
            }
        }
        Row { id: 0, title: "".into(), slots: Arc::new(slots) }
    }

    fn set_by_workers(&mut self, count: usize, settings: &[SetRequest<'_>]) -> Vec<WorkerResult> {
        let (lookups, journal, shown) = {
            let machine = self.machine.borrow();
            (WorkerLookups::of(&machine), machine.journal.clone(), machine.shown.clone())
        };
        if self.workers.as_ref().is_none_or(|workers| workers.count() == 0) {
            let components = self.components.borrow();
            self.workers = Some(Workers::start(count, &self.seed, &components, &journal, &shown, &self.run));
        }
        match &self.workers {
            Some(workers) => workers.set(settings, &lookups),
            None => Vec::new(),
        }
    }

    fn enter_write(&mut self, row: &Row) -> Result<Phase, ProviderError> {
        // The change may install what a provider needs.
        self.unsuitable_in_ruby.clear();
        self.is_helper_outdated = true;
        let entered = self.machine.borrow().gate.enter_write(row.id);
        entered.map_err(|GateRefusal(message)| ProviderError { code: FaultCode::Refused, message, detail: None })
    }

    /// Checks that a provider may add the requested resources. An added resource is applied with the rights of its
    /// own provider, so adding one requires a separate grant.
    fn check_added(
        &mut self,
        type_name: &str,
        provider: &str,
        requested: Vec<Generated>,
    ) -> Result<Vec<Generated>, ProviderError> {
        let registry = Rc::clone(self.registry());
        let found = registry.providers_of(type_name).into_iter().find(|(_, schema)| schema.name == provider);
        let granted = found.map(|(package, _)| package.manifest.resources.add.as_slice()).unwrap_or_default();
        match requested.iter().find(|one| !granted.contains(&one.type_name)) {
            Some(one) => {
                let caller = self.caller(&session_key(type_name, provider))?;
                self.machine.borrow().gate.note_refused_addition(&caller, &one.type_name);
                let (title, added) = (&one.title, &one.type_name);
                let message = format!(
                    "the provider '{provider}' may not add {}: no grant of its manifest covers the type '{added}'",
                    reference(added, title)
                );
                Err(ProviderError { code: FaultCode::Refused, message, detail: None })
            }
            None => Ok(requested),
        }
    }

    /// Returns whether two instances of a provider can read the states of different rows at the same time: the provider reads each
    /// row on its own, without commands, and does not run Ruby code.
    fn is_divisible(&mut self, type_name: &str, provider: &str) -> bool {
        let key = session_key(type_name, provider);
        let prefetches = self.caller(&key).is_ok_and(|caller| caller.prefetches);
        let package = self.component_of(&key).and_then(|index| self.registry().package(index));
        !prefetches && package.is_some_and(reads_ahead) && !self.runs_ruby(&key)
    }

    /// Reads the states of rows.
    fn get_all(&mut self, type_name: &str, provider: &str, rows: &[&Row]) -> Vec<Result<State, ProviderError>> {
        let mut states = Vec::with_capacity(rows.len());
        for batch in rows.chunks(BATCH) {
            match self.get_batch(type_name, provider, batch, self.limits.compute) {
                Ok(batch_states) => states.extend(batch_states),
                Err(fault) if batch.len() == 1 || fault.code != FaultCode::Provider => {
                    states.extend(batch.iter().map(|_| Err(fault.clone())));
                }
                Err(_) => self.get_singly(type_name, provider, batch, &mut states),
            }
        }
        states
    }

    fn get_batch(
        &mut self,
        type_name: &str,
        provider: &str,
        batch: &[&Row],
        budget: Duration,
    ) -> Result<Vec<Result<State, ProviderError>>, ProviderError> {
        let key = session_key(type_name, provider);
        let profile = self.profile();
        self.open_session(&key, profile)?;
        let get = Call { function: "get", key: &key, profile, phase: Phase::Read, rows: batch, budget };
        self.call(&get, |it| {
            let session = translate::session(it)?;
            let (answer, columns) = translate::table(&mut it.store, batch, |store, table| {
                it.exports.marotte_provider_providers().session().call_get(store, session, table)
            })?;
            Ok(answer.map_err(CallFailure::Failed).and_then(|states| {
                translate::states(states, batch.len(), &columns, &it.store.data().secrets)
                    .map_err(CallFailure::ContractViolated)
            }))
        })
    }

    /// Reads rows one by one after a batch has failed, to find the faulty row. The total time for failing rows is
    /// limited.
    fn get_singly(
        &mut self,
        type_name: &str,
        provider: &str,
        batch: &[&Row],
        states: &mut Vec<Result<State, ProviderError>>,
    ) {
        let all = self.limits.compute;
        let share = all / SHARES;
        let begun = Instant::now();
        let mut failing = Duration::ZERO;
        for row in batch {
            if failing >= all {
                let message = format!(
                    "The provider of {} was not called again, since the failed calls took too long in total",
                    reference(type_name, &row.title)
                );
                states.push(Err(error::provider_fault(message)));
                continue;
            }
            let before = begun.elapsed();
            match self.get_batch(type_name, provider, &[row], share) {
                Ok(state) => states.extend(state),
                Err(fault) => {
                    failing += begun.elapsed().saturating_sub(before);
                    states.push(Err(fault));
                }
            }
        }
    }

    /// Returns the reason why Ruby code finds a provider unsuitable: it can have conditions that are not in the schema.
    fn unsuitable_in_ruby(&mut self, key: InstanceKey) -> Option<String> {
        if let Some(reason) = self.unsuitable_in_ruby.get(&key) {
            return Some(reason.clone());
        }
        let profile = self.profile();
        let refused = self.open_session(&key, profile).err()?;
        let start = format!("the provider '{}' cannot be used here: ", key.provider.as_deref().unwrap_or_default());
        let reason = refused.message.strip_prefix(&start).map(str::to_owned).unwrap_or(refused.message);
        self.unsuitable_in_ruby.insert(key, reason.clone());
        Some(reason)
    }

    /// Returns the link profile of the run: if nothing may be written, functions that write are not linked.
    fn profile(&self) -> LinkProfile {
        if self.machine.borrow().gate.is_sealed() { LinkProfile::ReadOnly } else { LinkProfile::Full }
    }

    fn session_call<R>(
        &mut self,
        function: &'static str,
        (type_name, provider): (&str, &str),
        phase: Phase,
        rows: &[&Row],
        call: impl FnOnce(&mut ComponentInstance, ResourceAny) -> wasmtime::Result<Result<R, CallFailure>>,
    ) -> Result<R, ProviderError> {
        let key = session_key(type_name, provider);
        let profile = self.profile();
        self.open_session(&key, profile)?;
        let scope = Call { function, key: &key, profile, phase, rows, budget: self.limits.compute };
        self.call(&scope, |it| {
            let session = translate::session(it)?;
            call(it, session)
        })
    }

    fn open_session(&mut self, key: &InstanceKey, profile: LinkProfile) -> Result<(), ProviderError> {
        if self.instances.get(key).is_some_and(|instance| instance.session.is_some()) {
            return Ok(());
        }
        let provider = key.provider.clone().unwrap_or_default();
        let features = self
            .registry()
            .providers_of(&key.type_name)
            .into_iter()
            .find(|(_, schema)| schema.name == provider)
            .map(|(package, schema)| self.machine.borrow().suitability(&package.manifest, schema).features)
            .unwrap_or_default();
        let budget = self.limits.compute;
        let open = Call { function: "open", key, profile, phase: Phase::Read, rows: &[], budget };
        self.call(&open, |it| {
            let features: Vec<&str> = features.iter().map(String::as_str).collect();
            let opened = it.exports.marotte_provider_providers().session().call_open(
                &mut it.store,
                &key.type_name,
                &provider,
                &features,
            )?;
            Ok(match opened {
                Ok(session) => {
                    it.session = Some(session);
                    Ok(())
                }
                Err(failed) => Err(CallFailure::Failed(failed)),
            })
        })
    }

    /// Makes a call. After a trap the instance is dropped, and the next call creates a new one.
    fn call<R>(
        &mut self,
        scope: &Call<'_>,
        call: impl FnOnce(&mut ComponentInstance) -> wasmtime::Result<Result<R, CallFailure>>,
    ) -> Result<R, ProviderError> {
        let Call { function, key, profile, phase, rows, budget } = *scope;
        let begun = Instant::now();
        let failing = self.failing.get(key).copied().unwrap_or_default();
        if failing > self.limits.failing {
            let (whose, limit) = (whose(key, rows), self.limits.failing.as_secs_f64());
            let message =
                format!("The provider {whose}was not called again, since its failed calls took more than {limit} s");
            return Err(error::provider_fault(message));
        }
        let mut instance = self.take_instance(key, profile)?;
        let views = Rc::new(Rows::new(rows.iter().copied()));
        instance.enter(phase, views, budget);
        match call(&mut instance) {
            Ok(Ok(answer)) => {
                self.instances.insert(key.clone(), instance);
                Ok(answer)
            }
            Ok(Err(failed)) => {
                let fault = failed.into_fault(key.provider.as_deref().unwrap_or(&key.type_name));
                let fault = translate::redacted(fault, &instance.store.data().secrets);
                self.instances.insert(key.clone(), instance);
                Err(fault)
            }
            Err(trap) => {
                let last_words = instance.store.data_mut().wasi.take_last_words();
                let reason = error::explain(&trap, &last_words);
                let message = format!("The provider {}{reason} (in '{function}')", whose(key, rows));
                self.failing.insert(key.clone(), failing + begun.elapsed());
                Err(translate::redacted(error::provider_fault(message), &instance.store.data().secrets))
            }
        }
    }
}

/// Describes the subject of a call: "of File[/x] ", "'apt' of Package[x] ", or without the resource if there are
/// several.
fn whose(key: &InstanceKey, rows: &[&Row]) -> String {
    let name = match &key.provider {
        Some(provider) if *provider != key.type_name => format!("'{provider}' "),
        _ => String::new(),
    };
    match rows {
        // Listing instances uses no row.
        [only] if !only.title.is_empty() => format!("{name}of {} ", reference(&key.type_name, &only.title)),
        _ => format!("{name}of the type '{}' ", key.type_name),
    }
}

fn reference(type_name: &str, title: &str) -> ResourceRef {
    ResourceRef::new(type_name, title)
}

/// Returns whether a component runs Ruby code.
fn is_ruby(package: &Package) -> bool {
    package.manifest.ruby.is_some()
}

fn pure_key(type_name: &str, provider: Option<&str>) -> InstanceKey {
    InstanceKey { type_name: type_name.to_owned(), provider: provider.map(str::to_owned), pure: true }
}

fn session_key(type_name: &str, provider: &str) -> InstanceKey {
    InstanceKey { type_name: type_name.to_owned(), provider: Some(provider.to_owned()), pure: false }
}

fn info(suitability: Suitability, package: &Package, provider: &ProviderSchema) -> ProviderInfo {
    // An invalid default was rejected when the component was built.
    let default = |(name, json): &(String, _)| (name.clone(), wire::from_json(json).unwrap_or(Value::Undef));
    ProviderInfo {
        name: provider.name.as_str().into(),
        features: suitability.features,
        defaults: provider.defaults.iter().map(default).collect(),
        hooks: hooks(&provider.hooks),
        expand_with: provider.expand_with.clone(),
        reads_ahead: reads_ahead(package),
        rank: suitability.rank,
        unsuitable: suitability.unsuitable,
    }
}

/// Returns whether the states that a component reads depend only on what the access log records: it runs no commands to read, which
/// its import list guarantees.
fn reads_ahead(package: &Package) -> bool {
    !package.imports.iter().any(|import| interface_of(import) == "process-query")
}

/// Returns the interface of an import: `fs-read` for `marotte:provider/fs-read@0.1.0`.
fn interface_of(import: &str) -> &str {
    let name = import.rsplit_once('/').map_or(import, |(_, name)| name);
    name.split('@').next().unwrap_or(name)
}

fn hooks(list: &[Hook]) -> Hooks {
    Hooks {
        canonicalize: list.contains(&Hook::Canonicalize),
        generate: list.contains(&Hook::Generate),
        expand: list.contains(&Hook::Expand),
        precheck: list.contains(&Hook::Precheck),
        instances: list.contains(&Hook::Instances),
        refresh: list.contains(&Hook::Refresh),
        prefetch: list.contains(&Hook::Prefetch),
    }
}
