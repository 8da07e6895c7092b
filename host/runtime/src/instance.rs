//! Component instances: data of a store, resource usage, and the limits that terminate a call. An instance is
//! dropped after a trap, since its state can no longer be trusted.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use ruby::interpreter::RubyMessage;
use rustix::time::{ClockId, clock_gettime};
use wasmtime::component::ResourceAny;
use wasmtime::{ResourceLimiter, Store, UpdateDeadline};

use crate::access_log::AccessReader;
use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::bindings::marotte::provider::log::Level;
use crate::bindings::{Full, FullPre};
use crate::config::ComponentLimits;
use crate::error::{self, CallStop};
use crate::gate::{Caller, Phase};
use crate::interpreter::Interpreter;
use crate::patterns::{self, CompiledPatterns};
use crate::rows::Rows;
use crate::secrets::Secrets;
use crate::system::wasi::Wasi;
use crate::system::write::StagedFile;
use crate::system::{CallContext, HostState};

/// Interval between two ticks of the engine's clock.
pub(crate) const TICK: Duration = Duration::from_millis(10);

/// Maximum number of entries of all tables of an instance.
const MAX_TABLE: usize = 1 << 20;

/// Data of a store: the component and the current call.
pub(crate) struct StoreData {
    pub(crate) caller: Caller,
    pub(crate) phase: Phase,
    pub(crate) rows: Rc<Rows>,
    pub(crate) batch: Option<AccessReader>,
    pub(crate) secrets: Secrets,
    pub(crate) machine: Rc<RefCell<HostState>>,
    pub(crate) limits: Rc<ComponentLimits>,
    pub(crate) usage: CallUsage,
    pub(crate) wasi: Wasi,
    pub(crate) patterns: CompiledPatterns,
    quota: Quota,
    staged: Vec<Option<StagedFile>>,
}

/// Memory used by all instances of one component.
pub(crate) type ComponentMemory = Arc<AtomicUsize>;

impl StoreData {
    /// Creates the data of a new instance.
    pub(crate) fn new(
        caller: Caller,
        machine: Rc<RefCell<HostState>>,
        limits: Rc<ComponentLimits>,
        component_memory: ComponentMemory,
    ) -> Self {
        Self {
            caller,
            phase: Phase::Catalog,
            rows: Rc::default(),
            batch: None,
            secrets: Secrets::default(),
            machine,
            usage: CallUsage::default(),
            quota: Quota {
                limit: limits.memory,
                memory: 0,
                component_limit: limits.component_memory,
                component_memory,
                table: 0,
            },
            limits,
            wasi: Wasi::default(),
            patterns: CompiledPatterns::default(),
            staged: Vec::new(),
        }
    }

