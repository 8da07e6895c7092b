//! Grants of a component, prepared for checks. Everything else is denied. Paths are compared by components of their
//! resolved form, never as string prefixes.

pub(crate) mod command;
pub(crate) mod spelling;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;
use std::path::PathBuf;

use marotte_contract::arguments::{components_match, glob, is_name};
use marotte_contract::manifest::{Addresses, Manifest};
use marotte_contract::network::{HostGrant, Origin};
use thiserror::Error;

use crate::bindings::marotte::provider::identity::Key;
use crate::gate::{HttpAccess, ProgramRef, ResolvedPath, SourceAccess};
use crate::network::address::AddressKind;
use crate::paths::{PathTarget, Paths, Purpose};
use crate::rows::{RowView, any_text};
use crate::system::find::ExposedResources;
use crate::system::identity::Identity;

use command::ManifestCommand;

/// Suffix of backups for `backup => true`.
const PUPPET_SUFFIX: &str = ".puppet-bak";

/// Objects that a provider of a type may access.
#[derive(Debug, Clone, Default)]
pub(crate) struct ResolvedGrants {
    read: Vec<Entry>,
    write: Vec<Entry>,
    chown: Vec<Entry>,
    suid: Vec<Entry>,
    read_hosts: Vec<Host>,
    write_hosts: Vec<Host>,
    addresses: Vec<Addresses>,
    redirects: Vec<Addresses>,
    commands: BTreeMap<String, ManifestCommand>,
    given_query: Vec<String>,
    given_mutate: Vec<String>,
    given_attributes: Vec<u16>,
    placeholders: Vec<u16>,
    given_environment: Vec<String>,
    environment: Vec<String>,
    revealed: Vec<u16>,
    passed: Vec<String>,
    reads_secrets: bool,
    found: Vec<String>,
    changed: Vec<String>,
    /// Types whose providers Ruby code may call.
    called: Vec<String>,
    /// Column of the attribute `backup`, whose value is the only permitted suffix of a backup in the same directory.
    backup: Option<u16>,
}

/// Owner of the environment variables in a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VariableOwner<'a> {
    /// The component itself.
    Own,
    /// A command of the manifest with this name.
    Named(&'a str),
    /// A command given by a resource.
    Given,
}

/// One entry of `network.read` or `network.write`.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Host {
    /// The host of the URL in an attribute of the resource, or a host that it redirects to.
    Attribute { attribute: u16, redirected: bool },
    /// A host by name.
    Named(HostGrant),
}

/// A grant that cannot be interpreted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the grant '{entry}' is not valid for {type_name}: {reason}")]
pub(crate) struct GrantError {
    entry: String,
    type_name: String,
    reason: &'static str,
}

/// One entry of `files.read` or `files.write`.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Entry {
    /// The path in an attribute of the resource.
    Attribute {
        /// The attribute.
        attribute: u16,
        /// Whether a symbolic link at the end of the path is followed; the link itself is then not granted.
        follow: bool,
        /// Whether everything below the path is included.
        tree: bool,
    },
    /// A path below the home directory of the user named by an attribute of the resource.
    Home {
        /// The attribute.
        attribute: u16,
        /// The path components below the home directory, with wildcards.
        pattern: Vec<String>,
    },
    /// The paths in an attribute of visible resources of another type.
    Found {
        /// The type.
        type_name: String,
        /// The attribute.
        attribute: String,
        /// Whether a symbolic link at the end of the path is followed; the link itself is then not granted.
        follow: bool,
        /// Whether everything below the path is included.
        tree: bool,
    },
    /// Absolute paths.
    Pattern {
        /// The literal components before the first wildcard.
        literal: String,
        /// The other components.
        wild: Vec<String>,
    },
}

