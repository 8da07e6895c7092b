//! Owns applying: a catalog and providers become a report. It knows neither wasmtime nor a terminal nor a clock of its own.
//!
//! [`prepare`] converts and checks the values of a catalog, chooses providers and finds the order; [`apply`] walks through it,
//! compares what is with what should be, has the difference set, and delivers refreshes.

mod ahead;
mod audit;
mod bucket;
mod change;
mod convert;
mod datum;
mod display;
mod event;
mod failures;
mod functions;
mod generate;
mod harness;
mod insync;
mod issue;
mod kind;
mod memory;
mod messages;
mod notify;
mod observer;
mod ordering;
mod precheck;
mod prepare;
mod prepared;
mod priority;
pub mod provider;
mod purge;
mod reader;
mod refresh;
mod report;
pub mod resource;
mod schedule;
mod scribe;
mod skip;
mod status;
mod suit;
mod transaction;
mod upkeep;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use catalog::graph::{Cycle, Graph, Relationship};
pub use event::{Event, EventStatus};
pub use functions::{FunctionError, Functions, NoFunctions};
pub use issue::Issue;
pub use memory::{Memory, Remembered};
pub use observer::{Clock, Level, Log, Observer};
pub use ordering::Forgotten;
pub use prepared::Prepared;
pub use priority::Ordering;
pub use report::{Metrics, Outcome, Report};
pub use status::Status;

use catalog::Catalog;
use provider::Providers;
use scribe::Scribe;
use transaction::Transaction;

/// How a catalog is to be applied.
#[derive(Debug, Clone, Default)]
pub struct Options {
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
    /// It is not told when a resource used what another one changed later.
    pub ignores_order: bool,
    /// Resources are applied whatever their schedules say.
    pub ignores_schedules: bool,
    /// Each turn is told, with the time that it took.
    pub evaltrace: bool,
    /// It is told where someone else undid what an earlier run had set.
    pub tells_corrective: bool,
    /// So many resources may be set side by side; 0 and 1 mean one after the other.
    pub parallel: usize,
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
    functions: &mut dyn Functions,
    observer: &mut dyn Observer,
    clock: &dyn Clock,
) -> Result<Prepared, Vec<Issue>> {
    prepare::prepare(catalog, providers, functions, &mut Scribe::new(observer, clock))
}

/// Applies a catalog.
///
/// A resource that fails never ends the run: those that depend on it are skipped, all others have their turns.
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
    options: &Options,
    observer: &mut dyn Observer,
    clock: &dyn Clock,
) -> Report {
    Transaction::new(prepared, providers, options, observer, clock).run()
}
