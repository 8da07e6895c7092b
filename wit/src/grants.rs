//! The grants of a manifest as a list: the text of each grant, and whether one grant is covered by others.
//! Used to show grants for acceptance when a component is added and to detect grants that an update adds.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::arguments::{group, has_wildcard, is_placeholder};
use crate::manifest::{
    Addresses, CommandGrant, EnvironmentGrants, FileGrants, GivenGrants, Manifest, NetworkGrants, ResourceGrants,
    SecretGrants,
};
use crate::network::HostGrant;
use crate::schema::{Attribute, Fallback, PackageSchema, ProviderSchema};

/// The grants of a manifest: all tables of the manifest except `package`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Grants {
    /// File grants.
    pub files: FileGrants,
    /// Command grants, by a name that has no meaning outside the manifest.
    pub commands: BTreeMap<String, CommandGrant>,
    /// Commands whose text comes from the resource.
    pub given: GivenGrants,
    /// Environment variables.
    pub environment: EnvironmentGrants,
    /// Network hosts.
    pub network: NetworkGrants,
    /// Secrets that are exposed in plain text.
    pub secrets: SecretGrants,
    /// Other resources.
    pub resources: ResourceGrants,
}

/// Returns all grants that a component requests: the entries of its manifest, the defaults of attributes
/// named in them (a resource without a value uses the default), and the types of other packages that it
/// manages.
#[must_use]
pub fn requested(schema: &PackageSchema, manifest: &Manifest) -> Vec<Grant> {
    let mut requested = Grants::from(manifest).list();
    let named: HashSet<String> = requested.iter().flat_map(Grant::attributes).collect();
    let is_named = |type_name: &str, attribute: &str| {
        named.contains(attribute) || named.contains(&format!("{type_name}.{attribute}"))
    };
    let of_types = schema.types.iter().flat_map(|known| {
        let constant = |attribute: &Attribute| match &attribute.default {
            Some(Fallback::Constant(value)) => Some((known.name.clone(), attribute.name.clone(), value.clone())),
            Some(Fallback::SameAs(_)) | None => None,
        };
        known.attributes.iter().filter_map(constant)
    });
    let of_providers = schema.providers.iter().flat_map(|provider| {
        let defaults = provider.defaults.iter();
        defaults.map(|(name, value)| (provider.type_name.clone(), name.clone(), value.clone()))
    });
    let grant = |right, words: Vec<String>| Grant { right, programs: Vec::new(), words, reason: None };
    let mut implied: Vec<Grant> = of_types
        .chain(of_providers)
        .filter(|(type_name, attribute, _)| is_named(type_name, attribute))
        .map(|(_, attribute, value)| grant(Right::Default, vec![attribute, value.to_string()]))
        .collect();
    let is_foreign = |provider: &&ProviderSchema| schema.types.iter().all(|known| known.name != provider.type_name);
    let foreign = schema.providers.iter().filter(is_foreign);
    implied.extend(foreign.map(|provider| grant(Right::Manage, vec![provider.type_name.clone()])));
    implied.extend(manifest.ruby.as_ref().map(|code| {
        let files = code.files.iter().map(|(path, digest)| format!("{path} {digest}"));
        grant(Right::Ruby, std::iter::once(code.module.clone()).chain(files).collect())
    }));
    if let Some(code) = &manifest.ruby {
        implied.extend(code.replaces.iter().map(|type_name| grant(Right::Replace, vec![type_name.clone()])));
        implied.extend(code.changes.iter().map(|type_name| grant(Right::Change, vec![type_name.clone()])));
        implied.extend(code.calls.iter().map(|type_name| grant(Right::Call, vec![type_name.clone()])));
    }
    for grant in implied {
        if !requested.contains(&grant) {
            requested.push(grant);
        }
    }
    requested
}

