//! The gate: [`Gate::check`], which every effect passes, the table of all imports with their rules, and the phases. Functions
//! that are not in the table are not linked; effects not covered by phase or grants are refused. [`Gate::enter_write`] is the
//! only way into the write phase, and every change of a path requires a [`PermittedPath`].

mod permit;

use std::cell::RefCell;
use std::fmt;
use std::net::IpAddr;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use transaction::provider::{RunContext, TypeSchema};

use crate::arena::Columns;
use crate::grants::ResolvedGrants;
use crate::network::address::AddressKind;
use crate::network::url::Url;
use crate::paths::{PathTarget, Paths};
use crate::rows::RowView;
use crate::system::find::ExposedResources;
use crate::system::identity::Identity;
pub(crate) use permit::{PermittedPath, PermittedTree};

/// What a call to a component may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Nothing: the same answer for the same question.
    Catalog,
    /// Look at the system.
    Read,
    /// Change the system, for this one resource.
    Write(WritePermit),
}

/// Proof that the gate let a resource be written; only the gate makes one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct WritePermit {
    row: u32,
}

impl WritePermit {
    /// Returns the resource.
    pub(crate) fn row(self) -> u32 {
        self.row
    }
}

/// In which phases an import works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PhaseRule {
    /// In all: it touches nothing.
    Pure,
    /// Where something is read or written: it only reads.
    Read,
    /// Only where something is written, so never in a noop run.
    Write,
}

/// A function that components are lent.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct HostImport {
    /// The interface, without package and version.
    pub(crate) interface: &'static str,
    /// The function as components import it.
    pub(crate) function: &'static str,
    /// In which phases it works.
    pub(crate) rule: PhaseRule,
}

macro_rules! imports {
    ($($name:ident = $interface:literal $function:literal $rule:ident;)*) => {
        $(pub(crate) const $name: HostImport =
            HostImport { interface: $interface, function: $function, rule: PhaseRule::$rule };)*
        /// All of them.
        pub(crate) const ALL: &[&HostImport] = &[$(&$name),*];
    };
}

/// Every function of the world `full`. A test holds it against the WIT files.
pub(crate) mod import {
    use super::{HostImport, PhaseRule};

