//! Owns watching over a run that has a plan: the first change that the plan does not have ends it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use catalog::ResourceRef;
use transaction::{Event, EventStatus, Level, Log, Observer};

use super::{Plan, Planned};

/// An observer that has the run end where it leaves the plan; what it observes, another one is told.
pub(crate) struct Guard<'a, O> {
    plan: &'a Plan,
    interrupt: Arc<AtomicBool>,
    inner: O,
    /// The first change that was not planned.
    unforeseen: Option<String>,
}

impl<'a, O: Observer> Guard<'a, O> {
    /// Watches a run that ends once the flag is set.
    pub(crate) fn new(plan: &'a Plan, interrupt: Arc<AtomicBool>, inner: O) -> Self {
        Self { plan, interrupt, inner, unforeseen: None }
    }

    /// Returns where the run left the plan.
    pub(crate) fn unforeseen(self) -> Option<String> {
        self.unforeseen
    }
}

impl<O: Observer> Observer for Guard<'_, O> {
    fn wants(&self, level: Level) -> bool {
        self.inner.wants(level)
    }

    fn log(&mut self, line: &Log) {
        self.inner.log(line);
    }

    fn event(&mut self, resource: &ResourceRef, event: &Event) {
        self.inner.event(resource, event);
        // A failure has changed nothing, and is told by itself.
        if event.status == EventStatus::Failure || self.unforeseen.is_some() {
            return;
        }
        let change = Planned::of(resource, event).ok().flatten();
        if let Some(change) = change.filter(|change| !self.plan.foresees(change)) {
            self.unforeseen = Some(format!("{}: {}", change.place(), change.deed()));
            self.interrupt.store(true, Ordering::Relaxed);
        }
    }

    fn progress(&mut self, done: usize, total: usize, resource: &ResourceRef) {
        self.inner.progress(done, total, resource);
    }
}
