//! Tests of the provider: changes to key files, and files that must not be changed.

use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};

use super::*;
use crate::Component;

const KEYS: &str =
    "# Ours\nssh-rsa AAAA\nno-pty ssh-rsa BBBB ann@laptop\nssh-rsa CCCC\nssh-ed25519 DDDD x y\n1024 35 99 old\n";
const FILE: &str = "/home/ann/.ssh/authorized_keys";

struct Site {
    machine: FakeSystem,
    trial: ProviderTest<Parsed>,
}

impl Site {
    fn new() -> Self {
        let machine = FakeSystem::new();
        machine.account("ann", 5000).account("bob", 5001).account("root", 0);
        machine.put("/home/ann", owned(5000, 0o755)).put("/home/ann/.ssh", owned(5000, 0o700));
        machine.put(FILE, FileNode { uid: 5000, gid: 5000, mode: 0o644, ..FileNode::file(KEYS) });
        Self { trial: ProviderTest::new::<Component>(&machine, "parsed"), machine }
    }

    fn apply(&mut self, title: &str, attributes: &[(&str, Value)]) -> Vec<String> {
        let wanted = self.trial.prepare(title, attributes).unwrap();
        let messages = self.trial.apply(&wanted);
        if !messages.iter().any(|line| line.contains("failed") || line.starts_with("Could not")) {
            assert_eq!(self.trial.apply(&wanted), [""; 0]);
        }
        messages
    }

    fn text(&self) -> String {
        self.machine.text(FILE)
    }
}

fn owned(uid: u32, mode: u32) -> FileNode {
    FileNode { uid, gid: uid, mode, ..FileNode::directory() }
}

fn texts(texts: &[&str]) -> Value {
    Value::Array(texts.iter().map(|text| Value::from(*text)).collect())
}

fn user(name: &str) -> (&'static str, Value) {
    ("user", name.into())
}

fn absent() -> (&'static str, Value) {
    ("ensure", "absent".into())
}

/// Returns the attributes of a key of a user.
fn key_of(name: &str) -> Vec<(&'static str, Value)> {
    vec![user(name), ("type", "ssh-ed25519".into()), ("key", "EEEE".into())]
}

#[test]
fn keys_are_created_changed_and_removed() {
    let mut site = Site::new();
    let options = ("options", texts(&["no-pty", "command=\"a b\""]));
    assert_eq!(site.apply("new", &[key_of("ann"), vec![options]].concat()), ["ensure: created"]);
    let changes = ["key: key changed 'BBBB' to 'FFFF'", "options: undefined 'options' from ['no-pty']"];
    assert_eq!(site.apply("ann@laptop", &[user("ann"), ("key", "FFFF".into())]), changes);
    let changes = ["options: options changed ['absent'] to ['restrict', 'from=\"10.*\"']"];
    assert_eq!(site.apply("ann@laptop", &[user("ann"), ("options", texts(&["restrict", "from=\"10.*\""]))]), changes);
    assert_eq!(site.apply("ann@laptop", &[user("ann"), ("options", texts(&[]))]).len(), 1);
    assert_eq!(site.apply("x y", &[user("ann"), absent()]), ["ensure: removed"]);
    assert_eq!(
        site.text(),
        "# Ours\nssh-rsa AAAA\nssh-rsa FFFF ann@laptop\nssh-rsa CCCC\n1024 35 99 old\nno-pty,command=\"a b\" ssh-ed25519 EEEE new\n"
    );
    let file = site.machine.node(FILE).unwrap();
    assert_eq!((file.uid, file.gid, file.mode), (5000, 5000, 0o600));
}

#[test]
fn keys_without_a_comment_keep_their_numbers() {
    let mut site = Site::new();
    assert_eq!(site.apply(&format!("{FILE}:unnamed-1"), &[user("ann"), absent()]), ["ensure: removed"]);
    assert_eq!(site.apply(&format!("{FILE}:unnamed-2"), &[user("ann"), absent()]), ["ensure: removed"]);
    assert_eq!(site.apply(&format!("{FILE}:unnamed-3"), &[user("ann"), absent()]), [""; 0]);
    assert!(!site.text().contains("AAAA") && !site.text().contains("CCCC"), "{}", site.text());
}

