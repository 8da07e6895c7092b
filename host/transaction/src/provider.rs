//! The trait `Providers`, the only interface to the managed system, with its arguments and results. It is implemented
//! elsewhere, by components or by a fake in tests.

mod none;

use std::fmt;
use std::sync::Arc;

pub use catalog::Level;
use catalog::Value;
pub use catalog::schema::{Edge, TypeSchema};
pub use none::NoProviders;

/// One attribute of a row: its index in `TypeSchema::attributes`, and its value.
pub type Slot = (u16, Value);

/// A resource as passed to a provider.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Identifies the resource during the run and in results about it. Never 0.
    pub id: u32,
    /// Title of the resource.
    pub title: Arc<str>,
    /// The desired values, sorted by attribute, at most one for each. An attribute with undef is read but not
    /// managed. Copies of a row share them.
    pub slots: Arc<Vec<Slot>>,
}

impl Row {
    /// Returns the value of an attribute.
    #[must_use]
    pub fn value(&self, attribute: u16) -> Option<&Value> {
        slot(&self.slots, attribute)
    }

    /// Sets the value of an attribute.
    pub fn set(&mut self, attribute: u16, value: Value) {
        let slots = Arc::make_mut(&mut self.slots);
        match slots.binary_search_by_key(&attribute, |(index, _)| *index) {
            Ok(place) => slots[place].1 = value,
            Err(place) => slots.insert(place, (attribute, value)),
        }
    }
}

fn slot(slots: &[Slot], attribute: u16) -> Option<&Value> {
    slots.binary_search_by_key(&attribute, |(index, _)| *index).ok().map(|place| &slots[place].1)
}

/// The current state of a resource.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct State {
    /// Current values, ordered by attribute. An absent resource has only a value for `ensure`.
    pub slots: Vec<Slot>,
    /// The provider's own comparisons.
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

/// The provider's comparison of one attribute, which overrides the host's. The manifest need not set the attribute.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Verdict {
    /// The attribute.
    pub attribute: u16,
    /// Whether the attribute is in sync.
    pub insync: bool,
    /// Displayed text of the current value.
    pub is: Option<String>,
    /// Displayed text of the desired value.
    pub should: Option<String>,
    /// Displayed text of the whole change: "content changed '..' to '..'".
    pub change: Option<String>,
    /// A difference, shown if differences are enabled.
    pub diff: Option<String>,
}

/// Result of setting one attribute.
#[derive(Debug, Clone, PartialEq)]
pub struct Applied {
    /// The attribute.
    pub attribute: u16,
    /// Result; `Ok` may contain the message for the report.
    pub outcome: Result<Option<String>, ProviderError>,
}

/// Kind of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultCode {
    /// A value is invalid.
    Invalid,
    /// A required object does not exist.
    NotFound,
    /// An object already exists.
    Exists,
    /// The system denied access.
    Denied,
    /// The gate refused the access.
    Refused,
    /// The operation timed out.
    Timeout,
    /// An input or output error of the system.
    Io,
    /// The provider trapped, exceeded a limit or violated the contract.
    Provider,
    /// Any other error.
    Other,
}

/// Error of a provider.
#[derive(Debug, Clone, PartialEq)]
pub struct ProviderError {
    /// Kind of the error.
    pub code: FaultCode,
    /// The message, one sentence, as in Puppet's log after "change from .. to .. failed: ".
    pub message: String,
    /// Details of limited length: the end of an error output.
    pub detail: Option<String>,
}

impl fmt::Display for ProviderError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for ProviderError {}

/// Severity of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The problem is logged.
    Warning,
    /// The resource cannot be managed.
    Error,
    /// The code that checks the resource failed. Only this resource fails, at its turn.
    Fault,
}

/// A problem with a row or one of its attributes.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// The row's id.
    pub row: u32,
    /// The attribute; `None` for the whole row.
    pub attribute: Option<u16>,
    /// Severity of the problem.
    pub severity: Severity,
    /// The message, one sentence.
    pub message: String,
}

