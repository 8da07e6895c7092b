//! Tests of the provider: changes to known hosts files.

use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};

use super::*;
use crate::Component;

const KNOWN: &str =
    "# Ours\ndb,db.example.com ssh-rsa AAAA\ndb ssh-ed25519 BBBB\n@revoked * ssh-rsa CCCC\n\nweb ssh-rsa DDDD\n";

struct Site {
    machine: FakeSystem,
    trial: ProviderTest<Parsed>,
}

impl Site {
    fn new(text: &str) -> Self {
        let machine = FakeSystem::new();
        machine.put(USUAL, FileNode::file(text)).put("/srv", FileNode::directory());
        Self { trial: ProviderTest::new::<Component>(&machine, "parsed"), machine }
    }

    /// Applies a key of the host `name` twice and checks that the second run makes no changes.
    fn apply(&mut self, name: &str, kind: &str, attributes: &[(&str, Value)]) -> Vec<String> {
        let identity = [("name", name.into()), ("type", kind.into())];
        let wanted = self.trial.want("x", &[&identity[..], attributes].concat()).unwrap();
        let messages = self.trial.apply(&wanted);
        if !messages.iter().any(|line| line.contains("failed")) {
            assert_eq!(self.trial.apply(&wanted), [""; 0]);
        }
        messages
    }

    fn text(&self) -> String {
        self.machine.text(USUAL)
    }
}

fn texts(texts: &[&str]) -> Value {
    Value::Array(texts.iter().map(|text| Value::from(*text)).collect())
}

#[test]
fn host_can_have_a_key_of_each_type() {
    let mut site = Site::new(KNOWN);
    assert_eq!(site.apply("db", "ssh-rsa", &[("key", "EEEE".into())]), ["key: key changed 'AAAA' to 'EEEE'"]);
    assert_eq!(site.apply("db", "ssh-ed25519", &[("ensure", "absent".into())]), ["ensure: removed"]);
    let aliases = [("key", "FFFF".into()), ("host_aliases", texts(&["m", "192.0.2.1"]))];
    assert_eq!(site.apply("mail", "ssh-ed25519", &aliases), ["ensure: created"]);
    let none = [("host_aliases", texts(&[]))];
    assert_eq!(site.apply("db", "ssh-rsa", &none), ["host_aliases: host_aliases changed ['db.example.com'] to []"]);
    assert_eq!(
        site.text(),
        "# Ours\ndb ssh-rsa EEEE\n@revoked * ssh-rsa CCCC\n\nweb ssh-rsa DDDD\nmail,m,192.0.2.1 ssh-ed25519 FFFF\n"
    );
}

#[test]
fn key_moves_to_its_target() {
    let mut site = Site::new("db,d ssh-rsa AAAA\nweb ssh-rsa BBBB\n");
    let target = [("key", "AAAA".into()), ("target", "/srv/known".into())];
    let moved = "target: target changed '/etc/ssh/ssh_known_hosts' to '/srv/known'";
    assert_eq!(site.apply("db", "ssh-rsa", &target), [moved]);
    assert_eq!(
        (site.text(), site.machine.text("/srv/known")),
        ("web ssh-rsa BBBB\n".into(), "db,d ssh-rsa AAAA\n".into())
    );
}

#[test]
fn entry_requires_type_and_key() {
    let mut site = Site::new("");
    let failed = |field: &str| format!("ensure: change from 'absent' to 'present' failed: Field '{field}' is required");
    assert_eq!(site.apply("db", "ssh-rsa", &[]), [failed("key")]);
    let wanted =
        site.trial.want("x", &[("name", "db".into()), ("type", Value::Undef), ("key", "AAAA".into())]).unwrap();
    assert_eq!(site.trial.apply(&wanted), [failed("type")]);
    let broken = [("key", "AAAA\nevil ssh-rsa EEEE".into())];
    assert!(site.apply("db", "ssh-rsa", &broken)[0].ends_with("failed: a key must be on one line"));
    assert_eq!(site.text(), "");
}