#[test]
fn directory_is_created_for_its_user() {
    let mut site = Site::new();
    site.machine.put("/home/bob", owned(5001, 0o755));
    assert_eq!(site.apply("new", &key_of("bob")), ["ensure: created"]);
    let (directory, file) = (site.machine.node("/home/bob/.ssh"), site.machine.node("/home/bob/.ssh/authorized_keys"));
    assert_eq!(directory.map(|node| (node.uid, node.gid, node.mode)), Some((5001, 5001, 0o700)));
    assert_eq!(file.map(|node| (node.uid, node.gid, node.mode)), Some((5001, 5001, 0o600)));
}

#[test]
fn directories_not_owned_by_the_user_are_rejected() {
    let mut site = Site::new();
    site.machine
        .put("/root/.ssh", owned(0, 0o700))
        .put("/root/.ssh/authorized_keys", FileNode::file("ssh-rsa ROOT root\n"));
    let denied = |directory: &str, name: &str| {
        format!(
            "ensure: change from 'absent' to 'present' failed: Permission denied - {directory} is not a directory that belongs to user \
             '{name}'"
        )
    };
    // The directory is only created inside the home directory.
    let other = [key_of("ann"), vec![("target", "/srv/.ssh/keys".into())]].concat();
    assert!(site.apply("new", &other)[0].ends_with("failed: No such file or directory - /srv/.ssh"));
    // The user's directory is a link to a directory of root.
    site.machine.put("/home/bob", owned(5001, 0o755)).put("/home/bob/.ssh", FileNode::symlink("/root/.ssh"));
    assert_eq!(site.apply("new", &key_of("bob")), [denied("/home/bob/.ssh", "bob")]);
    // The user's file is a link to a file of root.
    site.machine.put(FILE, FileNode::symlink("/root/.ssh/authorized_keys"));
    assert_eq!(site.apply("new", &key_of("ann")), [denied("/root/.ssh", "ann")]);
    assert_eq!(site.machine.text("/root/.ssh/authorized_keys"), "ssh-rsa ROOT root\n");
    // Users have no keys in a directory of root.
    let target = [key_of("ann"), vec![("target", "/root/keys".into())]].concat();
    assert_eq!(site.apply("new", &target), [denied("/root", "ann")]);
    let missing = [key_of("ann"), vec![("target", "/none/keys".into())]].concat();
    assert!(site.apply("new", &missing)[0].ends_with("failed: No such file or directory - /none"));
}

#[test]
fn drop_privileges_false_requires_a_trusted_path() {
    let mut site = Site::new();
    let target =
        |path: &str| [key_of("ann"), vec![("target", path.into()), ("drop_privileges", false.into())]].concat();
    let untrusted =
        "ensure: change from 'absent' to 'present' failed: drop_privileges is false but the target path is not trusted";
    site.machine.put("/etc/ssh/keys", FileNode { mode: 0o775, ..FileNode::directory() });
    assert_eq!(site.apply("new", &target("/etc/ssh/keys/ann")), [untrusted]);
    assert_eq!(site.apply("new", &target("/home/ann/keys")), [untrusted]);
    assert_eq!(site.apply("new", &target("/none/keys")), [untrusted]);
    site.machine.put("/etc/ssh/keys", FileNode::directory());
    assert_eq!(site.apply("new", &target("/etc/ssh/keys/ann")), ["ensure: created"]);
    assert_eq!(site.machine.node("/etc/ssh/keys/ann").map(|node| (node.uid, node.mode)), Some((5000, 0o600)));
}

#[test]
fn key_requires_an_existing_user() {
    let mut site = Site::new();
    let failed = |why: &str| format!("ensure: change from 'absent' to 'present' failed: {why}");
    assert_eq!(site.apply("new", &key_of("eve")), [failed("User 'eve' does not exist")]);
    assert_eq!(site.apply("new", &[user("eve"), absent()]), [""; 0]);
    let mut nobodys = key_of("ann");
    nobodys[0] = ("target", "/home/ann/keys".into());
    assert_eq!(site.apply("new", &nobodys), [failed("Cannot write SSH authorized keys without user")]);
    assert_eq!(site.apply("new", &[user("ann"), ("key", "EEEE".into())]), [failed("Field 'type' is required")]);
    assert_eq!(site.apply("new", &[user("ann"), ("type", "ssh-rsa".into())]), [failed("Field 'key' is required")]);
    assert_eq!(site.text(), KEYS);
}