    /// Calls a function with the context of the current call.
    pub(crate) fn with<R>(&mut self, call: impl FnOnce(&mut CallContext<'_>) -> R) -> R {
        let mut machine = self.machine.borrow_mut();
        call(&mut CallContext {
            caller: &self.caller,
            phase: self.phase,
            rows: &self.rows,
            batch: &mut self.batch,
            secrets: &self.secrets,
            staged: &self.staged,
            machine: &mut machine,
        })
    }

    /// Calls the Ruby interpreter of the component. Returns whether its message is a question, and the message. Lines that
    /// Ruby code prints are logged.
    pub(crate) fn with_interpreter(
        &mut self,
        call: impl FnOnce(&Interpreter, &mut dyn FnMut(&str)) -> Result<RubyMessage, String>,
    ) -> Result<(bool, String), Error> {
        let interpreter = self.caller.interpreter.clone();
        let interpreter = interpreter.ok_or_else(|| error::error(Code::Refused, "the component has no Ruby code"))?;
        let mut lines = Vec::new();
        let message = call(&interpreter, &mut |line| lines.push(line.to_owned()));
        let limit = self.limits.log_bytes;
        self.with(|scope| {
            for line in lines {
                // Exceeding the limit drops lines.
                let _ = scope.emit(Level::Debug, None, None, format!("Ruby: {line}"), limit);
            }
        });
        match message {
            Ok(RubyMessage::Reply(text)) => Ok((false, text)),
            Ok(RubyMessage::Question(text)) => Ok((true, text)),
            Err(reason) => Err(error::error(Code::Other, reason)),
        }
    }

    /// Returns the environment variables that the component may read; none in calls without access to the system.
    pub(crate) fn environment(&self) -> Vec<(String, String)> {
        match self.phase {
            Phase::Catalog => Vec::new(),
            Phase::Read | Phase::Write(_) => self.machine.borrow().commands.own_environment(&self.caller.grants),
        }
    }

    /// Counts a host call and its time, which is not charged to the component.
    ///
    /// # Errors
    /// Returns an error if the limit of host calls is exceeded.
    pub(crate) fn hosted<R>(&mut self, call: impl FnOnce(&mut Self) -> R) -> Result<R, CallStop> {
        self.usage.host_calls += 1;
        if self.usage.host_calls > self.limits.host_calls {
            return Err(CallStop::HostCalls(self.limits.host_calls));
        }
        let excluded = |it: &Self| it.usage.slept + it.machine.borrow().commands.total_time();
        let (begun, before) = (Instant::now(), excluded(self));
        let answer = call(self);
        let took = begun.elapsed();
        self.usage.hosted += took;
        self.usage.host_time += took.saturating_sub(excluded(self).saturating_sub(before));
        if self.usage.host_time > self.limits.hosted {
            return Err(CallStop::HostTime(self.limits.hosted));
        }
        Ok(answer)
    }

    /// Stores a staged file and returns its number.
    pub(crate) fn keep_staged(&mut self, staged: StagedFile) -> u32 {
        let free = self.staged.iter().position(Option::is_none);
        let number = free.unwrap_or_else(|| {
            self.staged.push(None);
            self.staged.len() - 1
        });
        self.staged[number] = Some(staged);
        u32::try_from(number).unwrap_or(u32::MAX)
    }

    /// Removes and returns a staged file.
    pub(crate) fn take_staged(&mut self, number: u32) -> Option<StagedFile> {
        self.staged.get_mut(number as usize)?.take()
    }

    /// Removes and returns the staged file at a path, as seen by commands.
    pub(crate) fn staged_at(&mut self, path: &str) -> Option<(u32, StagedFile)> {
        let number = self.with(|scope| scope.staged_number(path))?;
        Some((number, self.take_staged(number)?))
    }

    /// Puts a staged file back.
    pub(crate) fn put_staged(&mut self, number: u32, staged: StagedFile) {
        if let Some(place) = self.staged.get_mut(number as usize) {
            *place = Some(staged);
        }
    }
}

impl Drop for StoreData {
    /// Discards the staged files, however the instance ends.
    fn drop(&mut self) {
        let staged: Vec<StagedFile> = self.staged.drain(..).flatten().collect();
        self.with(|scope| staged.iter().for_each(|staged| scope.discard(staged)));
    }
}

/// Resource usage of the current call.
#[derive(Debug)]
pub(crate) struct CallUsage {
    begun: Instant,
    /// CPU time of the thread when the call began.
    computed: Duration,
    budget: Duration,
    /// Total time in host calls.
    hosted: Duration,
    /// Time in host calls, excluding commands and sleep.
    host_time: Duration,
    slept: Duration,
    /// Time in host calls that is charged to the component.
    charged: Duration,
    host_calls: u64,
    requests: u32,
}

impl Default for CallUsage {
    fn default() -> Self {
        Self {
            begun: Instant::now(),
            computed: computed(),
            budget: Duration::ZERO,
            hosted: Duration::ZERO,
            host_time: Duration::ZERO,
            slept: Duration::ZERO,
            charged: Duration::ZERO,
            host_calls: 0,
            requests: 0,
        }
    }
}

impl CallUsage {
    fn begin(&mut self, budget: Duration) {
        *self = Self { budget, ..Self::default() };
    }

    /// Returns the remaining time of the component in this call. Time of the host and of other processes does not
    /// count.
    fn left(&self) -> Duration {
        let own = self.begun.elapsed().saturating_sub(self.hosted);
        let computed = computed().saturating_sub(self.computed);
        self.budget.saturating_sub(own.min(computed)).saturating_sub(self.charged)
    }

    /// Runs work of the host as if the component did it: its time counts towards the component's. Work that may take
    /// long runs in another thread, so that it can be abandoned at the end of the component's time.
    ///
    /// # Errors
    /// Returns an error if the component has no time left.
    pub(crate) fn charge<R: Send + 'static>(
        &mut self,
        is_quick: bool,
        work: impl FnOnce() -> R + Send + 'static,
    ) -> Result<R, CallStop> {
        let (left, begun) = (self.left(), Instant::now());
        let result = if is_quick { Some(work()) } else { patterns::within(left, work) };
        let took = begun.elapsed();
        self.charged += took;
        result.filter(|_| took < left).ok_or(CallStop::Compute(self.budget))
    }

