//! Grants of commands: the program that a name represents for a resource, and its permitted arguments.

use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use marotte_contract::arguments::{ArgumentPattern, ArgumentValues, glob, is_name, nearest};
use marotte_contract::manifest::{Capability, CommandGrant};

use crate::rows::RowView;
use crate::system::command;

/// A file that a component has staged and not yet committed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StagedPath {
    /// Its path, as seen by commands.
    pub(crate) path: String,
    /// The path that it is committed to, as given by the component.
    pub(crate) destination: Option<String>,
}

/// The arguments of a command, with the data that grants refer to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ArgumentList<'a> {
    pub(crate) words: &'a [String],
    /// The resource that the command is run for.
    pub(crate) row: Option<&'a RowView>,
    /// The files that the component has staged.
    pub(crate) staged: &'a [StagedPath],
}

/// A granted argument list, and its text.
type GrantedList = (ArgumentPattern<u16>, Vec<String>);

/// A command of the manifest.
#[derive(Debug, Clone, Default)]
pub(crate) struct ManifestCommand {
    find: Vec<Find>,
    query: Vec<GrantedList>,
    mutate: Vec<GrantedList>,
    /// Names of environment variables passed to the command.
    pub(super) environment: Vec<String>,
    /// Whether its queries can connect to other hosts.
    pub(crate) network: bool,
    /// Whether its queries can open Unix domain sockets.
    pub(crate) sockets: bool,
    /// Whether its queries share the PID namespace of the host.
    pub(crate) processes: bool,
    /// Capabilities that its queries keep.
    pub(crate) capabilities: Vec<Capability>,
    read: Vec<ReadablePath>,
}

/// A file or directory that queries can open.
#[derive(Debug, Clone, PartialEq, Eq)]
enum ReadablePath {
    /// At a path, or at all matches of a pattern.
    At { literal: PathBuf, wild: Vec<String> },
    /// Below the home directory of the user.
    Home(String),
    /// At the path in an attribute of the resource.
    Attribute(u16),
}

/// A candidate location of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Find {
    /// A path, or a name that is looked up in PATH.
    At(String),
    /// The path in an attribute of the resource.
    Attribute(u16),
}

impl ManifestCommand {
    /// Prepares a grant for a type with the given attributes.
    pub(super) fn new(grant: &CommandGrant, attribute: &dyn Fn(&str) -> Option<u16>) -> Self {
        let find = |place: &String| match place.strip_prefix('@').filter(|name| is_name(name)) {
            Some(name) => attribute(name).map(Find::Attribute),
            None => Some(Find::At(place.clone())),
        };
        let granted = |list: &Vec<String>| (ArgumentPattern::new(list, attribute), list.clone());
        let all = |lists: &[Vec<String>]| lists.iter().map(granted).collect();
        Self {
            find: grant.find.iter().filter_map(find).collect(),
            query: all(&grant.query),
            mutate: all(&grant.mutate),
            environment: grant.environment.clone(),
            network: grant.network,
            sockets: grant.sockets,
            processes: grant.processes,
            capabilities: grant.capabilities.clone(),
            read: grant.read.iter().filter_map(|entry| ReadablePath::parse(entry, attribute)).collect(),
        }
    }

    /// Returns the files and directories that queries of the command can open for a resource, including everything
    /// below them. An attribute contributes its paths, including the values of options. `home` is the home directory
    /// of the user who runs the queries.
    pub(crate) fn readable(&self, row: Option<&RowView>, home: Option<&Path>) -> Vec<PathBuf> {
        let mut paths = Vec::new();
        for entry in &self.read {
            match entry {
                ReadablePath::At { literal, wild } => paths.extend(expand(literal, wild)),
                ReadablePath::Home(path) => paths.extend(home.map(|home| home.join(path))),
                ReadablePath::Attribute(attribute) => {
                    if let Some(row) = row {
                        row.any_argument(*attribute, &mut |argument| {
                            let path = if argument.starts_with('-') { argument.split_once('=') } else { None };
                            let path = path.map_or(argument, |(_, value)| value);
                            let path = path.strip_prefix("file://").unwrap_or(path);
                            paths.extend(path.starts_with('/').then(|| PathBuf::from(path)));
                            false
                        });
                    }
                }
            }
        }
        paths
    }