/// Returns the grants of the first list that the second list does not cover. A grant counts as not covered if
/// this cannot be decided.
#[must_use]
pub fn beyond(mut more: Vec<Grant>, others: &[Grant]) -> Vec<Grant> {
    let same: HashSet<&Grant> = others.iter().collect();
    more.retain(|grant| !same.contains(grant) && !others.iter().any(|other| other.covers(grant)));
    more
}

/// A single grant. Its `Display` text has the form "write /etc/motd".
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Grant {
    right: Right,
    /// The programs, for grants of commands; otherwise empty.
    programs: Vec<String>,
    /// The manifest entry, or the arguments of the command.
    words: Vec<String>,
    /// The reason why the arguments cannot be enumerated, if they contain wildcards.
    reason: Option<String>,
}

/// The object of the grant `[secrets] read`.
const SECRET_READING: &str = "files that secrets were written to and the output of commands that secrets were given to";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Right {
    Read,
    Write,
    Own,
    Suid,
    GivenQuery,
    GivenMutate,
    Placeholder,
    GivenVariable,
    Variable,
    Ask,
    Send,
    Address,
    Redirect,
    Reveal,
    Pass,
    ReadSecrets,
    Find,
    Add,
    Query,
    QueryByNetwork,
    Mutate,
    CommandVariable,
    QueryRead,
    QuerySockets,
    QueryProcesses,
    QueryCapability,
    /// The words are the name of an attribute and its default.
    Default,
    /// Manages a type of another package.
    Manage,
    /// Replaces a built-in type; the word is its name.
    Replace,
    /// Changes desired values of resources; the word is their type.
    Change,
    /// Calls providers, with their rights; the word is their type.
    Call,
    /// Runs Ruby code; the words are the name of the module, and the path and digest of each file.
    Ruby,
}

impl From<&Manifest> for Grants {
    fn from(manifest: &Manifest) -> Self {
        Self {
            files: manifest.files.clone(),
            commands: manifest.commands.clone(),
            given: manifest.given.clone(),
            environment: manifest.environment.clone(),
            network: manifest.network.clone(),
            secrets: manifest.secrets.clone(),
            resources: manifest.resources.clone(),
        }
    }
}

impl Grants {
    /// Returns one entry for each grant.
    #[must_use]
    pub fn list(&self) -> Vec<Grant> {
        let names = |kinds: &[Addresses]| kinds.iter().map(|kind| kind.name().to_owned()).collect::<Vec<_>>();
        let (addresses, redirects) = (names(&self.network.addresses), names(&self.network.redirects));
        let secret_reading: &[String] = if self.secrets.read { &[SECRET_READING.to_owned()] } else { &[] };
        let entries: [(Right, &[String]); 18] = [
            (Right::Read, &self.files.read),
            (Right::Write, &self.files.write),
            (Right::Own, &self.files.chown),
            (Right::Suid, &self.files.suid),
            (Right::GivenQuery, &self.given.query),
            (Right::GivenMutate, &self.given.mutate),
            (Right::Placeholder, &self.given.placeholder),
            (Right::GivenVariable, &self.given.environment),
            (Right::Variable, &self.environment.read),
            (Right::Ask, &self.network.read),
            (Right::Send, &self.network.write),
            (Right::Address, &addresses),
            (Right::Redirect, &redirects),
            (Right::Reveal, &self.secrets.reveal),
            (Right::Pass, &self.secrets.pass),
            (Right::ReadSecrets, secret_reading),
            (Right::Find, &self.resources.find),
            (Right::Add, &self.resources.add),
        ];
        let one =
            |right, entry: &String| Grant { right, programs: Vec::new(), words: vec![entry.clone()], reason: None };
        let plain = entries.into_iter().flat_map(|(right, list)| list.iter().map(move |entry| one(right, entry)));
        plain.chain(self.commands.values().flat_map(of_command)).collect()
    }

    /// Returns the grants listed here that `others` do not cover. A grant counts as not covered if this
    /// cannot be decided.
    #[must_use]
    pub fn beyond(&self, others: &Self) -> Vec<Grant> {
        beyond(self.list(), &others.list())
    }
}

