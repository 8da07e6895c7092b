//! Tests of the type with capabilities in memory.

use std::cell::RefCell;
use std::rc::Rc;

use marotte_sdk::Value;
use marotte_sdk::fake::{Commands, FakeSystem, FileNode, ProviderTest, ended};
use marotte_sdk::system::Program;

use crate::{Component, Setcap};

const PATH: &str = "/usr/bin/ping";

struct Site {
    trial: ProviderTest<Setcap>,
    ran: Commands,
}

impl Site {
    /// Creates a system with a program that has capabilities, unless they are empty.
    fn new(capabilities: &str) -> Self {
        let machine = FakeSystem::new();
        machine.grant(include_str!("../provider.toml"));
        machine.put(PATH, FileNode::file("program"));
        let current = Rc::new(RefCell::new(capabilities.to_owned()));
        let ran = Commands::answering(&machine, move |command| {
            let Program::Named(program) = &command.program else { panic!("only named commands are run") };
            let words: Vec<&str> = command.args.iter().map(String::as_str).collect();
            let mut current = current.borrow_mut();
            match (program.as_str(), words.as_slice()) {
                ("getcap", [PATH]) if current.is_empty() => ended(0, "", ""),
                ("getcap", [PATH]) => ended(0, &format!("{PATH} {current}\n"), ""),
                // Like the kernel, treats + as =.
                ("setcap", ["-q", "-v", wanted, PATH]) => {
                    ended(i32::from(wanted.replace('+', "=") != *current), "", "")
                }
                ("setcap", ["-q", "-r", PATH]) => {
                    current.clear();
                    ended(0, "", "")
                }
                ("setcap", ["-q", "bad=p", _]) => ended(1, "", "fatal error: Invalid argument\n"),
                ("setcap", ["-q", wanted, PATH]) => {
                    *current = wanted.replace('+', "=");
                    ended(0, "", "")
                }
                other => panic!("unknown command {other:?}"),
            }
        });
        Self { trial: ProviderTest::new::<Component>(&machine, "linux"), ran }
    }

    fn apply(&mut self, attributes: &[(&str, Value)]) -> Vec<String> {
        let wanted = self.trial.prepare(PATH, attributes).unwrap();
        self.trial.apply(&wanted)
    }

    fn fault(&self, title: &str, attributes: &[(&str, Value)]) -> String {
        self.trial.prepare(title, attributes).err().unwrap().message
    }
}

fn capability(text: &str) -> (&'static str, Value) {
    ("capability", text.into())
}

fn absent() -> (&'static str, Value) {
    ("ensure", "absent".into())
}

#[test]
fn capabilities_are_added_changed_and_removed() {
    let mut site = Site::new("");
    assert_eq!(site.apply(&[capability("cap_net_raw=ep")]), ["ensure: created"]);
    assert_eq!(site.apply(&[capability("cap_net_raw=ep")]), [""; 0]);
    assert_eq!(
        site.apply(&[capability("cap_chown=p")]),
        ["capability: capability changed ['cap_net_raw=ep'] to ['cap_chown=p']"]
    );
    assert_eq!(site.apply(&[absent()]), ["ensure: removed"]);
    assert_eq!(site.apply(&[absent()]), [""; 0]);
}

#[test]
fn spellings_of_same_capabilities_are_in_sync() {
    let mut site = Site::new("cap_net_raw=ep");
    assert_eq!(site.apply(&[capability("cap_net_raw+ep")]), [""; 0]);
}

#[test]
fn several_capabilities_are_one_argument() {
    let mut site = Site::new("");
    let list = Value::Array(vec!["cap_net_admin=p".into(), "cap_net_raw=p".into()]);
    assert_eq!(site.apply(&[("capability", list)]), ["ensure: created"]);
    assert_eq!(site.ran.log().last().unwrap().args, ["-q", "cap_net_admin=p cap_net_raw=p", PATH]);
}

#[test]
fn missing_file_has_no_capabilities() {
    let mut site = Site::new("");
    let wanted = site.trial.prepare("/nowhere", &[absent()]).unwrap();
    assert_eq!(site.trial.apply(&wanted), [""; 0]);
    assert!(site.ran.log().is_empty());
}

#[test]
fn failed_command_is_the_error_of_the_resource() {
    let mut site = Site::new("");
    let reason = format!("Execution of 'setcap -q bad=p {PATH}' returned 1: fatal error: Invalid argument");
    let message = format!("ensure: change from 'absent' to 'present' failed: {reason}");
    assert_eq!(site.apply(&[capability("bad=p")]), [message]);
}

#[test]
fn invalid_attributes_are_errors() {
    let site = Site::new("");
    assert_eq!(site.fault("ping", &[capability("a=p")]), "file ping is not an absolute path");
    assert_eq!(site.fault(PATH, &[]), "capability is a required attribute");
    assert_eq!(site.fault(PATH, &[("capability", Value::Array(vec![]))]), "capability is a required attribute");
    assert_eq!(site.fault(PATH, &[capability("cap_chown=E")]), "capability cap_chown=E has the wrong format");
}