    /// Returns the attributes whose values are used in grants.
    pub(super) fn attributes(&self) -> impl Iterator<Item = u16> {
        let named = self.query.iter().chain(&self.mutate).flat_map(|(list, _)| list.attributes()).copied();
        let programs = self.find.iter().filter_map(|find| match find {
            Find::Attribute(attribute) => Some(*attribute),
            Find::At(_) => None,
        });
        let readable = self.read.iter().filter_map(|entry| match entry {
            ReadablePath::Attribute(attribute) => Some(*attribute),
            ReadablePath::At { .. } | ReadablePath::Home(_) => None,
        });
        named.chain(programs).chain(readable)
    }

    /// Returns the program for a resource: the path in its attribute, otherwise the first candidate that exists.
    pub(crate) fn program(&self, row: Option<&RowView>, path: Option<&std::ffi::OsStr>) -> Option<PathBuf> {
        for find in &self.find {
            match find {
                Find::At(place) => {
                    if let Some(program) = command::find(place, path) {
                        return Some(program);
                    }
                }
                Find::Attribute(attribute) => {
                    let mut named = None;
                    if let Some(row) = row {
                        row.any_text(*attribute, &mut |text| {
                            named = text.starts_with('/').then(|| text.to_owned());
                            named.is_some()
                        });
                    }
                    if let Some(named) = named {
                        return command::find(&named, None);
                    }
                }
            }
        }
        None
    }

    /// Returns whether the command can be run as a query with any arguments.
    pub(super) fn has_queries(&self) -> bool {
        !self.query.is_empty()
    }

    /// Returns whether the command may be run with these arguments as a query.
    pub(super) fn covers_query(&self, arguments: ArgumentList<'_>) -> bool {
        is_covered(&self.query, arguments)
    }

    /// Returns whether the command may be run with these arguments in the write phase.
    pub(super) fn covers_mutate(&self, arguments: ArgumentList<'_>) -> bool {
        is_covered(&self.mutate, arguments)
    }

    /// Describes the grant that is nearest to arguments that none covers.
    pub(super) fn nearest(&self, arguments: ArgumentList<'_>, is_query: bool) -> String {
        let changes = self.mutate.iter().filter(|_| !is_query);
        let lists: Vec<_> =
            self.query.iter().chain(changes).map(|(list, words)| (list.clone(), words.as_slice())).collect();
        with_values(arguments, |values| nearest(&lists, arguments.words, values))
    }
}

fn is_covered(granted: &[GrantedList], arguments: ArgumentList<'_>) -> bool {
    with_values(arguments, |values| granted.iter().any(|(list, _)| list.cover(arguments.words, values)))
}

/// Calls a function with the values of the resource's attributes. A file that was staged beside the path in an attribute
/// counts as a value of this attribute: a command can check or write it before it is committed to that path.
fn with_values<R>(arguments: ArgumentList<'_>, call: impl FnOnce(&ArgumentValues<'_, u16>) -> R) -> R {
    let ArgumentList { row, staged, .. } = arguments;
    let is_staged_for = |staged: &StagedPath, row: &RowView, attribute: u16| {
        let destination = staged.destination.as_deref();
        destination.is_some_and(|destination| row.any_text(attribute, &mut |text| text == destination))
    };
    let attribute = |attribute: &u16, test: &mut dyn FnMut(&str) -> bool| {
        row.is_some_and(|row| {
            row.any_argument(*attribute, test)
                || staged.iter().any(|file| is_staged_for(file, row, *attribute) && test(&file.path))
        })
    };
    let is_staged = |path: &str| staged.iter().any(|file| file.path == path);
    call(&ArgumentValues { attribute: &attribute, is_staged: &is_staged })
}

impl ReadablePath {
    /// Parses an entry; returns `None` for an attribute of another type.
    fn parse(entry: &str, attribute: &dyn Fn(&str) -> Option<u16>) -> Option<Self> {
        if let Some(path) = entry.strip_prefix("~/") {
            return Some(Self::Home(path.to_owned()));
        }
        match entry.strip_prefix('@') {
            Some(name) => attribute(name).map(Self::Attribute),
            None => {
                let names: Vec<String> = entry.split('/').filter(|name| !name.is_empty()).map(str::to_owned).collect();
                let wild = names.iter().position(|name| name.contains(['*', '?'])).unwrap_or(names.len());
                let literal = names[..wild].iter().fold(PathBuf::from("/"), |path, name| path.join(name));
                Some(Self::At { literal, wild: names[wild..].to_vec() })
            }
        }
    }
}