impl ResolvedGrants {
    /// Prepares the grants of a manifest for a type with the given attributes.
    ///
    /// # Errors
    /// Returns an error if an entry is neither absolute nor an attribute. An attribute that only another type of
    /// the component has is skipped.
    pub(crate) fn new(
        manifest: &Manifest,
        type_name: &str,
        attribute: &dyn Fn(&str) -> Option<u16>,
    ) -> Result<Self, GrantError> {
        let found = &manifest.resources.find;
        let entries = |list: &[String]| parse_all(list, type_name, |entry| Entry::parse(entry, attribute, found));
        let hosts = |list: &[String]| parse_all(list, type_name, |entry| Host::parse(entry, attribute));
        Ok(Self {
            read: entries(&manifest.files.read)?,
            write: entries(&manifest.files.write)?,
            chown: entries(&manifest.files.chown)?,
            suid: entries(&manifest.files.suid)?,
            read_hosts: hosts(&manifest.network.read)?,
            write_hosts: hosts(&manifest.network.write)?,
            addresses: manifest.network.addresses.clone(),
            redirects: manifest.network.redirects.clone(),
            commands: manifest
                .commands
                .iter()
                .map(|(name, grant)| (name.clone(), ManifestCommand::new(grant, attribute)))
                .collect(),
            given_query: manifest.given.query.clone(),
            given_mutate: manifest.given.mutate.clone(),
            given_attributes: manifest
                .given
                .query
                .iter()
                .chain(&manifest.given.mutate)
                .filter_map(|n| attribute(n))
                .collect(),
            placeholders: manifest.given.placeholder.iter().filter_map(|name| attribute(name)).collect(),
            given_environment: manifest.given.environment.clone(),
            environment: manifest.environment.read.clone(),
            found: manifest.resources.find.clone(),
            called: manifest.ruby.as_ref().map(|code| code.calls.clone()).unwrap_or_default(),
            changed: manifest.ruby.as_ref().map(|code| code.changes.clone()).unwrap_or_default(),
            backup: attribute("backup"),
            revealed: manifest.secrets.reveal.iter().filter_map(|name| attribute(name)).collect(),
            passed: manifest.secrets.pass.clone(),
            reads_secrets: manifest.secrets.read,
        })
    }

    /// Returns the attributes whose values are used in grants.
    pub(crate) fn attributes(&self) -> Vec<u16> {
        let mut attributes: Vec<u16> = self
            .read
            .iter()
            .chain(&self.write)
            .chain(&self.chown)
            .chain(&self.suid)
            .filter_map(|entry| match entry {
                Entry::Attribute { attribute, .. } | Entry::Home { attribute, .. } => Some(*attribute),
                Entry::Found { .. } | Entry::Pattern { .. } => None,
            })
            .chain(self.read_hosts.iter().chain(&self.write_hosts).filter_map(|host| match host {
                Host::Attribute { attribute, .. } => Some(*attribute),
                Host::Named(_) => None,
            }))
            .chain(self.commands.values().flat_map(ManifestCommand::attributes))
            .chain(self.given_attributes.iter().chain(&self.placeholders).copied())
            .collect();
        attributes.sort_unstable();
        attributes.dedup();
        attributes
    }

    /// Returns whether a suffix is permitted for a backup in the same directory: it must be the value of the resource's own
    /// attribute `backup`. As in Puppet, `true` represents `.puppet-bak`.
    pub(crate) fn cover_backup_suffix(&self, row: Option<&RowView>, suffix: &str) -> bool {
        let Some(value) = row.zip(self.backup).and_then(|(row, backup)| row.value(backup)) else { return false };
        match value {
            catalog::Value::Boolean(true) => suffix == PUPPET_SUFFIX,
            value => any_text(value, &mut |text| text == suffix || text == "true" && suffix == PUPPET_SUFFIX),
        }
    }

    /// Returns the grant for a command of the manifest.
    pub(crate) fn command(&self, name: &str) -> Option<&ManifestCommand> {
        self.commands.get(name)
    }

