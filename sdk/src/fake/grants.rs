//! Check that a provider uses only files and commands that its manifest grants, with the rules of the host.

use std::path::Path;
use std::sync::LazyLock;

use marotte_contract::arguments::{ArgumentPattern, ArgumentValues, STAGED, components_match, nearest};
use marotte_contract::manifest::Manifest;

use super::{FakeSystem, State};
use crate::system::{Attrs, Command, Program};
use crate::value::Value;
use crate::{Code, Error, Result};

/// The manifest of the package under test; cargo sets the variable.
static BESIDE: LazyLock<Option<Manifest>> = LazyLock::new(|| {
    let directory = std::env::var_os("CARGO_MANIFEST_DIR")?;
    let text = std::fs::read_to_string(Path::new(&directory).join("provider.toml")).ok()?;
    Some(Manifest::from_toml(&text).expect("a manifest that can be read"))
});

/// Values of a row by attribute. Grants that refer to an attribute cover its value.
pub(super) type RowValues = Vec<(String, Value)>;

/// Access to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// The metadata of a readable file or of a directory above one.
    Stat,
    Read,
    Write,
    Chown,
    Suid,
}

impl Access {
    fn verb(self) -> &'static str {
        match self {
            Self::Stat => "reading the metadata of",
            Self::Read => "reading",
            Self::Write => "writing",
            Self::Chown => "changing owner or group of",
            Self::Suid => "setting suid or sgid on",
        }
    }

    fn entries(self, manifest: &Manifest) -> Vec<&String> {
        let files = &manifest.files;
        match self {
            Self::Stat | Self::Read => files.read.iter().chain(&files.write).collect(),
            Self::Write => files.write.iter().collect(),
            Self::Chown => files.chown.iter().collect(),
            Self::Suid => files.suid.iter().collect(),
        }
    }
}

impl FakeSystem {
    /// Sets the row to which grants refer; without a row, grants of an attribute cover everything.
    pub(super) fn set_row(&self, row: Option<RowValues>) {
        self.0.borrow_mut().row = row;
    }

    /// Checks that the manifest grants a command with its arguments. The manifest is that of [`Self::grant`], or
    /// else the file `provider.toml` in the directory of the package under test. Without both, all commands are
    /// granted. Grants that refer to an attribute cover its value in the row of a [`super::ProviderTest`], and any
    /// argument without one.
    ///
    /// # Panics
    /// Panics if no grant covers the command.
    #[track_caller]
    pub(super) fn check_command(&self, command: &Command, changes: bool) {
        let Program::Named(name) = &command.program else { return };
        let state = self.0.borrow();
        let Some(manifest) = state.manifest.as_ref().or(BESIDE.as_ref()) else { return };
        let lists = manifest.commands.get(name).map(|grant| if changes { &grant.mutate } else { &grant.query });
        let attribute = |name: &str| (name != STAGED).then(|| name.to_owned());
        let granted = |list: &'_ Vec<String>| ArgumentPattern::new(list, &attribute);
        let lists: Vec<_> = lists.into_iter().flatten().map(|list| (granted(list), list.as_slice())).collect();
        let has = |attribute: &String, test: &mut dyn FnMut(&str) -> bool| state.has_argument(attribute, test);
        let is_staged = |path: &str| state.staged.iter().any(|(place, _)| place == path);
        let values = ArgumentValues { attribute: &has, is_staged: &is_staged };
        assert!(
            lists.iter().any(|(list, _)| list.cover(&command.args, &values)),
            "no grant of the manifest covers '{name}' with the arguments {:?}{}{}",
            command.args,
            if changes { "" } else { " as a query" },
            nearest(&lists, &command.args, &values)
        );
    }

    /// Checks that the manifest of [`Self::grant`] grants access to a path.
    pub(super) fn check_path(&self, access: Access, path: &str, follow: bool) -> Result<()> {
        let state = self.0.borrow();
        let Some(manifest) = &state.manifest else { return Ok(()) };
        // The call itself reports a missing directory.
        let Some(target) = state.files.resolve(path, follow) else { return Ok(()) };
        let entries = access.entries(manifest);
        let covers = |entry: &&String| {
            state.covers(entry, path, &target) || access == Access::Stat && state.is_above_match(entry, path)
        };
        if entries.iter().any(covers) {
            return Ok(());
        }
        let nearest = entries.iter().max_by_key(|entry| common(&state.shown(entry), &target));
        let nearest =
            nearest.map_or_else(String::new, |entry| format!("; the nearest grant is {}", state.shown(entry)));
        let shown = if target == path { String::new() } else { format!(" (which is {target})") };
        let message = format!("no grant of the manifest covers {} {path}{shown}{nearest}", access.verb());
        Err(Error::new(Code::Refused, message))
    }

