//! In-memory system for tests of providers: files, users, commands, hosts, facts, log messages, recorded
//! operations and injected errors. It checks grants with the rules of the host.

mod answers;
mod files;
mod grants;
mod network;
mod programs;
mod provider_test;
mod transcript;

use std::cell::{Ref, RefCell};
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use md5::Md5;
use sha2::{Digest as _, Sha256};

use crate::system::{
    Attrs, Body, CatalogResource, Command, Entry, Group, Key, Level, LogContext, Metadata, Output, Part, Place,
    ReadSystem, Request, Response, Staged, System, User, Want, WriteSystem,
};
use crate::value::{Secret, Value};
use crate::{Code, Error, HiddenFiles, Result, fnmatch};

pub use answers::{Commands, ended, input, timed_out};
pub use files::FileNode;
use files::FileTree;
use grants::{Access, RowValues};
pub use programs::Programs;
pub use provider_test::{Desired, ProviderTest};

type Runner = Box<dyn FnMut(&Command) -> Result<Output>>;

/// An in-memory system.
///
/// ```
/// use marotte_sdk::fake::{FakeSystem, FileNode};
/// use marotte_sdk::prelude::*;
///
/// let system = FakeSystem::new();
/// system.put("/etc/motd", FileNode::file("Welcome\n"));
/// system.set_attrs("/etc/motd", &Attrs { mode: Some(0o600), ..Attrs::default() }, false)?;
/// assert_eq!(system.node("/etc/motd").map(|node| node.mode), Some(0o600));
/// assert_eq!(system.effects(), ["set_attrs /etc/motd"]);
/// # Ok::<(), marotte_sdk::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct FakeSystem(Rc<RefCell<State>>);

#[derive(Default)]
struct State {
    files: FileTree,
    users: Vec<User>,
    groups: Vec<Group>,
    facts: BTreeMap<String, Value>,
    found: Vec<(String, CatalogResource)>,
    secrets: Vec<String>,
    runner: Option<Runner>,
    responder: Option<network::Responder>,
    variables: BTreeMap<String, String>,
    manifest: Option<marotte_contract::manifest::Manifest>,
    /// Whether requests that change something are refused.
    only_asks: bool,
    faults: Vec<(&'static str, Error)>,
    /// Errors of future changes, with the number of changes before each.
    doomed: Vec<(usize, Error)>,
    lines: Vec<LoggedLine>,
    effects: Vec<String>,
    reads: Vec<&'static str>,
    is_diffing: bool,
    /// Number of files staged so far.
    staged_count: u32,
    /// The staged files: their places, and the paths that they are committed to.
    staged: Vec<(String, Option<String>)>,
    /// The values of the row of the current call, to which grants refer.
    row: Option<RowValues>,
}

/// A log message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedLine {
    /// The severity.
    pub level: Level,
    /// The subject.
    pub about: LogContext,
    /// The message.
    pub text: String,
}

impl FakeSystem {
    /// Creates a system with an empty root directory.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a node, and missing parent directories.
    pub fn put(&self, path: &str, node: FileNode) -> &Self {
        let files = &mut self.0.borrow_mut().files.nodes;
        for (place, _) in path.match_indices('/').skip(1) {
            files.entry(path[..place].to_owned()).or_insert_with(FileNode::directory);
        }
        files.insert(path.to_owned(), node);
        self
    }

    /// Returns the current node at a path.
    #[must_use]
    pub fn node(&self, path: &str) -> Option<FileNode> {
        self.0.borrow().files.node(path, false).cloned()
    }

    /// Returns the content of a file as text; empty if it does not exist.
    #[must_use]
    pub fn text(&self, path: &str) -> String {
        let content = self.node(path).map(|node| node.content).unwrap_or_default();
        String::from_utf8_lossy(&content).into_owned()
    }

    /// Sets the SELinux label that the policy assigns to a path: new objects get it automatically.
    pub fn policy(&self, path: &str, label: &str) -> &Self {
        self.0.borrow_mut().files.labels.insert(path.to_owned(), label.to_owned());
        self
    }

    /// Adds a user and a group of the same name and number.
    pub fn account(&self, name: &str, id: u32) -> &Self {
        let home = format!("/home/{name}");
        let (shell, gecos) = ("/bin/sh".to_owned(), String::new());
        self.add_user(User { name: name.to_owned(), uid: id, gid: id, home, shell, gecos }).add_group(name, id, &[])
    }

    /// Adds a user.
    pub fn add_user(&self, user: User) -> &Self {
        self.0.borrow_mut().users.push(user);
        self
    }