    /// Returns the paths on this system that commands can open for a resource because its component may read or
    /// write them. A pattern yields its existing matches up to the first wildcard.
    pub(crate) fn readable(
        &self,
        row: Option<&RowView>,
        paths: &Paths,
        shown: &ExposedResources,
        identity: &RefCell<Identity>,
    ) -> Vec<PathBuf> {
        let (mut found, mut patterns) = (Vec::new(), Vec::new());
        let mut add = |path: &str| {
            if path.starts_with('/') {
                found.push(PathBuf::from(OsString::from_vec(paths.on_system(path.as_bytes()))));
            }
            false
        };
        for entry in self.read.iter().chain(&self.write) {
            match (entry, row) {
                (Entry::Attribute { attribute, .. }, Some(row)) => {
                    row.any_text(*attribute, &mut add);
                }
                (Entry::Home { attribute, pattern }, Some(row)) => {
                    row.any_text(*attribute, &mut |user| {
                        let user = identity.borrow_mut().find_user(paths, &Key::Name(user.to_owned()));
                        let literal = pattern.iter().take_while(|name| !name.contains(['*', '?']));
                        user.is_some_and(|user| add(&literal.fold(user.home, |path, name| path + "/" + name)))
                    });
                }
                (Entry::Found { type_name, attribute, .. }, _) => {
                    shown.any(type_name, attribute, &mut |value| any_text(value, &mut add));
                }
                (Entry::Pattern { literal, wild }, _) => {
                    let literal = if literal.is_empty() { "/" } else { literal };
                    let place = PathBuf::from(OsString::from_vec(paths.on_system(literal.as_bytes())));
                    patterns.extend(command::expand(&place, wild));
                }
                (Entry::Attribute { .. } | Entry::Home { .. }, None) => {}
            }
        }
        found.append(&mut patterns);
        found
    }

    /// Returns whether the content at a path may be read. Write grants include reading.
    pub(crate) fn cover_read(&self, place: &ResolvedPath<'_>) -> bool {
        covered(self.read.iter().chain(&self.write), place)
    }

    /// Returns whether a path may be written.
    pub(crate) fn cover_write(&self, place: &ResolvedPath<'_>) -> bool {
        covered(self.write.iter(), place)
    }

    /// Returns whether owner and group of the object at a path can be changed.
    pub(crate) fn cover_chown(&self, place: &ResolvedPath<'_>) -> bool {
        covered(self.chown.iter(), place)
    }

    /// Returns whether the object at a path can have a mode with the suid or the sgid bit.
    pub(crate) fn cover_suid(&self, place: &ResolvedPath<'_>) -> bool {
        covered(self.suid.iter(), place)
    }

    /// Returns whether the metadata of a path can be read. This is permitted for readable paths and for all their
    /// parent directories.
    pub(crate) fn cover_stat(&self, place: &ResolvedPath<'_>) -> bool {
        self.cover_read(place) || self.read.iter().chain(&self.write).any(|entry| entry.is_below(place))
    }

    /// Returns whether a source URL (`puppet:///modules/..`) belongs to the resource.
    pub(crate) fn cover_source(&self, source: &SourceAccess<'_>) -> bool {
        let covers = |text: &str, tree: bool| {
            let text = text.trim_end_matches('/');
            source.url.trim_end_matches('/') == text || tree && above(text, source.url)
        };
        self.read.iter().any(|entry| match (entry, source.row) {
            (Entry::Attribute { attribute, tree, .. }, Some(row)) => {
                row.any_text(*attribute, &mut |text| covers(text, *tree))
            }
            (Entry::Found { type_name, attribute, tree, .. }, _) => {
                source.shown.any(type_name, attribute, &mut |value| any_text(value, &mut |text| covers(text, *tree)))
            }
            _ => false,
        })
    }

    /// Returns whether any command of the manifest can be run as a query.
    pub(crate) fn has_queries(&self) -> bool {
        self.commands.values().any(ManifestCommand::has_queries)
    }

    /// Returns whether a command may be run as a query.
    pub(crate) fn cover_query(&self, program: ProgramRef<'_>) -> bool {
        match program {
            ProgramRef::Named(name, arguments) => {
                self.commands.get(name).is_some_and(|command| command.covers_query(arguments))
            }
            ProgramRef::Given(attribute) => self.given_query.iter().any(|name| name == attribute),
        }
    }

    /// Returns whether a command may be run in the write phase. Queries are included.
    pub(crate) fn cover_mutate(&self, program: ProgramRef<'_>) -> bool {
        if self.cover_query(program) {
            return true;
        }
        match program {
            ProgramRef::Named(name, arguments) => {
                self.commands.get(name).is_some_and(|command| command.covers_mutate(arguments))
            }
            ProgramRef::Given(attribute) => self.given_mutate.iter().any(|name| name == attribute),
        }
    }

    /// Describes the granted argument list that matches the most arguments of a command, or returns an empty string if the
    /// manifest has no such command.
    pub(crate) fn nearest(&self, program: ProgramRef<'_>, is_query: bool) -> String {
        match program {
            ProgramRef::Named(name, arguments) => {
                self.commands.get(name).map(|command| command.nearest(arguments, is_query)).unwrap_or_default()
            }
            ProgramRef::Given(_) => String::new(),
        }
    }

