//! The gate: [`Gate::check`], which checks every effect, the table of all imports with their rules, and the phases.
//! Functions that are not in the table are not linked; effects not covered by phase or grants are refused.
//! [`Gate::enter_write`] is the only way into the write phase, and every change of a path requires a
//! [`PermittedPath`].

mod permit;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::net::IpAddr;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use transaction::provider::{RunContext, TypeSchema};

use crate::arena::Columns;
use crate::grants::ResolvedGrants;
use crate::grants::command::ArgumentList;
use crate::interpreter::Interpreter;
use crate::network::address::AddressKind;
use crate::network::url::Url;
use crate::paths::{PathTarget, Paths};
use crate::rows::RowView;
use crate::system::find::ExposedResources;
use crate::system::identity::Identity;
pub(crate) use permit::{PermittedPath, PermittedTree};

/// Phase of a call to a component; it determines which effects are allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// No access to the system: results depend on the arguments only.
    Catalog,
    /// Read access to the system.
    Read,
    /// Write access to the system, for this resource.
    Write(WritePermit),
}

/// Proof that the gate allowed a resource to be written; only the gate creates one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct WritePermit {
    row: u32,
}

impl WritePermit {
    /// Returns the row of the resource.
    pub(crate) fn row(self) -> u32 {
        self.row
    }
}

/// Phases in which an import is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PhaseRule {
    /// All phases: the function does not access the system.
    Pure,
    /// Read and write phases: the function only reads.
    Read,
    /// Write phase only, so never in a noop run.
    Write,
}

/// A host function that components can import.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct HostImport {
    /// The package of the interface, with its version.
    pub(crate) package: &'static str,
    /// The interface.
    pub(crate) interface: &'static str,
    /// The function name as imported by components.
    pub(crate) function: &'static str,
    /// The phases in which it is allowed.
    pub(crate) rule: PhaseRule,
}

macro_rules! imports {
    ($($package:path { $($name:ident = $interface:literal $function:literal $rule:ident;)* })*) => {
        $($(pub(crate) const $name: HostImport =
            HostImport { package: $package, interface: $interface, function: $function, rule: PhaseRule::$rule };)*)*
        /// All imports.
        pub(crate) const ALL: &[&HostImport] = &[$($(&$name),*),*];
    };
}

/// Every function of the world `full`, and those for the component that runs Ruby code, which are not part of the contract. A
/// test compares the table with the WIT files.
pub(crate) mod import {
    use super::{HostImport, PhaseRule};
    use crate::interpreter;

    imports! {
        marotte_contract::PACKAGE {
            LOG_EMIT = "log" "emit" Pure;
            FACTS_GET = "facts" "get" Pure;
            REGEX_CHECK = "regex" "check" Pure;
            REGEX_IS_MATCH = "regex" "is-match" Pure;
            REGEX_CAPTURES = "regex" "captures" Pure;
            CATALOG_FIND = "catalog" "find" Pure;
            IDENTITY_FIND_USER = "identity" "find-user" Read;
            IDENTITY_FIND_GROUP = "identity" "find-group" Read;
            IDENTITY_USERS = "identity" "users" Read;
            IDENTITY_GROUPS = "identity" "groups" Read;
            FS_STAT = "fs-read" "stat" Read;
            FS_READ = "fs-read" "read" Read;
            FS_READ_TEXT = "fs-read" "read-text" Read;
            FS_DIGEST = "fs-read" "digest" Read;
            FS_EQUAL = "fs-read" "equal" Read;
            FS_DIFF = "fs-read" "diff" Read;
            FS_WALK = "fs-read" "walk" Read;
            FS_WRITE = "fs-write" "write" Write;
            FS_STAGE = "fs-write" "stage" Write;
            FS_STAGED_PATH = "fs-write" "[method]staged.path" Write;
            FS_STAGED_COMMIT = "fs-write" "[method]staged.commit" Write;
            FS_MAKE_DIRECTORY = "fs-write" "make-directory" Write;
            FS_MAKE_SYMLINK = "fs-write" "make-symlink" Write;
            FS_SET_ATTRS = "fs-write" "set-attrs" Write;
            FS_RENAME = "fs-write" "rename" Write;
            FS_REMOVE = "fs-write" "remove" Write;
            PROCESS_QUERY = "process-query" "run" Read;
            PROCESS_MUTATE = "process-mutate" "run" Write;
            HTTP_SEND = "http" "send" Read;
            DOWNLOAD_FETCH = "download" "fetch" Write;
            SECRETS_REVEAL = "secrets" "reveal" Read;
        }
        interpreter::PACKAGE {
            RUBY_SCHEMA = "interpreter" "schema" Pure;
            RUBY_CALL = "interpreter" "call" Pure;
            RUBY_ANSWER = "interpreter" "answer" Pure;
            RUBY_PROGRAM = "programs" "find" Pure;
            RUBY_VISIBLE = "catalog-types" "visible" Pure;
            RUBY_CHANGE = "resources" "change" Read;
            RUBY_PROVIDER_GET = "provider-query" "get" Read;
            RUBY_PROVIDER_SET = "provider-mutate" "set" Write;
            RUBY_PROVIDER_REFRESH = "provider-mutate" "refresh" Write;
        }
    }
}

