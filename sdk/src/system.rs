//! The machine as a provider sees it, in three steps: [`System`] touches nothing, [`ReadSystem`] looks, [`WriteSystem`]
//! changes. What a call is not handed it cannot do, and what a component never uses is not among its imports.
//! [`crate::RunningSystem`] is the real one, [`crate::fake::FakeSystem`] the one for tests.

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

/// What a log line is about.
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
    /// Its id.
    pub id: u32,
    /// Its title.
    pub title: String,
    /// The requested attributes that the resource has: index in the request, and value.
    pub values: Vec<(u16, Value)>,
}

/// What touches nothing.
pub trait System {
    /// Logs a line.
    fn log(&self, level: Level, about: LogContext, message: &str);
    /// Returns a fact by its dotted path.
    fn fact(&self, path: &str) -> Option<Value>;
    /// Returns the resources of a type that the manifest grants (`[resources] find`).
    fn find(&self, type_name: &str, attributes: &[String]) -> Vec<CatalogResource>;

    /// Logs at level debug.
    fn debug(&self, about: impl Into<LogContext>, message: &str) {
        self.log(Level::Debug, about.into(), message);
    }

    /// Logs at the level of changes.
    fn notice(&self, about: impl Into<LogContext>, message: &str) {
        self.log(Level::Notice, about.into(), message);
    }

    /// Logs that something is odd.
    fn warning(&self, about: impl Into<LogContext>, message: &str) {
        self.log(Level::Warning, about.into(), message);
    }

    /// Logs that something failed.
    fn err(&self, about: impl Into<LogContext>, message: &str) {
        self.log(Level::Err, about.into(), message);
    }
}

