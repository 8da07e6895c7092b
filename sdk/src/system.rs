//! The system as seen by a provider, with three levels of access: [`System`] has no side effects and reads no
//! state, [`ReadSystem`] reads state and [`WriteSystem`] changes it. A call can use only the access that is
//! passed to it, and functions that a component never uses are not among its imports. [`crate::RunningSystem`] is
//! the real system and [`crate::fake::FakeSystem`] is for tests.

use std::time::Duration;

use crate::resource::{AttributeName, Resource, Row};
use crate::value::{Secret, Text, Value};
use crate::{Code, Error, Result};

pub use crate::bindings::marotte::provider::fs_read::Entry;
pub use crate::bindings::marotte::provider::fs_types::{Body, Form, Kind, Metadata, Part, Place, SecretPart, Want};
pub use crate::bindings::marotte::provider::fs_write::Attrs;
pub use crate::bindings::marotte::provider::http_types::{Method, Request, Response};
pub use crate::bindings::marotte::provider::identity::{Group, Key, User};
pub use crate::bindings::marotte::provider::log::Level;
pub use crate::bindings::marotte::provider::process_types::{Command, Given, Output, Program};

/// The subject of a log message.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LogContext {
    /// The id of a row.
    pub row: Option<u32>,
    /// The index of one of its attributes.
    pub attribute: Option<u16>,
}

impl<R: Resource> From<&Row<R>> for LogContext {
    fn from(row: &Row<R>) -> Self {
        Self { row: Some(row.id()), attribute: None }
    }
}

impl<R: Resource, A: AttributeName> From<(&Row<R>, A)> for LogContext {
    fn from((row, attribute): (&Row<R>, A)) -> Self {
        Self { row: Some(row.id()), attribute: Some(attribute.index()) }
    }
}

/// A resource of the catalog.
#[derive(Debug, Clone, PartialEq)]
pub struct CatalogResource {
    /// The resource's id.
    pub id: u32,
    /// The resource's title.
    pub title: String,
    /// The requested attributes that the resource has: index in the request, and value.
    pub values: Vec<(u16, Value)>,
}

/// Access to the log, facts and catalog.
pub trait System {
    /// Logs a message.
    fn log(&self, level: Level, about: LogContext, message: &str);
    /// Returns a fact by its dotted path.
    fn fact(&self, path: &str) -> Option<Value>;
    /// Returns the resources of a type that the manifest grants (`[resources] find`).
    fn find(&self, type_name: &str, attributes: &[String]) -> Vec<CatalogResource>;

    /// Logs a debug message.
    fn debug(&self, about: impl Into<LogContext>, message: &str) {
        self.log(Level::Debug, about.into(), message);
    }

    /// Logs a message at the level of changes.
    fn notice(&self, about: impl Into<LogContext>, message: &str) {
        self.log(Level::Notice, about.into(), message);
    }

    /// Logs a warning.
    fn warning(&self, about: impl Into<LogContext>, message: &str) {
        self.log(Level::Warning, about.into(), message);
    }

    /// Logs an error.
    fn err(&self, about: impl Into<LogContext>, message: &str) {
        self.log(Level::Err, about.into(), message);
    }
}