    /// Adds a group.
    pub fn add_group(&self, name: &str, gid: u32, members: &[&str]) -> &Self {
        let members = members.iter().map(|member| (*member).to_owned()).collect();
        self.0.borrow_mut().groups.push(Group { name: name.to_owned(), gid, members });
        self
    }

    /// Sets a fact.
    pub fn set_fact(&self, path: &str, value: impl Into<Value>) -> &Self {
        self.0.borrow_mut().facts.insert(path.to_owned(), value.into());
        self
    }

    /// Adds a resource to the catalog.
    pub fn declare(&self, type_name: &str, found: CatalogResource) -> &Self {
        self.0.borrow_mut().found.push((type_name.to_owned(), found));
        self
    }

    /// Creates a secret.
    #[must_use]
    pub fn secret(&self, text: &str) -> Secret {
        let secrets = &mut self.0.borrow_mut().secrets;
        secrets.push(text.to_owned());
        Secret::from_token(u32::try_from(secrets.len()).unwrap_or(u32::MAX))
    }

    /// Sets the function that runs commands. Without it, no command is found.
    pub fn on_command(&self, runner: impl FnMut(&Command) -> Result<Output> + 'static) -> &Self {
        self.0.borrow_mut().runner = Some(Box::new(runner));
        self
    }

    /// Enables the output of differences.
    pub fn show_diff(&self) -> &Self {
        self.0.borrow_mut().is_diffing = true;
        self
    }

    /// Makes the next call with this name fail: "write", "stat", "mutate" and so on.
    pub fn fail(&self, call: &'static str, error: Error) -> &Self {
        self.0.borrow_mut().faults.push((call, error));
        self
    }

    /// Makes the n-th change from now on fail, whatever it is; 1 is the next one.
    pub fn fail_effect(&self, number: usize, error: Error) -> &Self {
        self.0.borrow_mut().doomed.push((number.saturating_sub(1), error));
        self
    }

    /// Replays commands from a transcript, a file that can be reviewed and stored with the tests. If the
    /// environment variable `MAROTTE_RECORD` is set, the commands are run and their output is written to the
    /// file; `programs` contains the paths of programs that are not in PATH, by their names in the manifest.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not a transcript.
    pub fn transcript(&self, path: impl AsRef<Path>, programs: &[(&str, &str)]) -> Result<&Self> {
        let runner = transcript::runner(path.as_ref(), programs)?;
        self.0.borrow_mut().runner = Some(runner);
        Ok(self)
    }

    /// Returns the log messages.
    #[must_use]
    pub fn lines(&self) -> Ref<'_, [LoggedLine]> {
        Ref::map(self.0.borrow(), |state| state.lines.as_slice())
    }

    /// Returns the messages logged at a level.
    #[must_use]
    pub fn logged(&self, level: Level) -> Vec<String> {
        let lines = self.lines();
        lines.iter().filter(|line| line.level == level).map(|line| line.text.clone()).collect()
    }

    /// Returns the changes in order: "write /etc/motd".
    #[must_use]
    pub fn effects(&self) -> Vec<String> {
        self.0.borrow().effects.clone()
    }

    /// Returns the reading calls in order, by name.
    #[must_use]
    pub fn reads(&self) -> Vec<&'static str> {
        self.0.borrow().reads.clone()
    }

    fn reading(&self, call: &'static str) -> Result<()> {
        self.0.borrow_mut().reads.push(call);
        self.fault(call)
    }

    fn effect(&self, call: &'static str, about: &str) -> Result<()> {
        self.fault(call)?;
        self.doom()?;
        self.0.borrow_mut().effects.push(format!("{call} {about}"));
        Ok(())
    }

    fn doom(&self) -> Result<()> {
        let doomed = &mut self.0.borrow_mut().doomed;
        let now = doomed.iter().position(|(left, _)| *left == 0).map(|place| doomed.remove(place).1);
        doomed.iter_mut().for_each(|(left, _)| *left = left.saturating_sub(1));
        now.map_or(Ok(()), Err)
    }

    fn fault(&self, call: &str) -> Result<()> {
        let faults = &mut self.0.borrow_mut().faults;
        match faults.iter().position(|(name, _)| *name == call) {
            Some(place) => Err(faults.remove(place).1),
            None => Ok(()),
        }
    }

    fn run(&self, command: &Command) -> Result<Output> {
        // Removed during the call, so that the runner can access the system.
        let Some(mut runner) = self.0.borrow_mut().runner.take() else {
            return Err(Error::new(Code::NotFound, "no such command"));
        };
        let output = runner(command);
        self.0.borrow_mut().runner.get_or_insert(runner);
        output
    }

    fn bytes(&self, body: &Body) -> Result<Vec<u8>> {
        let files = body.iter().filter_map(|part| match part {
            Part::File(place) => Some(place),
            _ => None,
        });
        files.into_iter().try_for_each(|place| self.check_path(Access::Read, &place.path, true))?;
        let state = self.0.borrow();
        let mut bytes = Vec::new();
        for part in body {
            match part {
                Part::Text(text) => bytes.extend_from_slice(text.as_bytes()),
                Part::Bytes(part) => bytes.extend_from_slice(part),
                Part::Secret(part) => bytes.extend_from_slice(state.secret(part.token)?.as_bytes()),
                Part::File(place) => bytes.extend_from_slice(state.files.content(&place.path)?),
            }
        }
        Ok(bytes)
    }
}