impl HostImport {
    /// Returns the name of the interface without the version: `marotte:provider/fs-read`.
    pub(crate) fn full_interface(&self) -> String {
        let package = self.package.split_once('@').map_or(self.package, |(package, _)| package);
        format!("{package}/{}", self.interface)
    }
}

impl fmt::Display for HostImport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let function = self.function.strip_prefix("[method]").unwrap_or(self.function);
        write!(formatter, "{}.{function}", self.interface)
    }
}

/// The caller: one provider of one type.
#[derive(Debug, Clone)]
pub(crate) struct Caller {
    /// The name of the type.
    pub(crate) type_name: Rc<str>,
    /// The name of the provider.
    pub(crate) provider: Rc<str>,
    /// The package name of its component.
    pub(crate) package: Rc<str>,
    /// The grants of its component.
    pub(crate) grants: Rc<ResolvedGrants>,
    /// The numbering of the type's attributes used by the component.
    pub(crate) columns: Rc<Columns>,
    /// The schema of the type.
    pub(crate) schema: Arc<TypeSchema>,
    /// Whether the provider prefetches: states read once are used for the whole run.
    pub(crate) prefetches: bool,
    /// The interpreter for the Ruby code of its component.
    pub(crate) interpreter: Option<Rc<Interpreter>>,
}

impl Caller {
    /// Returns the name of the attribute in a column of the component.
    pub(crate) fn attribute_name(&self, column: u16) -> Option<&str> {
        let attribute = self.columns.attribute(column).ok()?;
        self.schema.attributes.get(usize::from(attribute)).map(|attribute| attribute.name.as_str())
    }
}

impl fmt::Display for Caller {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.type_name == self.provider {
            write!(formatter, "the provider '{}'", self.provider)
        } else {
            write!(formatter, "the provider '{}' of {}", self.provider, self.type_name)
        }
    }
}

