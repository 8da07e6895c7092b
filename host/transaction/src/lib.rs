//! Applying: a catalog and providers become a report. It knows neither wasmtime nor a terminal nor a clock of its own.
//!
//! [`prepare`] converts and validates the values of a catalog, selects providers and determines the order; [`apply`] walks the
//! graph, compares current and desired values, sets the differences and delivers refreshes.

mod audit;
mod bucket;
mod change;
mod convert;
mod display;
mod event;
mod failures;
mod functions;
mod generate;
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
pub mod resource;
mod resource_type;
mod run_logger;
mod schedule;
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
pub use issue::CatalogIssue;
pub use observer::{Clock, Level, Log, Observer};
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

/// How a catalog is to be applied.
#[derive(Debug, Clone)]
pub struct ApplyOptions {
    /// Whether anything may be changed.
    pub noop: Noop,
    /// Differences of contents are shown.
    pub show_diff: bool,
    /// Only resources with one of these tags are applied; all, if there are none.
    pub tags: Vec<String>,
    /// Resources with one of these tags are left out.
    pub skip_tags: Vec<String>,
    /// Once it is set, no further resource is begun.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// Where the cycles of this catalog were drawn.
    pub cycle_graph: Option<String>,
    /// Report missing dependencies between resources. On by default.
    pub ordering_check: bool,
    /// Resources are applied whatever their schedules say.
    pub ignores_schedules: bool,
    /// Log each resource with the time that it took.
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

/// Whether anything may be changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Noop {
    /// Yes; not where a resource says `noop => true`.
    #[default]
    Off,
    /// No; but where a resource says `noop => false`.
    On,
    /// No, whatever resources say.
    Strict,
}

/// Makes a catalog ready to be applied. Takes it; write it down before if it is to be kept.
///
/// A cycle is no issue here: [`Prepared::cycles`] has it, and [`apply`] applies nothing then.
///
/// # Errors
/// All that is wrong with it.
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
/// use transaction::{Clock, Log, NoFunctions, Observer, Options, Outcome};
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
/// let report = transaction::apply(prepared, &mut NoProviders, &Options::default(), &mut Printer, &NoClock);
/// assert_eq!(report.outcome(), Outcome::Changed);
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
