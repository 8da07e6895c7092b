//! Observer that ends a run at the first change that is not in the plan.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use catalog::ResourceRef;
use transaction::{Event, EventStatus, Level, Log, Observer};

use super::{Plan, PlannedChange};

/// An observer that ends a run at the first unplanned change and forwards everything to another observer.
pub(crate) struct PlanGuard<'a, O> {
    plan: &'a Plan,
    interrupt: Arc<AtomicBool>,
    inner: O,
    /// The first change that was not planned.
    unplanned_change: Option<String>,
}

impl<'a, O: Observer> PlanGuard<'a, O> {
    /// Returns a guard for a run that ends when `interrupt` is set.
    pub(crate) fn new(plan: &'a Plan, interrupt: Arc<AtomicBool>, inner: O) -> Self {
        Self { plan, interrupt, inner, unplanned_change: None }
    }

    /// Returns the first unplanned change.
    pub(crate) fn unplanned_change(self) -> Option<String> {
        self.unplanned_change
    }
}

impl<O: Observer> Observer for PlanGuard<'_, O> {
    fn wants(&self, level: Level) -> bool {
        self.inner.wants(level)
    }

    fn log(&mut self, line: &Log) {
        self.inner.log(line);
    }

    fn event(&mut self, resource: &ResourceRef, event: &Event) {
        self.inner.event(resource, event);
        // A failed event is not a change and is reported separately.
        if event.status == EventStatus::Failure || self.unplanned_change.is_some() {
            return;
        }
        let change = PlannedChange::of(resource, event).ok().flatten();
        if let Some(change) = change.filter(|change| !self.plan.contains(change)) {
            self.unplanned_change = Some(format!("{}: {}", change.place(), change.describe()));
            self.interrupt.store(true, Ordering::Relaxed);
        }
    }

    fn progress(&mut self, done: usize, total: usize, resource: &ResourceRef) {
        self.inner.progress(done, total, resource);
    }
}