    /// Checks that the manifest grants a change of a path with these attributes.
    pub(super) fn check_change(&self, path: &str, attrs: &Attrs, follow: bool) -> Result<()> {
        self.check_path(Access::Write, path, follow)?;
        let old = self.0.borrow().files.node(path, follow).map(|node| (node.uid, node.gid)).unwrap_or_default();
        if attrs.uid.is_some_and(|uid| uid != old.0) || attrs.gid.is_some_and(|gid| gid != old.1) {
            self.check_path(Access::Chown, path, follow)?;
        }
        if attrs.mode.is_some_and(|mode| mode & 0o6000 != 0) {
            self.check_path(Access::Suid, path, follow)?;
        }
        Ok(())
    }
}

impl State {
    /// Returns whether an argument from an attribute of the row satisfies a predicate; true without a row.
    fn has_argument(&self, attribute: &str, test: &mut dyn FnMut(&str) -> bool) -> bool {
        let Some(value) = self.value(attribute) else { return self.row.is_none() };
        let beside = |place: &str, destination: &Option<String>, test: &mut dyn FnMut(&str) -> bool| {
            let is_meant = |text: &str| destination.as_deref() == Some(text);
            any_argument(value, &mut |text| is_meant(text)) && test(place)
        };
        any_argument(value, test) || self.staged.iter().any(|(place, path)| beside(place, path, test))
    }

    fn value(&self, attribute: &str) -> Option<&Value> {
        self.row.as_ref()?.iter().find(|(name, _)| name == attribute).map(|(_, value)| value)
    }

    /// Returns the paths in an attribute of the row, or of the catalog's resources for `type.attribute`; `None`
    /// without a row.
    fn texts(&self, name: &str) -> Option<Vec<String>> {
        let mut texts = Vec::new();
        let mut add = |text: &str| {
            texts.push(text.to_owned());
            false
        };
        match name.split_once('.') {
            // The names of these values are those of the request, so each of them counts.
            Some((type_name, _)) => {
                let found = self.found.iter().filter(|(known, _)| known == type_name);
                for (_, value) in found.flat_map(|(_, resource)| &resource.values) {
                    any_argument(value, &mut add);
                }
            }
            None => {
                self.row.as_ref()?;
                self.value(name).map(|value| any_argument(value, &mut add));
            }
        }
        Some(texts)
    }

    /// Returns whether an entry of the manifest covers a path with this target.
    fn covers(&self, entry: &str, path: &str, target: &str) -> bool {
        let Some(entry) = Entry::parse(entry) else { return false };
        let attribute = match entry {
            Entry::Pattern { literal, wild } => {
                let literals = [Some(literal.clone()), self.files.resolve(&literal, true)];
                return literals.iter().flatten().any(|literal| matches(literal, &wild, target));
            }
            Entry::Home { attribute, .. } | Entry::Attribute { attribute, .. } => attribute,
        };
        let Some(texts) = self.texts(attribute) else { return true };
        texts.iter().any(|text| match &entry {
            Entry::Home { wild, .. } => {
                let user = self.users.iter().find(|user| user.name == *text);
                let home = user.and_then(|user| self.files.resolve(&user.home, true));
                home.is_some_and(|home| matches(&home, wild, target))
            }
            Entry::Attribute { follow, tree, .. } => {
                // Symbolic links below the path can lead anywhere.
                *follow && *tree && is_above(text, path)
                    || self
                        .files
                        .resolve(text, *follow)
                        .is_some_and(|base| base == target || *tree && is_above(&base, target))
            }
            Entry::Pattern { .. } => false,
        })
    }

    /// Returns whether a path is a directory above the paths that an entry covers.
    fn is_above_match(&self, entry: &str, path: &str) -> bool {
        match Entry::parse(entry) {
            Some(Entry::Pattern { literal, .. }) => literal == path || is_above(path, &literal),
            Some(Entry::Attribute { attribute, .. }) => {
                self.texts(attribute).is_none_or(|texts| texts.iter().any(|text| is_above(path, text)))
            }
            Some(Entry::Home { attribute, .. }) => self.texts(attribute).is_none_or(|texts| {
                let homes = self.users.iter().filter(|user| texts.contains(&user.name)).map(|user| &user.home);
                homes.into_iter().any(|home| is_above(path, home) || path == home || is_above(home, path))
            }),
            None => false,
        }
    }

