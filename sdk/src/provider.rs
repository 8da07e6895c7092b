//! The traits that a provider implements. Only `get` and `set` are required; every other call has a trait of its
//! own and must be listed in the attribute `provider` of the type to be called.

use crate::resource::{Problems, Resource, Row, State};
use crate::system::{ReadSystem, WriteSystem};
use crate::{Result, Value};

/// Construction of a provider at the start of a run. Implemented for all types with a `Default`.
pub trait Open: Sized {
    /// Opens the provider. `name` is the name of the provider, for structs that implement several; `features` are
    /// those available on this system.
    ///
    /// # Errors
    /// Returns an error if the provider cannot be used; every resource fails with it.
    fn open(name: &str, features: &[String]) -> Result<Self>;
}

impl<P: Default> Open for P {
    fn open(_name: &str, _features: &[String]) -> Result<Self> {
        Ok(Self::default())
    }
}

/// A member of a family of types, for a provider that implements all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    /// The name of the type.
    pub name: &'static str,
    /// Defaults specific to this type, as names of attributes and texts.
    pub defaults: &'static [(&'static str, &'static str)],
}

impl Member {
    /// Returns the default of an attribute.
    #[must_use]
    pub fn default_of(&self, attribute: &str) -> Option<&'static str> {
        self.defaults.iter().find(|(name, _)| *name == attribute).map(|(_, text)| *text)
    }
}

/// A provider, which manages the resources of one type during one run. It can keep state between calls.
pub trait Provider: Open + 'static {
    /// The resource type.
    type Resource: Resource;

    /// Called before any other method with the member of a family of types that the provider manages. Rows
    /// already contain the member's defaults; `instances` has no rows.
    fn serve(&mut self, _member: &Member) {}

    /// Reads the current state of resources and returns one result for each row in the same order. Batched so
    /// that one query can serve all rows; [`for_each_row`] handles them one by one.
    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Self::Resource>]) -> Vec<Result<State<Self::Resource>>>;

    /// Sets the `changed` attributes to the desired values of the row: only `ensure` if it differs, otherwise all
    /// that differ, in order of declaration. Never called under noop.
    ///
    /// # Errors
    /// Returns an error if all of the attributes failed.
    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Self::Resource>,
        is: &<Self::Resource as Resource>::State,
        changed: &[<Self::Resource as Resource>::Attribute],
    ) -> Result<Applied<<Self::Resource as Resource>::Attribute>>;
}

/// Reads rows one at a time.
pub fn for_each_row<R: Resource>(
    rows: &[Row<R>],
    read: impl FnMut(&Row<R>) -> Result<State<R>>,
) -> Vec<Result<State<R>>> {
    rows.iter().map(read).collect()
}

/// Outcome of each attribute. Attributes without an entry succeeded.
#[derive(Debug, Clone, PartialEq)]
pub struct Applied<A>(pub(crate) Vec<(A, Result<Option<String>>)>);

impl<A> Default for Applied<A> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<A> Applied<A> {
    /// Returns the outcome that all attributes succeeded; the host formats the messages.
    #[must_use]
    pub fn all() -> Self {
        Self::default()
    }

    /// Adds an attribute that succeeded, with its message, such as "created".
    #[must_use]
    pub fn saying(mut self, attribute: A, words: impl Into<String>) -> Self {
        self.0.push((attribute, Ok(Some(words.into()))));
        self
    }

    /// Records the outcome of an attribute.
    pub fn note(&mut self, attribute: A, outcome: Result<Option<String>>) {
        self.0.push((attribute, outcome));
    }

    /// Returns the recorded outcomes.
    pub fn outcomes(&self) -> &[(A, Result<Option<String>>)] {
        &self.0
    }
}

/// A provider that refreshes its resources when other resources change.
pub trait Refresh: Provider {
    /// Refreshes the resource.
    ///
    /// # Errors
    /// Returns an error if the refresh failed.
    fn refresh(&mut self, system: &impl WriteSystem, row: &Row<Self::Resource>) -> Result<()>;
}

/// A provider that checks all its resources before any resource is applied.
pub trait Precheck: Provider {
    /// Checks the rows. If there is an error, nothing is applied.
    fn precheck(
        &mut self,
        system: &impl ReadSystem,
        rows: &[Row<Self::Resource>],
        problems: &mut Problems<Self::Resource>,
    );
}

/// A resource that exists on the system.
pub struct Instance<R: Resource> {
    /// Its title.
    pub title: String,
    /// Its current values.
    pub is: R::State,
}

/// A provider that can list all existing resources.
pub trait Instances: Provider {
    /// Lists the existing resources.
    ///
    /// # Errors
    /// Returns an error if the resources cannot be listed.
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<Self::Resource>>>;
}

/// A generated resource. Metaparameters default to the parent's; attributes in the catalog take precedence.
/// Its type must be listed in the manifest: `[resources] add = ["file"]`.
///
/// ```
/// # use marotte_sdk::{Generate, Generated, Provider, Resource, Result, Row};
/// fn one_file_each<R: Resource>(rows: &[Row<R>]) -> Vec<Generated> {
///     let file = |row| Generated::new(row, "file", "/etc/motd.d/10-welcome").with("content", "Welcome\n");
///     rows.iter().map(file).collect()
/// }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Generated {
    /// The id of the parent row.
    pub parent: u32,
    /// Its type.
    pub type_name: String,
    /// Its title.
    pub title: String,
    /// Its attributes by name.
    pub attributes: Vec<(String, Value)>,
}

impl Generated {
    /// Creates a resource of any type.
    #[must_use]
    pub fn new<R: Resource>(parent: &Row<R>, type_name: &str, title: impl Into<String>) -> Self {
        Self { parent: parent.id(), type_name: type_name.to_owned(), title: title.into(), attributes: Vec::new() }
    }

    /// Creates a resource of a type that this package describes, even if only as `foreign`.
    #[must_use]
    pub fn of<R: Resource, T: Resource>(parent: &Row<R>, title: impl Into<String>, resource: T) -> Self {
        let values = resource.into_values().into_iter();
        let attributes = values.map(|(index, value)| (T::ATTRIBUTES[usize::from(index)].to_owned(), value));
        Self { attributes: attributes.collect(), ..Self::new(parent, T::TYPE, title) }
    }

    /// Adds an attribute.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.attributes.push((name.to_owned(), value.into()));
        self
    }
}

/// A provider that generates additional resources before the run.
pub trait Generate: Provider {
    /// Generates resources. They come after their row, but its dependents do not wait for them.
    ///
    /// # Errors
    /// Returns an error if none of the rows can be applied.
    fn generate(&mut self, system: &impl ReadSystem, rows: &[Row<Self::Resource>]) -> Result<Vec<Generated>>;
}

/// A provider that generates additional resources when its own resource is applied.
pub trait Expand: Provider {
    /// Generates resources after the row, for which its dependents wait. Adds missing attributes to resources
    /// announced by [`Generate::generate`].
    ///
    /// # Errors
    /// Returns an error if the row cannot be applied.
    fn expand(&mut self, system: &impl ReadSystem, row: &Row<Self::Resource>) -> Result<Vec<Generated>>;
}
