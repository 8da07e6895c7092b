//! Owns the machine as components are lent it: one [`Machine`] for the run, seen through a [`Scope`] by the call that is being
//! made. Each file beneath serves one import.

pub(crate) mod acl;
pub(crate) mod attributes;
pub(crate) mod body;
pub(crate) mod bucket;
pub(crate) mod command;
pub(crate) mod compare;
pub(crate) mod digest;
pub(crate) mod download;
pub(crate) mod files;
pub(crate) mod find;
pub(crate) mod form;
pub(crate) mod http;
pub(crate) mod identity;
pub(crate) mod labels;
pub(crate) mod log;
pub(crate) mod look;
pub(crate) mod metadata;
pub(crate) mod process;
pub(crate) mod remove;
pub(crate) mod reveal;
pub(crate) mod secret_files;
pub(crate) mod source;
pub(crate) mod sparse;
pub(crate) mod trace;
pub(crate) mod transfer;
pub(crate) mod walk;
pub(crate) mod wasi;
pub(crate) mod write;
pub(crate) mod writer;

use std::cell::RefCell;
use std::num::NonZero;
use std::rc::Rc;
use std::sync::Arc;

use catalog::ResourceRef;
use rustix::io::Errno;
use transaction::provider::Bucket;

use crate::bindings::marotte::provider::errors::Error;
use crate::bindings::marotte::provider::fs_types;
use crate::config::{Config, Facts, Limits, Modules, Trace};
use crate::error;
use crate::gate::{Caller, Effect, Gate, Phase, Place, Refusal};
use crate::journal::Journal;
use crate::network::Network;
use crate::paths::{PathError, Paths, Purpose, Target};
use crate::record::{Reader, Record};
use crate::rows::{RowView, Rows};
use crate::secret_places::SecretPlaces;
use crate::secrets::Secrets;
use crate::system::transfer::Transfer;
use crate::system::write::Staged;

/// More threads than this find nothing more to do in the reading of small files.
const MAX_WORKERS: usize = 4;

/// The managed system, the same for all components of a run.
pub(crate) struct Machine {
    pub(crate) gate: Gate,
    pub(crate) paths: Paths,
    pub(crate) record: Record,
    pub(crate) journal: Journal,
    pub(crate) identity: RefCell<identity::Identity>,
    pub(crate) labels: labels::Labels,
    pub(crate) commands: command::Commands,
    pub(crate) log: log::Log,
    pub(crate) facts: Facts,
    pub(crate) modules: Modules,
    pub(crate) network: Network,
    pub(crate) shown: find::Shown,
    /// The files that hold secrets.
    pub(crate) secret_places: SecretPlaces,
    /// Comparisons and digests of secrets in this call.
    pub(crate) secret_answers: usize,
    pub(crate) limits: Limits,
    /// Is told each effect.
    pub(crate) trace: Option<Trace>,
    /// Differences are wanted.
    pub(crate) show_diff: bool,
    /// Where contents are kept that resources want to have kept.
    pub(crate) buckets: Vec<Bucket>,
    /// As many threads are used for what can be done side by side.
    pub(crate) workers: usize,
    /// For the work on contents in pieces; its buffer is allocated once.
    pub(crate) transfer: Transfer,
}

impl Machine {
    /// Makes the machine that a configuration describes, for a run that perhaps undoes another.
    ///
    /// # Errors
    /// The root can't be used.
    pub(crate) fn new(config: &Config, undoes: Option<u64>) -> Result<Self, Errno> {
        let paths = Paths::open(&config.root)?;
        let journal = Journal::new(config, paths.on_machine(b"/"), undoes);
        Ok(Self::with(config, paths, journal))
    }

    /// Makes the machine of who works for a run aside: what it changes is in the run's journal.
    ///
    /// # Errors
    /// The root can't be used.
    pub(crate) fn aside(config: &Config, journal: Journal) -> Result<Self, Errno> {
        Ok(Self::with(config, Paths::open(&config.root)?, journal))
    }