    imports! {
        LOG_EMIT = "log" "emit" Pure;
        FACTS_GET = "facts" "get" Pure;
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
    /// The type.
    pub(crate) type_name: Rc<str>,
    /// The provider's name.
    pub(crate) provider: Rc<str>,
    /// The name of its component's package.
    pub(crate) package: Rc<str>,
    /// What its component may touch.
    pub(crate) grants: Rc<ResolvedGrants>,
    /// The attributes of the type as the component numbers them.
    pub(crate) columns: Rc<Columns>,
    /// The type.
    pub(crate) schema: Arc<TypeSchema>,
    /// States read once serve the whole run.
    pub(crate) prefetches: bool,
}

impl Caller {
    /// Returns the name of the attribute that the component means by a number.
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

/// What a component is about to do.
#[derive(Clone, Copy)]
pub(crate) enum Effect<'a> {
    /// Call this import; what the call does to files, commands and hosts is checked by itself.
    Call(&'static HostImport),
    /// Look at what a path is.
    Stat(&'a ResolvedPath<'a>),
    /// Look at what a path holds.
    Read(&'a ResolvedPath<'a>),
    /// Look at what a source by URL holds, for this resource.
    Source(&'a SourceUrl<'a>),
    /// Change the object at a path.
    Write(&'a ResolvedPath<'a>),
    /// Change owner or group of the object at a path.
    Chown(&'a ResolvedPath<'a>),
    /// Set a mode with the suid or sgid bit.
    Suid(&'a ResolvedPath<'a>),
    /// Keep the previous content of a file of this resource beside it, under its name with this suffix.
    BackUp(Option<&'a RowView>, &'a str),
    /// Run a command that only reads.
    Query(ProgramRef<'a>),
    /// Run any other command.
    Mutate(ProgramRef<'a>),
    /// See the secret that these attributes have, in clear.
    Reveal(&'a [u16]),
    /// Read a file that a secret was written to; the path is as the component gave it.
    ReadSecret(&'a str),
    /// See the catalog's resources of a type.
    Find(&'a str),
    /// Send a request.
    Request(&'a HttpAccess<'a>),
    /// Connect to an address of a host.
    Connect(&'a Connection<'a>),
}

/// A connection to one address of a host.
pub(crate) struct Connection<'a> {
    /// The URL whose host has the address.
    pub(crate) url: &'a Url,
    pub(crate) address: IpAddr,
    /// The URL that the resource names, if a redirect leads from it to another host or port.
    pub(crate) redirected_by: Option<&'a Url>,
}

/// A request to one host.
pub(crate) struct HttpAccess<'a> {
    /// GET, HEAD, POST.
    pub(crate) method: &'a str,
    /// It may change something there.
    pub(crate) writes: bool,
    /// Where it goes.
    pub(crate) url: &'a Url,
    /// Where it was first to go, if it was redirected.
    pub(crate) redirected_by: Option<&'a Url>,
    /// The resource that it is sent for; a grant that names an attribute is looked up in it.
    pub(crate) row: Option<&'a RowView>,
}

/// A path as it was asked for and as it is.
#[derive(Clone, Copy)]
pub(crate) struct ResolvedPath<'a> {
    /// As it was asked for.
    pub(crate) path: &'a str,
    /// Where it is.
    pub(crate) target: &'a PathTarget,
    /// It was reached by following a link at the end of the path.
    pub(crate) followed: bool,
    /// The resource on whose behalf the effect happens; grants refer to its attributes.
    pub(crate) row: Option<&'a RowView>,
    /// Where the paths in attributes are.
    pub(crate) paths: &'a Paths,
    /// The resources of other types that a grant can name.
    pub(crate) shown: &'a ExposedResources,
    /// Where the homes of users are.
    pub(crate) identity: &'a RefCell<Identity>,
}

/// A source by URL.
pub(crate) struct SourceUrl<'a> {
    /// The URL.
    pub(crate) url: &'a str,
    /// The resource that it is read for.
    pub(crate) row: Option<&'a RowView>,
    /// The resources of other types that a grant can name.
    pub(crate) shown: &'a ExposedResources,
}

/// A command as the component names it.
#[derive(Clone, Copy)]
pub(crate) enum ProgramRef<'a> {
    /// By its name in the manifest, with these arguments, for this resource.
    Named(&'a str, &'a [String], Option<&'a RowView>),
    /// By this attribute of the resource.
    Given(&'a str),
}

/// The gate said no.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GateRefusal(pub(crate) String);

/// The state of the run that decides what may be written.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    noop: bool,
    enforced: FxHashSet<u32>,
}

impl Gate {
    /// Opens the gate for a run.
    pub(crate) fn begin(&mut self, run: &RunContext) {
        self.noop = run.noop;
        self.enforced = run.enforced.iter().copied().collect();
    }

    /// Lets one more row be written in a noop run.
    pub(crate) fn allow_write_in_noop(&mut self, row: u32) {
        self.enforced.insert(row);
    }

    /// Returns whether nothing but the enforced rows may be written.
    pub(crate) fn is_noop(&self) -> bool {
        self.noop
    }

    /// Returns whether nothing can be written in this run.
    pub(crate) fn is_sealed(&self) -> bool {
        self.noop && self.enforced.is_empty()
    }

    /// Lets a resource be written.
    ///
    /// # Errors
    /// This is a noop run and the resource is not enforced in it.
    pub(crate) fn enter_write(&self, row: u32) -> Result<Phase, GateRefusal> {
        if self.noop && !self.enforced.contains(&row) {
            return Err(GateRefusal("nothing is written in a noop run".into()));
        }
        Ok(Phase::Write(WritePermit { row }))
    }

    /// Decides whether a provider may do something in this phase. Every effect passes here.
    ///
    /// # Errors
    /// Phase or grants do not cover it; the refusal says which grant is missing.
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
            Effect::Request(request) => grants.cover_request(request),
            Effect::Connect(connection) => {
                grants.cover_address(AddressKind::of(connection.address), connection.redirected_by.is_some())
            }
        };
        if covered { Ok(()) } else { Err(uncovered(caller, effect)) }
    }

    fn out_of_phase(&self, caller: &Caller, phase: Phase, effect: Effect<'_>) -> GateRefusal {
        let what = describe(caller, effect);
        let why = match phase {
            Phase::Catalog => "nothing of the system is touched while resources are checked and related",
            _ if self.noop => "nothing is written in a noop run",
            _ => "nothing is written while resources are read",
        };
        GateRefusal(format!("{caller} may not {what}: {why}"))
    }
}

#[cold]
fn uncovered(caller: &Caller, effect: Effect<'_>) -> GateRefusal {
    let what = describe(caller, effect);
    GateRefusal(format!("{caller} may not {what}: no grant of its manifest covers it"))
}

/// Says in words what a component is about to do.
fn describe(caller: &Caller, effect: Effect<'_>) -> String {
    match effect {
        Effect::Call(import) => format!("call {import}"),
        Effect::Stat(place) => format!("look at {}{}", place.path, place.real_if_other()),
        Effect::Read(place) => format!("read {}{}", place.path, place.real_if_other()),
        Effect::Source(source) => format!("read {}", source.url),
        Effect::Write(place) => format!("write {}{}", place.path, place.real_if_other()),
        Effect::Chown(place) => {
            format!("give {}{} to another owner or group", place.path, place.real_if_other())
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
        Effect::Find(type_name) => format!("see the resources of the type '{type_name}'"),
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

fn reveal(caller: &Caller, attributes: &[u16]) -> String {
    let names = attributes.iter().filter_map(|attribute| caller.schema.attributes.get(usize::from(*attribute)));
    let names: Vec<&str> = names.map(|attribute| attribute.name.as_str()).collect();
    match names.as_slice() {
        [] => "see a secret that it was not given".to_owned(),
        names => format!("see the secret in '{}'", names.join("', '")),
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
            ProgramRef::Named(name, arguments, _) => {
                write!(formatter, "'{name}")?;
                for argument in *arguments {
                    write!(formatter, " {argument}")?;
                }
                formatter.write_str("'")
            }
            ProgramRef::Given(attribute) => write!(formatter, "what the attribute '{attribute}' says"),
        }
    }
}

#[cfg(test)]
mod tests;