impl State {
    fn secret(&self, token: u32) -> Result<&str> {
        let place = (token as usize).checked_sub(1);
        place
            .and_then(|place| self.secrets.get(place))
            .map(String::as_str)
            .ok_or_else(|| Error::invalid("no such secret"))
    }
}

impl System for FakeSystem {
    fn log(&self, level: Level, about: LogContext, message: &str) {
        self.0.borrow_mut().lines.push(LoggedLine { level, about, text: message.to_owned() });
    }

    fn fact(&self, path: &str) -> Option<Value> {
        self.0.borrow().facts.get(path).cloned()
    }

    fn find(&self, type_name: &str, _attributes: &[String]) -> Vec<CatalogResource> {
        assert!(self.may_find(type_name), "no grant of the manifest covers the resources of the type '{type_name}'");
        let state = self.0.borrow();
        state.found.iter().filter(|(name, _)| name == type_name).map(|(_, found)| found.clone()).collect()
    }
}

impl ReadSystem for FakeSystem {
    fn stat(&self, places: &[Place], follow: bool, want: Want) -> Vec<Result<Option<Metadata>>> {
        let stat = |place: &Place| {
            self.fault("stat")?;
            self.check_path(Access::Stat, &place.path, follow)?;
            let found = self.0.borrow().files.stat(&place.path, follow);
            let acl_group = |metadata: &Metadata| metadata.acl_group.filter(|_| want.contains(Want::ACL));
            Ok(found.map(|metadata| Metadata { acl_group: acl_group(&metadata), ..metadata }))
        };
        self.0.borrow_mut().reads.push("stat");
        places.iter().map(stat).collect()
    }

    fn read(&self, place: &Place, offset: u64, limit: u32) -> Result<Vec<u8>> {
        self.reading("read")?;
        self.check_path(Access::Read, &place.path, true)?;
        let state = self.0.borrow();
        let offset = usize::try_from(offset).unwrap_or(usize::MAX);
        Ok(state.files.content(&place.path)?.iter().skip(offset).take(limit as usize).copied().collect())
    }

    fn read_text(&self, place: &Place, limit: u32) -> Result<String> {
        self.reading("read_text")?;
        self.check_path(Access::Read, &place.path, true)?;
        let content = self.0.borrow().files.content(&place.path)?.to_vec();
        if content.len() > limit as usize {
            return Err(Error::invalid(format!("{} is too big", place.path)));
        }
        String::from_utf8(content).map_err(|_| Error::invalid(format!("{} is not UTF-8", place.path)))
    }

    fn digest(&self, bodies: &[Body], algorithm: &str) -> Vec<Result<String>> {
        let digest = |body: &Body| {
            self.fault("digest")?;
            let mut bytes = self.bytes(body)?;
            let full = algorithm.strip_suffix("lite").unwrap_or(algorithm);
            if full != algorithm {
                bytes.truncate(512);
            }
            match full {
                "sha256" => Ok(hex(&Sha256::digest(&bytes))),
                "md5" => Ok(hex(&Md5::digest(&bytes))),
                other => Err(Error::invalid(format!("the fake system does not support {other}"))),
            }
        };
        self.0.borrow_mut().reads.push("digest");
        bodies.iter().map(digest).collect()
    }

    fn equal(&self, pairs: &[(Place, Body)]) -> Vec<Result<bool>> {
        let equal = |(place, body): &(Place, Body)| {
            self.fault("equal")?;
            self.check_path(Access::Read, &place.path, true)?;
            let bytes = self.bytes(body)?;
            Ok(self.0.borrow().files.content(&place.path).is_ok_and(|content| content == bytes))
        };
        self.0.borrow_mut().reads.push("equal");
        pairs.iter().map(equal).collect()
    }