    /// Returns whether an argument of a command represents the file to be validated: `%`, or the placeholder
    /// defined by the resource.
    pub(crate) fn is_placeholder(&self, text: &str, row: Option<&RowView>) -> bool {
        text == "%"
            || row.is_some_and(|row| self.placeholders.iter().any(|it| row.any_text(*it, &mut |known| known == text)))
    }

    /// Returns whether a secret from these attributes may be revealed. A grant for one of the attributes is
    /// sufficient.
    pub(crate) fn cover_reveal(&self, attributes: &[u16]) -> bool {
        attributes.iter().any(|attribute| self.revealed.contains(attribute))
    }

    /// Returns whether a secret from an attribute of another resource may be written to file contents.
    pub(crate) fn cover_pass(&self, type_name: &str, attribute: &str) -> bool {
        let is_it = |entry: &String| entry.split_once('.') == Some((type_name, attribute));
        self.passed.iter().any(is_it)
    }

    /// Returns whether files that contain secrets may be read, and the output of commands that received secrets.
    pub(crate) fn cover_secret_reading(&self) -> bool {
        self.reads_secrets
    }

    /// Returns whether resources of a type in the catalog may be read.
    pub(crate) fn cover_find(&self, type_name: &str) -> bool {
        self.found.iter().any(|known| known == type_name)
    }

    /// Returns whether desired values of resources of a type in the catalog may be changed.
    pub(crate) fn cover_change(&self, type_name: &str) -> bool {
        self.changed.iter().any(|known| known == type_name)
    }

    /// Returns whether the providers of a type may be called.
    pub(crate) fn cover_provider_call(&self, type_name: &str) -> bool {
        self.called.iter().any(|known| known == type_name)
    }

    /// Returns whether a request may be sent. Hosts granted for writing may also receive read requests.
    pub(crate) fn cover_request(&self, request: &HttpAccess<'_>) -> bool {
        self.write_hosts.iter().any(|host| host.covers(request))
            || !request.writes && self.read_hosts.iter().any(|host| host.covers(request))
    }

    /// Returns whether an address of this kind may be connected to. Redirects require a separate grant, since the
    /// responding server chooses the target.
    pub(crate) fn cover_address(&self, kind: AddressKind, is_redirected: bool) -> bool {
        let granted = if is_redirected { &self.redirects } else { &self.addresses };
        match kind {
            AddressKind::Public => true,
            AddressKind::NonPublic(which) => granted.contains(&which),
            AddressKind::Never => false,
        }
    }

    /// Returns whether an environment variable may be read.
    pub(crate) fn cover_variable(&self, whose: VariableOwner<'_>, name: &[u8]) -> bool {
        let patterns = match whose {
            VariableOwner::Own => &self.environment,
            VariableOwner::Named(command) => match self.commands.get(command) {
                Some(grant) => &grant.environment,
                None => return false,
            },
            VariableOwner::Given => &self.given_environment,
        };
        command::names_variable(patterns, name)
    }
}

/// Parses a list of a manifest. Entries for other types are skipped.
fn parse_all<T>(
    list: &[String],
    type_name: &str,
    parse: impl Fn(&str) -> Result<Option<T>, &'static str>,
) -> Result<Vec<T>, GrantError> {
    let parsed = list.iter().map(|entry| {
        parse(entry).map_err(|reason| GrantError { entry: entry.clone(), type_name: type_name.to_owned(), reason })
    });
    parsed.filter_map(Result::transpose).collect()
}

/// Returns whether a grant covers a path. Attributes that contain the path itself are tried first, since other entries
/// resolve paths with system calls.
fn covered<'a>(mut entries: impl Iterator<Item = &'a Entry> + Clone, place: &ResolvedPath<'_>) -> bool {
    entries.clone().any(|entry| entry.contains_text(place)) || entries.any(|entry| entry.covers(place))
}

