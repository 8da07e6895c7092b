//! The types of a package as seen by its provider: rows with typed attributes, states, verdicts, and the calls
//! without access to the system. The attribute macro `package` implements the traits `Record`, `Resource` and
//! `AttributeName`.

use std::borrow::Cow;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

use crate::arena;
use crate::bindings::exports::marotte::provider::types::Related;
use crate::bindings::marotte::provider::errors::Problem;
use crate::bindings::marotte::provider::values::{Arena as Wire, Value as Node};
use crate::system::{Place, System};
use crate::value::{AttributeValue, Value};

pub use crate::bindings::exports::marotte::provider::types::Edge;
pub use crate::bindings::marotte::provider::errors::Severity;

/// Names of a type's attributes, as an enum.
pub trait AttributeName: Copy + Eq + fmt::Debug + 'static {
    /// Returns the attribute's position in the declaration.
    fn index(self) -> u16;
    /// Returns the attribute at this position.
    fn from_index(index: u16) -> Option<Self>;
    /// Returns the attribute's name.
    fn name(self) -> &'static str;
}

/// A struct whose fields are attributes.
pub trait Record: Sized {
    /// Decodes the fields; `None` if one of them is invalid, which is recorded in `slots`.
    #[doc(hidden)]
    fn read(slots: &mut FieldValues<'_>) -> Option<Self>;
    /// Returns the fields that have a value.
    #[doc(hidden)]
    fn into_values(self) -> Vec<(u16, Value)>;
}

/// A resource type: a struct whose fields are the attributes.
pub trait Resource: Record + 'static {
    /// The names of the attributes.
    type Attribute: AttributeName;
    /// The current values of the properties, each of them optional.
    type State: Record + Default + fmt::Debug;
    /// The type's name in lower case.
    const TYPE: &'static str;
    /// The names of the attributes in order of declaration.
    const ATTRIBUTES: &'static [&'static str];
}

/// The desired state of a resource.
#[derive(Debug)]
pub struct Row<R: Resource> {
    id: u32,
    title: String,
    audited: Vec<u16>,
    provider: Option<Rc<str>>,
    is_changed: bool,
    resource: R,
}

impl<R: Resource> Row<R> {
    /// Returns the id of the resource, which is stable during the run.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Returns the title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns a path or source to be read on behalf of this resource.
    pub fn place(&self, path: impl Into<String>) -> Place {
        Place { row: self.id, path: path.into() }
    }

    /// Returns whether the attribute is audited: read even though the manifest does not set it.
    pub fn is_audited(&self, attribute: R::Attribute) -> bool {
        self.audited.contains(&attribute.index())
    }

    /// Returns the name of the resource's provider. `None` during canonicalization if no provider is suitable
    /// yet.
    pub fn provider(&self) -> Option<&str> {
        self.provider.as_deref()
    }

    /// Marks the row as changed although no field was assigned, for values whose spelling differs from the
    /// manifest.
    pub fn mark_changed(&mut self) {
        self.is_changed = true;
    }

    pub(crate) fn new(id: u32, title: String, audited: Vec<u16>, resource: R) -> Self {
        Self { id, title, audited, provider: None, is_changed: false, resource }
    }

    pub(crate) fn with_provider(self, provider: Option<&Rc<str>>) -> Self {
        Self { provider: provider.cloned(), ..self }
    }

    pub(crate) fn is_changed(&self) -> bool {
        self.is_changed
    }

    pub(crate) fn into_values(self) -> (u32, String, Vec<(u16, Value)>) {
        let mut values = self.resource.into_values();
        for index in self.audited {
            if let Err(place) = values.binary_search_by_key(&index, |(other, _)| *other) {
                values.insert(place, (index, Value::Undef));
            }
        }
        (self.id, self.title, values)
    }
}

impl<R: Resource> Deref for Row<R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.resource
    }
}

/// Mutable access marks the row as changed; `canonicalize` returns only changed rows to the host.
impl<R: Resource> DerefMut for Row<R> {
    fn deref_mut(&mut self) -> &mut R {
        self.is_changed = true;
        &mut self.resource
    }
}

/// The current state, with verdicts where the host's comparison is not sufficient.
pub struct State<R: Resource> {
    /// The current values. An absent resource has only `ensure`.
    pub is: R::State,
    /// Comparisons that override those of the host.
    pub verdicts: Vec<Verdict<R::Attribute>>,
}

impl<R: Resource> State<R> {
    /// Creates a state without verdicts.
    pub fn new(is: R::State) -> Self {
        Self { is, verdicts: Vec::new() }
    }

    /// Adds a verdict.
    #[must_use]
    pub fn with(mut self, verdict: Verdict<R::Attribute>) -> Self {
        self.verdicts.push(verdict);
        self
    }
}

