//! Tests of the type with a list in memory.

use std::cell::RefCell;
use std::rc::Rc;

use marotte_sdk::Value;
use marotte_sdk::fake::{Commands, FakeSystem, FileNode, ProviderTest, ended};
use marotte_sdk::system::Program;

use crate::{Component, Setfacl};

const PATH: &str = "/srv/www";
const BASE: [&str; 3] = ["user::rwx", "group::r-x", "other::---"];

struct Site {
    trial: ProviderTest<Setfacl>,
    ran: Commands,
}

/// Creates a system with a file with a list.
fn site(list: &[&str]) -> Site {
    let machine = FakeSystem::new();
    machine.grant(include_str!("../provider.toml"));
    machine.put(PATH, FileNode::file(""));
    let list = Rc::new(RefCell::new(list.iter().map(|entry| (*entry).to_owned()).collect::<Vec<_>>()));
    let ran = Commands::answering(&machine, move |command| {
        let Program::Named(program) = &command.program else { panic!("only named commands are run") };
        let mut list = list.borrow_mut();
        let words: Vec<&str> = command.args.iter().map(String::as_str).filter(|word| *word != "-R").collect();
        match (program.as_str(), words.as_slice()) {
            ("getfacl", _) => return ended(0, &format!("# owner: root\n{}\n\n", list.join("\n")), ""),
            ("setfacl", ["-n", "-x", subject, _]) => list.retain(|entry| !entry.starts_with(&format!("{subject}:"))),
            ("setfacl", ["-b", _]) => list.retain(|entry| BASE.contains(&entry.as_str())),
            ("setfacl", ["-n", added @ .., _]) => {
                for pair in added.chunks(2) {
                    let subject = pair[1].rsplit_once(':').unwrap().0;
                    list.retain(|entry| !entry.starts_with(&format!("{subject}:")));
                    list.push(pair[1].to_lowercase());
                }
            }
            other => panic!("unknown command {other:?}"),
        }
        ended(0, "", "")
    });
    Site { trial: ProviderTest::new::<Component>(&machine, "posixacl"), ran }
}

impl Site {
    fn apply(&mut self, action: &str, entries: &[&str], others: &[(&str, Value)]) -> Vec<String> {
        let attributes = [&[("action", action.into()), ("permission", texts(entries))], others].concat();
        let wanted = self.trial.prepare(PATH, &attributes).unwrap();
        self.trial.apply(&wanted)
    }

    /// Applies entries twice, checks that the second run makes no changes, and returns the commands that changed the list.
    fn changes(&mut self, action: &str, entries: &[&str], others: &[(&str, Value)]) -> Vec<String> {
        let messages = self.apply(action, entries, others);
        assert!(messages[0].starts_with("permission: permission changed ["), "{messages:?}");
        assert_eq!(self.apply(action, entries, others), [""; 0]);
        let log = self.ran.log();
        log.iter().map(|command| command.line()).filter(|line| line.starts_with("setfacl")).collect()
    }
}

fn texts(entries: &[&str]) -> Value {
    Value::Array(entries.iter().map(|entry| Value::from(*entry)).collect())
}

#[test]
fn set_adds_and_changes_entries() {
    let mut site = site(&[&BASE[..], &["user:joe:r--"]].concat());
    assert_eq!(
        site.changes("set", &["u:joe:rw", "group:staff:rX", "user::rwx"], &[]),
        ["setfacl -n -m user:joe:rw- -m group:staff:r-X /srv/www"]
    );
}

#[test]
fn change_is_reported_with_sorted_lists() {
    let mut site = site(&["user::rw-"]);
    assert_eq!(
        site.apply("set", &["user:joe:rw-", "group::r--"], &[]),
        [r#"permission: permission changed ["user::rw-"] to ["group::r--", "user:joe:rw-"]"#]
    );
}

#[test]
fn exact_removes_other_entries() {
    let mut site = site(&[&BASE[..], &["user:joe:r--", "default:user:joe:r--"]].concat());
    assert_eq!(
        site.changes("exact", &[&BASE[..], &["user:ann:r--"]].concat(), &[]),
        [
            "setfacl -n -x default:user:joe /srv/www",
            "setfacl -n -x user:joe /srv/www",
            "setfacl -n -m user:ann:r-- /srv/www"
        ]
    );
}

#[test]
fn unset_ignores_permissions_and_permission_bits() {
    let mut site = site(&[&BASE[..], &["user:joe:r--"]].concat());
    assert_eq!(site.changes("unset", &["user:joe:rwx", "user::rwx"], &[]), ["setfacl -n -x user:joe /srv/www"]);
}

#[test]
fn purge_leaves_permission_bits() {
    let mut site = site(&[&BASE[..], &["user:joe:r--", "mask::r-x"]].concat());
    assert_eq!(site.changes("purge", &["user::rwx"], &[]), ["setfacl -b /srv/www"]);
}

#[test]
fn lazy_recursion_is_one_command() {
    let mut site = site(&BASE);
    let recursive = [("recursive", true.into())];
    assert_eq!(site.changes("set", &["user:joe:r--"], &recursive), ["setfacl -n -R -m user:joe:r-- /srv/www"]);
}

#[test]
fn spaces_in_names_are_not_escaped() {
    let mut site = site(&[r"group:domain\040users:r-x"]);
    assert_eq!(site.apply("set", &["group:domain users:rx"], &[]), [""; 0]);
}

#[test]
fn invalid_attributes_are_errors() {
    let site = site(&BASE);
    let fault =
        |title: &str, attributes: &[(&str, Value)]| site.trial.prepare(title, attributes).err().unwrap().message;
    assert_eq!(fault("srv", &[("permission", texts(&["user:joe:r"]))]), "Path must be absolute: srv");
    assert_eq!(fault(PATH, &[]), "permission is a required property.");
    let message = "attribute 'permission': Too few fields.  At least 3 required, got 2.";
    assert_eq!(fault(PATH, &[("permission", texts(&["joe:r"]))]), message);
}

#[test]
fn deep_recursion_adds_resources_without_default_entries_of_files() {
    let machine = FakeSystem::new();
    machine.grant(include_str!("../provider.toml"));
    machine.put("/srv/www/inner/file", FileNode::file("")).put("/srv/www/.hidden", FileNode::file(""));
    let mut trial = ProviderTest::<Setfacl>::new::<Component>(&machine, "posixacl");
    let attributes = [
        ("permission", texts(&["user:joe:r-x", "default:user:joe:r-x"])),
        ("recursive", true.into()),
        ("recursemode", "deep".into()),
    ];
    let wanted = trial.prepare(PATH, &attributes).unwrap();
    let generated = trial.generate(&wanted).unwrap();
    let of = |path: &str| {
        let name = format!("Posix_acl[{path}]: ");
        generated.iter().find(|resource| resource.starts_with(&name)).unwrap_or_else(|| panic!("{generated:?}"))
    };
    assert_eq!(generated.len(), 2, "{generated:?}");
    assert!(of("/srv/www/inner").contains("default:user:joe:r-x"), "{generated:?}");
    assert!(!of("/srv/www/inner/file").contains("default:"), "{generated:?}");
}