/// Automatic relations of one row that cannot be expressed in its schema.
#[derive(Debug, Clone, PartialEq)]
pub struct RowRelations {
    /// The row's id.
    pub row: u32,
    /// The kind of relation.
    pub edge: Edge,
    /// Type of the related resources.
    pub target_type: String,
    /// Titles of the related resources.
    pub titles: Vec<String>,
}

/// A resource that exists on the system.
#[derive(Debug, Clone, PartialEq)]
pub struct Instance {
    /// Title of the resource.
    pub title: String,
    /// Current values, without those of missing attributes, ordered by attribute.
    pub state: State,
}

/// A resource generated by a provider for another resource.
#[derive(Debug, Clone, PartialEq)]
pub struct Generated {
    /// Id of the parent's row.
    pub parent: u32,
    /// Type of the resource.
    pub type_name: String,
    /// Title of the resource.
    pub title: String,
    /// Attributes of the resource by name.
    pub parameters: Vec<(String, Value)>,
}

/// Desired values of another resource that a provider has changed.
#[derive(Debug, Clone, PartialEq)]
pub struct RequestedChange {
    /// Type of the resource.
    pub type_name: String,
    /// Title of the resource.
    pub title: String,
    /// The values by attribute.
    pub parameters: Vec<(String, Value)>,
}

/// Static information about a provider.
#[derive(Debug, Clone, PartialEq)]
pub struct ProviderInfo {
    /// Name of the provider.
    pub name: Arc<str>,
    /// Features that are available on this system.
    pub features: Vec<String>,
    /// Defaults that differ from the type's, by attribute name.
    pub defaults: Vec<(String, Value)>,
    /// Calls implemented by the provider.
    pub hooks: Hooks,
    /// `expand` is called only for rows that set one of these attributes; for all rows if the list is empty.
    pub expand_with: Vec<String>,
    /// `get` runs no command, so a state can be read before earlier resources are applied, and `take_stale` reports when
    /// it has become stale. Responses of other systems are assumed not to depend on earlier resources, unless these
    /// run commands. Otherwise each state is read at its resource's turn, unless `prefetch` is set.
    pub reads_ahead: bool,
    /// Rank as the default provider.
    pub rank: Rank,
    /// Reason why the provider is unsuitable on this system; `None` if it is suitable.
    pub unsuitable: Option<String>,
}

impl ProviderInfo {
    /// Returns the features that the provider lacks.
    pub(crate) fn lacking<'a>(&self, features: &'a [String]) -> Vec<&'a str> {
        features.iter().filter(|feature| !self.features.contains(feature)).map(String::as_str).collect()
    }
}

/// Rank of a provider as the default of its type. The highest one is selected.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    /// Number of conditions that make the provider a default on this system; `None` if it is not a default.
    pub conditions: Option<usize>,
    /// Breaks ties between otherwise equal providers.
    pub specificity: u32,
}

/// Optional calls that a provider implements. The host makes no others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "one flag for each call")]
pub struct Hooks {
    /// Munges and validates rows in addition to the type's own `canonicalize`.
    pub canonicalize: bool,
    /// Generates resources before the run.
    pub generate: bool,
    /// Generates resources at the turn of their parent.
    pub expand: bool,
    /// Checks before anything is applied.
    pub precheck: bool,
    /// Lists all existing resources.
    pub instances: bool,
    /// Reacts to the change of another resource.
    pub refresh: bool,
    /// The result of one `get` for all rows is valid for the whole run.
    pub prefetch: bool,
}

/// A message logged by a component, with secrets already redacted.
#[derive(Debug, Clone, PartialEq)]
pub struct ComponentMessage {
    /// Level of the message.
    pub level: Level,
    /// Id of the row that the message refers to.
    pub row: Option<u32>,
    /// The attribute that the message refers to.
    pub attribute: Option<u16>,
    /// Text of the message.
    pub text: String,
}

/// Prefetched states that are stale because an object they depend on was written.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum StaleStates {
    /// No states.
    #[default]
    Nothing,
    /// The states of these rows.
    Rows(Vec<u32>),
    /// All states.
    Everything,
}

