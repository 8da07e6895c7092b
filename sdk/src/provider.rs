//! The traits that a provider implements. Only `get` and `set` are needed; each other call is a trait of its own, named in the
//! attribute `provider` of the type, and is never made unless it is named there.

use crate::resource::{Problems, Resource, Row, State};
use crate::system::{ReadSystem, WriteSystem};
use crate::{Result, Value};

/// How a provider begins a run. One that has a `Default` need not say so.
pub trait Open: Sized {
    /// Begins a run. `name` is the name of the provider, for structs with several; `features` are those available on this system.
    ///
    /// # Errors
    /// The provider cannot be used; every resource fails with this.
    fn open(name: &str, features: &[String]) -> Result<Self>;
}

impl<P: Default> Open for P {
    fn open(_name: &str, _features: &[String]) -> Result<Self> {
        Ok(Self::default())
    }
}

/// One of a family of types, for the provider that serves them all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    /// The name of the type.
    pub name: &'static str,
    /// Attributes and the texts that they have by default, where these are the type's own.
    pub defaults: &'static [(&'static str, &'static str)],
}

impl Member {
    /// Returns the text that an attribute has by default.
    #[must_use]
    pub fn default_of(&self, attribute: &str) -> Option<&'static str> {
        self.defaults.iter().find(|(name, _)| *name == attribute).map(|(_, text)| *text)
    }
}

/// A provider: manages the resources of one type during one run. It can keep state in itself.
pub trait Provider: Open + 'static {
    /// The type that it serves.
    type Resource: Resource;

    /// Receives the member of a family of types that it serves, before any other call. Rows already have the member's defaults;
    /// listed resources have no row.
    fn serve(&mut self, _member: &Member) {}

    /// Reads the current state of resources and returns one result for each row in the same order. Batched so that one query can
    /// serve all rows; [`for_each_row`] handles them one by one.
    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Self::Resource>]) -> Vec<Result<State<Self::Resource>>>;

    /// Makes the `changed` attributes as the row wants them: only `ensure` where that differs, else all that differ in order
    /// of declaration. Never called when nothing may be changed.
    ///
    /// # Errors
    /// Fails all of the attributes.
    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Self::Resource>,
        is: &<Self::Resource as Resource>::State,
        changed: &[<Self::Resource as Resource>::Attribute],
    ) -> Result<Applied<<Self::Resource as Resource>::Attribute>>;
}

/// Reads one row after the other.
pub fn for_each_row<R: Resource>(
    rows: &[Row<R>],
    read: impl FnMut(&Row<R>) -> Result<State<R>>,
) -> Vec<Result<State<R>>> {
    rows.iter().map(read).collect()
}

/// What became of each attribute. One that is not mentioned went well.
#[derive(Debug, Clone, PartialEq)]
pub struct Applied<A>(pub(crate) Vec<(A, Result<Option<String>>)>);

impl<A> Default for Applied<A> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<A> Applied<A> {
    /// Everything went well and the host finds the words.
    #[must_use]
    pub fn all() -> Self {
        Self::default()
    }

    /// The attribute went well, in these words: "created".
    #[must_use]
    pub fn saying(mut self, attribute: A, words: impl Into<String>) -> Self {
        self.0.push((attribute, Ok(Some(words.into()))));
        self
    }

    /// Notes how an attribute went.
    pub fn note(&mut self, attribute: A, outcome: Result<Option<String>>) {
        self.0.push((attribute, outcome));
    }

    /// Returns the recorded outcomes.
    pub fn outcomes(&self) -> &[(A, Result<Option<String>>)] {
        &self.0
    }
}

/// A provider that reacts to the change of another resource.
pub trait Refresh: Provider {
    /// Reacts.
    ///
    /// # Errors
    /// The refresh failed.
    fn refresh(&mut self, system: &impl WriteSystem, row: &Row<Self::Resource>) -> Result<()>;
}

/// A provider that looks at all its resources before any is applied.
pub trait Precheck: Provider {
    /// Checks the rows; one error and nothing is applied.
    fn precheck(
        &mut self,
        system: &impl ReadSystem,
        rows: &[Row<Self::Resource>],
        problems: &mut Problems<Self::Resource>,
    );
}

/// A resource that is on the machine.
pub struct Instance<R: Resource> {
    /// Its title.
    pub title: String,
    /// Its current values.
    pub is: R::State,
}

/// A provider that can list all there are.
pub trait Instances: Provider {
    /// Lists them.
    ///
    /// # Errors
    /// They cannot be listed.
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<Self::Resource>>>;
}

/// A generated resource. Metaparameters default to the parent's; attributes in the catalog take precedence.
/// Its type must be listed in the manifest: `[resources] add = ["file"]`.
///
/// ```
/// # use marotte_sdk::{Generate, Generated, Provider, Resource, Result, Row, system::Read};
/// fn one_file_each<R: Resource>(rows: &[Row<R>]) -> Vec<Generated> {
///     let file = |row| Generated::new(row, "file", "/etc/motd.d/10-welcome").with("content", "Welcome\n");
///     rows.iter().map(file).collect()
/// }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Generated {
    /// The id of the row that it comes from.
    pub parent: u32,
    /// Its type.
    pub type_name: String,
    /// Its title.
    pub title: String,
    /// Its attributes by name.
    pub attributes: Vec<(String, Value)>,
}

impl Generated {
    /// Asks for a resource of any type.
    #[must_use]
    pub fn new<R: Resource>(parent: &Row<R>, type_name: &str, title: impl Into<String>) -> Self {
        Self { parent: parent.id(), type_name: type_name.to_owned(), title: title.into(), attributes: Vec::new() }
    }

    /// Asks for a resource of a type that this package describes, if only as `foreign`.
    #[must_use]
    pub fn of<R: Resource, T: Resource>(parent: &Row<R>, title: impl Into<String>, resource: T) -> Self {
        let values = resource.into_values().into_iter();
        let attributes = values.map(|(index, value)| (T::ATTRIBUTES[usize::from(index)].to_owned(), value));
        Self { attributes: attributes.collect(), ..Self::new(parent, T::TYPE, title) }
    }

    /// Gives it an attribute.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.attributes.push((name.to_owned(), value.into()));
        self
    }
}

/// A provider that makes more resources beside its own, before the run.
pub trait Generate: Provider {
    /// Generates resources. They come after their row, but its dependents do not wait for them.
    ///
    /// # Errors
    /// None of the rows can be applied.
    fn generate(&mut self, system: &impl ReadSystem, rows: &[Row<Self::Resource>]) -> Result<Vec<Generated>>;
}

/// A provider that makes more resources within its own, at their turn.
pub trait Expand: Provider {
    /// Generates resources after the row, for which its dependents wait. Adds missing attributes to resources announced by
    /// [`Generate::generate`].
    ///
    /// # Errors
    /// The row can't be applied.
    fn expand(&mut self, system: &impl ReadSystem, row: &Row<Self::Resource>) -> Result<Vec<Generated>>;
}
