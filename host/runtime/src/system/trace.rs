//! Trace of effects, and accesses for the ordering check: objects that a row reads but may not write.

use std::path::Path;

use crate::access_log::AccessReader;
use crate::bindings::marotte::provider::fs_types;
use crate::config::TracedEffect;
use crate::paths::{PathTarget, Purpose};
use crate::system::{CallContext, HostState, LookMode};
use crate::workers::TraceEvent;

impl HostState {
    /// Reports an effect if tracing is enabled.
    pub(crate) fn trace(&self, effect: &'static str, resource: impl FnOnce() -> String, subject: &str) {
        if let Some(trace) = &self.trace {
            trace(&TracedEffect { effect, resource: &resource(), subject });
        }
    }

    /// Reports the effects of a worker if tracing is enabled.
    pub(crate) fn trace_all(&self, traced: Vec<TraceEvent>) {
        for TraceEvent { effect, resource, subject } in traced {
            self.trace(effect, || resource, &subject);
        }
    }
}

impl CallContext<'_> {
    /// Reports an effect of a row if tracing is enabled.
    pub(crate) fn trace(&self, effect: &'static str, row: u32, subject: &str) {
        self.machine.trace(effect, || self.resource(row), subject);
    }

    /// Records the reader of a path.
    pub(super) fn note_reading(
        &mut self,
        place: &fs_types::Place,
        target: &PathTarget,
        followed: bool,
        reader: AccessReader,
        look: LookMode,
    ) {
        self.machine.record.read(target, reader);
        if self.machine.record.checks_order()
            && let AccessReader::Row(row) = reader
            && !self.is_own(place, target, followed)
        {
            self.machine.record.used(target, row);
        }
        let effect = match look {
            LookMode::Stat => "look at",
            LookMode::Read => "read",
        };
        self.trace(effect, place.row, &place.path);
    }

    /// Records the reader of a directory listing.
    pub(super) fn note_listing(&mut self, place: &fs_types::Place, target: &PathTarget, reader: AccessReader) {
        let real = target.real();
        self.machine.record.listed(&real, reader);
        if self.machine.record.checks_order()
            && let AccessReader::Row(row) = reader
            && !self.is_own(place, target, false)
        {
            self.machine.record.used_list(&real, row);
        }
        self.trace("list", place.row, &place.path);
    }

    /// Records the program of a command. With another root, commands are programs of this system, which is not
    /// managed, and are not recorded.
    pub(super) fn note_program(&mut self, program: &Path, row: u32) {
        let is_known = row != 0 && self.machine.paths.is_system_root() && self.machine.record.checks_order();
        let Some(path) = program.to_str().filter(|_| is_known) else { return };
        // Writing either the symbolic link or its target changes the program.
        let found = [self.machine.paths.locate(path, Purpose::Read), self.machine.paths.follow(path, Purpose::Read)];
        for target in found.into_iter().flatten() {
            self.machine.record.used(&target, row);
        }
    }

    /// Returns whether the row may write a path, which then is its own or shared with resources of the same type.
    fn is_own(&self, place: &fs_types::Place, target: &PathTarget, followed: bool) -> bool {
        let row = self.rows.find(place.row);
        self.caller.grants.cover_write(&self.place(&place.path, target, followed, row))
    }
}
