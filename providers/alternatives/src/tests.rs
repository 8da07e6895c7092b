//! Tests of both types on a test system.

mod faults;

use std::cell::RefCell;
use std::rc::Rc;

use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};
use marotte_sdk::system::Output;
use marotte_sdk::{Resource, Value};

use crate::entry::Entries;
use crate::selection::Selection;
use crate::{AlternativeEntry, Alternatives, Component};

const EDITOR: &str = "auto\n/usr/bin/editor\neditor.1.gz\n/usr/share/man/man1/editor.1.gz\n\n/bin/nano\n40\n/n.gz\n/usr/bin/vim\n30\n\n\n";

struct Site {
    machine: FakeSystem,
    ran: Rc<RefCell<Vec<String>>>,
}

impl Site {
    fn new() -> Self {
        let machine = FakeSystem::new();
        machine.put("/var/lib/dpkg/alternatives/editor", FileNode::file(EDITOR));
        machine.put("/etc/alternatives/editor", FileNode::symlink("/bin/nano"));
        let ran = Rc::<RefCell<Vec<String>>>::default();
        let noted = Rc::clone(&ran);
        machine.on_command(move |command| {
            noted.borrow_mut().push(command.args.join(" "));
            let fails = command.args.last().is_some_and(|last| last == "/no");
            let stdout = if fails { b"error: no such program\n".to_vec() } else { Vec::new() };
            Ok(Output { status: if fails { 2 } else { 0 }, stdout, stderr: Vec::new(), truncated: false })
        });
        Self { machine, ran }
    }

    fn select(&self, name: &str, attributes: &[(&str, Value)]) -> Vec<String> {
        let mut trial: ProviderTest<Selection> = ProviderTest::new::<Component>(&self.machine, "dpkg");
        let wanted = trial.prepare(name, attributes).unwrap();
        trial.apply(&wanted)
    }

    fn entry(&self, attributes: &[(&str, Value)]) -> Vec<String> {
        let mut trial: ProviderTest<Entries> = ProviderTest::new::<Component>(&self.machine, "dpkg");
        let mut all = attributes.to_vec();
        all.push(text("altlink", "/usr/bin/editor"));
        let wanted = trial.prepare("x", &all).unwrap();
        trial.apply(&wanted)
    }

    fn ran(&self) -> Vec<String> {
        self.ran.borrow_mut().drain(..).collect()
    }
}

fn text<'a>(name: &'a str, value: &str) -> (&'a str, Value) {
    (name, value.into())
}

#[test]
fn selection_is_changed() {
    let site = Site::new();
    assert_eq!(site.select("editor", &[text("path", "/bin/nano"), text("mode", "auto")]), [""; 0]);
    let messages = site.select("editor", &[text("path", "/usr/bin/vim")]);
    assert_eq!(messages, ["path: path changed '/bin/nano' to '/usr/bin/vim'"]);
    assert_eq!(site.ran(), ["--set editor /usr/bin/vim"]);
    assert_eq!(site.select("editor", &[text("mode", "manual")]), ["mode: mode changed 'auto' to 'manual'"]);
    assert_eq!(site.ran(), ["--set editor /bin/nano"]);
    site.machine
        .put("/var/lib/dpkg/alternatives/editor", FileNode::file(EDITOR.replacen("auto", "manual", 1).as_str()));
    assert_eq!(site.select("editor", &[text("mode", "auto")]), ["mode: mode changed 'manual' to 'auto'"]);
    assert_eq!(site.ran(), ["--auto editor"]);
}

#[test]
fn output_of_a_failing_tool_is_reported() {
    let site = Site::new();
    let messages = site.select("editor", &[text("path", "/no")]);
    let words = "Execution of 'update-alternatives --set editor /no' returned 2: error: no such program";
    assert_eq!(messages, [format!("path: change from '/bin/nano' to '/no' failed: {words}")]);
    let messages = site.select("nosuch", &[text("mode", "manual")]);
    assert!(messages[0].ends_with("There is no alternative 'nosuch'"), "{messages:?}");
    site.machine.put("/var/lib/dpkg/alternatives/editor", FileNode::file("garbage"));
    let messages = site.select("editor", &[text("path", "/bin/nano")]);
    assert_eq!(messages, ["Could not evaluate: /var/lib/dpkg/alternatives/editor can't be understood"]);
}

