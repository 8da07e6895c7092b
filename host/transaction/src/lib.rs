//! Application of a catalog by providers, resulting in a report. Independent of wasmtime, the terminal and the system
//! clock.
//!
//! [`prepare`] converts and validates the values of a catalog, selects providers and determines the order; [`apply`]
//! walks the graph, compares current and desired values, sets the differences and delivers refreshes.

mod audit;
mod bucket;
mod change;
mod convert;
mod display;
mod event;
mod failures;
mod functions;
mod generate;
mod generate_error;
mod harness;
mod insync;
mod issue;
mod messages;
mod notify;
mod observer;
mod ordering;
mod parallel;
mod persistence;
mod precheck;
mod prefetch;
mod prepare;
mod prepared;
mod priority;
pub mod provider;
mod purge;
mod refresh;
mod report;
mod requested_change;
pub mod resource;
mod resource_table;
mod resource_type;
mod run_logger;
mod schedule;
mod selection;
mod skip;
mod status;
mod suitability;
mod transaction;
mod transaction_store;
mod typed_value;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use catalog::graph::{Cycle, GraphKind, Relationship};
pub use event::{Event, EventStatus};
pub use functions::{DeferredFunctions, FunctionError, NoFunctions};
pub use issue::{CatalogIssue, InvalidAttribute};
pub use observer::{Clock, Level, Log, LoggedChange, Observer};
pub use ordering::MissingDependency;
pub use prepared::Prepared;
pub use priority::Ordering;
pub use report::{Metrics, Report, RunOutcome};
pub use status::Status;
pub use transaction_store::{PersistedResource, TransactionStore};

use catalog::Catalog;
use provider::Providers;
use run_logger::RunLogger;
use transaction::Transaction;

/// Options for applying a catalog.
#[derive(Debug, Clone)]
pub struct ApplyOptions {
    /// Whether changes are made.
    pub noop: Noop,
    /// Show differences between contents.
    pub show_diff: bool,
    /// Apply only resources with one of these tags; all resources if the list is empty.
    pub tags: Vec<String>,
    /// Skip resources with one of these tags.
    pub skip_tags: Vec<String>,
    /// Flag that stops the run before the next resource.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// Path of the graph of this catalog's cycles.
    pub cycle_graph: Option<String>,
    /// Report missing dependencies between resources. On by default.
    pub ordering_check: bool,
    /// Ignore the schedules of resources.
    pub ignores_schedules: bool,
    /// Log each resource with its evaluation time.
    pub evaltrace: bool,
    /// Mark changes that revert drift since the previous run as corrective.
    pub corrective_changes: bool,
    /// Maximum number of resources applied concurrently; 0 or 1 is sequential.
    pub parallel: usize,
}

impl Default for ApplyOptions {
    fn default() -> Self {
        Self {
            noop: Noop::default(),
            show_diff: false,
            tags: Vec::new(),
            skip_tags: Vec::new(),
            interrupt: None,
            cycle_graph: None,
            ordering_check: true,
            ignores_schedules: false,
            evaltrace: false,
            corrective_changes: false,
            parallel: 0,
        }
    }
}

/// Whether changes are made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Noop {
    /// Changes are made, except to resources with `noop => true`.
    #[default]
    Off,
    /// Changes are made only to resources with `noop => false`.
    On,
    /// No changes are made, regardless of the `noop` of resources.
    Strict,
}

/// Prepares a catalog to be applied. Consumes the catalog; save it before if it is needed later.
///
/// A dependency cycle is not an error here: [`Prepared::cycles`] returns it, and [`apply`] then applies nothing.
///
/// # Errors
/// Returns all issues of the catalog.
pub fn prepare(
    catalog: Catalog,
    providers: &mut dyn Providers,
    functions: &mut dyn DeferredFunctions,
    observer: &mut dyn Observer,
    clock: &dyn Clock,
) -> Result<Prepared, Vec<CatalogIssue>> {
    prepare::prepare(catalog, providers, functions, &mut RunLogger::new(observer, clock))
}

/// Applies a catalog.
///
/// A failing resource never ends the run: its dependents are skipped, all others are applied.
///
/// ```
/// use std::time::{Duration, SystemTime};
///
/// use catalog::{Catalog, Resource, ResourceRef};
/// use transaction::provider::NoProviders;
/// use transaction::{Clock, Log, NoFunctions, Observer, ApplyOptions, RunOutcome};
///
/// struct Printer;
/// impl Observer for Printer {
///     fn log(&mut self, line: &Log) {
///         println!("{}: {}", line.level, line.message);
///     }
/// }
///
/// struct NoClock;
/// impl Clock for NoClock {
///     fn now(&self) -> SystemTime {
///         SystemTime::UNIX_EPOCH
///     }
///     fn monotonic(&self) -> Duration {
///         Duration::ZERO
///     }
/// }
///
/// let mut catalog = Catalog::default();
/// catalog.add(Resource::new(ResourceRef::new("notify", "hello"))).unwrap();
/// let prepared =
///     transaction::prepare(catalog, &mut NoProviders, &mut NoFunctions, &mut Printer, &NoClock).unwrap();
/// let report = transaction::apply(prepared, &mut NoProviders, &ApplyOptions::default(), &mut Printer, &NoClock);
/// assert_eq!(report.outcome(), RunOutcome::Changed);
/// assert_eq!(report.logs[1].message, "defined 'message' as 'hello'");
/// ```
pub fn apply(
    prepared: Prepared,
    providers: &mut dyn Providers,
    options: &ApplyOptions,
    observer: &mut dyn Observer,
    clock: &dyn Clock,
) -> Report {
    Transaction::new(prepared, providers, options, observer, clock).run()
}