    /// Counts time that is about to be slept.
    ///
    /// # Errors
    /// Returns an error if the sleep limit is exceeded.
    pub(crate) fn sleep(&mut self, time: Duration, limits: &ComponentLimits) -> Result<(), CallStop> {
        self.slept = self.slept.saturating_add(time);
        if self.slept > limits.sleep { Err(CallStop::Sleep(limits.sleep)) } else { Ok(()) }
    }

    /// Counts a network request.
    ///
    /// # Errors
    /// Returns an error if the request limit is exceeded.
    pub(crate) fn request(&mut self, limits: &ComponentLimits) -> Result<(), CallStop> {
        self.requests += 1;
        if self.requests > limits.requests { Err(CallStop::Requests(limits.requests)) } else { Ok(()) }
    }
}

/// Memory usage of an instance over all its calls.
#[derive(Debug)]
struct Quota {
    limit: usize,
    memory: usize,
    component_limit: usize,
    /// Memory used by all instances of the component.
    component_memory: ComponentMemory,
    table: usize,
}

impl Drop for Quota {
    fn drop(&mut self) {
        self.component_memory.fetch_sub(self.memory, Ordering::Relaxed);
    }
}

impl ResourceLimiter for Quota {
    fn memory_growing(&mut self, current: usize, desired: usize, _: Option<usize>) -> wasmtime::Result<bool> {
        let more = desired.saturating_sub(current);
        let grown = self.memory.saturating_add(more);
        if grown > self.limit {
            return Err(CallStop::Memory(self.limit >> 20).into());
        }
        let component_memory = self.component_memory.load(Ordering::Relaxed).saturating_add(more);
        if component_memory > self.component_limit {
            return Err(CallStop::ComponentMemory(self.component_limit >> 20).into());
        }
        self.memory = grown;
        self.component_memory.store(component_memory, Ordering::Relaxed);
        Ok(true)
    }

    fn table_growing(&mut self, current: usize, desired: usize, _: Option<usize>) -> wasmtime::Result<bool> {
        let grown = self.table.saturating_add(desired.saturating_sub(current));
        if grown > MAX_TABLE {
            return Err(CallStop::Table(MAX_TABLE).into());
        }
        self.table = grown;
        Ok(true)
    }

    fn instances(&self) -> usize {
        64
    }

    fn tables(&self) -> usize {
        64
    }

    fn memories(&self) -> usize {
        8
    }
}

/// An instance of a component with its exports.
pub(crate) struct ComponentInstance {
    pub(crate) store: Store<StoreData>,
    pub(crate) exports: Full,
    /// The session of its provider, once it is open.
    pub(crate) session: Option<ResourceAny>,
}

impl ComponentInstance {
    /// Creates an instance.
    ///
    /// # Errors
    /// Returns an error if the instantiation fails or exceeds its limits.
    pub(crate) fn new(component: &FullPre<StoreData>, state: StoreData) -> wasmtime::Result<Self> {
        let budget = state.limits.pure_compute;
        let (host_bytes, handles) = (state.limits.host_bytes, state.limits.handles);
        let mut store = Store::new(component.engine(), state);
        store.limiter(|state| &mut state.quota);
        store.set_hostcall_fuel(host_bytes);
        store.set_max_component_handles(handles);
        store.epoch_deadline_callback(|store| {
            let usage = &store.data().usage;
            match ticks(usage.left()) {
                0 => Err(CallStop::Compute(usage.budget).into()),
                left => Ok(UpdateDeadline::Continue(left)),
            }
        });
        begin(&mut store, budget);
        let exports = component.instantiate(&mut store)?;
        Ok(Self { store, exports, session: None })
    }

    /// Prepares the next call with its phase, rows and maximum execution time.
    pub(crate) fn enter(&mut self, phase: Phase, rows: Rc<Rows>, budget: Duration) {
        let state = self.store.data_mut();
        state.phase = phase;
        state.rows = rows;
        state.batch = None;
        begin(&mut self.store, budget);
    }
}

fn begin(store: &mut Store<StoreData>, budget: Duration) {
    let state = store.data_mut();
    state.usage.begin(budget);
    let mut machine = state.machine.borrow_mut();
    machine.log.begin();
    machine.secret_comparisons = 0;
    drop(machine);
    store.set_epoch_deadline(ticks(budget).max(1));
}

/// Returns the CPU time of this thread.
fn computed() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// Returns the number of ticks in a duration, rounded up.
fn ticks(time: Duration) -> u64 {
    u64::try_from(time.as_nanos().div_ceil(TICK.as_nanos())).unwrap_or(u64::MAX)
}
