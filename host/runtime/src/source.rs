//! Owns a component as the embedder has it: its bytes, or how they are had once they are needed, and what is known of it beforehand.

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

/// Gives the bytes of a component and what it says about itself, or says why it may not run.
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

    /// Tells whether a name is among them.
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

    /// Names a component whose bytes are asked for, once, when one of its types is used or somebody wants to know more of it than the outline
    /// says. What it says about itself comes with the bytes; that both are what the outline means is the door's to make sure of. If it gives
    /// nothing, no type of the component is there, and [`Registry::fault`](crate::ComponentRegistry::fault) tells why.
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

    /// Reads what it says about itself.
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

    /// Adds the names of what it says about itself, which is then read when it is needed. The caller vouches for them.
    #[must_use]
    pub fn with_outline(mut self, outline: ComponentIndex) -> Self {
        self.outline = Some(outline);
        self
    }

    /// Returns the names of what it says about itself, if they were given.
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