/// An effect that a component is about to cause.
#[derive(Clone, Copy)]
pub(crate) enum Effect<'a> {
    /// Call this import. Effects of the call on files, commands and hosts are checked separately.
    Call(&'static HostImport),
    /// Read the metadata of a path.
    Stat(&'a ResolvedPath<'a>),
    /// Read the content of a path.
    Read(&'a ResolvedPath<'a>),
    /// Read the content of a source URL.
    Source(&'a SourceAccess<'a>),
    /// Change the object at a path.
    Write(&'a ResolvedPath<'a>),
    /// Change owner or group of the object at a path.
    Chown(&'a ResolvedPath<'a>),
    /// Set a mode with the suid or sgid bit.
    Suid(&'a ResolvedPath<'a>),
    /// Keep the previous content of a file of this resource as a backup with this suffix in the same directory.
    BackUp(Option<&'a RowView>, &'a str),
    /// Run a command as a query, which only reads.
    Query(ProgramRef<'a>),
    /// Run any other command.
    Mutate(ProgramRef<'a>),
    /// Reveal the secret from these attributes in plain text.
    Reveal(&'a [u16]),
    /// Read a file that contains a secret; the path is as given by the component.
    ReadSecret(&'a str),
    /// Read the resources of a type in the catalog.
    Find(&'a str),
    /// Change desired values of a resource of a type in the catalog.
    Change(&'a str),
    /// Call a provider of a type for a resource that need not be in the catalog.
    CallProvider(&'a str),
    /// Send a request.
    Request(&'a HttpAccess<'a>),
    /// Connect to an address of a host.
    Connect(&'a Connection<'a>),
}

/// A connection to one address of a host.
pub(crate) struct Connection<'a> {
    /// The URL of the host.
    pub(crate) url: &'a Url,
    pub(crate) address: IpAddr,
    /// The original URL, if a redirect leads from it to another host or port.
    pub(crate) redirected_by: Option<&'a Url>,
}

/// A request to one host.
pub(crate) struct HttpAccess<'a> {
    /// The HTTP method.
    pub(crate) method: &'a str,
    /// Whether the request may change something on the host.
    pub(crate) writes: bool,
    /// The destination.
    pub(crate) url: &'a Url,
    /// The original URL, if the request was redirected.
    pub(crate) redirected_by: Option<&'a Url>,
    /// The resource that the request is sent for; grants refer to its attributes.
    pub(crate) row: Option<&'a RowView>,
}

/// A path as requested and as resolved.
#[derive(Clone, Copy)]
pub(crate) struct ResolvedPath<'a> {
    /// The path as requested.
    pub(crate) path: &'a str,
    /// The resolved location.
    pub(crate) target: &'a PathTarget,
    /// Whether a symbolic link at the end of the path was followed.
    pub(crate) followed: bool,
    /// The resource on whose behalf the effect happens; grants refer to its attributes.
    pub(crate) row: Option<&'a RowView>,
    /// Resolver for paths in attributes.
    pub(crate) paths: &'a Paths,
    /// The resources of other types that a grant can refer to.
    pub(crate) shown: &'a ExposedResources,
    /// User database, for home directories.
    pub(crate) identity: &'a RefCell<Identity>,
}

/// A source URL.
pub(crate) struct SourceAccess<'a> {
    /// The URL.
    pub(crate) url: &'a str,
    /// The resource that the source is read for.
    pub(crate) row: Option<&'a RowView>,
    /// The resources of other types that a grant can refer to.
    pub(crate) shown: &'a ExposedResources,
}

/// A command as specified by the component.
#[derive(Clone, Copy)]
pub(crate) enum ProgramRef<'a> {
    /// A command of the manifest, by name, with its arguments.
    Named(&'a str, ArgumentList<'a>),
    /// A command in this attribute of the resource.
    Given(&'a str),
}

/// Refusal of an effect by the gate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GateRefusal(pub(crate) String);

/// State of the run that determines what may be written.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    noop: bool,
    enforced: FxHashSet<u32>,
    /// Accesses of Ruby code that were refused.
    refused: RefCell<BTreeSet<RefusedAccess>>,
}

/// An access of the Ruby code of a module that no grant covers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RefusedAccess {
    /// The module.
    pub module: String,
    /// The kind of access.
    pub kind: AccessKind,
    /// The path of a file, or the name of a program, attribute or type.
    pub object: String,
}

/// A kind of access that a grant can cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AccessKind {
    /// Read a file or its metadata.
    Read,
    /// Write a file.
    Write,
    /// Change the owner or group of a file.
    Chown,
    /// Run a program.
    Run,
    /// Look up the resources of a type.
    Find,
    /// Receive the secret in an attribute.
    Reveal,
    /// Change desired values of resources of a type.
    Change,
    /// Add resources of a type.
    Add,
    /// Call providers of a type.
    Call,
}

/// The maximum number of refused accesses that are noted in a run.
const MAX_REFUSED: usize = 1000;

impl Gate {
    /// Resets the gate for a run.
    pub(crate) fn begin(&mut self, run: &RunContext) {
        self.noop = run.noop;
        self.enforced = run.enforced.iter().copied().collect();
    }

    /// Allows one more row to be written in a noop run.
    pub(crate) fn allow_write_in_noop(&mut self, row: u32) {
        self.enforced.insert(row);
    }

    /// Returns whether only enforced rows may be written.
    pub(crate) fn is_noop(&self) -> bool {
        self.noop
    }

    /// Returns whether nothing can be written in this run.
    pub(crate) fn is_sealed(&self) -> bool {
        self.noop && self.enforced.is_empty()
    }

    /// Enters the write phase for a resource.
    ///
    /// # Errors
    /// Returns an error in a noop run, unless the resource is enforced in it.
    pub(crate) fn enter_write(&self, row: u32) -> Result<Phase, GateRefusal> {
        if self.noop && !self.enforced.contains(&row) {
            return Err(GateRefusal("a dry run writes nothing".into()));
        }
        Ok(Phase::Write(WritePermit { row }))
    }