impl Host {
    fn parse(text: &str, attribute: &dyn Fn(&str) -> Option<u16>) -> Result<Option<Self>, &'static str> {
        Ok(match HostGrant::parse(text)? {
            HostGrant::Attribute { name, redirected } => {
                attribute(&name).map(|attribute| Self::Attribute { attribute, redirected })
            }
            named => Some(Self::Named(named)),
        })
    }

    fn covers(&self, request: &HttpAccess<'_>) -> bool {
        match self {
            Self::Named(grant) => grant.names(&request.url.origin),
            Self::Attribute { attribute, redirected } => {
                let from = match (redirected, request.redirected_by) {
                    (false, _) => request.url,
                    (true, Some(first)) => first,
                    (true, None) => return false,
                };
                request.row.is_some_and(|row| {
                    row.any_text(*attribute, &mut |text| Origin::of(text).is_ok_and(|origin| origin == from.origin))
                })
            }
        }
    }
}

impl Entry {
    /// Parses `@attribute` or `@attribute->`, both optionally followed by `/**`; the same with `@type.attribute`
    /// for visible resources; `@attribute~/path`; or an absolute pattern. Returns `None` if only another type has
    /// the attribute.
    fn parse(
        text: &str,
        attribute: &dyn Fn(&str) -> Option<u16>,
        found: &[String],
    ) -> Result<Option<Self>, &'static str> {
        if let Some((name, path)) = text.strip_prefix('@').and_then(|rest| rest.split_once("~/")) {
            let pattern: Vec<String> = path.split('/').map(str::to_owned).collect();
            if !is_name(name) || pattern.iter().any(|name| matches!(name.as_str(), "" | "." | "..")) {
                return Err("the @ must be followed by the name of an attribute, ~ and a path");
            }
            return Ok(attribute(name).map(|attribute| Self::Home { attribute, pattern }));
        }
        if let Some(rest) = text.strip_prefix('@') {
            let (rest, tree) = rest.strip_suffix("/**").map_or((rest, false), |rest| (rest, true));
            let (name, follow) = rest.strip_suffix("->").map_or((rest, false), |rest| (rest, true));
            if let Some((type_name, name)) = name.split_once('.').filter(|(_, name)| is_name(name)) {
                if !found.iter().any(|known| known == type_name) {
                    return Err("the type before the dot is not listed in `find` of the manifest");
                }
                let (type_name, attribute) = (type_name.to_owned(), name.to_owned());
                return Ok(Some(Self::Found { type_name, attribute, follow, tree }));
            }
            if !is_name(name) {
                return Err("the @ must be followed by the name of an attribute and optionally -> and /**");
            }
            return Ok(attribute(name).map(|attribute| Self::Attribute { attribute, follow, tree }));
        }
        if !text.starts_with('/') {
            return Err("it does not begin with / or @");
        }
        let components: Vec<&str> = text.split('/').filter(|name| !name.is_empty()).collect();
        if components.iter().any(|name| matches!(*name, "." | "..")) {
            return Err("it contains . or ..");
        }
        let wild = components.iter().position(|name| name.contains(['*', '?'])).unwrap_or(components.len());
        let literal = components[..wild].iter().fold(String::new(), |path, name| path + "/" + name);
        Ok(Some(Self::Pattern { literal, wild: components[wild..].iter().map(|name| (*name).to_owned()).collect() }))
    }

    /// Returns whether an attribute of the row is the path, resolved in the same way: identical text resolves to the
    /// same path, so the path need not be resolved again.
    fn contains_text(&self, place: &ResolvedPath<'_>) -> bool {
        match (self, place.row) {
            (Self::Attribute { attribute, follow, .. }, Some(row)) if *follow == place.followed => {
                row.any_text(*attribute, &mut |text| text == place.path)
            }
            _ => false,
        }
    }

    fn covers(&self, place: &ResolvedPath<'_>) -> bool {
        match self {
            Self::Attribute { attribute, follow, tree } => {
                let Some(row) = place.row else { return false };
                row.any_text(*attribute, &mut |text| attribute_covers(text, *follow, *tree, place))
            }
            Self::Home { attribute, pattern } => {
                let Some(row) = place.row else { return false };
                row.any_text(*attribute, &mut |user| {
                    let home = place.home(user).and_then(|home| place.paths.follow(&home, Purpose::Read).ok());
                    home.is_some_and(|home| pattern_covers(&home.real(), pattern, &place.target.real()))
                })
            }
            Self::Found { type_name, attribute, follow, tree } => {
                let covers = &mut |text: &str| attribute_covers(text, *follow, *tree, place);
                place.shown.any(type_name, attribute, &mut |value| any_text(value, covers))
            }
            Self::Pattern { literal, wild } => {
                let real = place.target.real();
                pattern_covers(literal.as_bytes(), wild, &real)
                    || real_literal(literal, place.paths).is_some_and(|literal| pattern_covers(&literal, wild, &real))
            }
        }
    }

    /// Returns whether the entry covers a path below a directory. Paths are compared textually.
    fn is_below(&self, place: &ResolvedPath<'_>) -> bool {
        let directory = place.path;
        match (self, place.row) {
            (Self::Attribute { attribute, .. }, Some(row)) => {
                row.any_text(*attribute, &mut |text| above(directory, text))
            }
            // Paths of other resources are read, but their parent directories are not searched.
            (Self::Attribute { .. } | Self::Home { .. }, None) | (Self::Found { .. }, _) => false,
            (Self::Home { attribute, pattern }, Some(row)) => row.any_text(*attribute, &mut |user| {
                place
                    .home(user)
                    .is_some_and(|home| above(directory, &home) || is_on_path_to_match(directory, &home, pattern))
            }),
            (Self::Pattern { literal, wild }, _) => {
                above(directory, literal) || !wild.is_empty() && directory.trim_end_matches('/') == literal
            }
        }
    }
}

