//! Worker threads: each has its own runtime and sets resources while the main thread waits. Workers share the
//! journal of the run; their accesses are added to its access log afterwards, in catalog order.

use std::cell::RefCell;
use std::ffi::OsString;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use catalog::Value;
use launcher::IsolatedSystem;
use transaction::provider::{
    Applied, ComponentMessage, ProviderError, Providers as _, Row, RunContext, SetRequest, State,
};

use crate::access_log::AccessEvent;
use crate::component::Components;
use crate::config::{
    CommandOutput, ComponentLimits, Durable, FactLookup, HostResolver, KeepRuns, NoopGuards, RootCommands,
    RuntimeConfig, SourceError, SourceLookup, SourceUrl, TracedEffect,
};
use crate::error;
use crate::interpreter::RubyStart;
use crate::journal::Journal;
use crate::runtime::Runtime;
use crate::system::HostState;
use crate::system::find::ExposedResources;
use crate::system::transfer::CopyProgress;

/// The parts of a configuration that can be sent to other threads.
#[derive(Clone)]
pub(crate) struct WorkerConfig {
    root: PathBuf,
    state: PathBuf,
    cache: Option<PathBuf>,
    environment: Vec<(OsString, OsString)>,
    resolver: HostResolver,
    durable: Durable,
    guards: NoopGuards,
    root_commands: RootCommands,
    isolation: Option<Arc<IsolatedSystem>>,
    keep: KeepRuns,
    limits: ComponentLimits,
    interrupt: Arc<AtomicBool>,
    copy_progress: Arc<CopyProgress>,
    pub(crate) ruby: Option<RubyStart>,
    traces: bool,
    passes_output: bool,
}

impl WorkerConfig {
    /// Returns the parts of a configuration that can be sent to other threads.
    pub(crate) fn of(config: &RuntimeConfig) -> Self {
        Self {
            root: config.root.clone(),
            state: config.state.clone(),
            cache: config.cache.clone(),
            environment: config.environment.clone(),
            resolver: Arc::clone(&config.resolver),
            durable: config.durable,
            guards: config.guards,
            root_commands: config.root_commands,
            isolation: config.isolation.clone(),
            keep: config.keep,
            limits: config.limits.clone(),
            interrupt: Arc::clone(&config.interrupt),
            copy_progress: Arc::clone(&config.copy_progress),
            ruby: config.ruby.clone(),
            traces: config.trace.is_some(),
            passes_output: config.command_output.is_some(),
        }
    }

    /// Returns the configuration without lookups and receivers of the main thread.
    fn detached(self) -> RuntimeConfig {
        let mut config = RuntimeConfig::new(Vec::new());
        (config.root, config.state, config.cache) = (self.root, self.state, self.cache);
        (config.environment, config.resolver) = (self.environment, self.resolver);
        (config.durable, config.keep, config.limits) = (self.durable, self.keep, self.limits);
        (config.guards, config.root_commands, config.interrupt) = (self.guards, self.root_commands, self.interrupt);
        config.ruby = self.ruby;
        (config.isolation, config.copy_progress) = (self.isolation, self.copy_progress);
        config
    }

    /// Returns the configuration of a second runtime on the thread of another one, with the same lookups and receivers.
    pub(crate) fn beside(self, machine: &HostState) -> RuntimeConfig {
        let mut config = self.detached();
        config.facts = Rc::clone(&machine.facts);
        config.sources = Rc::clone(&machine.sources);
        config.trace.clone_from(&machine.trace);
        config.command_output.clone_from(&machine.command_output);
        config
    }

