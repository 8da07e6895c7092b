//! The managed system as exposed to components: one [`HostState`] for the run, accessed through a [`CallContext`]
//! during a call. Each file below implements one import.

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
pub(crate) mod secret_form;
pub(crate) mod source;
pub(crate) mod sparse;
pub(crate) mod trace;
pub(crate) mod transfer;
pub(crate) mod walk;
pub(crate) mod wasi;
pub(crate) mod write;
pub(crate) mod writer;

use std::cell::{OnceCell, RefCell};
use std::num::NonZero;
use std::rc::Rc;
use std::sync::Arc;

use catalog::ResourceRef;
use rustix::io::Errno;
use transaction::provider::{FileBucket, RequestedChange};

use crate::access_log::{AccessLog, AccessReader};
use crate::bindings::marotte::provider::errors::Error;
use crate::bindings::marotte::provider::fs_types;
use crate::config::{CommandOutput, ComponentLimits, EffectTrace, FactLookup, RuntimeConfig, SourceLookup};
use crate::error;
use crate::gate::{Caller, Effect, Gate, GateRefusal, Phase, ResolvedPath};
use crate::journal::Journal;
use crate::network::HttpClient;
use crate::network::versions::DownloadedVersions;
use crate::paths::{PathError, PathTarget, Paths, Purpose};
use crate::rows::{RowView, Rows};
use crate::secret_paths::SecretPaths;
use crate::secrets::Secrets;
use crate::system::transfer::Transfer;
use crate::system::write::StagedFile;

/// Maximum number of threads; more do not speed up reading small files.
const MAX_WORKERS: usize = 4;

/// The managed system, the same for all components of a run.
pub(crate) struct HostState {
    pub(crate) gate: Gate,
    pub(crate) paths: Paths,
    pub(crate) record: AccessLog,
    pub(crate) journal: Journal,
    pub(crate) identity: RefCell<identity::Identity>,
    pub(crate) labels: labels::Labels,
    pub(crate) commands: command::Commands,
    pub(crate) log: log::PendingLog,
    pub(crate) facts: FactLookup,
    pub(crate) sources: SourceLookup,
    pub(crate) network: HttpClient,
    /// Versions of downloaded files.
    pub(crate) downloads: DownloadedVersions,
    pub(crate) shown: find::ExposedResources,
    /// Changes of other resources that Ruby code has requested and the transaction has not made yet.
    pub(crate) requested_changes: Vec<RequestedChange>,
    /// Record of the files that contain secrets.
    pub(crate) secret_paths: SecretPaths,
    /// Number of comparisons and digests of secrets in this call.
    pub(crate) secret_comparisons: usize,
    pub(crate) limits: ComponentLimits,
    /// Receives each effect.
    pub(crate) trace: Option<EffectTrace>,
    /// Receives the output of commands.
    pub(crate) command_output: Option<CommandOutput>,
    /// Whether messages of the level debug are shown.
    pub(crate) is_debugging: bool,
    /// Whether diffs are shown.
    pub(crate) show_diff: bool,
    /// File buckets for the previous contents of resources that have a backup.
    pub(crate) buckets: Vec<FileBucket>,
    workers: OnceCell<usize>,
    /// Whether another thread makes the same call for other rows.
    pub(crate) is_sharing: bool,
    /// Copies and reads contents in chunks with a buffer that is allocated once.
    pub(crate) transfer: Transfer,
}

impl HostState {
    /// Creates the host state for a configuration; `undoes` is the run that this run undoes.
    ///
    /// # Errors
    /// Returns an error if the root cannot be used.
    pub(crate) fn new(config: &RuntimeConfig, undoes: Option<u64>) -> Result<Self, Errno> {
        let paths = Paths::open(&config.root)?;
        let journal = Journal::new(config, paths.on_system(b"/"), undoes);
        Ok(Self::with(config, paths, journal))
    }

    /// Creates the host state of a worker; changes are recorded in the journal of the run.
    ///
    /// # Errors
    /// Returns an error if the root cannot be used.
    pub(crate) fn for_worker(config: &RuntimeConfig, journal: Journal) -> Result<Self, Errno> {
        Ok(Self::with(config, Paths::open(&config.root)?, journal))
    }