    fn with(config: &Config, paths: Paths, journal: Journal) -> Self {
        let root = (!paths.is_whole_machine()).then(|| config.root.clone());
        Self {
            gate: Gate::default(),
            record: Record::default(),
            identity: RefCell::default(),
            labels: labels::Labels::default(),
            commands: command::Commands::new(config, root, journal.run().to_owned()),
            log: log::Log::default(),
            facts: Rc::clone(&config.facts),
            modules: Rc::clone(&config.modules),
            network: Network::new(Arc::clone(&config.resolver), &config.environment),
            shown: find::Shown::default(),
            secret_places: journal.secret_places().clone(),
            secret_answers: 0,
            limits: config.limits.clone(),
            trace: config.trace.clone(),
            show_diff: false,
            buckets: Vec::new(),
            workers: std::thread::available_parallelism().map_or(1, NonZero::get).min(MAX_WORKERS),
            transfer: Transfer::new(config.limits.content, Arc::clone(&config.interrupt)),
            paths,
            journal,
        }
    }
}

/// What a call may see of the machine: who calls, in which phase, about which rows.
pub(crate) struct Scope<'a> {
    pub(crate) caller: &'a Caller,
    pub(crate) phase: Phase,
    pub(crate) rows: &'a Rows,
    pub(crate) batch: &'a mut Option<Reader>,
    pub(crate) secrets: &'a Secrets,
    /// The component's files on trial.
    pub(crate) staged: &'a [Option<Staged>],
    pub(crate) machine: &'a mut Machine,
}

/// A place that may be read, and who reads it.
pub(crate) struct Found {
    pub(crate) target: Target,
    pub(crate) reader: Reader,
}

impl Scope<'_> {
    /// Returns who reads: the row that was named, or all of the call.
    pub(crate) fn reader(&mut self, row: u32) -> Reader {
        if row != 0 {
            return Reader::Row(row);
        }
        let (rows, record) = (self.rows, &mut self.machine.record);
        *self.batch.get_or_insert_with(|| record.batch(rows.ids()))
    }

    /// Returns how a row is called: `File[/x]`; all of a call, by their type and number.
    pub(crate) fn resource(&self, row: u32) -> String {
        match self.rows.find(row).or_else(|| self.rows.only()) {
            Some(row) => ResourceRef::new(&self.caller.type_name, &row.title).to_string(),
            None => format!("{} ({} resources)", self.caller.type_name, self.rows.ids().count()),
        }
    }

    /// Asks whether the contents of a place may be read.
    ///
    /// # Errors
    /// A part of the path is missing or refused.
    pub(crate) fn find(&mut self, place: &fs_types::Place, look: Look) -> Result<Found, Error> {
        let reader = self.reader(place.row);
        let target = match self.machine.paths.locate(&place.path, Purpose::Read) {
            Ok(target) => target,
            Err(PathError::Missing(Some(missing))) => {
                self.check(place, &missing.whole, false, look)?;
                self.note_reading(place, &missing.first, false, reader, look);
                return Err(error::path(look.verb(), &place.path, &PathError::Missing(None)));
            }
            Err(failed) => return Err(error::path(look.verb(), &place.path, &failed)),
        };
        self.check(place, &target, false, look)?;
        self.note_reading(place, &target, false, reader, look);
        Ok(Found { target, reader })
    }

    /// Follows the link at the end of a place, and asks again, since it may lead to where nothing is granted.
    ///
    /// # Errors
    /// It leads nowhere, or the grants do not cover what it leads to.
    pub(crate) fn follow(&mut self, place: &fs_types::Place, look: Look) -> Result<Found, Error> {
        let reader = self.reader(place.row);
        let target = self
            .machine
            .paths
            .follow(&place.path, Purpose::Read)
            .map_err(|failed| error::path(look.verb(), &place.path, &failed))?;
        self.check(place, &target, true, look)?;
        self.note_reading(place, &target, true, reader, look);
        Ok(Found { target, reader })
    }

    fn check(&self, place: &fs_types::Place, target: &Target, followed: bool, look: Look) -> Result<(), Refusal> {
        let row = self.rows.find(place.row);
        let asked = self.place(&place.path, target, followed, row);
        let effect = match look {
            Look::Stat => Effect::Stat(&asked),
            Look::Read => Effect::Read(&asked),
        };
        self.machine.gate.check(self.caller, self.phase, effect)
    }

    /// Returns a place as the gate is asked about it.
    fn place<'a>(&'a self, path: &'a str, target: &'a Target, followed: bool, row: Option<&'a RowView>) -> Place<'a> {
        let Machine { paths, shown, identity, .. } = &*self.machine;
        Place { path, target, followed, row, paths, shown, identity }
    }
}

/// How a place is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    /// What is there.
    Stat,
    /// What it holds.
    Read,
}

impl Look {
    fn verb(self) -> &'static str {
        match self {
            Self::Stat => "look at",
            Self::Read => "read",
        }
    }
}