#[test]
fn names_that_break_the_line_are_rejected() {
    let site = Site::new("");
    let refused = |name: &str, attributes: &[(&str, Value)]| {
        let attributes = [&[("name", name.into())], attributes].concat();
        site.trial.want("x", &attributes).err().map(|error| error.message).unwrap_or_default()
    };
    assert!(refused("a b", &[]).contains("Resourcename cannot include whitespaces"));
    assert!(refused("a\nb", &[]).contains("Resourcename cannot include whitespaces"));
    assert!(refused("a,b", &[]).contains("No comma in resourcename allowed. If you want to specify aliases use"));
    assert!(refused("#a", &[]).contains("is not a host name"));
    assert!(refused("@a", &[]).contains("is not a host name"));
    assert!(refused("a", &[("host_aliases", texts(&["b c"]))]).contains("Aliases cannot include whitespace"));
    assert!(refused("a", &[("host_aliases", texts(&["b,c"]))]).contains("Aliases must be provided as an array"));
}

#[test]
fn concurrent_changes_are_preserved() {
    let mut site = Site::new("db ssh-rsa AAAA\n");
    let identity = [("name", "db".into()), ("type", "ssh-rsa".into()), ("key", "BBBB".into())];
    let wanted = site.trial.want("x", &identity).unwrap();
    let is = site.trial.get(&wanted).unwrap().is;
    site.machine.put(USUAL, FileNode::file("new ssh-rsa CCCC\ndb,alias ssh-rsa AAAA\n"));
    Parsed.set(&site.machine, &wanted.row, &is, &[SshkeyAttribute::Key]).unwrap();
    assert_eq!(site.text(), "new ssh-rsa CCCC\ndb,alias ssh-rsa BBBB\n");
}

#[test]
fn all_keys_are_listed() {
    let mut site = Site::new(KNOWN);
    let listed: Vec<String> = site.trial.instances().unwrap().into_iter().map(|found| found.title).collect();
    assert_eq!(listed, ["db@ssh-rsa", "db@ssh-ed25519", "web@ssh-rsa"]);
}

#[test]
fn names_can_have_any_characters() {
    let known = "# größe\r\n@revoked * ssh-rsa CCCC\r\nünï\r\n";
    let mut site = Site::new(known);
    for name in ["-x", "it's", "\"q\"", "ünï", "[::1]:2222", "*.example.com", "!x", "$(id)", "a#b"] {
        let all = [("key", "AAAA".into()), ("host_aliases", texts(&["ä", "-y"]))];
        assert_eq!(site.apply(name, "ssh-rsa", &all), ["ensure: created"], "{name}");
        assert_eq!(site.apply(name, "ssh-rsa", &[("ensure", "absent".into())]), ["ensure: removed"], "{name}");
    }
    assert_eq!(site.text(), known);
}

#[test]
fn unreadable_or_unwritable_file_is_left_unchanged() {
    let mut site = Site::new(KNOWN);
    site.machine.fail("write", Error::new(Code::Io, "No space left on device"));
    assert!(site.apply("db", "ssh-rsa", &[("key", "EEEE".into())])[0].ends_with("failed: No space left on device"));
    assert_eq!(site.text(), KNOWN);
    let latin1 = b"# gr\xfc\xdfe\ndb ssh-rsa AAAA\n".to_vec();
    site.machine.put(USUAL, FileNode::file(latin1.clone()));
    let wanted =
        site.trial.want("x", &[("name", "db".into()), ("type", "ssh-rsa".into()), ("key", "E".into())]).unwrap();
    assert_eq!(site.trial.apply(&wanted), [format!("Could not evaluate: {USUAL} is not UTF-8")]);
    assert_eq!(site.machine.node(USUAL).unwrap().content, latin1);
}

#[test]
fn file_with_a_thousand_keys_is_read_once() {
    let known: String = (0..1000).map(|number| format!("h{number} ssh-rsa AAAA\n")).collect();
    let site = Site::new(&known);
    let want = |number: u32| {
        let all = [("name", format!("h{number}").into()), ("type", "ssh-rsa".into()), ("key", "AAAA".into())];
        site.trial.want("x", &all).unwrap().row
    };
    let rows: Vec<_> = (0..1000).map(want).collect();
    let states = Parsed.get(&site.machine, &rows);
    assert!(states.into_iter().all(|state| state.unwrap().is.ensure == Some(Ensure::Present)));
    assert_eq!(site.machine.reads(), ["read_text"]);
}