/// Returns the existing files and directories that match a pattern up to and including its first wildcard.
pub(super) fn expand(literal: &Path, wild: &[String]) -> Vec<PathBuf> {
    let Some(first) = wild.first().filter(|first| *first != "**") else { return vec![literal.to_path_buf()] };
    let entries = literal.read_dir().into_iter().flatten().flatten();
    entries.filter(|entry| glob(first.as_bytes(), entry.file_name().as_bytes())).map(|entry| entry.path()).collect()
}

/// Returns whether a list of patterns covers an environment variable.
pub(super) fn names_variable(patterns: &[String], name: &[u8]) -> bool {
    patterns.iter().any(|pattern| glob(pattern.as_bytes(), name))
}

#[cfg(test)]
mod tests {
    use catalog::Value;
    use transaction::provider::Row;

    use super::*;
    use crate::rows::Rows;

    fn column(name: &str) -> Option<u16> {
        ["path", "command"].iter().position(|known| *known == name).and_then(|at| u16::try_from(at).ok())
    }

    fn rows(slots: Vec<(u16, Value)>) -> Rows {
        Rows::new([Row { id: 1, title: "x".into(), slots: slots.into() }].iter())
    }

    fn covers(granted: &[&str], arguments: &[&str], path: Value) -> bool {
        let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
        let rows = rows(vec![(0, path)]);
        let (granted, arguments) = (words(granted), words(arguments));
        let list = (ArgumentPattern::new(&granted, &column), granted);
        is_covered(&[list], ArgumentList { words: &arguments, row: rows.find(1), staged: &[] })
    }

    #[test]
    fn staged_file_is_covered_by_the_attribute_of_its_destination() {
        let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
        let rows = rows(vec![(0, "/etc/tls/key".into())]);
        let staged = |path: &str, destination: Option<&str>| StagedPath {
            path: path.to_owned(),
            destination: destination.map(str::to_owned),
        };
        let files = [
            staged("/etc/tls/.marotte-1", Some("/etc/tls/key")),
            staged("/etc/.marotte-2", Some("/etc/passwd")),
            staged("/tmp/.marotte-3", None),
        ];
        let fits = |granted: &str, argument: &str| {
            let (granted, arguments) = (words(&["-out", granted]), words(&["-out", argument]));
            let list = (ArgumentPattern::new(&granted, &column), granted);
            is_covered(&[list], ArgumentList { words: &arguments, row: rows.find(1), staged: &files })
        };
        assert!(fits("@path", "/etc/tls/key") && fits("@path", "/etc/tls/.marotte-1"));
        for other in ["/etc/.marotte-2", "/tmp/.marotte-3", "/etc/tls/.marotte-4", "/etc/passwd"] {
            assert!(!fits("@path", other), "{other}");
        }
        assert!(fits("@staged", "/etc/tls/.marotte-1") && fits("@staged", "/tmp/.marotte-3"));
        assert!(!fits("@staged", "/etc/tls/key") && !fits("@staged", "/tmp/.marotte-4") && !fits("@command", "/x"));
    }

    #[test]
    fn argument_matches_path_pattern() {
        let fits = |argument: &str| covers(&["/etc/init.d/*", "start"], &[argument, "start"], Value::Undef);
        assert!(fits("/etc/init.d/cron") && fits("/etc/init.d/a b"));
        for other in
            ["/etc/init.d/", "/etc/init.d/..", "/etc/init.d/a/b", "/etc/init.d//a", "/bin/sh", "etc/init.d/a", ""]
        {
            assert!(!fits(other), "{other}");
        }
    }

    #[test]
    fn argument_matches_attribute_of_the_resource() {
        let fits = |granted: &str, argument: &str| covers(&[granted], &[argument], "/srv/scripts/".into());
        assert!(fits("@path", "/srv/scripts/") && !fits("@path", "/srv/other"));
        assert!(fits("@path/*", "/srv/scripts/a") && fits("@path/*/run", "/srv/scripts/a/run"));
        for other in ["/srv/scripts/", "/srv/scripts/../sh", "/srv/scripts/a/b", "/srv/scriptsa", "-rf"] {
            assert!(!fits("@path/*", other), "{other}");
        }
        let several = Value::Array(vec!["/a".into(), "/b".into()]);
        assert!(covers(&["@path/*"], &["/b/c"], several));
        assert!(!fits("@unknown", "/srv/scripts/"), "an attribute of another type");
        assert!(fits("@{upstream}", "@{upstream}"), "literal text, since it is not an attribute name");
    }

