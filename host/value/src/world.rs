//! Interface to the outside: manifests, modules, other files, programs, facts and type schemas. The caller implements
//! it; the compiler does not depend on a file system.

use std::fmt;
use std::sync::Arc;

use catalog::Value;
use catalog::schema::{TitlePattern, TypeSchema};
use ruby::interpreter::RubyInterpreter;
use serde_json::Value as Json;
use syntax::ParsedFiles;
use thiserror::Error;

/// Source text of a file or of inline code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    /// The path of the file; empty for inline code.
    pub name: String,
    /// The text.
    pub text: String,
}

/// Source text of a manifest, shared by an environment and its compilations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManifestSource {
    /// The path of the file; empty for inline code.
    pub name: Arc<str>,
    /// The text.
    pub text: Arc<str>,
}

impl From<SourceText> for ManifestSource {
    fn from(source: SourceText) -> Self {
        Self { name: source.name.into(), text: source.text.into() }
    }
}

/// Location that a path is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileLocation<'a> {
    /// The environment's own directory.
    Environment,
    /// The module with this name; the first one on the module path.
    Module(&'a str),
    /// The first module on the module path that contains the file.
    AnyModule,
    /// The root directory: the path is absolute.
    Anywhere,
}

/// An entry of a directory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DirectoryEntry {
    /// The name of the function.
    pub name: String,
    /// Whether it is a directory or a link to one.
    pub is_directory: bool,
    /// Whether it is a symbolic link.
    pub is_link: bool,
}

/// Base directory of a glob.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GlobBase<'a> {
    /// The directory of this file, given by the name of its [`SourceText`]; the working directory for inline code.
    Beside(&'a str),
    /// The manifests of the module with this name.
    Manifests(&'a str),
}

/// Error for an existing file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The path of the file.
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

/// Why running a program failed. The text is Puppet's message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RunError {
    /// The command is empty.
    #[error("no program to run was given")]
    NoProgram,
    /// Programs cannot be run in this world.
    #[error("Execution of '{command}' is not supported here")]
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

/// A query of the database of nodes failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum QueryError {
    /// The query is not valid.
    #[error("The query is not valid: {0}")]
    Invalid(String),
    /// The database does not answer.
    #[error("The database of nodes cannot be read: {0}")]
    Unavailable(String),
}

/// Everything a compilation reads from outside.
pub trait World {
    /// Returns the name of the environment, such as `production`.
    fn name(&self) -> &str;

    /// Returns the site manifests in the order of their evaluation.
    ///
    /// # Errors
    /// Returns an error if an existing manifest cannot be read.
    fn site(&self) -> Result<Vec<ManifestSource>, ReadError>;

