//! The import `identity`: users and groups from `/etc/passwd` and `/etc/group` below the root. On the system
//! itself, other sources of the name service switch are queried for unknown users and groups.

use std::rc::Rc;

use nix::unistd;
use rustc_hash::FxHashMap;

use crate::bindings::marotte::provider::identity::{Group, Key, User};
use crate::paths::Paths;
use crate::system::{CallContext, files};

/// Maximum number of cached users or groups from other sources.
const MAX_FOUND: usize = 10_000;

/// Maximum length of a name that is looked up.
const MAX_NAME: usize = 256;

/// Cache of users and groups.
#[derive(Default)]
pub(crate) struct Identity {
    users: Option<Rc<Users>>,
    groups: Option<Rc<Groups>>,
    sources: Option<Sources>,
    found_users: FxHashMap<LookupKey, Option<User>>,
    found_groups: FxHashMap<LookupKey, Option<Group>>,
}

/// Whether the name service switch has other sources than files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Sources {
    users: bool,
    groups: bool,
}

#[derive(Default)]
struct Users {
    list: Vec<User>,
    by_name: FxHashMap<String, usize>,
    by_id: FxHashMap<u32, usize>,
}

#[derive(Default)]
struct Groups {
    list: Vec<Group>,
    by_name: FxHashMap<String, usize>,
    by_id: FxHashMap<u32, usize>,
}

impl Identity {
    /// Clears the cache: one of its files was written, or a command may have changed one.
    pub(crate) fn forget(&mut self) {
        *self = Self::default();
    }

    /// Finds a user.
    pub(crate) fn find_user(&mut self, paths: &Paths, key: &Key) -> Option<User> {
        let users = self.users(paths);
        let at = match key {
            Key::Name(name) => users.by_name.get(name),
            Key::Id(id) => users.by_id.get(id),
        };
        if let Some(at) = at {
            return Some(users.list[*at].clone());
        }
        if !self.sources(paths).users {
            return None;
        }
        let lookup = LookupKey::of(key)?;
        make_room(&mut self.found_users);
        self.found_users.entry(lookup).or_insert_with_key(known_user).clone()
    }

    /// Finds a group.
    pub(crate) fn find_group(&mut self, paths: &Paths, key: &Key) -> Option<Group> {
        let groups = self.groups(paths);
        let at = match key {
            Key::Name(name) => groups.by_name.get(name),
            Key::Id(id) => groups.by_id.get(id),
        };
        if let Some(at) = at {
            return Some(groups.list[*at].clone());
        }
        if !self.sources(paths).groups {
            return None;
        }
        let lookup = LookupKey::of(key)?;
        make_room(&mut self.found_groups);
        self.found_groups.entry(lookup).or_insert_with_key(known_group).clone()
    }

    /// Returns the groups of a user, starting with the primary group.
    pub(crate) fn groups_of(&mut self, paths: &Paths, user: &User) -> Vec<u32> {
        let mut ids = vec![user.gid];
        for group in &self.groups(paths).list {
            if group.gid != user.gid && group.members.contains(&user.name) {
                ids.push(group.gid);
            }
        }
        ids
    }

    fn users(&mut self, paths: &Paths) -> Rc<Users> {
        Rc::clone(self.users.get_or_insert_with(|| {
            let mut users = Users { list: entries(paths, "/etc/passwd", parse_user), ..Users::default() };
            for (at, user) in users.list.iter().enumerate() {
                users.by_name.entry(user.name.clone()).or_insert(at);
                users.by_id.entry(user.uid).or_insert(at);
            }
            Rc::new(users)
        }))
    }

    fn groups(&mut self, paths: &Paths) -> Rc<Groups> {
        Rc::clone(self.groups.get_or_insert_with(|| {
            let mut groups = Groups { list: entries(paths, "/etc/group", parse_group), ..Groups::default() };
            for (at, group) in groups.list.iter().enumerate() {
                groups.by_name.entry(group.name.clone()).or_insert(at);
                groups.by_id.entry(group.gid).or_insert(at);
            }
            Rc::new(groups)
        }))
    }

    /// Returns whether other sources are used. For another root only its files are used, since other sources
    /// contain the users of this system.
    fn sources(&mut self, paths: &Paths) -> Sources {
        *self.sources.get_or_insert_with(|| {
            if !paths.is_system_root() {
                return Sources { users: false, groups: false };
            }
            let text = files::text_of(paths, "/etc/nsswitch.conf").unwrap_or_default();
            Sources { users: has_others(&text, "passwd"), groups: has_others(&text, "group") }
        })
    }
}

impl CallContext<'_> {
    /// `identity.find-user`
    pub(crate) fn find_user(&mut self, key: &Key) -> Option<User> {
        self.identified();
        self.machine.identity.borrow_mut().find_user(&self.machine.paths, key)
    }

    /// `identity.find-group`
    pub(crate) fn find_group(&mut self, key: &Key) -> Option<Group> {
        self.identified();
        self.machine.identity.borrow_mut().find_group(&self.machine.paths, key)
    }

    /// `identity.users`
    pub(crate) fn users(&mut self) -> Vec<User> {
        self.identified();
        self.machine.identity.borrow_mut().users(&self.machine.paths).list.clone()
    }

    /// `identity.groups`
    pub(crate) fn groups(&mut self) -> Vec<Group> {
        self.identified();
        self.machine.identity.borrow_mut().groups(&self.machine.paths).list.clone()
    }

    /// Records access to users and groups. These calls have no row, so all rows of the call depend on the users and
    /// groups.
    fn identified(&mut self) {
        let reader = self.reader(0);
        self.machine.record.identified(reader);
        self.trace("read", 0, "users and groups");
    }
}