    #[test]
    fn option_value_matches_attribute_of_the_resource() {
        let fits = |granted: &str, argument: &str| covers(&[granted], &[argument], "/srv/data".into());
        assert!(fits("--into=@path", "--into=/srv/data") && fits("--into=@path/*", "--into=/srv/data/a"));
        for other in ["--into=", "--into=/srv", "--into=@path", "/srv/data", "--from=/srv/data", "--into /srv/data"] {
            assert!(!fits("--into=@path", other), "{other}");
        }
        assert!(!fits("--into=@unknown", "--into=/srv/data"), "an attribute of another type");
        assert!(fits("a=@{x}", "a=@{x}"), "literal text, since it is not an attribute name");
    }

    #[test]
    fn arguments_match_optional_group() {
        let fits = |arguments: &[&str]| covers(&["add", "[-p <port>]", "[-f]", "<name>"], arguments, Value::Undef);
        for granted in
            [&["add", "x"][..], &["add", "-f", "x"], &["add", "-p", "1", "x"], &["add", "-p", "1", "-f", "x"]]
        {
            assert!(fits(granted), "{granted:?}");
        }
        let others: [&[&str]; 7] = [
            &["add"],
            &["add", "-f"],
            &["add", "-p", "-x", "x"],
            &["add", "-p", "x"],
            &["add", "-f", "-p", "1", "x"],
            &["add", "-f", "-f", "x"],
            &["add", "x", "y"],
        ];
        for other in others {
            assert!(!fits(other), "{other:?}");
        }
    }

    #[test]
    fn arguments_match_repeated_group() {
        let fits = |arguments: &[&str]| covers(&["[-I <path>]...", "run"], arguments, Value::Undef);
        assert!(fits(&["run"]) && fits(&["-I", "a", "run"]) && fits(&["-I", "a", "-I", "b", "run"]));
        assert!(!fits(&["-I", "run"]) && !fits(&["-I", "a", "b", "run"]) && !fits(&["run", "-I", "a"]));
        let many: Vec<&str> = std::iter::repeat_n("a", 10_000).collect();
        assert!(!covers(&["[<a>]...", "[<a>]...", "[<a> <a>]...", "-x"], &many, Value::Undef), "no backtracking");
    }

    #[test]
    fn arguments_match_placeholder_unless_option() {
        let fits = |granted: &[&str], argument: &str| covers(granted, &[argument], Value::Undef);
        assert!(fits(&["<name>"], "x") && !fits(&["<name>"], "-x") && !fits(&["<name>"], "--x=y"));
        assert!(fits(&["--port=<port>"], "--port=-1") && !fits(&["--port=<port>"], "--host=1"));
        assert!(covers(&["--", "<name>"], &["--", "-x"], Value::Undef), "no option after --");
        assert!(fits(&["<Name>"], "<Name>") && fits(&["[-x"], "[-x"), "neither a placeholder nor a group");
    }

    #[test]
    fn arguments_match_each_option_of_attribute() {
        let options = Value::Array(vec![
            "--quick".into(),
            Value::Integer(7),
            Value::Hash(vec![("--root".into(), "/srv".into())]),
        ]);
        let fits = |arguments: &[&str]| covers(&["[@path]...", "<name>"], arguments, options.clone());
        assert!(fits(&["x"]) && fits(&["--quick", "--root=/srv", "7", "x"]));
        assert!(!fits(&["--root=/", "x"]) && !fits(&["--slow", "x"]) && !fits(&["--root", "/srv", "x"]));
    }

    #[test]
    fn program_is_taken_from_an_attribute_of_the_resource() {
        let grant = CommandGrant { find: vec!["@command".into(), "sh".into()], ..CommandGrant::default() };
        let command = ManifestCommand::new(&grant, &column);
        let program = |value: Value| {
            let rows = rows(vec![(1, value)]);
            command.program(rows.find(1), Some("/bin".as_ref()))
        };
        assert_eq!(program("/usr/bin/env".into()), Some("/usr/bin/env".into()));
        assert_eq!(program("/nowhere".into()), None, "no fallback to the other candidates");
        assert_eq!(program("default".into()), Some("/bin/sh".into()));
        assert_eq!(program(Value::Undef), Some("/bin/sh".into()));
    }
}
