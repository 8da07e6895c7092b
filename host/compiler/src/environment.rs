//! The sole door to what lies outside: manifests, modules and the schemas of resource types. The compiler asks, whoever
//! calls it reads; nothing here knows of a file system.

use std::fmt;
use std::sync::Arc;

use catalog::schema::TypeSchema;

/// A text with the name that messages give it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The path, or nothing for code that came from none.
    pub name: String,
    /// The text.
    pub text: String,
}

/// Where a file is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place<'a> {
    /// The environment's own folder.
    Environment,
    /// The module of this name, the first on the module path.
    Module(&'a str),
}

/// Where a glob starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base<'a> {
    /// The folder of this file, named as its [`Text`]; where the program runs for code that came from none.
    Beside(&'a str),
    /// The manifests of the module of this name.
    Manifests(&'a str),
}

/// Why a file that is there could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The file.
    pub path: String,
    /// What was wrong, as the system puts it.
    pub reason: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Could not read {}: {}", self.path, self.reason)
    }
}

impl std::error::Error for ReadError {}

/// What a compilation sees of the world.
pub trait Environment {
    /// Returns the name: `production`.
    fn name(&self) -> &str;

    /// Returns the site's manifests in the order in which they count.
    ///
    /// # Errors
    /// Fails if one is there and cannot be read.
    fn site(&self) -> Result<Vec<Text>, ReadError>;

    /// Returns a text file by its path with forward slashes beneath a place: `manifests/init.pp` of a module. Nothing if
    /// there is no such file or module.
    ///
    /// # Errors
    /// Fails if it is there and cannot be read.
    fn text(&self, place: Place<'_>, path: &str) -> Result<Option<Text>, ReadError>;

    /// Returns the files that an `import` of the old language means: a glob with `*`, `**`, `?`, `[…]` and `{…,…}`. They come
    /// in the order of their paths. Whoever has no files to import leaves this as it is.
    ///
    /// # Errors
    /// Fails if one of them cannot be read.
    fn imported(&self, _base: Base<'_>, _pattern: &str) -> Result<Vec<Text>, ReadError> {
        Ok(Vec::new())
    }

    /// Says whether there is a module of this name.
    fn has_module(&self, name: &str) -> bool;

    /// Returns the schema of a resource type by its name in lower case; nothing if no component brings it.
    fn schema(&self, type_name: &str) -> Option<Arc<TypeSchema>>;

    /// Returns the time, in nanoseconds since 1970.
    fn now(&self) -> i128;

    /// Returns the names of all resource types that components bring, to suggest one for a misspelt name.
    fn type_names(&self) -> Vec<String>;
}
