//! The trait `Providers`, the only interface to the managed system, with its arguments and results. The implementation
//! (components, or a fake in tests) is not known here.

mod none;

use std::fmt;
use std::sync::Arc;

pub use catalog::Level;
use catalog::Value;
pub use catalog::schema::{Edge, TypeSchema};
pub use none::NoProviders;

pub use crate::bucket::{BucketPlace, FileBucket};

/// One attribute of a row: its index in `TypeSchema::attributes`, and its value.
pub type Slot = (u16, Value);

/// A resource as a provider sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Names the resource during the run; answers about a row repeat it. Never 0.
    pub id: u32,
    /// Its title.
    pub title: Arc<str>,
    /// The desired values, sorted by attribute, each at most once. Undef is read but not managed.
    pub slots: Vec<Slot>,
}

impl Row {
    /// Returns the value of an attribute.
    #[must_use]
    pub fn value(&self, attribute: u16) -> Option<&Value> {
        slot(&self.slots, attribute)
    }

    /// Sets the value of an attribute.
    pub fn set(&mut self, attribute: u16, value: Value) {
        match self.slots.binary_search_by_key(&attribute, |(index, _)| *index) {
            Ok(place) => self.slots[place].1 = value,
            Err(place) => self.slots.insert(place, (attribute, value)),
        }
    }
}

fn slot(slots: &[Slot], attribute: u16) -> Option<&Value> {
    slots.binary_search_by_key(&attribute, |(index, _)| *index).ok().map(|place| &slots[place].1)
}

/// The current state of a resource.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct State {
    /// Current values, ordered by attribute. A resource that is not there says so with its `ensure` and nothing more.
    pub slots: Vec<Slot>,
    /// The provider's own judgements.
    pub verdicts: Vec<Verdict>,
}

impl State {
    /// Returns the current value of an attribute.
    #[must_use]
    pub fn value(&self, attribute: u16) -> Option<&Value> {
        slot(&self.slots, attribute)
    }

    /// Returns the verdict on an attribute.
    #[must_use]
    pub fn verdict(&self, attribute: u16) -> Option<&Verdict> {
        self.verdicts.iter().find(|v| v.attribute == attribute)
    }
}

/// Takes the place of the host's comparison of one attribute, which the manifest need not set.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Verdict {
    /// The attribute.
    pub attribute: u16,
    /// Whether nothing is to be done.
    pub insync: bool,
    /// How to show the current value.
    pub is: Option<String>,
    /// How to show the desired value.
    pub should: Option<String>,
    /// How to show the change as a whole: "content changed '..' to '..'".
    pub change: Option<String>,
    /// A difference, shown where differences are wanted.
    pub diff: Option<String>,
}

/// What became of one attribute; `Ok` may carry the words for the report.
#[derive(Debug, Clone, PartialEq)]
pub struct Applied {
    /// The attribute.
    pub attribute: u16,
    /// How it ended.
    pub outcome: Result<Option<String>, ProviderError>,
}

/// The kinds of fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultCode {
    /// A value that cannot be.
    Invalid,
    /// Something is missing.
    NotFound,
    /// Something is in the way.
    Exists,
    /// The system said no.
    Denied,
    /// The gate said no.
    Refused,
    /// It took too long.
    Timeout,
    /// The system failed.
    Io,
    /// The provider itself failed: it trapped, broke a limit or the contract.
    Provider,
    /// Anything else.
    Other,
}

/// Why a provider could not do something.
#[derive(Debug, Clone, PartialEq)]
pub struct ProviderError {
    /// The kind.
    pub code: FaultCode,
    /// One sentence, as Puppet's log shows it after "change from .. to .. failed: ".
    pub message: String,
    /// More, bounded: the end of an error output.
    pub detail: Option<String>,
}

impl fmt::Display for ProviderError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for ProviderError {}

/// How grave a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// Worth a line.
    Warning,
    /// The resource cannot be managed.
    Error,
    /// The code that should have looked at it failed: the resource fails at its turn, and nothing else does.
    Fault,
}

/// Something about one attribute of one row.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// The row's id.
    pub row: u32,
    /// The attribute, or the whole row.
    pub attribute: Option<u16>,
    /// How grave it is.
    pub severity: Severity,
    /// One sentence.
    pub message: String,
}

/// Automatic relations of one row that its schema cannot say.
#[derive(Debug, Clone, PartialEq)]
pub struct RowRelations {
    /// The row's id.
    pub row: u32,
    /// The kind of relation.
    pub edge: Edge,
    /// The type of the others.
    pub target_type: String,
    /// Their titles.
    pub titles: Vec<String>,
}

/// A resource that is on the machine.
#[derive(Debug, Clone, PartialEq)]
pub struct Instance {
    /// Its title.
    pub title: String,
    /// Its current values, ordered by attribute.
    pub state: State,
}