    /// Returns a text file, given by a location and a path with forward slashes, such as `manifests/init.pp` in a
    /// module. `None` if the file or module does not exist.
    ///
    /// # Errors
    /// Returns an error if an existing file cannot be read.
    fn text(&self, place: FileLocation<'_>, path: &str) -> Result<Option<SourceText>, ReadError>;

    /// Returns the syntax trees that compilations of the environment share; `None` if each compilation parses its files itself.
    fn parsed_files(&self) -> Option<&ParsedFiles> {
        None
    }

    /// Returns the files matched by a Puppet 3 `import`: a glob with `*`, `**`, `?`, `[…]` and `{…,…}`, ordered by
    /// path. The default implementation returns none.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read.
    fn imported(&self, _base: GlobBase<'_>, _pattern: &str) -> Result<Vec<ManifestSource>, ReadError> {
        Ok(Vec::new())
    }

    /// Returns the content of a file, located as by [`World::text`].
    ///
    /// # Errors
    /// Returns an error if an existing file cannot be read.
    fn bytes(&self, _place: FileLocation<'_>, _path: &str) -> Result<Option<Vec<u8>>, ReadError> {
        Ok(None)
    }

    /// Returns the names of all modules, for suggestions. The default implementation returns none.
    fn modules(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the directories that contain modules, for messages. The default implementation returns none.
    fn modulepath(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the full path of a file or directory, if it exists. An empty path is the location itself. The default
    /// implementation has no files, nor has that of [`World::bytes`].
    fn find(&self, _place: FileLocation<'_>, _path: &str) -> Option<String> {
        None
    }

    /// Runs a program in the directory that contains it, and returns its output, including standard error. The first
    /// element is its absolute path.
    ///
    /// # Errors
    /// Returns an error if the program cannot be run or its exit status is not 0.
    fn run(&self, command: &[String]) -> Result<String, RunError> {
        Err(RunError::NotPossible { command: command.join(" ") })
    }

    /// Returns the entries of a directory given by its absolute path, sorted by name; empty if it cannot be read.
    fn entries(&self, directory: &str) -> Vec<DirectoryEntry> {
        let _ = directory;
        Vec::new()
    }

    /// Returns whether a module exists.
    fn has_module(&self, name: &str) -> bool;

    /// Returns the schema of a resource type by its name in lower case; `None` if no component provides it.
    fn schema(&self, type_name: &str) -> Option<Arc<TypeSchema>>;

    /// Returns the title patterns of a type whose schema lacks them, since only code computes them; `None` for all other types.
    fn title_patterns(&self, _type_name: &str) -> Option<Vec<TitlePattern>> {
        None
    }

    /// Returns the file and the code of a type's declaration in Ruby that cannot be read without executing it, if there is
    /// any. The attributes of the type are then not completely known.
    fn unread_declaration(&self, _type_name: &str) -> Option<String> {
        None
    }

    /// Returns the current time, in nanoseconds since 1970.
    fn now(&self) -> i128;

    /// Returns whether there is a database of nodes.
    fn has_database(&self) -> bool {
        false
    }

    /// Returns the rows of a query of the database of nodes: PQL, or the JSON of an array in PuppetDB's abstract syntax that
    /// begins with `from`. Called only if there is a database.
    ///
    /// # Errors
    /// Returns an error if the query is not valid, or the database does not answer.
    fn query(&self, query: &str) -> Result<Vec<Json>, QueryError> {
        let _ = query;
        Ok(Vec::new())
    }

    /// Returns the number of bytes allocated by this thread and not freed, which is limited by
    /// [`crate::CompilerSettings::maximum_memory`]. The default implementation doesn't measure it.
    fn memory(&self) -> usize {
        0
    }

    /// Returns whether the compilation has taken too long. The default implementation does not limit it.
    fn is_time_over(&self) -> bool {
        false
    }

    /// Returns the names of all resource types provided by components, for suggestions.
    fn type_names(&self) -> Vec<String>;

    /// Returns a fact by its name, such as `os`. Called only for facts that are not in the request, when a manifest
    /// uses them.
    fn fact(&self, _name: &str) -> Option<Value> {
        None
    }

    /// Returns the file of a module that defines a fact in Ruby. Called for unknown variables.
    fn ruby_fact(&self, _name: &str) -> Option<String> {
        None
    }

    /// Returns the interpreter for functions that modules implement in Ruby; `None` if none is installed.
    fn ruby(&self) -> Option<&dyn RubyInterpreter> {
        None
    }

    /// Returns all facts except those in the request. Called when a manifest uses `$facts` as a whole.
    fn facts(&self) -> Vec<(String, Value)> {
        Vec::new()
    }
}

/// A located file.
#[derive(Clone, Debug)]
pub struct LocatedFile<'n> {
    /// The location.
    pub place: FileLocation<'n>,
    /// The path relative to the location.
    pub path: String,
    /// The full path.
    pub full: String,
}

impl<'n> LocatedFile<'n> {
    /// Finds a file or directory by its absolute path, or by `MODULE/PATH`, where the path is relative to a directory of
    /// the module.
    pub fn find(world: &dyn World, name: &'n str, directory: &str) -> Option<Self> {
        let (place, path) = if name.starts_with('/') {
            (FileLocation::Anywhere, name.to_owned())
        } else {
            let (module, path) = name.split_once('/')?;
            (FileLocation::Module(module), format!("{directory}/{path}"))
        };
        let full = world.find(place, &path)?;
        Some(Self { place, path, full })
    }
}