/// Access to the current state of the system. Every path is checked against the grants of the component.
pub trait ReadSystem: System {
    /// Returns the metadata of several paths; `None` for missing ones.
    fn stat(&self, places: &[Place], follow: bool, want: Want) -> Vec<Result<Option<Metadata>>>;
    /// Returns the metadata of one path; `None` if it does not exist.
    ///
    /// # Errors
    /// Returns an error if the metadata cannot be read.
    fn stat_one(&self, place: &Place, follow: bool, want: Want) -> Result<Option<Metadata>> {
        only(self.stat(std::slice::from_ref(place), follow, want))
    }
    /// Reads a part of a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    fn read(&self, place: &Place, offset: u64, limit: u32) -> Result<Vec<u8>>;
    /// Reads a text file of at most `limit` bytes.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, is larger, or is not UTF-8.
    fn read_text(&self, place: &Place, limit: u32) -> Result<String>;
    /// Reads a text file like [`ReadSystem::read_text`]; returns `None` if it does not exist.
    ///
    /// # Errors
    /// Returns an error if the file exists but cannot be read, is larger, or is not UTF-8.
    fn find_text(&self, place: &Place, limit: u32) -> Result<Option<String>> {
        match self.read_text(place, limit) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.code == Code::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
    /// Reads a file as text and replaces invalid UTF-8 with `\u{fffd}`: for lists whose names may be in any
    /// encoding and which are not written back.
    ///
    /// # Errors
    /// Returns an error if the file is missing, cannot be read, or is larger than `limit`.
    fn read_lossy(&self, place: &Place, limit: u32) -> Result<String> {
        let bytes = self.read(place, 0, limit.saturating_add(1))?;
        if bytes.len() > limit as usize {
            let message = format!("Could not read {}: it has more than {limit} bytes", place.path);
            return Err(Error::new(Code::Io, message));
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
    /// Returns digests, with Puppet's names of checksum algorithms. The content is not passed to the component.
    fn digest(&self, bodies: &[Body], algorithm: &str) -> Vec<Result<String>>;
    /// Returns the digest of one body, like [`ReadSystem::digest`].
    ///
    /// # Errors
    /// Returns an error if a part of the body cannot be read.
    fn digest_one(&self, body: &Body, algorithm: &str) -> Result<String> {
        only(self.digest(std::slice::from_ref(body), algorithm))
    }
    /// Returns whether the content of each place equals a body. The content is not passed to the component.
    fn equal(&self, pairs: &[(Place, Body)]) -> Vec<Result<bool>>;
    /// Returns whether the content of one place equals a body, like [`ReadSystem::equal`].
    ///
    /// # Errors
    /// Returns an error if the place cannot be read.
    fn equal_one(&self, place: Place, body: Body) -> Result<bool> {
        only(self.equal(&[(place, body)]))
    }
    /// Returns the difference between file and body as `diff -u`; empty if differences are not shown. A body without
    /// parts represents a file that is removed.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    fn diff(&self, place: &Place, body: &Body) -> Result<String>;
    /// Lists the content of a directory.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be listed or has more than `limit` entries.
    fn walk(&self, root: &Place, depth: u32, follow: bool, ignore: &[String], limit: u32) -> Result<Vec<Entry>>;
    /// Finds a user.
    fn user(&self, key: &Key) -> Option<User>;
    /// Finds a group.
    fn group(&self, key: &Key) -> Option<Group>;
    /// Lists all users.
    fn users(&self) -> Vec<User>;
    /// Lists all groups.
    fn groups(&self) -> Vec<Group>;
    /// Runs read-only commands, possibly in parallel.
    fn query(&self, commands: &[Command]) -> Vec<Result<Output>>;
    /// Runs one read-only command.
    ///
    /// # Errors
    /// Returns an error if the command cannot be run or does not terminate.
    fn query_one(&self, command: &Command) -> Result<Output> {
        only(self.query(std::slice::from_ref(command)))
    }
    /// Sends a request. While state is read, only GET and HEAD are allowed.
    ///
    /// # Errors
    /// Returns an error if there is no response.
    fn send(&self, request: &Request) -> Result<Response>;
    /// Returns an environment variable that the manifest grants (`[environment] read`).
    fn variable(&self, name: &str) -> Option<String>;
    /// Returns the value of a secret.
    ///
    /// # Errors
    /// Returns an error if the component has no grant for secrets.
    fn reveal(&self, secret: Secret) -> Result<String>;
    /// Sleeps. The time counts towards the component's time limit.
    fn sleep(&self, time: Duration);
}

/// A staged file: deleted when dropped, unless committed.
pub trait Staged {
    /// Returns the path of the staged file.
    fn path(&self) -> String;
    /// Moves the file to its final path.
    ///
    /// # Errors
    /// Returns an error if the file cannot be renamed; the previous file is unchanged.
    fn commit(&self, backup: Option<&str>) -> Result<()>;
}

/// Access to change the system.
pub trait WriteSystem: ReadSystem {
    /// The type of staged files.
    type Staged: Staged;

    /// Writes a file atomically. Attributes missing in `attrs` are those of the previous file.
    ///
    /// # Errors
    /// Returns an error if nothing was written.
    fn write(&self, path: &str, body: &Body, attrs: &Attrs, backup: Option<&str>) -> Result<()>;
    /// Writes a staged file next to `path`, or to a temporary path.
    ///
    /// # Errors
    /// Returns an error if nothing was written.
    fn stage(&self, path: Option<&str>, body: &Body, attrs: &Attrs) -> Result<Self::Staged>;
    /// Creates a directory, and missing parents if requested.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be created.
    fn make_directory(&self, path: &str, attrs: &Attrs, parents: bool) -> Result<()>;
    /// Creates a symbolic link at `path`.
    ///
    /// # Errors
    /// Returns an error if the link cannot be created.
    fn make_symlink(&self, target: &str, path: &str, attrs: &Attrs) -> Result<()>;
    /// Sets owner, mode and other attributes.
    ///
    /// # Errors
    /// Returns an error if the attributes cannot be set.
    fn set_attrs(&self, path: &str, attrs: &Attrs, follow: bool) -> Result<()>;
    /// Renames a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be renamed.
    fn rename(&self, source: &str, path: &str) -> Result<()>;
    /// Removes a file, or a directory and its content.
    ///
    /// # Errors
    /// Returns an error if the file cannot be removed.
    fn remove(&self, path: &str, recursive: bool, backup: Option<&str>) -> Result<()>;
    /// Runs a command.
    ///
    /// # Errors
    /// Returns an error if the command cannot be run or does not terminate.
    fn mutate(&self, command: &Command) -> Result<Output>;
    /// Runs a command that must succeed.
    ///
    /// # Errors
    /// Returns an error with Puppet's message if the command fails.
    fn run(&self, command: &Command) -> Result<Output> {
        self.mutate(command)?.success(&command.line())
    }
    /// Downloads a file, verified against an algorithm and digest if given.
    ///
    /// # Errors
    /// Returns an error if nothing was written.
    fn fetch(&self, request: &Request, path: &str, digest: Option<(&str, &str)>) -> Result<()>;
}

/// Returns the result of a call for one element; the host returns as many results as there are elements.
fn only<T>(results: Vec<Result<T>>) -> Result<T> {
    results.into_iter().next().unwrap_or_else(|| Err(Error::other("the host returned no result")))
}

impl Place {
    /// Creates a place that belongs to no row, for files that the component reads for all of its resources.
    #[must_use]
    pub fn unowned(path: impl Into<String>) -> Self {
        Self { row: 0, path: path.into() }
    }
}

impl From<&str> for Part {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Part {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&Text> for Part {
    fn from(text: &Text) -> Self {
        match text {
            Text::Clear(text) => Self::Text(text.clone()),
            Text::Secret(secret) => secret.part(Form::Raw),
        }
    }
}

impl From<Place> for Part {
    fn from(place: Place) -> Self {
        Self::File(place)
    }
}

/// Attributes that change nothing.
impl Default for Attrs {
    fn default() -> Self {
        Self { mode: None, uid: None, gid: None, mtime_ns: None, selinux: None }
    }
}

impl Command {
    /// Creates a command by its name in the manifest.
    #[must_use]
    pub fn named(name: &str, args: &[&str]) -> Self {
        let args = args.iter().map(|arg| (*arg).to_owned()).collect();
        Self { args, ..Self::bare(0, Program::Named(name.to_owned())) }
    }

    /// Creates the command given by an attribute of the row.
    pub fn given<R: Resource>(row: &Row<R>, attribute: R::Attribute) -> Self {
        let given = Given { attribute: attribute.index(), element: None, replace: Vec::new(), shell: false };
        Self::bare(row.id(), Program::Given(given))
    }

    /// Returns the command for messages. A program given by the resource may be secret and is shown as `command`.
    #[must_use]
    pub fn line(&self) -> String {
        let name = match &self.program {
            Program::Named(name) => name,
            Program::Given(_) => "command",
        };
        std::iter::once(name).chain(self.args.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
    }

    fn bare(row: u32, program: Program) -> Self {
        Self {
            row,
            program,
            args: Vec::new(),
            env: Vec::new(),
            stdin: Body::new(),
            cwd: None,
            user: None,
            group: None,
            umask: None,
            timeout_ms: 0,
            merge_stderr: false,
        }
    }
}

impl Request {
    /// Creates a request without headers and body.
    #[must_use]
    pub fn new(method: Method, url: &str) -> Self {
        Self { row: 0, method, url: url.to_owned(), headers: Vec::new(), body: Body::new(), timeout_ms: 0 }
    }
}