    /// Formats an entry with the value of its attribute: `'@path' (/etc/motd)`.
    fn shown(&self, entry: &str) -> String {
        let attribute = match Entry::parse(entry) {
            Some(Entry::Attribute { attribute, .. } | Entry::Home { attribute, .. }) => attribute,
            Some(Entry::Pattern { .. }) | None => return format!("'{entry}'"),
        };
        match self.texts(attribute) {
            Some(texts) if texts.is_empty() => format!("'{entry}', whose attribute is not set"),
            Some(texts) => format!("'{entry}', which is {}", texts.join(", ")),
            None => format!("'{entry}'"),
        }
    }
}

/// An entry of a list of paths in the manifest.
enum Entry<'a> {
    Attribute { attribute: &'a str, follow: bool, tree: bool },
    Home { attribute: &'a str, wild: Vec<String> },
    Pattern { literal: String, wild: Vec<String> },
}

impl<'a> Entry<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let words = |path: &str| path.split('/').filter(|name| !name.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        let Some(rest) = text.strip_prefix('@') else {
            let names = words(text.strip_prefix('/')?);
            let wild = names.iter().position(|name| name.contains(['*', '?'])).unwrap_or(names.len());
            let literal = names[..wild].iter().fold(String::new(), |path, name| path + "/" + name);
            return Some(Self::Pattern { literal, wild: names[wild..].to_vec() });
        };
        if let Some((attribute, path)) = rest.split_once("~/") {
            return Some(Self::Home { attribute, wild: words(path) });
        }
        let (rest, tree) = rest.strip_suffix("/**").map_or((rest, false), |rest| (rest, true));
        let (attribute, follow) = rest.strip_suffix("->").map_or((rest, false), |rest| (rest, true));
        Some(Self::Attribute { attribute, follow, tree })
    }
}

/// Returns whether a path is a literal path followed by components that match a pattern.
fn matches(literal: &str, wild: &[String], path: &str) -> bool {
    let Some(rest) = path.strip_prefix(literal.trim_end_matches('/')) else { return false };
    let names: Vec<&[u8]> = rest.split('/').skip(1).map(str::as_bytes).collect();
    (rest.is_empty() || rest.starts_with('/')) && components_match(wild, &names)
}

fn is_above(directory: &str, path: &str) -> bool {
    let rest = path.strip_prefix(directory.trim_end_matches('/'));
    rest.is_some_and(|rest| rest.starts_with('/') && rest.len() > 1) && !path.split('/').any(|name| name == "..")
}

/// Returns the length of the longest part of a path that a text contains.
fn common(text: &str, path: &str) -> usize {
    path.match_indices('/')
        .map(|(end, _)| end)
        .chain([path.len()])
        .filter(|end| text.contains(&path[..*end]))
        .max()
        .unwrap_or(0)
}