/// An access of a row to an object that another row has just written and that the accessing row does not manage
/// itself: a source, the program of a command, a list of names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnorderedAccess {
    /// The row's id.
    pub row: u32,
    /// The accessed path.
    pub path: String,
}

/// A resource to change, with the arguments of [`Providers::set`].
#[derive(Debug, Clone, Copy)]
pub struct SetRequest<'a> {
    /// Type of the resource.
    pub type_name: &'a str,
    /// Provider of the resource.
    pub provider: &'a str,
    /// The desired state.
    pub row: &'a Row,
    /// The current state.
    pub current: &'a State,
    /// The attributes to change.
    pub changed: &'a [u16],
}

/// Result of a resource that was changed concurrently with others.
#[derive(Debug)]
pub struct SetOutcome {
    /// The result of [`Providers::set`].
    pub outcome: Result<Vec<Applied>, ProviderError>,
    /// The log messages.
    pub messages: Vec<ComponentMessage>,
    /// The stale states.
    pub stale: StaleStates,
}

/// A named storage location for replaced contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileBucket {
    /// Name of the bucket, as used in the `backup` attribute of resources.
    pub name: String,
    /// Location of the bucket.
    pub place: BucketPlace,
}

/// Location of a bucket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BucketPlace {
    /// The state directory.
    State,
    /// A directory of the managed system.
    Directory(String),
}

/// Context of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct RunContext {
    /// Whether changes are prohibited.
    pub noop: bool,
    /// Rows that are enforced even in a noop run (`noop => false`).
    pub enforced: Vec<u32>,
    /// Whether providers should return differences between contents.
    pub show_diff: bool,
    /// Whether messages of the level debug are shown; commands are then logged.
    pub is_debugging: bool,
    /// Whether accesses are recorded so that missing dependencies can be reported. On by default.
    pub ordering_check: bool,
    /// Filebuckets for replaced contents.
    pub buckets: Vec<FileBucket>,
}

impl Default for RunContext {
    fn default() -> Self {
        Self {
            noop: false,
            enforced: Vec::new(),
            show_diff: false,
            is_debugging: false,
            ordering_check: true,
            buckets: Vec::new(),
        }
    }
}

/// The providers of all types during a run. Type names are in lower case.
///
/// The implementation limits the time and memory of every call. If a component fails, the call returns an error of
/// kind [`FaultCode::Provider`], and the component can be used again at the next call.
pub trait Providers {
    /// Returns the schema of a type; `None` for an unknown type.
    fn schema(&self, type_name: &str) -> Option<Arc<TypeSchema>>;

    /// Returns the reason why resources of a known type cannot be managed.
    fn unsupported_reason(&self, type_name: &str) -> Option<String> {
        let _ = type_name;
        None
    }

    /// Returns the declaration that a module has of this type, with attributes that the type itself may lack.
    fn module_schema(&self, type_name: &str) -> Option<Arc<TypeSchema>> {
        let _ = type_name;
        None
    }

    /// Starts a run. Called once, before any state is read.
    fn begin(&mut self, run: &RunContext);

    /// Adds a row to the enforced rows of a noop run. Called for rows generated by an enforced resource.
    fn allow_write_in_noop(&mut self, row: u32);

    /// Returns the providers of a type, the default first and unsuitable ones last. Called again while none is
    /// suitable, since an earlier resource may install the missing program.
    fn providers(&mut self, type_name: &str) -> Vec<ProviderInfo>;

    /// Returns whether any provider has access to the catalog's resources of a type.
    fn is_visible(&self, _type_name: &str) -> bool {
        false
    }

    /// Exposes resources of a type with their desired values to the components with access to them. Replaces
    /// resources exposed earlier for the same rows.
    fn show(&mut self, _schema: &Arc<TypeSchema>, _rows: Vec<Row>) {}

    /// Munges and validates rows in place. Does not access the system.
    ///
    /// # Errors
    /// Returns an error if the component fails. The rows are then unchanged.
    fn canonicalize(
        &mut self,
        type_name: &str,
        provider: Option<&str>,
        rows: &mut Vec<Row>,
    ) -> Result<Vec<Problem>, ProviderError>;