fn entries<T>(paths: &Paths, path: &str, parse: impl Fn(&str) -> Option<T>) -> Vec<T> {
    files::text_of(paths, path).unwrap_or_default().lines().filter_map(parse).collect()
}

/// Parses `name:x:uid:gid:gecos:home:shell`.
fn parse_user(line: &str) -> Option<User> {
    let mut fields = line.split(':');
    let name = fields.next().filter(|name| is_name(name))?.to_owned();
    let (uid, gid) = (fields.nth(1)?.parse().ok()?, fields.next()?.parse().ok()?);
    let mut rest = fields.map(str::to_owned);
    let mut next = || rest.next().unwrap_or_default();
    Some(User { name, uid, gid, gecos: next(), home: next(), shell: next() })
}

/// Parses `name:x:gid:member,member`.
fn parse_group(line: &str) -> Option<Group> {
    let mut fields = line.split(':');
    let name = fields.next().filter(|name| is_name(name))?.to_owned();
    let gid = fields.nth(1)?.parse().ok()?;
    let members = fields.next().unwrap_or_default();
    let members = members.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect();
    Some(Group { name, gid, members })
}

/// Returns whether a field is a name. Comments and the historical `+` and `-` entries are not.
fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.starts_with(['#', '+', '-'])
}

fn has_others(text: &str, database: &str) -> bool {
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix(database)?.strip_prefix(':'));
    line.is_some_and(|line| {
        let line = line.split('#').next().unwrap_or_default();
        line.split_whitespace().any(|source| !source.starts_with('[') && !matches!(source, "files" | "compat" | "db"))
    })
}

/// Clears a cache that has reached its maximum size.
fn make_room<T>(found: &mut FxHashMap<LookupKey, T>) {
    if found.len() >= MAX_FOUND {
        found.clear();
    }
}

/// Key of a lookup.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum LookupKey {
    Name(String),
    Id(u32),
}

impl LookupKey {
    /// Returns the key of a lookup; `None` for names that are too long or that cannot occur in a file.
    fn of(key: &Key) -> Option<Self> {
        match key {
            Key::Name(name) if name.len() > MAX_NAME || !is_name(name) || name.contains([':', '\n', '\0']) => None,
            Key::Name(name) => Some(Self::Name(name.clone())),
            Key::Id(id) => Some(Self::Id(*id)),
        }
    }
}

/// Looks up a user in the name service switch. A source that does not respond is treated as having no users.
fn known_user(lookup: &LookupKey) -> Option<User> {
    let user = match lookup {
        LookupKey::Name(name) => unistd::User::from_name(name),
        LookupKey::Id(id) => unistd::User::from_uid((*id).into()),
    };
    let unistd::User { name, uid, gid, gecos, dir, shell, .. } = user.ok()??;
    let (home, shell) = (dir.to_string_lossy().into_owned(), shell.to_string_lossy().into_owned());
    Some(User { name, uid: uid.into(), gid: gid.into(), gecos: gecos.to_string_lossy().into_owned(), home, shell })
}

fn known_group(lookup: &LookupKey) -> Option<Group> {
    let group = match lookup {
        LookupKey::Name(name) => unistd::Group::from_name(name),
        LookupKey::Id(id) => unistd::Group::from_gid((*id).into()),
    };
    let unistd::Group { name, gid, mem, .. } = group.ok()??;
    Some(Group { name, gid: gid.into(), members: mem })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwd_and_group_lines_are_parsed() {
        let user = parse_user("bob:x:1000:100:Bob,,,:/home/bob:/bin/sh").unwrap();
        assert_eq!((user.uid, user.gid, &*user.home, &*user.shell), (1000, 100, "/home/bob", "/bin/sh"));
        assert!(parse_user("+::::::").is_none());
        assert!(parse_user("bob:x:many:100").is_none());
        let group = parse_group("wheel:x:10:bob,eve").unwrap();
        assert_eq!((group.gid, group.members.len()), (10, 2));
        assert!(parse_group("empty:x:11:").unwrap().members.is_empty());
    }

    #[test]
    fn name_service_switch_is_used_only_with_other_sources_than_files() {
        assert!(!has_others("passwd:         files\n", "passwd"));
        assert!(has_others("group: files [NOTFOUND=return] sss # x\n", "group"));
        assert!(!has_others("# passwd: ldap\n", "passwd"));
    }

    #[test]
    fn name_service_switch_finds_users_and_groups() {
        let lookup = |key| LookupKey::of(&key);
        let root = known_user(&lookup(Key::Id(0)).unwrap()).unwrap();
        assert_eq!((root.name.as_str(), root.gid), ("root", 0));
        assert_eq!(known_group(&lookup(Key::Name("root".into())).unwrap()).unwrap().gid, 0);
        assert!(known_user(&lookup(Key::Name("no one of this name".into())).unwrap()).is_none());
        for name in ["", "-x", "a:b", "a\0b", &"x".repeat(300)] {
            assert_eq!(lookup(Key::Name(name.into())), None);
        }
    }

    #[test]
    fn users_of_another_root_come_from_its_files() {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(root.path().join("etc")).unwrap();
        std::fs::write(root.path().join("etc/passwd"), "eve:x:7:8::/:/bin/sh\n").unwrap();
        std::fs::write(root.path().join("etc/group"), "eves:x:8:\nmore:x:9:eve\n").unwrap();
        let paths = Paths::open(root.path()).unwrap();
        let mut identity = Identity::default();
        let eve = identity.find_user(&paths, &Key::Name("eve".into())).unwrap();
        assert_eq!(identity.groups_of(&paths, &eve), [8, 9]);
        assert!(identity.find_user(&paths, &Key::Name("root".into())).is_none());
        assert!(identity.find_group(&paths, &Key::Id(9)).is_some());
    }
}