impl<R: Resource> fmt::Debug for State<R> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("State").field("is", &self.is).field("verdicts", &self.verdicts).finish()
    }
}

/// The result of comparing one attribute. The texts are shown unchanged, so they include the quotes around
/// values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict<A> {
    /// The attribute, even one that the manifest does not set.
    pub attribute: A,
    /// Whether the attribute is in sync.
    pub insync: bool,
    /// How to show the current value.
    pub is: Option<String>,
    /// How to show the desired value.
    pub should: Option<String>,
    /// How to show the change: "content changed '..' to '..'".
    pub change: Option<String>,
    /// The difference, shown if differences are enabled.
    pub diff: Option<String>,
}

impl<A> Verdict<A> {
    /// Creates a verdict for an attribute that is in sync.
    pub fn insync(attribute: A) -> Self {
        Self { attribute, insync: true, is: None, should: None, change: None, diff: None }
    }

    /// Creates a verdict for an attribute that is out of sync.
    pub fn differs(attribute: A) -> Self {
        Self { insync: false, ..Self::insync(attribute) }
    }

    /// Sets how the current and the desired value are shown.
    #[must_use]
    pub fn showing(self, is: impl Into<String>, should: impl Into<String>) -> Self {
        Self { is: Some(is.into()), should: Some(should.into()), ..self }
    }

    /// Sets how the change is shown.
    #[must_use]
    pub fn change(self, change: impl Into<String>) -> Self {
        Self { change: Some(change.into()), ..self }
    }
}

/// Errors and warnings about rows and attributes.
#[derive(Debug)]
pub struct Problems<R: Resource> {
    found: Vec<Problem>,
    resource: std::marker::PhantomData<R>,
}

impl<R: Resource> Default for Problems<R> {
    fn default() -> Self {
        Self { found: Vec::new(), resource: std::marker::PhantomData }
    }
}

impl<R: Resource> Problems<R> {
    /// Reports an error about an attribute of a row, or about the row as a whole.
    pub fn error(&mut self, row: &Row<R>, attribute: impl Into<Option<R::Attribute>>, message: impl Into<String>) {
        self.add(row.id, attribute.into(), Severity::Error, message.into());
    }

    /// Reports a warning about an attribute of a row, or about the row as a whole.
    pub fn warning(&mut self, row: &Row<R>, attribute: impl Into<Option<R::Attribute>>, message: impl Into<String>) {
        self.add(row.id, attribute.into(), Severity::Warning, message.into());
    }

    /// Returns the messages in order.
    pub fn messages(&self) -> impl Iterator<Item = &str> {
        self.found.iter().map(|problem| problem.message.as_str())
    }

    pub(crate) fn misfits(&mut self, row: u32, misfits: Vec<(u16, String)>) {
        self.found.extend(misfits.into_iter().map(|(index, message)| Problem {
            row,
            attribute: Some(index),
            severity: Severity::Error,
            message,
        }));
    }

    pub(crate) fn into_found(self) -> Vec<Problem> {
        self.found
    }

    fn add(&mut self, row: u32, attribute: Option<R::Attribute>, severity: Severity, message: String) {
        self.found.push(Problem { row, attribute: attribute.map(AttributeName::index), severity, message });
    }
}

/// A type that canonicalizes and validates values.
pub trait Canonicalize: Resource {
    /// Canonicalizes and validates one row, after data type conversion, aliases and defaults. No state has been
    /// read yet, and the result must be deterministic.
    fn canonicalize(row: &mut Row<Self>, system: &impl System, problems: &mut Problems<Self>);
}

/// A type with automatic relationships that its schema cannot express.
pub trait Relate: Resource {
    /// Returns the relationships of one row. No state has been read yet, but resources of the catalog can be found.
    fn relate(row: &Row<Self>, system: &impl System) -> Vec<Relation>;
}

/// An automatic relationship to resources of one type. Targets that are not in the catalog are ignored.
#[derive(Debug, Clone, PartialEq)]
pub struct Relation {
    /// The kind of relationship.
    pub edge: Edge,
    /// The type of the targets.
    pub target_type: String,
    /// The titles of the targets.
    pub titles: Vec<String>,
}

impl Relation {
    /// The targets are applied before this resource.
    #[must_use]
    pub fn require(target_type: &str, titles: Vec<String>) -> Self {
        Self::of(Edge::Require, target_type, titles)
    }

    /// The targets are applied after this resource.
    #[must_use]
    pub fn before(target_type: &str, titles: Vec<String>) -> Self {
        Self::of(Edge::Before, target_type, titles)
    }