/// Returns whether an argument from a value satisfies a predicate: texts, numbers, Booleans, and `option=value` for
/// each pair of a hash.
fn any_argument(value: &Value, test: &mut dyn FnMut(&str) -> bool) -> bool {
    match value {
        Value::Text(text) => test(text),
        Value::Integer(number) => test(&number.to_string()),
        Value::Boolean(boolean) => test(&boolean.to_string()),
        Value::Array(elements) => elements.iter().any(|element| any_argument(element, test)),
        Value::Hash(pairs) => pairs.iter().any(|(option, value)| {
            let mut found = false;
            any_argument(option, &mut |option| {
                found |= any_argument(value, &mut |value| test(&format!("{option}={value}")));
                found
            })
        }),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::FileNode;
    use crate::system::{Place, ReadSystem as _, Staged as _, Want, WriteSystem as _};

    const MANIFEST: &str = "[package]\nname = 'a/b'\nversion = '1.0.0'\ninterface = '0.1'\n\
        [files]\nread = ['/etc/app.d/*.conf', '@user~/.ssh/*', '@source->']\nwrite = ['@path', '/srv/**']\nchown = ['/srv/*']\n\
        [commands.x]\nfind = ['x']\nquery = [['-l', '<name>'], ['-c', '@path']]\nmutate = [['--into=@path'], ['-o', '@staged']]\n";

    fn machine() -> FakeSystem {
        let machine = FakeSystem::new();
        machine.grant(MANIFEST);
        let _ = machine.programs();
        for path in ["/etc/motd", "/etc/shadow", "/etc/app.d/a.conf", "/etc/app.d/b.txt", "/srv/x"] {
            machine.put(path, FileNode::file("x"));
        }
        machine
    }

    fn with_row(values: &[(&str, &str)]) -> FakeSystem {
        let machine = machine();
        machine.set_row(Some(values.iter().map(|(name, text)| ((*name).to_owned(), (*text).into())).collect()));
        machine
    }

    fn write(machine: &FakeSystem, path: &str) -> Result<()> {
        machine.write(path, &vec!["y".into()], &Attrs::default(), None)
    }

    #[test]
    fn granted_command_is_run() {
        let machine = machine();
        assert!(machine.query(&[Command::named("x", &["-l", "a"])])[0].is_ok());
        assert!(machine.mutate(&Command::named("x", &["--into=/srv"])).is_ok());
    }

    #[test]
    #[should_panic(expected = "as a query; the nearest grant '-l <name>' does not cover the argument '-a'")]
    fn command_without_grant_fails_the_test() {
        let _ = machine().query(&[Command::named("x", &["-l", "-a"])]);
    }

    #[test]
    #[should_panic(expected = "no grant of the manifest covers 'x' with the arguments [\"-l\", \"a\"]")]
    fn query_that_is_run_as_a_change_fails_the_test() {
        let _ = machine().mutate(&Command::named("x", &["-l", "a"]));
    }

    #[test]
    #[should_panic(expected = "does not cover the argument '/etc/shadow'")]
    fn command_for_the_path_of_another_resource_fails_the_test() {
        let _ = with_row(&[("path", "/etc/motd")]).query(&[Command::named("x", &["-c", "/etc/shadow"])]);
    }

    #[test]
    fn staged_file_is_covered_by_the_grant_of_its_path() {
        let machine = with_row(&[("path", "/etc/motd")]);
        let staged = machine.stage(Some("/etc/motd"), &vec!["y".into()], &Attrs::default()).unwrap();
        assert!(machine.query(&[Command::named("x", &["-c", &staged.path()])])[0].is_ok());
        assert!(machine.mutate(&Command::named("x", &["-o", &staged.path()])).is_ok());
        let other = machine.stage(Some("/srv/x"), &vec!["y".into()], &Attrs::default()).unwrap();
        assert!(machine.mutate(&Command::named("x", &["-o", &other.path()])).is_ok());
        assert!(staged.commit(None).is_ok());
    }

    #[test]
    #[should_panic(expected = "the nearest grant '-c @path' does not cover the argument '/srv/x.staged-1'")]
    fn file_staged_elsewhere_is_not_covered_by_the_grant_of_a_path() {
        let machine = with_row(&[("path", "/etc/motd")]);
        let staged = machine.stage(Some("/srv/x"), &vec!["y".into()], &Attrs::default()).unwrap();
        let _ = machine.query(&[Command::named("x", &["-c", &staged.path()])]);
    }

    #[test]
    fn paths_are_granted_as_by_the_host() {
        let machine = with_row(&[("path", "/etc/motd"), ("source", "/etc/link"), ("user", "joe")]);
        machine.account("joe", 1000).put("/home/joe/.ssh/id", FileNode::file("k"));
        machine.put("/etc/other", FileNode::file("o")).put("/etc/link", FileNode::symlink("/etc/other"));
        machine.put("/etc/app.d/c.conf", FileNode::symlink("/etc/shadow"));
        assert!(write(&machine, "/etc/motd").is_ok() && write(&machine, "/srv/new").is_ok());
        let refused = write(&machine, "/etc/shadow").unwrap_err();
        assert_eq!(refused.code, Code::Refused);
        assert_eq!(
            refused.message,
            "no grant of the manifest covers writing /etc/shadow; the nearest grant is '@path', which is /etc/motd"
        );
        let read = |path: &str| machine.read_text(&Place::unowned(path), 10);
        for path in ["/etc/motd", "/etc/app.d/a.conf", "/home/joe/.ssh/id", "/etc/link", "/srv/x"] {
            assert!(read(path).is_ok(), "{path}");
        }
        let refused = read("/etc/app.d/c.conf").unwrap_err().message;
        assert!(refused.contains("reading /etc/app.d/c.conf (which is /etc/shadow)"), "{refused}");
        assert!(read("/etc/app.d/b.txt").is_err());
        let stat = |path: &str| machine.stat_one(&Place::unowned(path), false, Want::empty());
        assert!(stat("/etc").is_ok() && stat("/home/joe").is_ok() && stat("/etc/shadow").is_err());
    }

    #[test]
    fn owners_and_suid_require_their_own_grants() {
        let machine = with_row(&[("path", "/etc/motd")]);
        let set = |path: &str, attrs: Attrs| machine.set_attrs(path, &attrs, false);
        let (owner, suid) =
            (Attrs { uid: Some(5), ..Attrs::default() }, Attrs { mode: Some(0o4755), ..Attrs::default() });
        assert!(set("/srv/x", owner.clone()).is_ok() && set("/etc/motd", owner).is_err());
        assert!(set("/srv/x", suid).unwrap_err().message.contains("setting suid or sgid on /srv/x"));
    }

    #[test]
    fn attributes_cover_any_path_without_a_row() {
        assert!(write(&machine(), "/etc/shadow").is_ok());
    }
}