/// A resource that a provider asks for because of another.
#[derive(Debug, Clone, PartialEq)]
pub struct Generated {
    /// The id of the row that it comes from.
    pub parent: u32,
    /// Its type.
    pub type_name: String,
    /// Its title.
    pub title: String,
    /// Its attributes by name.
    pub parameters: Vec<(String, Value)>,
}

/// What the host knows about a provider without calling it.
#[derive(Debug, Clone, PartialEq)]
pub struct ProviderInfo {
    /// Its name.
    pub name: Arc<str>,
    /// The features that it has on this machine.
    pub features: Vec<String>,
    /// Defaults that differ from the type's, by attribute name.
    pub defaults: Vec<(String, Value)>,
    /// Calls that it implements.
    pub hooks: Hooks,
    /// `expand` is called only for rows that set one of these attributes; for all rows if the list is empty.
    pub expand_with: Vec<String>,
    /// `get` runs no command, so a state can be read before earlier resources are applied, and `take_stale` reports the writes
    /// that invalidate it. Otherwise each state is read at its resource's turn, unless `prefetch` is set.
    pub reads_ahead: bool,
    /// How well it suits as the default.
    pub rank: Rank,
    /// Why it cannot be used here; `None` where it can.
    pub unsuitable: Option<String>,
}

/// How well a provider suits as the default of its type; the highest is taken.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    /// The number of conditions that make it a default here, or `None` if it is not one.
    pub conditions: Option<usize>,
    /// Breaks ties between otherwise equal providers.
    pub specificity: u32,
}

/// The calls that a provider implements. No other is made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "one claim for each call")]
pub struct Hooks {
    /// Munges and validates, beside the type's own `canonicalize`.
    pub canonicalize: bool,
    /// Makes resources before the run.
    pub generate: bool,
    /// Makes resources at the turn of their parent.
    pub expand: bool,
    /// Checks before anything is applied.
    pub precheck: bool,
    /// Lists all there are.
    pub instances: bool,
    /// Reacts to the change of another resource.
    pub refresh: bool,
    /// One `get` for all rows may serve the whole run.
    pub prefetch: bool,
}

/// A line that a component logged. Secrets are blotted out of it already.
#[derive(Debug, Clone, PartialEq)]
pub struct ComponentMessage {
    /// How grave it is.
    pub level: Level,
    /// The id of the row that it is about.
    pub row: Option<u32>,
    /// The attribute of the row that it is about.
    pub attribute: Option<u16>,
    /// The line.
    pub text: String,
}

/// Which states that were read ahead are no longer sure, because something they depend on was written.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum StaleStates {
    /// None.
    #[default]
    Nothing,
    /// These rows'.
    Rows(Vec<u32>),
    /// All.
    Everything,
}

/// A row accessed something that another row wrote just now and that is not its own: a source, the program of a command, a list
/// of names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnorderedAccess {
    /// The row's id.
    pub row: u32,
    /// The path.
    pub path: String,
}

/// A resource that is to be changed, with all that [`Providers::set`] needs.
#[derive(Debug, Clone, Copy)]
pub struct SetRequest<'a> {
    /// Its type.
    pub type_name: &'a str,
    /// Its provider.
    pub provider: &'a str,
    /// The desired state.
    pub row: &'a Row,
    /// The current state.
    pub current: &'a State,
    /// The attributes to be changed.
    pub changed: &'a [u16],
}

/// What became of a resource that was changed side by side with others.
#[derive(Debug)]
pub struct SetOutcome {
    /// The answer of [`Providers::set`].
    pub outcome: Result<Vec<Applied>, ProviderError>,
    /// The log messages.
    pub messages: Vec<ComponentMessage>,
    /// Which states are no longer sure.
    pub stale: StaleStates,
}

/// Context of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct RunContext {
    /// Nothing may be changed.
    pub noop: bool,
    /// Rows that are enforced even then (`noop => false`).
    pub enforced: Vec<u32>,
    /// Differences are wanted, so providers are asked for them.
    pub show_diff: bool,
    /// Accesses are recorded, so that missing dependencies can be reported. On by default.
    pub ordering_check: bool,
    /// Where contents are kept that resources want to have kept.
    pub buckets: Vec<FileBucket>,
}

impl Default for RunContext {
    fn default() -> Self {
        Self { noop: false, enforced: Vec::new(), show_diff: false, ordering_check: true, buckets: Vec::new() }
    }
}

/// The providers of all types, as one run uses them. Types are named in lower case.
///
/// Every call is bounded in time and memory by the one who answers; a component that fails answers with a
/// [`FaultCode::Provider`] fault and is usable again at the next call.
pub trait Providers {
    /// Returns what a type looks like; `None` for an unknown one.
    fn schema(&self, type_name: &str) -> Option<Arc<TypeSchema>>;