fn of_command(command: &CommandGrant) -> Vec<Grant> {
    let one = |right, words: &[String]| Grant {
        right,
        programs: command.find.clone(),
        words: words.to_vec(),
        reason: command.wildcards.clone().filter(|_| is_command(right) && has_wildcard(words)),
    };
    let query = if command.network { Right::QueryByNetwork } else { Right::Query };
    let queries = command.query.iter().map(|arguments| one(query, arguments));
    let changes = command.mutate.iter().map(|arguments| one(Right::Mutate, arguments));
    let variables = command.environment.iter().map(|name| one(Right::CommandVariable, std::slice::from_ref(name)));
    let reads = command.read.iter().map(|path| one(Right::QueryRead, std::slice::from_ref(path)));
    let flags = [(command.sockets, Right::QuerySockets), (command.processes, Right::QueryProcesses)];
    let flags = flags.into_iter().filter(|(is_granted, _)| *is_granted).map(|(_, right)| one(right, &[]));
    let capabilities =
        command.capabilities.iter().map(|capability| one(Right::QueryCapability, &[capability.name().to_owned()]));
    queries.chain(changes).chain(variables).chain(reads).chain(flags).chain(capabilities).collect()
}

impl fmt::Display for Grant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, words, programs) = (self.right.text(), self.words.join(" "), self.programs.join(" or "));
        match self.right {
            Right::CommandVariable => write!(formatter, "{what} {words} to {programs}"),
            Right::Default => match &*self.words {
                [attribute, value] => write!(formatter, "use {value} for '{attribute}' {what}"),
                _ => write!(formatter, "{what}"),
            },
            Right::Query | Right::QueryByNetwork | Right::Mutate => {
                write!(formatter, "{what} {programs} {words}")?;
                self.reason
                    .iter()
                    .try_for_each(|reason| write!(formatter, " (arguments that are not enumerated: {reason})"))
            }
            Right::Ruby => match &*self.words {
                [module, files @ ..] => write!(formatter, "{what} '{module}' ({} files)", files.len()),
                [] => write!(formatter, "{what}"),
            },
            Right::QueryRead => write!(formatter, "let queries of {programs} {what} {words}"),
            Right::QuerySockets => write!(formatter, "let queries of {programs} {what}"),
            Right::QueryProcesses => write!(formatter, "let queries of {programs} {what}"),
            Right::QueryCapability => write!(formatter, "let queries of {programs} {what} {words}"),
            _ => write!(formatter, "{what} {words}"),
        }
    }
}

impl Right {
    fn text(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Own => "change owner or group of",
            Self::Suid => "set suid or sgid on",
            Self::GivenQuery => "run as a query the command in",
            Self::GivenMutate => "run the command in",
            Self::Placeholder => "replace with the path of a staged file the placeholder in",
            Self::GivenVariable => "pass to commands of resources the variable",
            Self::Variable => "read the variable",
            Self::Ask => "send read-only requests to",
            Self::Send => "send any request to",
            Self::Address => "connect even to addresses that are",
            Self::Redirect => "follow redirects even to addresses that are",
            Self::Reveal => "read in plain text the secret in",
            Self::Pass => "pass to files and commands the secret in",
            Self::ReadSecrets => "read",
            Self::Find => "read the resources of the type",
            Self::Add => "add resources of the type",
            Self::Query => "run as a query",
            Self::QueryByNetwork => "run as a query with network access",
            Self::Mutate => "run",
            Self::CommandVariable => "pass the variable",
            Self::QueryRead => "read",
            Self::QuerySockets => "connect to services of this system",
            Self::QueryProcesses => "test whether processes exist",
            Self::QueryCapability => "keep the capability",
            Self::Default => "by default",
            Self::Manage => "manage the resources of the type",
            Self::Replace => "replace the built-in type",
            Self::Change => "change the desired values of resources of the type",
            Self::Call => "read and change the system by the providers of the type",
            Self::Ruby => "run the Ruby code of the module",
        }
    }
}