impl ResolvedPath<'_> {
    /// Returns the home directory of a user.
    fn home(&self, user: &str) -> Option<String> {
        let found = self.identity.borrow_mut().find_user(self.paths, &Key::Name(user.to_owned()))?;
        Some(found.home).filter(|home| home.starts_with('/'))
    }
}

/// Resolves the path in the attribute and compares the resolved paths.
fn attribute_covers(text: &str, follow: bool, tree: bool, place: &ResolvedPath<'_>) -> bool {
    // Symbolic links below the path may be followed to any target.
    if follow && tree && above(text, place.path) {
        return true;
    }
    let found = if follow { place.paths.follow(text, Purpose::Read) } else { place.paths.locate(text, Purpose::Read) };
    let Ok(base) = found else { return false };
    let (base, real) = (base.real(), place.target.real());
    base == real || tree && is_above(&base, &real)
}

fn pattern_covers(literal: &[u8], wild: &[String], real: &[u8]) -> bool {
    if wild.is_empty() {
        return literal == real;
    }
    let Some(rest) = real.strip_prefix(literal) else { return false };
    if !rest.starts_with(b"/") {
        // `/a/**` covers /a itself and everything below it.
        return rest.is_empty() && matches!(wild, [only] if only == "**");
    }
    let components: Vec<&[u8]> = rest.split(|byte| *byte == b'/').filter(|name| !name.is_empty()).collect();
    components_match(wild, &components)
}

/// Resolves the literal part of a pattern, which may contain symbolic links: `/var/run/**` becomes `/run/**`.
fn real_literal(literal: &str, paths: &Paths) -> Option<Vec<u8>> {
    if literal.is_empty() {
        return None;
    }
    paths.follow(literal, Purpose::Read).ok().as_ref().map(PathTarget::real)
}

fn is_above(directory: &[u8], path: &[u8]) -> bool {
    directory == b"/" || path.strip_prefix(directory).is_some_and(|rest| rest.starts_with(b"/"))
}

/// Returns whether a directory is a home directory, or a directory below it on the path to matches of a pattern.
/// Paths are compared textually.
fn is_on_path_to_match(directory: &str, home: &str, pattern: &[String]) -> bool {
    let Some(rest) = directory.strip_prefix(home.trim_end_matches('/')) else { return false };
    let names: Vec<&str> = rest.split('/').collect();
    names[0].is_empty()
        && names.len() <= pattern.len()
        && names[1..].iter().zip(pattern).all(|(name, pattern)| glob(pattern.as_bytes(), name.as_bytes()))
}

/// Returns whether a path lies below a directory. Paths are compared textually.
fn above(directory: &str, path: &str) -> bool {
    let directory = directory.trim_end_matches('/');
    path.strip_prefix(directory).is_some_and(|rest| rest.starts_with('/') && rest.len() > 1)
        && !path.split('/').any(|name| name == "..")
}

#[cfg(test)]
mod built_in;
#[cfg(test)]
mod tests;