/// What looks. Every path is held against the grants of the component.
pub trait ReadSystem: System {
    /// Returns the metadata of several paths; `None` for missing ones.
    fn stat(&self, places: &[Place], follow: bool, want: Want) -> Vec<Result<Option<Metadata>>>;
    /// Reads a part of a file.
    ///
    /// # Errors
    /// It cannot be read.
    fn read(&self, place: &Place, offset: u64, limit: u32) -> Result<Vec<u8>>;
    /// Reads the whole of a text of at most `limit` bytes.
    ///
    /// # Errors
    /// It cannot be read, is longer, or is not UTF-8.
    fn read_text(&self, place: &Place, limit: u32) -> Result<String>;
    /// Reads the whole of a text as [`ReadSystem::read_text`] does; `None` where there is no such file.
    ///
    /// # Errors
    /// There is something, and it cannot be read, is longer, or is not UTF-8.
    fn find_text(&self, place: &Place, limit: u32) -> Result<Option<String>> {
        match self.read_text(place, limit) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.code == Code::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
    /// Reads the whole of a file as a text, with `\u{fffd}` for bytes that are none: for lists in which names may be in any encoding,
    /// and which are not written back.
    ///
    /// # Errors
    /// It is not there, cannot be read, or is longer.
    fn read_lossy(&self, place: &Place, limit: u32) -> Result<String> {
        let bytes = self.read(place, 0, limit.saturating_add(1))?;
        if bytes.len() > limit as usize {
            let message = format!("Could not read {}: it has more than {limit} bytes", place.path);
            return Err(Error::new(Code::Io, message));
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
    /// Returns digests by Puppet's names of checksums; the contents do not come here.
    fn digest(&self, bodies: &[Body], algorithm: &str) -> Vec<Result<String>>;
    /// Returns whether each place holds exactly this body; the contents do not come here.
    fn equal(&self, pairs: &[(Place, Body)]) -> Vec<Result<bool>>;
    /// Returns the difference between file and body as `diff -u`; empty if differences are not shown.
    ///
    /// # Errors
    /// The file cannot be read.
    fn diff(&self, place: &Place, body: &Body) -> Result<String>;
    /// Lists the content of a directory.
    ///
    /// # Errors
    /// It cannot be listed, or there are more than `limit` entries.
    fn walk(&self, root: &Place, depth: u32, follow: bool, ignore: &[String], limit: u32) -> Result<Vec<Entry>>;
    /// Finds a user.
    fn user(&self, key: &Key) -> Option<User>;
    /// Finds a group.
    fn group(&self, key: &Key) -> Option<Group>;
    /// Lists all users.
    fn users(&self) -> Vec<User>;
    /// Lists all groups.
    fn groups(&self) -> Vec<Group>;
    /// Runs commands that only look, perhaps side by side.
    fn query(&self, commands: &[Command]) -> Vec<Result<Output>>;
    /// Sends a request; while reading only get and head are let through.
    ///
    /// # Errors
    /// There is no answer.
    fn send(&self, request: &Request) -> Result<Response>;
    /// Returns a variable of the environment that the manifest grants (`[environment] read`).
    fn variable(&self, name: &str) -> Option<String>;
    /// Returns what a secret stands for.
    ///
    /// # Errors
    /// The component is not granted secrets.
    fn reveal(&self, secret: Secret) -> Result<String>;
    /// Waits. The time counts against the component's own.
    fn sleep(&self, time: Duration);
}

/// A file on trial: gone when dropped, unless committed.
pub trait Staged {
    /// Returns where it is.
    fn path(&self) -> String;
    /// Puts it where it belongs.
    ///
    /// # Errors
    /// The file cannot be renamed; the previous file is unchanged.
    fn commit(&self, backup: Option<&str>) -> Result<()>;
}

/// What changes the machine.
pub trait WriteSystem: ReadSystem {
    /// A file on trial.
    type Staged: Staged;

    /// Writes a file, whole or not at all. What `attrs` leaves out is as in the file that was there.
    ///
    /// # Errors
    /// Nothing was written.
    fn write(&self, path: &str, body: &Body, attrs: &Attrs, backup: Option<&str>) -> Result<()>;
    /// Writes a file on trial beside `path`, or anywhere.
    ///
    /// # Errors
    /// Nothing was written.
    fn stage(&self, path: Option<&str>, body: &Body, attrs: &Attrs) -> Result<Self::Staged>;
    /// Makes a directory, and those above it if wanted.
    ///
    /// # Errors
    /// It was not made.
    fn make_directory(&self, path: &str, attrs: &Attrs, parents: bool) -> Result<()>;
    /// Makes a link at `path`.
    ///
    /// # Errors
    /// It was not made.
    fn make_symlink(&self, target: &str, path: &str, attrs: &Attrs) -> Result<()>;
    /// Sets owner, mode and the like.
    ///
    /// # Errors
    /// It was not done.
    fn set_attrs(&self, path: &str, attrs: &Attrs, follow: bool) -> Result<()>;
    /// Renames.
    ///
    /// # Errors
    /// It was not done.
    fn rename(&self, source: &str, path: &str) -> Result<()>;
    /// Removes a file, or a directory with all that is in it.
    ///
    /// # Errors
    /// It was not done.
    fn remove(&self, path: &str, recursive: bool, backup: Option<&str>) -> Result<()>;
    /// Runs a command.
    ///
    /// # Errors
    /// It did not run, or not to its end.
    fn mutate(&self, command: &Command) -> Result<Output>;
    /// Runs a command that has to end well.
    ///
    /// # Errors
    /// It did not; Puppet's words say how it ended.
    fn run(&self, command: &Command) -> Result<Output> {
        self.mutate(command)?.success(&command.line())
    }
    /// Fetches into a file, checked against an algorithm and a digest if given.
    ///
    /// # Errors
    /// Nothing was written.
    fn fetch(&self, request: &Request, path: &str, digest: Option<(&str, &str)>) -> Result<()>;
}

impl From<&str> for Part {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
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

/// Attributes that leave everything as it is.
impl Default for Attrs {
    fn default() -> Self {
        Self { mode: None, uid: None, gid: None, mtime_ns: None, selinux: None }
    }
}

impl Command {
    /// A command by its name in the manifest.
    #[must_use]
    pub fn named(name: &str, args: &[&str]) -> Self {
        let args = args.iter().map(|arg| (*arg).to_owned()).collect();
        Self { args, ..Self::bare(0, Program::Named(name.to_owned())) }
    }

    /// The command that an attribute of the row holds.
    pub fn given<R: Resource>(row: &Row<R>, attribute: R::Attribute) -> Self {
        let given = Given { attribute: attribute.index(), element: None, replace: Vec::new(), shell: false };
        Self::bare(row.id(), Program::Given(given))
    }

    /// Returns the command as messages show it; of one that the resource gives, which may be secret, there is nothing in it.
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
    /// A request without headers and body.
    #[must_use]
    pub fn new(method: Method, url: &str) -> Self {
        Self { row: 0, method, url: url.to_owned(), headers: Vec::new(), body: Body::new(), timeout_ms: 0 }
    }
}

impl Output {
    /// Returns the standard output as text, with invalid UTF-8 replaced.
    #[must_use]
    pub fn text(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.stdout)
    }

    /// Returns whether the command ended well.
    #[must_use]
    pub fn is_success(&self) -> bool {
        self.status == 0
    }

    /// Returns the output of a command that must end well.
    ///
    /// # Errors
    /// It did not; the detail is its error output, where that is apart.
    pub fn success(self, command: &str) -> Result<Self> {
        if self.is_success() {
            return Ok(self);
        }
        let said = self.text();
        let mut error = Error::other(format!("Execution of '{command}' returned {}: {}", self.status, said.trim()));
        error.detail = Some(String::from_utf8_lossy(&self.stderr).into_owned()).filter(|said| !said.is_empty());
        Err(error)
    }
}