impl Grant {
    /// Returns the attributes whose values the grant refers to: `path`, or `file.path` for an attribute of
    /// another type.
    fn attributes(&self) -> Vec<String> {
        let named = |word: &str| {
            let is_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.');
            let word = word.strip_prefix('@')?;
            Some(word[..word.find(|letter| !is_name(letter)).unwrap_or(word.len())].to_owned())
        };
        match self.right {
            Right::GivenQuery | Right::GivenMutate | Right::Placeholder => self.words.clone(),
            _ => self.programs.iter().chain(&self.words).flat_map(|text| parts(text)).filter_map(named).collect(),
        }
    }

    /// Returns whether this grant allows everything that another grant allows.
    fn covers(&self, other: &Self) -> bool {
        let is_more = match (self.right, other.right) {
            (mine, theirs) if mine == theirs => true,
            // Write access implies read access; permission to send any request implies GET and HEAD.
            (Right::Write, Right::Read) | (Right::Send, Right::Ask) => true,
            (Right::QueryByNetwork, Right::Query) => true,
            _ => false,
        };
        is_more
            && other.programs.iter().all(|program| self.programs.contains(program))
            && match self.right {
                Right::Read | Right::Write | Right::Own | Right::Suid | Right::QueryRead => {
                    self.each(other, path_covers)
                }
                Right::Ask | Right::Send => self.each(other, host_covers),
                Right::Variable | Right::GivenVariable | Right::CommandVariable => self.each(other, name_covers),
                Right::Query | Right::QueryByNetwork | Right::Mutate => arguments_cover(&self.words, &other.words),
                _ => self.words == other.words,
            }
    }

    fn each(&self, other: &Self, covers: fn(&str, &str) -> bool) -> bool {
        self.words.len() == other.words.len()
            && self.words.iter().zip(&other.words).all(|(mine, theirs)| mine == theirs || covers(mine, theirs))
    }
}

/// Returns whether each sequence that the narrower pattern matches also matches the wider pattern. Elements
/// for which `is_run` is true match any run of elements.
fn pattern_covers<T>(
    wider: &[T],
    narrower: &[T],
    is_run: impl Fn(&T) -> bool,
    covers: impl Fn(&T, &T) -> bool,
) -> bool {
    let end = narrower.len();
    // For each position in the narrower pattern: whether its remainder is covered by the remainder of the
    // wider pattern.
    let mut is_covered: Vec<bool> = (0..=end).map(|place| place == end).collect();
    for element in wider.iter().rev() {
        is_covered = (0..=end)
            .map(|place| match is_run(element) {
                true => is_covered[place..].contains(&true),
                false => {
                    narrower.get(place).is_some_and(|other| !is_run(other) && covers(element, other))
                        && is_covered[place + 1]
                }
            })
            .collect();
    }
    is_covered[0]
}

/// Returns whether each name that the narrower pattern matches also matches the wider pattern: `*` matches
/// any run of characters, `?` any single character.
#[must_use]
pub fn name_covers(wider: &str, narrower: &str) -> bool {
    let (wider, narrower): (Vec<char>, Vec<char>) = (wider.chars().collect(), narrower.chars().collect());
    pattern_covers(&wider, &narrower, |letter| *letter == '*', |mine, theirs| *mine == '?' || mine == theirs)
}

/// Compares path patterns in which `**` matches any run of components; they are absolute or relative to the
/// path in an attribute.
fn path_covers(wider: &str, narrower: &str) -> bool {
    let ((base, wider), (other_base, narrower)) = (components(wider), components(narrower));
    let is_elsewhere = narrower.iter().any(|name| matches!(*name, "." | ".."));
    base == other_base
        && !is_elsewhere
        && pattern_covers(&wider, &narrower, |name| *name == "**", |mine, theirs| name_covers(mine, theirs))
}