    /// Returns automatic relations that cannot be expressed in the schema. Does not access the system.
    ///
    /// # Errors
    /// Returns an error if the component fails.
    fn relate(&mut self, type_name: &str, rows: &[Row]) -> Result<Vec<RowRelations>, ProviderError>;

    /// Checks rows before anything is applied.
    ///
    /// # Errors
    /// Returns an error if the component fails.
    fn precheck(&mut self, type_name: &str, provider: &str, rows: &[&Row]) -> Result<Vec<Problem>, ProviderError>;

    /// Returns the current states of rows, one result for each row in the same order. If the component fails, every
    /// row's result is the error.
    fn get(&mut self, type_name: &str, provider: &str, rows: &[&Row]) -> Vec<Result<State, ProviderError>>;

    /// Sets the `changed` attributes to their desired values. Attributes missing from the result were set
    /// successfully.
    ///
    /// # Errors
    /// Returns an error if all attributes failed.
    fn set(
        &mut self,
        type_name: &str,
        provider: &str,
        row: &Row,
        current: &State,
        changed: &[u16],
    ) -> Result<Vec<Applied>, ProviderError>;

    /// Changes independent resources concurrently with a number of workers. Returns one result for each, in the same
    /// order; stale states are those of a sequential run. Unordered accesses are collected when a resource's turn
    /// comes.
    fn set_concurrently(&mut self, _workers: usize, requests: &[SetRequest<'_>]) -> Vec<SetOutcome> {
        let mut outcomes = Vec::with_capacity(requests.len());
        for SetRequest { type_name, provider, row, current, changed } in requests {
            let outcome = self.set(type_name, provider, row, current, changed);
            let (messages, stale) = (self.take_messages(), self.take_stale());
            outcomes.push(SetOutcome { outcome, messages, stale });
        }
        outcomes
    }

    /// Returns the unordered accesses to objects written by a row that was changed concurrently. Called at the row's
    /// turn.
    fn overlaps_at_turn(&mut self, _row: u32) -> Vec<UnorderedAccess> {
        self.take_overlaps()
    }

    /// Reacts to the change of another resource.
    ///
    /// # Errors
    /// Returns an error if the refresh fails.
    fn refresh(&mut self, type_name: &str, provider: &str, row: &Row) -> Result<(), ProviderError>;

    /// Returns all resources of a type that this provider finds on the system.
    ///
    /// # Errors
    /// Returns an error if the component fails.
    fn instances(&mut self, type_name: &str, provider: &str) -> Result<Vec<Instance>, ProviderError>;

    /// Returns resources to add next to the rows before the run.
    ///
    /// # Errors
    /// Returns an error if the component fails.
    fn generate(&mut self, type_name: &str, provider: &str, rows: &[&Row]) -> Result<Vec<Generated>, ProviderError>;

    /// Returns resources to add within the row at its turn.
    ///
    /// # Errors
    /// Returns an error if the component fails.
    fn expand(&mut self, type_name: &str, provider: &str, row: &Row) -> Result<Vec<Generated>, ProviderError>;

    /// Returns the changes of other resources that providers have requested since the last call, while they read or
    /// generated resources.
    fn take_requested_changes(&mut self) -> Vec<RequestedChange> {
        vec![]
    }

    /// Returns the messages logged since the last call.
    fn take_messages(&mut self) -> Vec<ComponentMessage>;

    /// Returns the states that have become stale since the last call.
    fn take_stale(&mut self) -> StaleStates;

    /// Returns the unordered accesses since the last call whose object differs from the state that was read.
    /// Resources that have not been applied yet are included.
    fn take_overlaps(&mut self) -> Vec<UnorderedAccess> {
        vec![]
    }

    /// Returns the reason why a path or the URL of a source does not exist; `None` if it exists or the reason is unknown.
    fn explain_missing(&mut self, place: &str) -> Option<String> {
        let _ = place;
        None
    }
}
