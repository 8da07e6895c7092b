//! A helper thread with its own runtime: it processes half of the rows of a large call that changes nothing, while the main thread
//! processes the other half.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use transaction::provider::{ComponentMessage, Providers as _, RequestedChange, Row, RunContext};

use crate::access_log::AccessEvent;
use crate::component::Components;
use crate::journal::Journal;
use crate::runtime::Runtime;
use crate::system::find::ExposedResources;
use crate::workers::{TraceEvent, WorkerConfig, WorkerLookups, WorkerMessage};

/// Minimum number of rows for which the helper thread is used; fewer are processed in less time than a thread takes to start.
const MINIMUM_ROWS: usize = 256;

/// A call for some rows. It sends its result itself.
type Job = Box<dyn FnOnce(&mut Runtime) + Send>;

/// What a job did besides its result.
struct Effects {
    messages: Vec<ComponentMessage>,
    events: Vec<AccessEvent>,
    traced: Vec<TraceEvent>,
    requested_changes: Vec<RequestedChange>,
}

/// The helper thread. Dropping the value stops it.
pub(crate) struct HelperThread {
    jobs: Option<Sender<Job>>,
    receiver: Receiver<WorkerMessage<Effects>>,
    thread: Option<JoinHandle<()>>,
}

impl HelperThread {
    /// Starts the thread. If the system cannot create one, all jobs are dropped.
    fn start(
        seed: WorkerConfig,
        components: Components,
        journal: Journal,
        shown: ExposedResources,
        run: RunContext,
    ) -> Self {
        let (jobs, queue) = mpsc::channel();
        let (sender, receiver) = mpsc::channel();
        let process = move || process(seed, components, journal, shown, &run, &queue, &sender);
        let thread = thread::Builder::new().name("helper".into()).spawn(process).ok();
        Self { jobs: Some(jobs), receiver, thread }
    }

    /// Starts a call for copies of rows. Returns the receiver of its result.
    fn call<T: Send + 'static>(
        &self,
        rows: &[&Row],
        call: impl FnOnce(&mut Runtime, &[&Row]) -> T + Send + 'static,
    ) -> Receiver<T> {
        let rows: Vec<Row> = rows.iter().map(|row| (*row).clone()).collect();
        let (sender, result) = mpsc::channel();
        let job: Job = Box::new(move |runtime| {
            let rows: Vec<&Row> = rows.iter().collect();
            // The receiver waits.
            let _ = sender.send(call(runtime, &rows));
        });
        if let Some(jobs) = &self.jobs {
            // If the thread has ended, the receiver finds the job dropped.
            let _ = jobs.send(job);
        }
        result
    }
}

impl Drop for HelperThread {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // The thread returns no result.
            let _ = thread.join();
        }
    }
}

/// Runs the jobs. Ends if the runtime cannot be created or a job panics, so that the main thread processes the rows.
fn process(
    seed: WorkerConfig,
    components: Components,
    journal: Journal,
    shown: ExposedResources,
    run: &RunContext,
    queue: &Receiver<Job>,
    sender: &Sender<WorkerMessage<Effects>>,
) {
    let traced = Rc::new(RefCell::new(Vec::new()));
    let config = seed.config(sender, &traced);
    let Ok(mut runtime) = Runtime::for_worker(config, components, journal) else { return };
    runtime.begin_worker(run, shown);
    runtime.machine.borrow_mut().is_sharing = true;
    for job in queue {
        runtime.forget_system();
        if panic::catch_unwind(AssertUnwindSafe(|| job(&mut runtime))).is_err() {
            return;
        }
        let effects = Effects {
            messages: runtime.take_messages(),
            events: runtime.take_events(),
            traced: std::mem::take(&mut *traced.borrow_mut()),
            requested_changes: runtime.take_requested_changes(),
        };
        if sender.send(WorkerMessage::Done(effects)).is_err() {
            return;
        }
    }
}

impl Runtime {
    /// Makes a call that changes nothing for rows. If there are many and the call is divisible, the helper thread processes half of
    /// them at the same time. Returns the results of the halves, in order; one result if the rows were not divided.
    pub(crate) fn call_in_halves<T: Send + 'static>(
        &mut self,
        rows: &[&Row],
        is_divisible: impl FnOnce(&mut Self) -> bool,
        call: impl Fn(&mut Self, &[&Row]) -> T + Clone + Send + 'static,
    ) -> (T, Option<T>) {
        if rows.len() < MINIMUM_ROWS || self.machine.borrow().workers() < 2 || !is_divisible(self) {
            return (call(self, rows), None);
        }
        let (first, second) = rows.split_at(rows.len() / 2);
        let helper = self.take_helper();
        let pending = helper.call(second, call.clone());
        self.machine.borrow_mut().is_sharing = true;
        let result = call(self, first);
        self.machine.borrow_mut().is_sharing = false;
        let lookups = WorkerLookups::of(&self.machine.borrow());
        let effects = lookups.next_result(&helper.receiver);
        self.helper = Some(helper);
        let other = match (pending.recv(), effects) {
            (Ok(other), Some(effects)) => {
                self.enter_effects(effects, second);
                other
            }
            _ => call(self, second),
        };
        (result, Some(other))
    }

    /// Takes the helper thread, or starts it. After a change of the system it is restarted, because the sessions of its providers may
    /// cache files.
    fn take_helper(&mut self) -> HelperThread {
        if let Some(helper) = self.helper.take().filter(|_| !self.is_helper_outdated) {
            return helper;
        }
        self.is_helper_outdated = false;
        let (journal, shown) = {
            let machine = self.machine.borrow();
            (machine.journal.clone(), machine.shown.clone())
        };
        let components = self.components.borrow().shared();
        HelperThread::start(self.seed.clone(), components, journal, shown, self.run.clone())
    }

    /// Adds the effects of a call that the helper thread made for some rows.
    fn enter_effects(&mut self, effects: Effects, rows: &[&Row]) {
        let mut machine = self.machine.borrow_mut();
        machine.record.enter(effects.events, rows.iter().map(|row| row.id));
        machine.trace_all(effects.traced);
        machine.requested_changes.extend(effects.requested_changes);
        effects.messages.into_iter().for_each(|message| machine.log.add(message));
    }
}
