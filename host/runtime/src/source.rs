//! Components as provided by the embedder: bytes or a function that loads them, and an index of names.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

use marotte_contract::manifest::Manifest;
use marotte_contract::package::{Package, read_package};
use marotte_contract::schema::PackageSchema;
use thiserror::Error;

use crate::error::RuntimeError;
use crate::native::NativeCode;

/// The embedder refused to load a component, for this reason.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ComponentRefused(pub String);

/// Loads the bytes and the description of a component, or returns the reason why it must not be run.
type Loader = dyn Fn() -> Result<(Vec<u8>, Package), ComponentRefused> + Send + Sync;

/// A component as provided by the embedder.
#[derive(Debug, Clone)]
pub struct ComponentSource {
    pub(crate) name: String,
    bytes: Bytes,
    pub(crate) digest: Option<[u8; 32]>,
    pub(crate) native: Option<NativeCode>,
    pub(crate) outline: Option<ComponentIndex>,
    pub(crate) is_checked: bool,
}

#[derive(Debug, Clone)]
enum Bytes {
    Given(Cow<'static, [u8]>),
    /// Loaded on first use; the result is shared by all clones.
    Deferred(Arc<Deferred>),
}

struct Deferred {
    loader: Box<Loader>,
    loaded: OnceLock<Result<(Vec<u8>, Package), ComponentRefused>>,
}

impl fmt::Debug for Deferred {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Deferred").finish_non_exhaustive()
    }
}

impl Deferred {
    fn get(&self) -> Result<&(Vec<u8>, Package), RuntimeError> {
        let loaded = self.loaded.get_or_init(|| (self.loader)());
        loaded.as_ref().map_err(|refused| RuntimeError::Refused(refused.clone()))
    }
}

/// Index of the names in the description of a component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComponentIndex {
    /// The types that the component defines.
    pub types: NameList,
    /// The types that the component has providers for.
    pub provides: NameList,
    /// The types whose resources the component may read from the catalog.
    pub finds: NameList,
}

/// A list of names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameList {
    /// Compiled into the program.
    Fixed(&'static [&'static str]),
    /// Read at run time.
    Known(Vec<String>),
}

impl NameList {
    /// Returns the names in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let (fixed, known): (&[&str], &[String]) = match self {
            Self::Fixed(names) => (names, &[]),
            Self::Known(names) => (&[], names),
        };
        fixed.iter().copied().chain(known.iter().map(String::as_str))
    }

    /// Returns whether the list contains a name.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.iter().any(|known| known == name)
    }
}

impl ComponentIndex {
    /// Creates the index of a description and manifest.
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
    /// Creates a component from its name and bytes.
    pub fn new(name: impl Into<String>, bytes: impl Into<Cow<'static, [u8]>>) -> Self {
        let bytes = Bytes::Given(bytes.into());
        Self { name: name.into(), bytes, digest: None, native: None, outline: None, is_checked: false }
    }

    /// Creates a component whose bytes are loaded on first use of one of its types, or when details beyond the
    /// index are needed. The loader returns bytes and description and must ensure that they match the index. If it
    /// fails, the types of the component are missing, and [`Registry::fault`](crate::ComponentRegistry::fault)
    /// returns the reason.
    pub fn lazy(
        name: impl Into<String>,
        outline: ComponentIndex,
        loader: impl Fn() -> Result<(Vec<u8>, Package), ComponentRefused> + Send + Sync + 'static,
    ) -> Self {
        let bytes = Bytes::Deferred(Arc::new(Deferred { loader: Box::new(loader), loaded: OnceLock::new() }));
        Self { name: name.into(), bytes, digest: None, native: None, outline: Some(outline), is_checked: false }
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the bytes of the component.
    ///
    /// # Errors
    /// Returns an error if the component is lazy and cannot be loaded.
    pub fn bytes(&self) -> Result<&[u8], RuntimeError> {
        match &self.bytes {
            Bytes::Given(bytes) => Ok(bytes),
            Bytes::Deferred(deferred) => Ok(&deferred.get()?.0),
        }
    }

    /// Reads the description.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a component, contain no description or cannot be loaded.
    pub(crate) fn read(&self) -> Result<Package, RuntimeError> {
        let mut package = match &self.bytes {
            Bytes::Given(bytes) => read_package(&self.name, bytes)?,
            Bytes::Deferred(deferred) => deferred.get()?.1.clone(),
        };
        package.digest = self.digest;
        Ok(package)
    }

    /// Adds the SHA-256 of the bytes, if known. The caller must guarantee that it is correct, since it is the key
    /// of the cache.
    #[must_use]
    pub fn with_digest(mut self, digest: [u8; 32]) -> Self {
        self.digest = Some(digest);
        self
    }

    /// Adds an index of the names in the description, which is then read on first use. The caller guarantees that
    /// they match.
    #[must_use]
    pub fn with_outline(mut self, outline: ComponentIndex) -> Self {
        self.outline = Some(outline);
        self
    }

    /// Declares that the component was in a registry when the program was built, and so passed the checks of its
    /// description.
    #[must_use]
    pub fn checked_when_built(mut self) -> Self {
        self.is_checked = true;
        self
    }

    /// Leaves out types that another component replaces. Only components with an index can be changed so.
    #[must_use]
    pub fn without_types(mut self, replaced: &dyn Fn(&str) -> bool) -> Self {
        let keep = |names: &NameList| {
            NameList::Known(names.iter().filter(|name| !replaced(name)).map(str::to_owned).collect())
        };
        if let Some(outline) = self.outline.as_mut().filter(|outline| outline.types.iter().any(replaced)) {
            (outline.types, outline.provides) = (keep(&outline.types), keep(&outline.provides));
        }
        self
    }

    /// Returns the index, if present.
    #[must_use]
    pub fn outline(&self) -> Option<&ComponentIndex> {
        self.outline.as_ref()
    }

    /// Adds native code that is run instead of compiling the bytes, which then need only contain the description
    /// ([`without_code`](crate::without_code)).
    ///
    /// # Safety
    /// The code must be the result of [`Precompiler::compile`](crate::Precompiler::compile) for this component,
    /// compressed with [`Precompiler::compress`](crate::Precompiler::compress); it is executed without further checks.
    #[expect(unsafe_code, reason = "native code is run; only who built it can vouch for it")]
    #[must_use]
    pub unsafe fn with_native(mut self, code: NativeCode) -> Self {
        self.native = Some(code);
        self
    }
}