    fn diff(&self, place: &Place, body: &Body) -> Result<String> {
        self.reading("diff")?;
        self.check_path(Access::Read, &place.path, true)?;
        if !self.0.borrow().is_diffing {
            return Ok(String::new());
        }
        if body.iter().any(|part| matches!(part, Part::Secret(_))) {
            return Ok("[diff redacted]".to_owned());
        }
        let is = match self.bytes(&vec![Part::File(place.clone())]) {
            Err(missing) if missing.code == Code::NotFound => Vec::new(),
            read => read?,
        };
        let should = self.bytes(body)?;
        let marked = |mark: char, text: &[u8]| {
            let text = String::from_utf8_lossy(text);
            text.lines().map(|line| format!("{mark}{line}\n")).collect::<String>()
        };
        Ok(marked('-', &is) + &marked('+', &should))
    }

    fn walk(&self, root: &Place, depth: u32, follow: bool, ignore: &[String], limit: u32) -> Result<Vec<Entry>> {
        self.reading("walk")?;
        self.check_path(Access::Read, &root.path, true)?;
        let mut entries = self.0.borrow().files.walk(&root.path, depth, follow)?;
        let below = root.path.trim_end_matches('/').len();
        let is_ignored = |name: &str| ignore.iter().any(|pattern| fnmatch(pattern, name, HiddenFiles::Alike));
        entries.retain(|entry| !entry.path[below..].split('/').skip(1).any(is_ignored));
        if entries.len() > limit as usize { Err(Error::invalid("too many entries")) } else { Ok(entries) }
    }

    fn user(&self, key: &Key) -> Option<User> {
        self.0.borrow_mut().reads.push("user");
        let is_meant = |user: &&User| match key {
            Key::Name(name) => user.name == *name,
            Key::Id(id) => user.uid == *id,
        };
        self.0.borrow().users.iter().find(is_meant).cloned()
    }

    fn group(&self, key: &Key) -> Option<Group> {
        self.0.borrow_mut().reads.push("group");
        let is_meant = |group: &&Group| match key {
            Key::Name(name) => group.name == *name,
            Key::Id(id) => group.gid == *id,
        };
        self.0.borrow().groups.iter().find(is_meant).cloned()
    }

    fn users(&self) -> Vec<User> {
        self.0.borrow().users.clone()
    }

    fn groups(&self) -> Vec<Group> {
        self.0.borrow().groups.clone()
    }

    fn query(&self, commands: &[Command]) -> Vec<Result<Output>> {
        let run = |command: &Command| {
            self.reading("query")?;
            self.check_command(command, false);
            self.run(command)
        };
        commands.iter().map(run).collect()
    }

    fn send(&self, request: &Request) -> Result<Response> {
        self.reading("send")?;
        self.answer(request)
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.variable_granted(name)
    }

    fn reveal(&self, secret: Secret) -> Result<String> {
        self.0.borrow().secret(secret.token()).map(str::to_owned)
    }

    fn sleep(&self, time: Duration) {
        self.0.borrow_mut().effects.push(format!("sleep {}", time.as_secs_f64()));
    }
}

/// A staged file in memory.
pub struct FakeStaged {
    fake: FakeSystem,
    place: String,
    path: Option<String>,
}

impl Staged for FakeStaged {
    fn path(&self) -> String {
        self.place.clone()
    }

    fn commit(&self, backup: Option<&str>) -> Result<()> {
        let path = self.path.as_deref().ok_or_else(|| Error::invalid("the file was staged without a path"))?;
        self.fake.effect("commit", path)?;
        let mut state = self.fake.0.borrow_mut();
        state.staged.retain(|(place, _)| *place != self.place);
        let files = &mut state.files;
        let Some(node) = files.nodes.remove(&self.place) else {
            return Err(Error::invalid("the file has already been committed"));
        };
        let attrs = Attrs { mode: Some(node.mode), uid: Some(node.uid), gid: Some(node.gid), ..Attrs::default() };
        files.write(path, node.content, &attrs, backup)
    }
}

impl Drop for FakeStaged {
    fn drop(&mut self) {
        let mut state = self.fake.0.borrow_mut();
        state.files.nodes.remove(&self.place);
        state.staged.retain(|(place, _)| *place != self.place);
    }
}

impl WriteSystem for FakeSystem {
    type Staged = FakeStaged;

    fn write(&self, path: &str, body: &Body, attrs: &Attrs, backup: Option<&str>) -> Result<()> {
        let content = self.bytes(body)?;
        self.check_change(path, attrs, false)?;
        self.effect("write", path)?;
        self.0.borrow_mut().files.write(path, content, attrs, backup)
    }

