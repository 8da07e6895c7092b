//! Tests of the type with a keyring in memory.

use std::cell::RefCell;
use std::rc::Rc;

use marotte_sdk::Value;
use marotte_sdk::fake::{Commands, FakeSystem, FileNode, ProviderTest, ended};
use marotte_sdk::system::{Command, Program, Response};

use crate::{Component, Keyring};

/// A key in a keyring of its own.
const OTHER: &str = "1111111111111111111111111111111111111111";

const KEY: &str = "EEBA1B0B5127F605FF077FDDF9A4F34F721E85FE";

struct Site {
    machine: FakeSystem,
    trial: ProviderTest<Keyring>,
    /// The listed keys: validity and fingerprint.
    keys: Rc<RefCell<Vec<(&'static str, &'static str)>>>,
    ran: Commands,
}

impl Site {
    /// Creates a system where every file that gpg prints contains the key [`KEY`].
    fn new(keys: &[(&'static str, &'static str)]) -> Self {
        let machine = FakeSystem::new();
        machine.grant(include_str!("../provider.toml"));
        machine.put("/etc/apt/trusted.gpg", FileNode::file("")).put("/tmp", FileNode::directory());
        machine.put("/etc/apt/trusted.gpg.d/other.asc", FileNode::file("x"));
        machine.put("/etc/apt/trusted.gpg.d/notes.txt", FileNode::file("x"));
        let keys = Rc::new(RefCell::new(keys.to_vec()));
        let listed = Rc::clone(&keys);
        let ran = Commands::answering(&machine, move |command| {
            let Program::Named(program) = &command.program else { panic!("only named commands are run") };
            let record = |(validity, key): &(&str, &str)| {
                format!("pub:{validity}:2048:1:{}:1795841735:4102488000::-:\nfpr:::::::::{key}:\n", &key[24..])
            };
            match (program.as_str(), command.args[0].as_str(), command.args.last().map(String::as_str)) {
                ("gpg", _, Some("/etc/apt/trusted.gpg")) if listed.borrow().is_empty() => {
                    ended(2, "", "gpg: no valid OpenPGP data found.\n")
                }
                ("gpg", _, Some("/etc/apt/trusted.gpg")) => {
                    ended(0, &listed.borrow().iter().map(record).collect::<String>(), "Warning\n")
                }
                ("gpg", _, Some("/etc/apt/trusted.gpg.d/other.asc")) => ended(0, &record(&("-", OTHER)), ""),
                ("gpg", ..) => ended(0, &record(&("-", KEY)), ""),
                ("apt-key", "del", _) => {
                    listed.borrow_mut().clear();
                    ended(0, "OK\n", "")
                }
                ("apt-key", "add" | "adv", _) => {
                    *listed.borrow_mut() = vec![("-", KEY)];
                    ended(0, "OK\n", "")
                }
                other => panic!("unknown command {other:?}"),
            }
        });
        Self { trial: ProviderTest::new::<Component>(&machine, "apt_key"), machine, keys, ran }
    }

    fn apply(&mut self, title: &str, attributes: &[(&str, Value)]) -> Vec<String> {
        let wanted = self.trial.prepare(title, attributes).unwrap();
        self.trial.apply(&wanted)
    }

    fn fault(&self, title: &str, attributes: &[(&str, Value)]) -> String {
        self.trial.prepare(title, attributes).err().unwrap().message
    }

    /// Returns the commands that are no list.
    fn orders(&self) -> Vec<String> {
        let log = self.ran.log();
        log.iter().filter(|command| !is_list(command)).map(Command::line).collect()
    }
}

fn is_list(command: &Command) -> bool {
    command.args.last().is_some_and(|file| file.starts_with("/etc/apt/"))
}

fn present() -> (&'static str, Value) {
    ("ensure", "present".into())
}

#[test]
fn key_with_content_is_added_once() {
    let mut site = Site::new(&[]);
    let content = [present(), ("content", "-----BEGIN".into())];
    assert_eq!(site.apply(&format!("0x{}", KEY.to_lowercase()), &content), ["ensure: created"]);
    let [check, add] = &site.orders()[..] else { panic!("two commands") };
    assert!(check.starts_with("gpg --homedir /etc/apt ") && add.starts_with("apt-key add "), "{check} {add}");
    assert_eq!(check.rsplit(' ').next(), add.rsplit(' ').next());
    assert_eq!(site.apply(KEY, &content), [""; 0]);
}

#[test]
fn key_with_a_different_fingerprint_is_not_added() {
    let mut site = Site::new(&[]);
    let other = "A".repeat(40);
    let reason = format!(
        "The id in your manifest {other} and the fingerprint from content/source don't match. Check for an error in the id and \
         content/source is legitimate."
    );
    let message = format!("ensure: change from 'absent' to 'present' failed: {reason}");
    assert_eq!(site.apply(&other, &[present(), ("content", "-----BEGIN".into())]), [message]);
    assert!(site.keys.borrow().is_empty());
}