    /// Says why nothing can manage resources of a type that is known all the same.
    fn unsupported_reason(&self, type_name: &str) -> Option<String> {
        let _ = type_name;
        None
    }

    /// Tells the providers that a run begins. Called once, before any state is read.
    fn begin(&mut self, run: &RunContext);

    /// Lets one more row be enforced in a noop run: one that an enforced resource asked for.
    fn allow_write_in_noop(&mut self, row: u32);

    /// Returns the providers of a type, the default first and unsuitable ones last. Called again while none is suitable, since an
    /// earlier resource may install the missing program.
    fn providers(&mut self, type_name: &str) -> Vec<ProviderInfo>;

    /// Returns whether some provider may see the catalog's resources of a type.
    fn is_visible(&self, _type_name: &str) -> bool {
        false
    }

    /// Exposes resources of a type with their desired values to components that may see them. Replaces
    /// resources exposed for the same rows before.
    fn show(&mut self, _schema: &Arc<TypeSchema>, _rows: Vec<Row>) {}

    /// Munges and validates rows in place. Touches nothing.
    ///
    /// # Errors
    /// The component failed; the rows are as they were.
    fn canonicalize(
        &mut self,
        type_name: &str,
        provider: Option<&str>,
        rows: &mut Vec<Row>,
    ) -> Result<Vec<Problem>, ProviderError>;

    /// Returns automatic relations that the schema cannot say. Touches nothing.
    ///
    /// # Errors
    /// The component failed.
    fn relate(&mut self, type_name: &str, rows: &[Row]) -> Result<Vec<RowRelations>, ProviderError>;

    /// Checks rows before anything is applied.
    ///
    /// # Errors
    /// The component failed.
    fn precheck(&mut self, type_name: &str, provider: &str, rows: &[&Row]) -> Result<Vec<Problem>, ProviderError>;

    /// Reads the current states, one answer for each row in that order. Never fails as a whole: where the component does,
    /// each row has the fault.
    fn get(&mut self, type_name: &str, provider: &str, rows: &[&Row]) -> Vec<Result<State, ProviderError>>;

    /// Makes the `changed` attributes as desired. Attributes left out of the answer went well.
    ///
    /// # Errors
    /// All of them failed.
    fn set(
        &mut self,
        type_name: &str,
        provider: &str,
        row: &Row,
        current: &State,
        changed: &[u16],
    ) -> Result<Vec<Applied>, ProviderError>;

    /// Changes independent resources concurrently with a number of workers. Returns one result for each, in
    /// the same order; stale states are those of a sequential run. Unordered accesses are collected when a
    /// resource's turn comes.
    fn set_concurrently(&mut self, _workers: usize, settings: &[SetRequest<'_>]) -> Vec<SetOutcome> {
        let mut done = Vec::with_capacity(settings.len());
        for SetRequest { type_name, provider, row, current, changed } in settings {
            let outcome = self.set(type_name, provider, row, current, changed);
            let (messages, stale) = (self.take_messages(), self.take_stale());
            done.push(SetOutcome { outcome, messages, stale });
        }
        done
    }

    /// Returns who used what a row wrote that was changed side by side with others, at its turn.
    fn overlaps_at_turn(&mut self, _row: u32) -> Vec<UnorderedAccess> {
        self.take_overlaps()
    }

    /// Reacts to the change of another resource.
    ///
    /// # Errors
    /// The refresh failed.
    fn refresh(&mut self, type_name: &str, provider: &str, row: &Row) -> Result<(), ProviderError>;

    /// Lists all resources of a type that this provider finds on the machine.
    ///
    /// # Errors
    /// The component failed.
    fn instances(&mut self, type_name: &str, provider: &str) -> Result<Vec<Instance>, ProviderError>;

    /// Returns more resources, beside the rows and before the run.
    ///
    /// # Errors
    /// The component failed.
    fn generate(&mut self, type_name: &str, provider: &str, rows: &[&Row]) -> Result<Vec<Generated>, ProviderError>;

    /// Returns more resources, within the row and at its turn.
    ///
    /// # Errors
    /// The component failed.
    fn expand(&mut self, type_name: &str, provider: &str, row: &Row) -> Result<Vec<Generated>, ProviderError>;

    /// Returns the messages logged since the last call.
    fn take_messages(&mut self) -> Vec<ComponentMessage>;

    /// Returns which states read earlier are no longer sure since it was last asked.
    fn take_stale(&mut self) -> StaleStates;

    /// Returns the unordered accesses since the last call whose object differs from the state that was read.
    /// Resources that have not been applied yet are included.
    fn take_overlaps(&mut self) -> Vec<UnorderedAccess> {
        vec![]
    }
}