    /// The targets are applied after this resource and refreshed if it changes.
    #[must_use]
    pub fn notify(target_type: &str, titles: Vec<String>) -> Self {
        Self::of(Edge::Notify, target_type, titles)
    }

    /// The targets are applied before this resource, which is refreshed if they change.
    #[must_use]
    pub fn subscribe(target_type: &str, titles: Vec<String>) -> Self {
        Self::of(Edge::Subscribe, target_type, titles)
    }

    fn of(edge: Edge, target_type: &str, titles: Vec<String>) -> Self {
        Self { edge, target_type: target_type.to_owned(), titles }
    }

    pub(crate) fn of_row(self, row: u32) -> Related {
        Related { row, edge: self.edge, target_type: self.target_type, titles: self.titles }
    }
}

/// Encoded values of one row or state, decoded into the fields of a struct.
pub struct FieldValues<'a> {
    arena: &'a Wire,
    /// The encoded values by attribute, in the order in which the fields are read: that of declaration.
    slots: Cow<'a, [(u16, u32)]>,
    /// The position of the next value.
    next: usize,
    /// The attributes that have a value, as one bit for each of the first 64.
    present: u64,
    columns: usize,
    misfits: Vec<(u16, String)>,
}

impl<'a> FieldValues<'a> {
    pub(crate) fn new(arena: &'a Wire, columns: usize, slots: &'a [(u16, u32)]) -> Self {
        let mut slots = Cow::Borrowed(slots);
        if !slots.is_sorted_by_key(|(column, _)| *column) {
            slots.to_mut().sort_by_key(|(column, _)| *column);
        }
        let bit = |(column, _): &(u16, u32)| 1_u64.checked_shl((*column).into()).unwrap_or(0);
        let present = slots.iter().map(bit).fold(0, |bits, bit| bits | bit);
        Self { arena, slots, next: 0, present, columns, misfits: Vec::new() }
    }

    /// Returns whether an attribute may have a value. Most attributes have none, and need not be decoded.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn may_have(&self, index: u16) -> bool {
        1_u64.checked_shl(index.into()).is_none_or(|bit| self.present & bit != 0)
    }

    /// Decodes a required attribute.
    #[doc(hidden)]
    #[inline(never)]
    pub fn required<T: AttributeValue>(&mut self, index: u16) -> Option<T> {
        let Some(value) = self.value(index)? else {
            self.misfits.push((index, "a value is required".to_owned()));
            return None;
        };
        self.fit(index, value)
    }

    /// Decodes an optional attribute.
    #[doc(hidden)]
    #[inline(never)]
    pub fn optional<T: AttributeValue>(&mut self, index: u16) -> Option<Option<T>> {
        match self.value(index)? {
            None => Some(None),
            Some(value) => self.fit(index, value).map(Some),
        }
    }

    /// Decodes an attribute with a default.
    #[doc(hidden)]
    #[inline(never)]
    pub fn defaulted<T: AttributeValue>(&mut self, index: u16, default: impl FnOnce() -> Value) -> Option<T> {
        let value = self.value(index)?.unwrap_or_else(default);
        self.fit(index, value)
    }

    /// Returns the audited attributes. Attributes that a newer host may have added and this component does not
    /// define are ignored.
    pub(crate) fn audited(&self) -> Vec<u16> {
        let is_audited = |(column, node): &&(u16, u32)| {
            usize::from(*column) < self.columns && matches!(self.arena.values.get(*node as usize), Some(Node::Undef))
        };
        self.slots.iter().filter(is_audited).map(|(column, _)| *column).collect()
    }

    pub(crate) fn into_misfits(self) -> Vec<(u16, String)> {
        self.misfits
    }

    /// Decodes the value of an attribute, if it has one other than undef. Returns `None` if it is invalid.
    fn value(&mut self, index: u16) -> Option<Option<Value>> {
        let Some(node) = self.node(index) else { return Some(None) };
        match arena::decode(self.arena, node) {
            Ok(Value::Undef) => Some(None),
            Ok(value) => Some(Some(value)),
            Err(error) => {
                self.misfits.push((index, error.to_string()));
                None
            }
        }
    }

    /// Returns the encoded value of an attribute; the attributes must be requested in ascending order.
    fn node(&mut self, index: u16) -> Option<u32> {
        while let Some((column, node)) = self.slots.get(self.next) {
            if *column > index {
                break;
            }
            self.next += 1;
            if *column == index {
                return Some(*node);
            }
        }
        None
    }

    fn fit<T: AttributeValue>(&mut self, index: u16, value: Value) -> Option<T> {
        match T::from_value(value) {
            Ok(value) => Some(value),
            Err(error) => {
                self.misfits.push((index, error.into()));
                None
            }
        }
    }
}