#[test]
fn key_is_added_from_a_file() {
    let mut site = Site::new(&[]);
    let source = [present(), ("source", "/srv/key.asc".into())];
    let message = "ensure: change from 'absent' to 'present' failed: The file /srv/key.asc does not exist";
    assert_eq!(site.apply(KEY, &source), [message]);
    site.machine.put("/srv/key.asc", FileNode::file("key"));
    assert_eq!(site.apply(KEY, &source), ["ensure: created"]);
    assert_eq!(site.orders(), ["apt-key add /srv/key.asc"]);
    let wanted = site.trial.prepare(KEY, &source).unwrap();
    assert_eq!(wanted.row.source.as_deref(), Some("/srv/key.asc"));
}

#[test]
fn downloaded_key_is_checked() {
    let mut site = Site::new(&[]);
    let source = [present(), ("source", "https://example.org/key".into())];
    let respond = |status| move |_: &_| Ok(Response { status, headers: Vec::new(), body: b"key".to_vec() });
    site.machine.on_request(respond(404));
    let message = "ensure: change from 'absent' to 'present' failed: https://example.org/key was answered 404 for https://example.org/key";
    assert_eq!(site.apply(KEY, &source), [message]);
    site.machine.on_request(respond(200));
    assert_eq!(site.apply(KEY, &source), ["ensure: created"]);
    assert_eq!(site.orders().len(), 2);
}

#[test]
fn key_is_fetched_from_a_server() {
    let mut site = Site::new(&[]);
    assert_eq!(site.apply(KEY, &[present()]), ["ensure: created"]);
    site.keys.borrow_mut().clear();
    let options =
        [present(), ("server", "hkps://keys.example.org".into()), ("options", "http-proxy=http://p:8080".into())];
    assert_eq!(site.apply(KEY, &options), ["ensure: created"]);
    let orders = [
        format!("apt-key adv --no-tty --keyserver keyserver.ubuntu.com --recv-keys {KEY}"),
        format!(
            "apt-key adv --no-tty --keyserver hkps://keys.example.org --keyserver-options http-proxy=http://p:8080 --recv-keys {KEY}"
        ),
    ];
    assert_eq!(site.orders(), orders);
}

#[test]
fn key_is_removed() {
    let mut site = Site::new(&[("-", KEY)]);
    assert_eq!(site.apply(KEY, &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert_eq!(site.orders(), ["apt-key del 721E85FE"]);
    assert_eq!(site.apply(KEY, &[("ensure", "absent".into())]), [""; 0]);
}

#[test]
fn expired_key_is_added_again_only_with_refresh() {
    let mut site = Site::new(&[("e", KEY)]);
    let content = [present(), ("content", "-----BEGIN".into()), ("refresh", false.into())];
    assert_eq!(site.apply(KEY, &content), [""; 0]);
    let refreshed = [present(), ("content", "-----BEGIN".into()), ("refresh", true.into())];
    assert_eq!(site.apply(KEY, &refreshed), ["ensure: created"]);
    assert_eq!(site.apply(KEY, &refreshed), [""; 0]);
}

#[test]
fn keys_are_listed_with_their_properties() {
    let mut site = Site::new(&[("-", KEY)]);
    let listed = site.trial.instances().unwrap();
    let [key, other] = &listed[..] else { panic!("two keys") };
    assert_eq!(other.title, OTHER);
    assert_eq!((key.title.as_str(), key.is.short.as_deref()), (KEY, Some("721E85FE")));
    assert_eq!((key.is.expired, key.is.r#type.as_deref()), (Some(false), Some("rsa")));
}

#[test]
fn invalid_combinations_are_errors() {
    let site = Site::new(&[]);
    let both = [("content", "x".into()), ("source", "/srv/x".into())];
    assert_eq!(site.fault(KEY, &both), "The properties content and source are mutually exclusive.");
    let absent = [("ensure", "absent".into()), ("refresh", true.into())];
    assert_eq!(site.fault(KEY, &absent), "ensure => absent and refresh => true are mutually exclusive");
    // A warning, which a test treats as an error.
    assert_eq!(site.fault("EF8D349F", &[]), "The id should be a full fingerprint (40 characters), see README.");
    let message = "weak_ssl is not supported: certificates are always verified";
    assert_eq!(site.fault(KEY, &[("weak_ssl", true.into())]), message);
}

#[test]
fn failed_list_is_the_error_of_the_resource() {
    let mut site = Site::new(&[]);
    site.machine.on_command(|_| ended(2, "", "gpg: broken\n"));
    let message = site.apply(KEY, &[present()]).remove(0);
    assert!(message.ends_with("'gpg --show-keys /etc/apt/trusted.gpg' returned 2: gpg: broken"), "{message}");
}