    fn stage(&self, path: Option<&str>, body: &Body, attrs: &Attrs) -> Result<Self::Staged> {
        let content = self.bytes(body)?;
        path.map_or(Ok(()), |path| self.check_change(path, attrs, false))?;
        self.effect("stage", path.unwrap_or_default())?;
        let mut state = self.0.borrow_mut();
        state.staged_count += 1;
        let place = format!("{}.staged-{}", path.unwrap_or("/tmp/file"), state.staged_count);
        state.staged.push((place.clone(), path.map(str::to_owned)));
        let old = path.and_then(|path| state.files.node(path, false)).cloned();
        let mut node = FileNode { content, ..old.unwrap_or_else(|| FileNode::file("")) };
        node.mode = attrs.mode.unwrap_or(node.mode);
        node.uid = attrs.uid.unwrap_or(node.uid);
        node.gid = attrs.gid.unwrap_or(node.gid);
        state.files.nodes.insert(place.clone(), node);
        Ok(FakeStaged { fake: self.clone(), place, path: path.map(str::to_owned) })
    }

    fn make_directory(&self, path: &str, attrs: &Attrs, parents: bool) -> Result<()> {
        self.check_change(path, attrs, false)?;
        let missing = path.match_indices('/').skip(1).map(|(end, _)| &path[..end]);
        for above in missing.filter(|above| parents && self.node(above).is_none()) {
            self.check_path(Access::Write, above, false)?;
        }
        self.effect("make_directory", path)?;
        if parents {
            self.put(path, FileNode::directory());
            return self.0.borrow_mut().files.set_attrs(path, attrs, false);
        }
        self.0.borrow_mut().files.insert(path, FileNode::directory(), attrs)
    }

    fn make_symlink(&self, target: &str, path: &str, attrs: &Attrs) -> Result<()> {
        self.check_change(path, attrs, false)?;
        self.effect("make_symlink", path)?;
        self.0.borrow_mut().files.insert(path, FileNode::symlink(target), attrs)
    }

    fn set_attrs(&self, path: &str, attrs: &Attrs, follow: bool) -> Result<()> {
        self.check_change(path, attrs, follow)?;
        self.effect("set_attrs", path)?;
        self.0.borrow_mut().files.set_attrs(path, attrs, follow)
    }

    fn rename(&self, source: &str, path: &str) -> Result<()> {
        self.check_path(Access::Write, source, false)?;
        self.check_path(Access::Write, path, false)?;
        self.effect("rename", path)?;
        self.0.borrow_mut().files.rename(source, path)
    }

    fn remove(&self, path: &str, recursive: bool, backup: Option<&str>) -> Result<()> {
        self.check_path(Access::Write, path, false)?;
        self.effect("remove", path)?;
        self.0.borrow_mut().files.remove(path, recursive, backup)
    }

    fn mutate(&self, command: &Command) -> Result<Output> {
        self.effect("mutate", "")?;
        self.check_command(command, true);
        self.run(command)
    }

    fn fetch(&self, request: &Request, path: &str, digest: Option<(&str, &str)>) -> Result<()> {
        self.download(request, path, digest)
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lossy_read_replaces_invalid_utf8_and_fails_beyond_the_limit() {
        let machine = FakeSystem::new();
        machine.put("/l", FileNode::file(b"a\xff\n".to_vec()));
        let place = |path: &str| Place::unowned(path);
        assert_eq!(machine.read_lossy(&place("/l"), 3).unwrap(), "a\u{fffd}\n");
        assert_eq!(
            machine.read_lossy(&place("/l"), 2).unwrap_err().message,
            "Could not read /l: it has more than 2 bytes"
        );
        assert_eq!(machine.read_lossy(&place("/none"), 2).unwrap_err().code, Code::NotFound);
    }

    #[test]
    fn fail_effect_fails_only_the_nth_change() {
        let machine = FakeSystem::new();
        machine.fail_effect(2, Error::new(Code::Io, "full")).fail_effect(3, Error::new(Code::Denied, "closed"));
        let write = |path: &str| machine.write(path, &vec!["x".into()], &Attrs::default(), None);
        assert!(write("/a").is_ok());
        assert_eq!(write("/b").unwrap_err().message, "full");
        assert_eq!(machine.make_directory("/c", &Attrs::default(), false).unwrap_err().message, "closed");
        assert!(write("/d").is_ok());
        assert_eq!(machine.effects(), ["write /a", "write /d"]);
    }
}
