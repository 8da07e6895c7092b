//! A component as provided by the embedder: its bytes or a function that loads them, and an index of its names.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

use marotte_contract::manifest::Manifest;
use marotte_contract::package::{Package, read_package};
use marotte_contract::schema::PackageSchema;
use thiserror::Error;

use crate::error::RuntimeError;

/// The embedder does not give a component, for this reason.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ComponentRefused(pub String);

/// Loads the bytes and the description of a component, or returns the reason why it may not run.
type Loader = dyn Fn() -> Result<(Vec<u8>, Package), ComponentRefused> + Send + Sync;

/// A component as the embedder has it.
#[derive(Debug, Clone)]
pub struct ComponentSource {
    pub(crate) name: String,
    bytes: Bytes,
    pub(crate) digest: Option<[u8; 32]>,
    pub(crate) native: Option<&'static [u8]>,
    pub(crate) outline: Option<ComponentIndex>,
}

#[derive(Debug, Clone)]
enum Bytes {
    Given(Cow<'static, [u8]>),
    /// Asked for once, however many have the component.
    Deferred(Arc<Deferred>),
}

struct Deferred {
    door: Box<Loader>,
    had: OnceLock<Result<(Vec<u8>, Package), ComponentRefused>>,
}

impl fmt::Debug for Deferred {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Deferred").finish_non_exhaustive()
    }
}

impl Deferred {
    fn get(&self) -> Result<&(Vec<u8>, Package), RuntimeError> {
        let had = self.had.get_or_init(|| (self.door)());
        had.as_ref().map_err(|refused| RuntimeError::Refused(refused.clone()))
    }
}

/// Which names stand in what a component says about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComponentIndex {
    /// The types that it defines.
    pub types: NameList,
    /// The types that it has providers of.
    pub provides: NameList,
    /// The types whose resources it may find.
    pub finds: NameList,
}

/// A list of names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameList {
    /// Part of the program.
    Fixed(&'static [&'static str]),
    /// Read by it.
    Known(Vec<String>),
}

impl NameList {
    /// Returns the names in their order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let (fixed, known): (&[&str], &[String]) = match self {
            Self::Fixed(names) => (names, &[]),
            Self::Known(names) => (&[], names),
        };
        fixed.iter().copied().chain(known.iter().map(String::as_str))
    }

    /// Returns whether a name is among them.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.iter().any(|known| known == name)
    }
}

impl ComponentIndex {
    /// Takes the names out of what a component says about itself.
    #[must_use]
    pub fn of(schema: &PackageSchema, manifest: &Manifest) -> Self {
        let mut provides: Vec<String> = schema.providers.iter().map(|provider| provider.type_name.clone()).collect();
        provides.dedup();
        Self {
            types: NameList::Known(schema.types.iter().map(|known| known.name.clone()).collect()),
            provides: NameList::Known(provides),
            finds: NameList::Known(manifest.resources.find.clone()),
        }
    }
}

impl ComponentSource {
    /// Names a component and gives its bytes.
    pub fn new(name: impl Into<String>, bytes: impl Into<Cow<'static, [u8]>>) -> Self {
        Self { name: name.into(), bytes: Bytes::Given(bytes.into()), digest: None, native: None, outline: None }
    }

    /// Creates a component whose bytes are loaded on first use of one of its types, or when details beyond the index are needed.
    /// The loader returns bytes and description and must ensure that they match the index. If it fails, the types of the
    /// component are missing, and [`Registry::fault`](crate::ComponentRegistry::fault) returns the reason.
    pub fn lazy(
        name: impl Into<String>,
        outline: ComponentIndex,
        door: impl Fn() -> Result<(Vec<u8>, Package), ComponentRefused> + Send + Sync + 'static,
    ) -> Self {
        let bytes = Bytes::Deferred(Arc::new(Deferred { door: Box::new(door), had: OnceLock::new() }));
        Self { name: name.into(), bytes, digest: None, native: None, outline: Some(outline) }
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the component itself.
    ///
    /// # Errors
    /// It was to be asked for, and is not given.
    pub fn bytes(&self) -> Result<&[u8], RuntimeError> {
        match &self.bytes {
            Bytes::Given(bytes) => Ok(bytes),
            Bytes::Deferred(deferred) => Ok(&deferred.get()?.0),
        }
    }

    /// Reads the description.
    ///
    /// # Errors
    /// It is no component, says nothing, or is not given.
    pub(crate) fn read(&self) -> Result<Package, RuntimeError> {
        let mut package = match &self.bytes {
            Bytes::Given(bytes) => read_package(&self.name, bytes)?,
            Bytes::Deferred(deferred) => deferred.get()?.1.clone(),
        };
        package.digest = self.digest;
        Ok(package)
    }

    /// Adds the SHA-256 of the bytes where it is known. The caller vouches for it: the cache goes by it.
    #[must_use]
    pub fn with_digest(mut self, digest: [u8; 32]) -> Self {
        self.digest = Some(digest);
        self
    }

    /// Adds an index of the names in the description, which is then read on first use. The caller guarantees that they match.
    #[must_use]
    pub fn with_outline(mut self, outline: ComponentIndex) -> Self {
        self.outline = Some(outline);
        self
    }

    /// Returns the index, if there is one.
    #[must_use]
    pub fn outline(&self) -> Option<&ComponentIndex> {
        self.outline.as_ref()
    }

    /// Adds native code, which is then run instead of compiling the bytes. Code of another version of the runtime is not used.
    ///
    /// # Safety
    /// It is what [`Precompiler::compile`](crate::Precompiler::compile) returned for these bytes, unchanged: it is run as it is.
    #[expect(unsafe_code, reason = "native code is run; only who built it can vouch for it")]
    #[must_use]
    pub unsafe fn with_native(mut self, code: &'static [u8]) -> Self {
        self.native = Some(code);
        self
    }
}