    /// Checks whether a provider may cause an effect in this phase. Every effect is checked here.
    ///
    /// # Errors
    /// Returns an error if phase or grants do not cover the effect; the refusal states the missing grant.
    pub(crate) fn check(&self, caller: &Caller, phase: Phase, effect: Effect<'_>) -> Result<(), GateRefusal> {
        let rule = match effect {
            Effect::Call(import) => import.rule,
            Effect::Find(_) => PhaseRule::Pure,
            Effect::Request(request) if request.writes => PhaseRule::Write,
            Effect::Stat(_)
            | Effect::Read(_)
            | Effect::ReadSecret(_)
            | Effect::Source(..)
            | Effect::Query(_)
            | Effect::Reveal(_)
            | Effect::Change(_)
            | Effect::CallProvider(_)
            | Effect::Request(_)
            | Effect::Connect(_) => PhaseRule::Read,
            Effect::Write(_) | Effect::Chown(_) | Effect::Suid(_) | Effect::BackUp(..) | Effect::Mutate(_) => {
                PhaseRule::Write
            }
        };
        let in_phase = match (rule, phase) {
            (PhaseRule::Pure, _)
            | (PhaseRule::Read, Phase::Read | Phase::Write(_))
            | (PhaseRule::Write, Phase::Write(_)) => true,
            (PhaseRule::Read | PhaseRule::Write, Phase::Catalog) | (PhaseRule::Write, Phase::Read) => false,
        };
        if !in_phase {
            return Err(self.out_of_phase(caller, phase, effect));
        }
        let grants = &caller.grants;
        let covered = match effect {
            Effect::Call(_) => true,
            Effect::Stat(place) => grants.cover_stat(place),
            Effect::Read(place) => grants.cover_read(place),
            Effect::Source(source) => grants.cover_source(source),
            Effect::Write(place) => grants.cover_write(place),
            Effect::Chown(place) => grants.cover_chown(place),
            Effect::Suid(place) => grants.cover_suid(place),
            Effect::BackUp(row, suffix) => grants.cover_backup_suffix(row, suffix),
            Effect::Query(program) => grants.cover_query(program),
            Effect::Mutate(program) => grants.cover_mutate(program),
            Effect::Reveal(attributes) => grants.cover_reveal(attributes),
            Effect::ReadSecret(_) => grants.cover_secret_reading(),
            Effect::Find(type_name) => grants.cover_find(type_name),
            Effect::Change(type_name) => grants.cover_change(type_name),
            Effect::CallProvider(type_name) => grants.cover_provider_call(type_name),
            Effect::Request(request) => grants.cover_request(request),
            Effect::Connect(connection) => {
                grants.cover_address(AddressKind::of(connection.address), connection.redirected_by.is_some())
            }
        };
        if covered {
            return Ok(());
        }
        self.note_refused(caller, effect);
        Err(uncovered(caller, effect))
    }

    /// Notes an access of Ruby code that no grant covers. Its grants are proposals, which may lack something.
    fn note_refused(&self, caller: &Caller, effect: Effect<'_>) {
        let (kind, object) = match effect {
            Effect::Stat(place) | Effect::Read(place) => (AccessKind::Read, place.path),
            Effect::Write(place) => (AccessKind::Write, place.path),
            Effect::Chown(place) => (AccessKind::Chown, place.path),
            Effect::Query(ProgramRef::Named(name, _)) | Effect::Mutate(ProgramRef::Named(name, _)) => {
                (AccessKind::Run, name)
            }
            Effect::Find(type_name) => (AccessKind::Find, type_name),
            Effect::Change(type_name) => (AccessKind::Change, type_name),
            Effect::CallProvider(type_name) => (AccessKind::Call, type_name),
            Effect::Reveal(attributes) => {
                return names(caller, attributes).for_each(|name| self.note(caller, AccessKind::Reveal, name));
            }
            _ => return,
        };
        self.note(caller, kind, object);
    }

    /// Notes that Ruby code may not add resources of a type.
    pub(crate) fn note_refused_addition(&self, caller: &Caller, type_name: &str) {
        self.note(caller, AccessKind::Add, type_name);
    }

    fn note(&self, caller: &Caller, kind: AccessKind, object: &str) {
        let Some(interpreter) = &caller.interpreter else { return };
        let mut refused = self.refused.borrow_mut();
        if refused.len() < MAX_REFUSED {
            let module = interpreter.module().to_owned();
            refused.insert(RefusedAccess { module, kind, object: object.to_owned() });
        }
    }