#[test]
fn entry_is_created_changed_and_removed() {
    let site = Site::new();
    let of = |path: &str, ensure: &str, priority: i64| {
        [text("name", path), text("ensure", ensure), text("altname", "editor"), ("priority", priority.into())]
    };
    assert_eq!(site.entry(&of("/bin/nano", "present", 40)), [""; 0]);
    assert_eq!(site.entry(&of("/opt/vim", "absent", 1)), [""; 0]);
    assert_eq!(site.entry(&of("/opt/my vim", "present", -5)), ["ensure: created"]);
    assert_eq!(site.ran(), ["--install /usr/bin/editor editor /opt/my vim -5"]);
    assert_eq!(site.entry(&of("/bin/nano", "present", 90)), ["priority: priority changed '40' to '90'"]);
    assert_eq!(site.ran(), ["--install /usr/bin/editor editor /bin/nano 90"]);
    assert_eq!(site.entry(&of("/bin/nano", "absent", 1)), ["ensure: removed"]);
    assert_eq!(site.ran(), ["--remove editor /bin/nano"]);
}

#[test]
fn entry_moves_to_another_name() {
    let site = Site::new();
    let moved = [text("name", "/bin/nano"), text("altname", "writer"), text("priority", "40")];
    assert_eq!(site.entry(&moved), ["altname: altname changed 'editor' to 'writer'"]);
    assert_eq!(site.ran(), ["--remove editor /bin/nano", "--install /usr/bin/editor writer /bin/nano 40"]);
}

#[test]
fn incomplete_entry_is_not_created() {
    let site = Site::new();
    let messages = site.entry(&[text("name", "/opt/vim"), text("ensure", "present")]);
    assert!(messages[0].ends_with("altlink, altname and priority are required to create an entry"), "{messages:?}");
}

fn refusal<R>(refused: marotte_sdk::Result<R>) -> String {
    refused.err().map(|error| error.message).unwrap_or_default()
}

#[test]
fn invalid_values_are_rejected() {
    let machine = FakeSystem::new();
    let names: ProviderTest<Selection> = ProviderTest::new::<Component>(&machine, "dpkg");
    for name in ["", "a/b", "..", "-x", "a b", "a\nb"] {
        assert!(refusal(names.prepare(name, &[])).contains("is not a valid name of an alternative"), "{name}");
    }
    assert_eq!(refusal(names.prepare("editor", &[text("path", "vim")])), "path must be a fully qualified path");
    let entries: ProviderTest<Entries> = ProviderTest::new::<Component>(&machine, "dpkg");
    let refused = |attributes: &[(&str, Value)]| refusal(entries.prepare("/x", attributes));
    assert_eq!(refused(&[text("name", "x"), text("altlink", "/y")]), "path must be a fully qualified path");
    assert_eq!(refused(&[text("altlink", "y")]), "path must be a fully qualified path");
    assert!(refused(&[text("altlink", "/y"), text("priority", "high")]).ends_with("priority must be an integer"));
    assert!(refused(&[text("altlink", "/y"), text("altname", "a/b")]).contains("is not a valid name"));
}

#[test]
fn all_names_and_programs_are_listed() {
    let site = Site::new();
    let listed = ProviderTest::<Selection>::new::<Component>(&site.machine, "dpkg").instances().unwrap();
    assert_eq!(listed.iter().map(|found| found.title.as_str()).collect::<Vec<_>>(), ["editor"]);
    assert_eq!(listed[0].is.path.as_deref(), Some("/bin/nano"));
    let listed = ProviderTest::<Entries>::new::<Component>(&site.machine, "dpkg").instances().unwrap();
    let titles: Vec<_> = listed.iter().map(|found| found.title.as_str()).collect();
    assert_eq!(titles, ["/bin/nano", "/usr/bin/vim"]);
    let empty = FakeSystem::new();
    assert_eq!(ProviderTest::<Selection>::new::<Component>(&empty, "rpm").instances().unwrap().len(), 0);
    assert_eq!((Alternatives::TYPE, AlternativeEntry::TYPE), ("alternatives", "alternative_entry"));
}