#[test]
fn invalid_values_are_rejected_with_puppets_messages() {
    let site = Site::new();
    let refused = |title: &str, attributes: &[(&str, Value)]| {
        site.trial.prepare(title, attributes).err().map(|error| error.message).unwrap_or_default()
    };
    assert_eq!(refused("new", &[]), "Attribute 'user' or 'target' is mandatory");
    assert!(refused("new", &[("key", "a b".into())]).contains("Key must not contain whitespace: a b"));
    assert!(refused("new\nssh-rsa EVIL", &[user("ann")]).contains("must not contain line breaks"));
    for option in ["a b", "y=z", "command=\"x", "=\"x\"", "", "x=\"1\"\nssh-rsa EVIL=\""] {
        assert!(refused("new", &[("options", option.into())]).contains("is not valid. A single option"), "{option}");
    }
    assert!(site.trial.prepare("new", &[user("ann"), ("options", "absent".into())]).is_ok());
}

#[test]
fn concurrent_changes_are_preserved() {
    let mut site = Site::new();
    let wanted = site.trial.prepare("new", &key_of("ann")).unwrap();
    let is = site.trial.get(&wanted).unwrap().is;
    site.machine.put(FILE, FileNode::file("ssh-rsa GGGG meanwhile\n"));
    let mut provider = Parsed::default();
    provider.set(&site.machine, &wanted.row, &is, &[SshAuthorizedKeyAttribute::Ensure]).unwrap();
    assert_eq!(site.text(), "ssh-rsa GGGG meanwhile\nssh-ed25519 EEEE new\n");
}

#[test]
fn unreadable_file_is_left_unchanged() {
    let mut site = Site::new();
    site.machine.put(FILE, FileNode::file(&b"ssh-rsa \xff\n"[..]));
    assert_eq!(site.apply("new", &key_of("ann"))[0], format!("Could not evaluate: {FILE} is not UTF-8"));
    assert_eq!(site.machine.effects(), [""; 0]);
}

#[test]
fn names_can_have_any_characters() {
    let mut site = Site::new();
    let keys = "# größe ☃\r\nno-pty ssh-rsa AAAA ünï\r\n1024 35 99 old\r\n";
    site.machine.put(FILE, FileNode { uid: 5000, gid: 5000, mode: 0o600, ..FileNode::file(keys) });
    for name in ["-x", "a b", "it's", "\"q\"", "ä☃", "$(id)", "back\\slash", "a#b", "ssh-rsa BBBB"] {
        let options = ("options", texts(&["command=\"echo \\\"ä\\\" # 'x'\""]));
        assert_eq!(site.apply(name, &[key_of("ann"), vec![options]].concat()), ["ensure: created"], "{name}");
        assert_eq!(site.apply(name, &[user("ann"), absent()]), ["ensure: removed"], "{name}");
    }
    assert_eq!(site.text(), keys);
}

#[test]
fn full_disk_leaves_the_file_unchanged() {
    let mut site = Site::new();
    site.machine.fail("write", Error::new(Code::Io, "No space left on device"));
    assert!(site.apply("new", &key_of("ann"))[0].ends_with("failed: No space left on device"));
    assert_eq!(site.text(), KEYS);
}

#[test]
fn file_with_a_thousand_keys_is_read_completely() {
    let mut site = Site::new();
    let keys: String = (0..1000).map(|number| format!("ssh-rsa AAAA k{number}\n")).collect();
    site.machine.put(FILE, FileNode { uid: 5000, gid: 5000, mode: 0o600, ..FileNode::file(keys.as_str()) });
    assert_eq!(site.apply("k999", &[user("ann"), ("key", "AAAA".into())]), [""; 0]);
    assert_eq!(site.apply("k500", &[user("ann"), absent()]), ["ensure: removed"]);
    assert_eq!(site.text(), keys.replace("ssh-rsa AAAA k500\n", ""));
}