    /// Returns the accesses of Ruby code that were refused since the last call because no grant covers them.
    pub(crate) fn take_refused(&self) -> BTreeSet<RefusedAccess> {
        self.refused.take()
    }

    fn out_of_phase(&self, caller: &Caller, phase: Phase, effect: Effect<'_>) -> GateRefusal {
        let what = describe(caller, effect);
        let why = match phase {
            Phase::Catalog => "the system is not accessible while resources are validated and related",
            _ if self.noop => "a dry run writes nothing",
            _ => "writing is not allowed while resources are read",
        };
        GateRefusal(format!("{caller} may not {what}: {why}"))
    }
}

#[cold]
fn uncovered(caller: &Caller, effect: Effect<'_>) -> GateRefusal {
    let what = describe(caller, effect);
    let nearest = match effect {
        Effect::Query(program) => caller.grants.nearest(program, true),
        Effect::Mutate(program) => caller.grants.nearest(program, false),
        _ => String::new(),
    };
    GateRefusal(format!("{caller} may not {what}: no grant of its manifest covers it{nearest}"))
}

/// Describes an effect for messages.
fn describe(caller: &Caller, effect: Effect<'_>) -> String {
    match effect {
        Effect::Call(import) => format!("call {import}"),
        Effect::Stat(place) => format!("read the metadata of {}{}", place.path, place.real_if_other()),
        Effect::Read(place) => format!("read {}{}", place.path, place.real_if_other()),
        Effect::Source(source) => format!("read {}", source.url),
        Effect::Write(place) => format!("write {}{}", place.path, place.real_if_other()),
        Effect::Chown(place) => {
            format!("change owner or group of {}{}", place.path, place.real_if_other())
        }
        Effect::Suid(place) => format!("set suid or sgid on {}{}", place.path, place.real_if_other()),
        Effect::BackUp(_, suffix) => {
            format!(
                "keep a backup with the suffix '{suffix}', which is not the value of the resource's attribute 'backup'"
            )
        }
        Effect::Query(program) => format!("run {program} as a query"),
        Effect::Mutate(program) => format!("run {program}"),
        Effect::Reveal(attributes) => reveal(caller, attributes),
        Effect::ReadSecret(path) => {
            format!("read {path}, since a secret was written to it ('[secrets] read' would allow it)")
        }
        Effect::Find(type_name) => format!("read the resources of the type '{type_name}'"),
        Effect::Change(type_name) => format!("change desired values of resources of the type '{type_name}'"),
        Effect::CallProvider(type_name) => format!("call a provider of the type '{type_name}'"),
        Effect::Request(request) => {
            let from = request.redirected_by.map(|first| format!(", to which {} redirects", first.shown()));
            format!("request {} {}{}", request.method, request.url.shown(), from.unwrap_or_default())
        }
        Effect::Connect(Connection { url, address, redirected_by }) => {
            let kind = AddressKind::of(*address).describe();
            let from = redirected_by.map(|first| format!(", to which {} redirects", first.shown())).unwrap_or_default();
            format!("connect to {} at {address}, which is {kind}{from}", url.origin.host)
        }
    }
}

/// Returns the names of attributes.
fn names<'c>(caller: &'c Caller, attributes: &[u16]) -> impl Iterator<Item = &'c str> {
    let known = attributes.iter().filter_map(|attribute| caller.schema.attributes.get(usize::from(*attribute)));
    known.map(|attribute| attribute.name.as_str())
}

fn reveal(caller: &Caller, attributes: &[u16]) -> String {
    match &*names(caller, attributes).collect::<Vec<_>>() {
        [] => "read an unknown secret".to_owned(),
        names => format!("read the secret in '{}'", names.join("', '")),
    }
}

impl ResolvedPath<'_> {
    fn real_if_other(&self) -> String {
        let real = self.target.real();
        if real == self.path.as_bytes() {
            return String::new();
        }
        format!(" (which is {})", String::from_utf8_lossy(&real))
    }
}

impl fmt::Display for ProgramRef<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramRef::Named(name, arguments) => {
                write!(formatter, "'{name}")?;
                for argument in arguments.words {
                    write!(formatter, " {argument}")?;
                }
                formatter.write_str("'")
            }
            ProgramRef::Given(attribute) => write!(formatter, "the command in the attribute '{attribute}'"),
        }
    }
}

#[cfg(test)]
mod tests;