    fn with(config: &RuntimeConfig, paths: Paths, journal: Journal) -> Self {
        let root = (!paths.is_system_root()).then(|| config.root.clone());
        Self {
            gate: Gate::default(),
            record: AccessLog::default(),
            identity: RefCell::default(),
            labels: labels::Labels::default(),
            commands: command::Commands::new(config, root, journal.run().to_owned()),
            log: log::PendingLog::default(),
            facts: Rc::clone(&config.facts),
            sources: Rc::clone(&config.sources),
            network: HttpClient::new(Arc::clone(&config.resolver), &config.environment),
            downloads: DownloadedVersions::new(&config.state),
            shown: find::ExposedResources::default(),
            requested_changes: Vec::new(),
            secret_paths: journal.secret_paths().clone(),
            secret_comparisons: 0,
            limits: config.limits.clone(),
            trace: config.trace.clone(),
            command_output: config.command_output.clone(),
            is_debugging: false,
            show_diff: false,
            buckets: Vec::new(),
            workers: OnceCell::new(),
            is_sharing: false,
            transfer: Transfer::new(config.limits.content, Arc::clone(&config.interrupt))
                .showing(Arc::clone(&config.copy_progress)),
            paths,
            journal,
        }
    }
}

impl HostState {
    /// Returns the number of threads for parallel work.
    pub(crate) fn workers(&self) -> usize {
        let count = || std::thread::available_parallelism().map_or(1, NonZero::get).min(MAX_WORKERS);
        let all = *self.workers.get_or_init(count);
        if self.is_sharing { all / 2 } else { all }
    }
}

/// Context of a host call: caller, phase and rows.
pub(crate) struct CallContext<'a> {
    pub(crate) caller: &'a Caller,
    pub(crate) phase: Phase,
    pub(crate) rows: &'a Rows,
    pub(crate) batch: &'a mut Option<AccessReader>,
    pub(crate) secrets: &'a Secrets,
    /// The staged files of the component.
    pub(crate) staged: &'a [Option<StagedFile>],
    pub(crate) machine: &'a mut HostState,
}

/// A readable path with its reader.
pub(crate) struct ReadTarget {
    pub(crate) target: PathTarget,
    pub(crate) reader: AccessReader,
}

impl CallContext<'_> {
    /// Returns the reader: the given row, or all rows of the call.
    pub(crate) fn reader(&mut self, row: u32) -> AccessReader {
        if row != 0 {
            return AccessReader::Row(row);
        }
        let (rows, record) = (self.rows, &mut self.machine.record);
        *self.batch.get_or_insert_with(|| record.batch(rows.ids()))
    }

    /// Returns the resource reference of a row (`File[/x]`); for all rows of a call, the type and the number of
    /// resources.
    pub(crate) fn resource(&self, row: u32) -> String {
        match self.rows.find(row).or_else(|| self.rows.only()) {
            Some(row) => ResourceRef::new(&self.caller.type_name, &row.title).to_string(),
            None => format!("{} ({} resources)", self.caller.type_name, self.rows.ids().count()),
        }
    }

    /// Returns the location of a path after checking that it may be read.
    ///
    /// # Errors
    /// Returns an error if a part of the path is missing or access is refused.
    pub(crate) fn find(&mut self, place: &fs_types::Place, look: LookMode) -> Result<ReadTarget, Error> {
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
        Ok(ReadTarget { target, reader })
    }

    /// Returns the target of the symbolic link at the end of a path. The target is checked as well, since the
    /// grants may not cover it.
    ///
    /// # Errors
    /// Returns an error if the path does not exist, or if the grants do not cover its target.
    pub(crate) fn follow(&mut self, place: &fs_types::Place, look: LookMode) -> Result<ReadTarget, Error> {
        let reader = self.reader(place.row);
        let target = self
            .machine
            .paths
            .follow(&place.path, Purpose::Read)
            .map_err(|failed| error::path(look.verb(), &place.path, &failed))?;
        self.check(place, &target, true, look)?;
        self.note_reading(place, &target, true, reader, look);
        Ok(ReadTarget { target, reader })
    }

    fn check(
        &self,
        place: &fs_types::Place,
        target: &PathTarget,
        followed: bool,
        look: LookMode,
    ) -> Result<(), GateRefusal> {
        let row = self.rows.find(place.row);
        let resolved = self.place(&place.path, target, followed, row);
        let effect = match look {
            LookMode::Stat => Effect::Stat(&resolved),
            LookMode::Read => Effect::Read(&resolved),
        };
        self.machine.gate.check(self.caller, self.phase, effect)
    }

    /// Returns a path for a check by the gate.
    fn place<'a>(
        &'a self,
        path: &'a str,
        target: &'a PathTarget,
        followed: bool,
        row: Option<&'a RowView>,
    ) -> ResolvedPath<'a> {
        let HostState { paths, shown, identity, .. } = &*self.machine;
        ResolvedPath { path, target, followed, row, paths, shown, identity }
    }
}

/// Kind of read access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LookMode {
    /// Metadata only.
    Stat,
    /// Content.
    Read,
}

impl LookMode {
    fn verb(self) -> &'static str {
        match self {
            Self::Stat => "look at",
            Self::Read => "read",
        }
    }
}
