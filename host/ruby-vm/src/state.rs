//! The data of an instance of the interpreter.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rustc_hash::FxHashMap;
use wasmtime::{StoreLimits, StoreLimitsBuilder};

use crate::files::{FileTable, RubyFiles};
use crate::vm::{Channel, Exports, FromVm};

/// The data of an instance.
pub(crate) struct State {
    /// The open files.
    pub(crate) files: FileTable,
    /// The limit of the linear memory.
    pub(crate) limits: StoreLimits,
    /// The longest sleep.
    pub(crate) longest_sleep: Duration,
    /// Whether the time of a call is over.
    pub(crate) is_late: Arc<AtomicBool>,
    /// The request that Ruby has not yet fetched.
    pub(crate) request: Option<String>,
    /// The reply to the current request.
    pub(crate) reply: Option<String>,
    /// The number of host functions in which the interpreter waits for an answer.
    pub(crate) waiting: usize,
    /// The exports of the instance; found by the first host function that needs them.
    pub(crate) exports: Option<Rc<Exports>>,
    /// The object and the method that serve requests; found by the first one.
    pub(crate) server: Option<(u32, u32)>,
    /// Objects of Ruby that the host refers to, by handle.
    pub(crate) objects: Handles<u32>,
    /// Texts of the host that Ruby refers to, by handle.
    pub(crate) texts: Handles<String>,
    /// The connection to the thread that called Ruby; `None` while the interpreter is prepared.
    pub(crate) caller: Option<Rc<Channel>>,
}

impl State {
    /// Returns the data of an instance with at most `memory` bytes of linear memory.
    pub(crate) fn new(files: Box<dyn RubyFiles>, memory: usize, longest_sleep: Duration) -> Self {
        Self {
            files: FileTable::new(files),
            limits: StoreLimitsBuilder::new().memory_size(memory).build(),
            longest_sleep,
            is_late: Arc::default(),
            request: None,
            reply: None,
            waiting: 0,
            exports: None,
            server: None,
            objects: Handles::default(),
            texts: Handles::default(),
            caller: None,
        }
    }

    /// Passes a line that Ruby printed to the caller.
    pub(crate) fn print(&self, line: String) {
        if let Some(caller) = &self.caller {
            // The receiver exists as long as a call is in progress.
            let _ = caller.0.send(FromVm::Printed(line));
        }
    }
}

/// Objects by handle. Handles are not reused.
pub(crate) struct Handles<T> {
    objects: FxHashMap<u32, T>,
    next: u32,
}

impl<T> Default for Handles<T> {
    fn default() -> Self {
        Self { objects: FxHashMap::default(), next: 1 }
    }
}

impl<T> Handles<T> {
    /// Adds an object and returns its handle.
    pub(crate) fn add(&mut self, object: T) -> u32 {
        let handle = self.next;
        self.next = handle.checked_add(1).unwrap_or(1);
        self.objects.insert(handle, object);
        handle
    }

    /// Returns an object.
    pub(crate) fn get(&self, handle: u32) -> Option<&T> {
        self.objects.get(&handle)
    }

    /// Removes an object; handles of earlier instances are unknown.
    pub(crate) fn remove(&mut self, handle: u32) -> Option<T> {
        self.objects.remove(&handle)
    }
}