    /// Returns the configuration of a runtime on another thread, which sends requests to the thread of this one.
    pub(crate) fn config<T: 'static>(
        self,
        requests: &Sender<WorkerMessage<T>>,
        traced: &Rc<RefCell<Vec<TraceEvent>>>,
    ) -> RuntimeConfig {
        let (traces, passes_output) = (self.traces, self.passes_output);
        let mut config = self.detached();
        let sender = requests.clone();
        config.facts =
            Rc::new(move |path| answered(&sender, |back| WorkerMessage::Fact(path.to_owned(), back)).flatten());
        let sender = requests.clone();
        config.sources = Rc::new(move |source| {
            answered(&sender, |back| WorkerMessage::File(source.clone(), back)).unwrap_or(Ok(None))
        });
        if passes_output {
            let sender = requests.clone();
            config.command_output = Some(Rc::new(move |resource, line| {
                // The receiver is dropped at the end of the run.
                let _ = sender.send(WorkerMessage::Output(resource.to_owned(), line.to_owned()));
            }));
        }
        if traces {
            let traced = Rc::clone(traced);
            config.trace = Some(Rc::new(move |TracedEffect { effect, resource, subject }| {
                traced.borrow_mut().push(TraceEvent {
                    effect,
                    resource: (*resource).to_owned(),
                    subject: (*subject).to_owned(),
                });
            }));
        }
        config
    }
}

/// Requests a value from the main thread, which is waiting for messages.
fn answered<A, T>(
    requests: &Sender<WorkerMessage<T>>,
    question: impl FnOnce(Sender<A>) -> WorkerMessage<T>,
) -> Option<A> {
    let (back, answer) = mpsc::channel();
    requests.send(question(back)).ok()?;
    answer.recv().ok()
}

/// An effect to be traced.
#[derive(Debug)]
pub(crate) struct TraceEvent {
    pub(crate) effect: &'static str,
    pub(crate) resource: String,
    pub(crate) subject: String,
}

/// Result of setting a resource in a worker.
#[derive(Debug)]
pub(crate) struct WorkerResult {
    pub(crate) outcome: Result<Vec<Applied>, ProviderError>,
    pub(crate) messages: Vec<ComponentMessage>,
    pub(crate) events: Vec<AccessEvent>,
    pub(crate) traced: Vec<TraceEvent>,
}

impl WorkerResult {
    /// Creates a result without messages, access events or traces.
    pub(crate) fn of(outcome: Result<Vec<Applied>, ProviderError>) -> Self {
        Self { outcome, messages: Vec::new(), events: Vec::new(), traced: Vec::new() }
    }

    /// Creates the result of a resource that was not set.
    pub(crate) fn refused(fault: ProviderError) -> Self {
        Self::of(Err(fault))
    }
}

/// The place of a job and its result.
type Done = (usize, Box<WorkerResult>);

struct Job {
    place: usize,
    type_name: String,
    provider: String,
    row: Row,
    current: State,
    changed: Vec<u16>,
}

/// A message of a worker to the main thread.
pub(crate) enum WorkerMessage<T> {
    Fact(String, Sender<Option<Value>>),
    File(SourceUrl, Sender<Result<Option<PathBuf>, SourceError>>),
    /// A line of the output of a command of a resource.
    Output(String, String),
    /// The result of a job.
    Done(T),
}

/// What the main thread does for workers.
pub(crate) struct WorkerLookups {
    facts: FactLookup,
    sources: SourceLookup,
    command_output: Option<CommandOutput>,
}

impl WorkerLookups {
    /// Returns the lookups and receivers of the main thread.
    pub(crate) fn of(machine: &HostState) -> Self {
        Self {
            facts: Rc::clone(&machine.facts),
            sources: Rc::clone(&machine.sources),
            command_output: machine.command_output.clone(),
        }
    }

    /// Handles requests of workers until one sends a result; `None` if all have ended.
    pub(crate) fn next_result<T>(&self, receiver: &Receiver<WorkerMessage<T>>) -> Option<T> {
        loop {
            match receiver.recv().ok()? {
                // If the worker has ended, the reply is dropped.
                WorkerMessage::Fact(path, back) => drop(back.send((self.facts)(&path))),
                WorkerMessage::File(source, back) => drop(back.send((self.sources)(&source))),
                WorkerMessage::Output(resource, line) => {
                    if let Some(receive) = &self.command_output {
                        receive(&resource, &line);
                    }
                }
                WorkerMessage::Done(result) => return Some(result),
            }
        }
    }
}