/// Splits a path into its base (empty for an absolute path) and the components that follow.
fn components(entry: &str) -> (&str, Vec<&str>) {
    let (base, rest) = match entry.strip_prefix('@').map(|_| entry.split_once('/').unwrap_or((entry, ""))) {
        Some(parts) => parts,
        None if entry.starts_with('/') => ("", entry),
        None => (entry, ""),
    };
    (base, rest.split('/').filter(|name| !name.is_empty()).collect())
}

fn host_covers(wider: &str, narrower: &str) -> bool {
    match (HostGrant::parse(wider), HostGrant::parse(narrower)) {
        (Ok(wider), Ok(HostGrant::Host(origin) | HostGrant::Subdomains(origin))) => wider.names(&origin),
        (Ok(wider), Ok(narrower)) => wider == narrower,
        _ => false,
    }
}

fn is_command(right: Right) -> bool {
    matches!(right, Right::Query | Right::QueryByNetwork | Right::Mutate)
}

/// Returns the words of a group, or the text itself if it is not a group.
fn parts(text: &str) -> Vec<&str> {
    group(text).map_or_else(|| vec![text], |(words, _)| words.split(' ').collect())
}

/// Compares argument lists: `*` matches one argument, `<name>` one argument that is not an option, a final
/// `**` any number of arguments, and a path with wildcards any matching path. A group is covered by an equal
/// group or by `**`.
fn arguments_cover(wider: &[String], narrower: &[String]) -> bool {
    let split = |list: &[String]| match list.split_last() {
        Some((last, others)) if last == "**" => (others.to_vec(), true),
        _ => (list.to_vec(), false),
    };
    let ((wider, takes_more), (narrower, has_more)) = (split(wider), split(narrower));
    let counts = match (takes_more, has_more) {
        (true, _) => narrower.len() >= wider.len(),
        (false, has_more) => !has_more && narrower.len() == wider.len(),
    };
    let is_pattern = |word: &str| word.starts_with('/') && word.contains(['*', '?']);
    let is_operand = |word: &str| is_placeholder(word) || !word.starts_with(['-', '*', '@']);
    let covers = |mine: &String, theirs: &String| {
        mine == theirs
            || group(theirs).is_none()
                && (mine == "*"
                    || is_placeholder(mine) && is_operand(theirs)
                    || is_pattern(mine) && theirs.starts_with('/') && path_covers(mine, theirs))
    };
    // A placeholder after `--` matches more arguments than one before it.
    let ends_options = |list: &[String]| list.iter().take(wider.len()).position(|word| word == "--");
    let has_same_end = ends_options(&wider) == ends_options(&narrower);
    counts && has_same_end && wider.iter().zip(&narrower).all(|(mine, theirs)| covers(mine, theirs))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grants(text: &str) -> Grants {
        Grants::from(
            &Manifest::from_toml(&format!("[package]\nname='a/b'\nversion='1.0.0'\ninterface='0.1'\n{text}")).unwrap(),
        )
    }

    fn beyond(new: &str, old: &str) -> Vec<String> {
        grants(new).beyond(&grants(old)).iter().map(ToString::to_string).collect()
    }

    #[track_caller]
    fn judge(table: &str, cases: &[(&str, &str, bool)]) {
        for (wider, narrower, is_within) in cases {
            let text = |entry: &str| format!("{table} = ['{entry}']\n");
            assert_eq!(beyond(&text(narrower), &text(wider)).is_empty(), *is_within, "{narrower} within {wider}");
        }
    }

    #[test]
    fn path_is_covered_by_matching_globs() {
        judge(
            "[files]\nwrite",
            &[
                ("/etc/nginx/**", "/etc/nginx/a/b", true),
                ("/etc/nginx/**", "/etc/nginx/*.conf", true),
                ("/etc/nginx/**", "/etc/nginx", true),
                ("/etc/nginx/**", "/etc/nginx-old/a", false),
                ("/etc/nginx/**", "/etc/nginx/../passwd", false),
                ("/etc/nginx/*", "/etc/nginx/**", false),
                ("/etc/nginx/*", "/etc/nginx/*.conf", true),
                ("/etc/nginx/*.conf", "/etc/nginx/*", false),
                ("/etc/nginx/*.conf", "/etc/nginx/a*.conf", true),
                ("/etc/?", "/etc/*", false),
                ("/**", "/etc/shadow", true),
                ("/**", "@path", false),
                ("/**/a", "/x/**/a", true),
                ("/**/a", "/x/**", false),
                ("@path/**", "@path", true),
                ("@path", "@path/**", false),
                ("@path", "@path->", false),
                ("@path->/**", "@path->", true),
                ("@user~/.ssh/*", "@user~/.ssh/authorized_keys", true),
                ("@user~/.ssh/*", "@group~/.ssh/authorized_keys", false),
                ("@file.path/**", "@file.path", true),
            ],
        );
    }

    #[test]
    fn host_and_variable_are_covered_by_matching_patterns() {
        judge(
            "[network]\nread",
            &[
                ("*.example.org", "api.example.org", true),
                ("*.example.org", "*.api.example.org", true),
                ("*.api.example.org", "*.example.org", false),
                ("*.example.org", "example.org", false),
                ("*.example.org", "http://api.example.org", false),
                ("example.org", "example.org:443", true),
                ("@source", "@source->", false),
            ],
        );
        judge(
            "[environment]\nread",
            &[("*_proxy", "http_proxy", true), ("http_proxy", "*_proxy", false), ("*", "A*B", true)],
        );
    }

    #[test]
    fn grant_is_covered_only_by_a_grant_of_sufficient_access() {
        assert!(beyond("[files]\nread=['/a']\n", "[files]\nwrite=['/**']\n").is_empty());
        assert_eq!(beyond("[files]\nwrite=['/a']\n", "[files]\nread=['/**']\n"), ["write /a"]);
        assert!(beyond("[network]\nread=['a.org']\n", "[network]\nwrite=['a.org']\n").is_empty());
        assert_eq!(
            beyond("[resources]\nadd=['file']\n", "[resources]\nfind=['file']\n"),
            ["add resources of the type file"]
        );
        assert_eq!(beyond("[network]\naddresses=['private']\n", ""), ["connect even to addresses that are private"]);
        assert_eq!(
            beyond("[network]\nredirects=['loopback']\n", "[network]\naddresses=['loopback']\n"),
            ["follow redirects even to addresses that are loopback"]
        );
    }

    #[test]
    fn grants_of_commands_cover_groups_and_show_reasons() {
        let command = |name: &str, rest: &str| format!("[commands.{name}]\nfind = ['/bin/a']\n{rest}\n");
        let narrow = command("x", "query = [['add', '[-p <port>]', '<name>'], ['show', '<name>', '**']]");
        for (query, is_within) in [
            ("['add', '[-p <port>]', 'x']", true),
            ("['add', '[-p <port>]...', 'x']", false),
            ("['add', '*', 'x']", false),
            ("['add', '[-p <port>]', '-x']", false),
            ("['show', 'x', '[-a]']", true),
            ("['show', '[x]', 'x']", false),
        ] {
            let text = command("x", &format!("query = [{query}]"));
            assert_eq!(beyond(&text, &narrow).is_empty(), is_within, "{query}");
        }
        let reason = command("x", "query = [['-x', '*'], ['-y']]\nwildcards = 'a number'");
        assert_eq!(
            beyond(&reason, ""),
            ["run as a query /bin/a -x * (arguments that are not enumerated: a number)", "run as a query /bin/a -y"]
        );
    }

    #[test]
    fn command_is_covered_if_programs_and_arguments_are() {
        let command = |name: &str, rest: &str| format!("[commands.{name}]\nfind = ['/bin/a', '/bin/b']\n{rest}\n");
        let old = command("x", "query = [['-l', '*'], ['show', '**'], ['/etc/init.d/*', 'status']]\nnetwork = true");
        for within in [
            "query = [['-l', 'y']]",
            "query = [['-l', '*'], ['show'], ['show', '-a', '**'], ['show', '*']]\nnetwork = true",
            "query = [['/etc/init.d/ssh', 'status']]",
        ] {
            assert_eq!(beyond(&command("y", within), &old), [] as [&str; 0], "{within}");
        }
        for (without, said) in [
            ("query = [['-l']]", "run as a query /bin/a or /bin/b -l"),
            ("query = [['-l', '**']]", "run as a query /bin/a or /bin/b -l **"),
            ("query = [['/etc/init.d/../x', 'status']]", "run as a query /bin/a or /bin/b /etc/init.d/../x status"),
            ("mutate = [['-l', 'y']]", "run /bin/a or /bin/b -l y"),
            ("environment = ['PATH']", "pass the variable PATH to /bin/a or /bin/b"),
        ] {
            assert_eq!(beyond(&command("x", without), &old), [said]);
        }
        assert!(beyond("[commands.x]\nfind = ['/bin/b']\nquery = [['show']]\n", &old).is_empty());
        assert!(!beyond("[commands.x]\nfind = ['/bin/c']\nquery = [['show']]\n", &old).is_empty());
    }

    #[test]
    fn default_of_a_granted_attribute_is_a_grant() {
        let package = |path: &str| {
            let schema = format!(
                r#"{{"version":1,"types":[{{"name":"a","docs":"x","attributes":[
                    {{"name":"path","traits":["namevar"],"default":{{"constant":"{path}"}}}},{{"name":"run"}},{{"name":"other","default":{{"constant":1}}}}]}}],
                    "providers":[{{"type_name":"a","name":"a","defaults":[["run","/bin/x"]]}},{{"type_name":"host","name":"b"}}]}}"#
            );
            PackageSchema::from_json(&schema).unwrap()
        };
        let manifest = |text: &str| {
            let head = "[package]\nname='a/b'\nversion='1.0.0'\ninterface='0.1'\n";
            Manifest::from_toml(&format!("{head}{text}")).unwrap()
        };
        let texts = |grants: Vec<Grant>| grants.iter().map(ToString::to_string).collect::<Vec<_>>();
        let granted = manifest("[files]\nwrite=['@path->/**']\n[given]\nmutate=['run']\n");
        let old = requested(&package("/etc/thing"), &granted);
        let said = [
            "write @path->/**",
            "run the command in run",
            "use \"/etc/thing\" for 'path' by default",
            "use \"/bin/x\" for 'run' by default",
            "manage the resources of the type host",
        ];
        assert_eq!(texts(old.clone()), said);
        let new = requested(&package("/etc/shadow"), &granted);
        assert_eq!(texts(super::beyond(new, &old)), ["use \"/etc/shadow\" for 'path' by default"]);
        let named = |entry: &str| texts(requested(&package("/x"), &manifest(&format!("[files]\nread=['{entry}']\n"))));
        assert_eq!(named("@a.path/sub").len(), 3);
        assert_eq!(named("/path").len(), 2);
    }

    #[test]
    fn manifest_covers_its_own_grants() {
        let text = "[files]\nread=['/a','@b->']\nchown=['/a']\nsuid=['/a']\n[given]\nquery=['unless']\nmutate=['command']\n\
                    placeholder=['p']\nenvironment=['X']\n[network]\nwrite=['@source']\n[secrets]\nreveal=['s']\n\
                    pass=['t.s']\nread=true\n";
        assert_eq!(beyond(text, text), [] as [&str; 0]);
        assert_eq!(grants(text).list().len(), 12);
        assert_eq!(beyond(text, "").len(), 12);
    }
}
