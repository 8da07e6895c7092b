//! Access to the outside: manifests, modules, other files, programs, facts and type schemas. The compiler requests, the caller
//! implements; nothing here depends on a file system.

use std::fmt;
use std::sync::Arc;

use catalog::Value;
use catalog::schema::TypeSchema;
use thiserror::Error;

/// A text with the name that messages give it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    /// The path, or nothing for code that came from none.
    pub name: String,
    /// The text.
    pub text: String,
}

/// Where a file is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileLocation<'a> {
    /// The environment's own directory.
    Environment,
    /// The module of this name, the first on the module path.
    Module(&'a str),
    /// The first module on the module path that has the file.
    AnyModule,
    /// Anywhere: the path is an absolute one.
    Anywhere,
}

/// What a directory has in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DirectoryEntry {
    /// Its name.
    pub name: String,
    /// Whether it is a directory, or a link to one.
    pub is_directory: bool,
    /// Whether it is a link.
    pub is_link: bool,
}

/// Where a glob starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GlobBase<'a> {
    /// The directory of this file, named as its [`SourceText`]; where the program runs for code that came from none.
    Beside(&'a str),
    /// The manifests of the module of this name.
    Manifests(&'a str),
}

/// Why a file that is there could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The file.
    pub path: String,
    /// The system's error message.
    pub reason: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Could not read {}: {}", self.path, self.reason)
    }
}

impl std::error::Error for ReadError {}

/// Why a program has no output that could be used. It prints as Puppet's message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RunError {
    /// No program is named.
    #[error("there is no program to run")]
    NoProgram,
    /// Nothing can be run here.
    #[error("Execution of '{command}' is not possible here")]
    NotPossible {
        /// The program and its arguments.
        command: String,
    },
    /// The program cannot be started.
    #[error("Execution of '{command}' returned 1: Could not execute posix command: {reason}")]
    NotStarted {
        /// The program and its arguments.
        command: String,
        /// The system's error message.
        reason: String,
    },
    /// The program failed.
    #[error("Execution of '{command}' returned {status}: {output}")]
    Failed {
        /// The program and its arguments.
        command: String,
        /// Its exit status.
        status: i32,
        /// The output, including standard error.
        output: String,
    },
}

/// A resource that a node exported, as the store of exported resources gives it back.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportedResource {
    /// The node that exported it.
    pub node: String,
    /// The resource with its tags.
    pub resource: catalog::Resource,
}

/// What a compilation sees of the world.
pub trait World {
    /// Returns the name: `production`.
    fn name(&self) -> &str;

    /// Returns the site's manifests in the order in which they count.
    ///
    /// # Errors
    /// Fails if one is there and cannot be read.
    fn site(&self) -> Result<Vec<SourceText>, ReadError>;

    /// Returns a text file by a location and a path with forward slashes: `manifests/init.pp` of a module. `None` if there is no
    /// such file or module.
    ///
    /// # Errors
    /// Fails if it is there and cannot be read.
    fn text(&self, place: FileLocation<'_>, path: &str) -> Result<Option<SourceText>, ReadError>;

    /// Returns the files that an `import` of the old language means: a glob with `*`, `**`, `?`, `[…]` and `{…,…}`. They come
    /// in the order of their paths. By default there are none.
    ///
    /// # Errors
    /// Fails if one of them cannot be read.
    fn imported(&self, _base: GlobBase<'_>, _pattern: &str) -> Result<Vec<SourceText>, ReadError> {
        Ok(Vec::new())
    }

    /// Returns the bytes of a file, found as [`World::text`] does.
    ///
    /// # Errors
    /// Fails if it is there and cannot be read.
    fn bytes(&self, _place: FileLocation<'_>, _path: &str) -> Result<Option<Vec<u8>>, ReadError> {
        Ok(None)
    }

    /// Returns the names of all modules, to suggest one for a misspelt name. By default there are none.
    fn modules(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the full path of a file or directory, if there is one; the empty path is the place itself. By default
    /// there are no files, as for [`World::bytes`].
    fn find(&self, _place: FileLocation<'_>, _path: &str) -> Option<String> {
        None
    }

    /// Runs a program in its own directory and returns its output, including standard error. The first word is its absolute path.
    ///
    /// # Errors
    /// Fails if it cannot be run or ends with anything but 0.
    fn run(&self, command: &[String]) -> Result<String, RunError> {
        Err(RunError::NotPossible { command: command.join(" ") })
    }

    /// Returns the entries of a directory given by its absolute path, sorted by name; empty if it cannot be read.
    fn entries(&self, directory: &str) -> Vec<DirectoryEntry> {
        let _ = directory;
        Vec::new()
    }

    /// Returns whether there is a module of this name.
    fn has_module(&self, name: &str) -> bool;

    /// Returns the schema of a resource type by its name in lower case; `None` if no component brings it.
    fn schema(&self, type_name: &str) -> Option<Arc<TypeSchema>>;

    /// Returns the time, in nanoseconds since 1970.
    fn now(&self) -> i128;

    /// Returns the resources of a type, given in lower case, that other nodes exported. Called only if a store of exported
    /// resources is configured.
    ///
    /// # Errors
    /// Fails if the store cannot be read.
    fn exported(&self, type_name: &str, node: &str) -> Result<Vec<ExportedResource>, ReadError> {
        let _ = (type_name, node);
        Ok(Vec::new())
    }

    /// Returns the bytes that this thread has allocated and not freed, to compare with [`crate::CompilerSettings::maximum_memory`]. The
    /// default is an environment that does not count them.
    fn memory(&self) -> usize {
        0
    }

    /// Returns the names of all resource types that components bring, to suggest one for a misspelt name.
    fn type_names(&self) -> Vec<String>;

    /// Returns a fact that the request does not give, by its name: `os`. Asked for when a manifest names it, not before.
    fn fact(&self, _name: &str) -> Option<Value> {
        None
    }

    /// Returns all facts except those in the request. Called when a manifest uses `$facts` as a whole.
    fn facts(&self) -> Vec<(String, Value)> {
        Vec::new()
    }
}

/// Where a file is.
#[derive(Clone, Debug)]
pub(crate) struct LocatedFile<'n> {
    /// Below what.
    pub(crate) place: FileLocation<'n>,
    /// Its path there.
    pub(crate) path: String,
    /// Its full path.
    pub(crate) full: String,
}

/// Finds a file or directory by its absolute path, or by the name of a module and the path below a directory of it.
pub(crate) fn locate<'n>(environment: &dyn World, name: &'n str, directory: &str) -> Option<LocatedFile<'n>> {
    let (place, path) = if name.starts_with('/') {
        (FileLocation::Anywhere, name.to_owned())
    } else {
        let (module, path) = name.split_once('/')?;
        (FileLocation::Module(module), format!("{directory}/{path}"))
    };
    let full = environment.find(place, &path)?;
    Some(LocatedFile { place, path, full })
}