/// The worker threads. Dropping the value stops them.
pub(crate) struct Workers {
    jobs: Option<Sender<Job>>,
    receiver: Receiver<WorkerMessage<Done>>,
    threads: Vec<JoinHandle<()>>,
}

impl Workers {
    /// Starts worker threads for a run; fewer if the system cannot create more.
    pub(crate) fn start(
        count: usize,
        seed: &WorkerConfig,
        components: &Components,
        journal: &Journal,
        shown: &ExposedResources,
        run: &RunContext,
    ) -> Self {
        let (jobs, queue) = mpsc::channel();
        let queue = Arc::new(Mutex::new(queue));
        let (sender, receiver) = mpsc::channel();
        let start = |number| {
            let (seed, components, journal) = (seed.clone(), components.shared(), journal.clone());
            let (shown, run) = (shown.clone(), run.clone());
            let (queue, sender) = (Arc::clone(&queue), sender.clone());
            let thread = thread::Builder::new().name(format!("worker {number}"));
            thread.spawn(move || work(seed, components, &journal, shown, &run, &queue, &sender)).ok()
        };
        let threads = (1..=count).filter_map(start).collect();
        Self { jobs: Some(jobs), receiver, threads }
    }

    /// Returns the number of threads.
    pub(crate) fn count(&self) -> usize {
        self.threads.len()
    }

    /// Sets resources and handles requests of the workers until all resources are done.
    pub(crate) fn set(&self, settings: &[SetRequest<'_>], lookups: &WorkerLookups) -> Vec<WorkerResult> {
        let mut done: Vec<Option<WorkerResult>> = std::iter::repeat_with(|| None).take(settings.len()).collect();
        let mut left = 0;
        for (place, setting) in settings.iter().enumerate() {
            let job = Job {
                place,
                type_name: setting.type_name.to_owned(),
                provider: setting.provider.to_owned(),
                row: setting.row.clone(),
                current: setting.current.clone(),
                changed: setting.changed.to_vec(),
            };
            left += usize::from(self.jobs.as_ref().is_some_and(|jobs| jobs.send(job).is_ok()));
        }
        while left > 0
            && let Some((place, result)) = lookups.next_result(&self.receiver)
        {
            done[place] = Some(*result);
            left -= 1;
        }
        let lost = || {
            WorkerResult::refused(error::provider_fault("The worker thread ended before it set the resource".into()))
        };
        done.into_iter().map(|result| result.unwrap_or_else(lost)).collect()
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.jobs = None;
        for thread in self.threads.drain(..) {
            // The result of the thread was received before.
            let _ = thread.join();
        }
    }
}

fn work(
    seed: WorkerConfig,
    components: Components,
    journal: &Journal,
    shown: ExposedResources,
    run: &RunContext,
    queue: &Mutex<Receiver<Job>>,
    sender: &Sender<WorkerMessage<Done>>,
) {
    let traced = Rc::new(RefCell::new(Vec::new()));
    let config = seed.config(sender, &traced);
    let mut runtime = Runtime::for_worker(config, components, journal.clone());
    if let Ok(runtime) = &mut runtime {
        runtime.begin_worker(run, shown);
    }
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        let result = match &mut runtime {
            Ok(runtime) => {
                // A panic is a bug in this program. It fails the resource, and no other thread waits for the
                // worker.
                let outcome = panic::catch_unwind(AssertUnwindSafe(|| {
                    runtime.set_in_worker(run, &job.row, |runtime| {
                        runtime.set(&job.type_name, &job.provider, &job.row, &job.current, &job.changed)
                    })
                }));
                let outcome = outcome.unwrap_or_else(|_| {
                    Err(error::provider_fault("The worker thread panicked while it set the resource".into()))
                });
                let messages = runtime.take_messages();
                WorkerResult {
                    outcome,
                    messages,
                    events: runtime.take_events(),
                    traced: std::mem::take(&mut *traced.borrow_mut()),
                }
            }
            Err(failed) => WorkerResult::refused(error::provider_fault(failed.to_string())),
        };
        if sender.send(WorkerMessage::Done((job.place, Box::new(result)))).is_err() {
            return;
        }
    }
}
