//! Tests of the type with swap space in memory.

use std::cell::RefCell;
use std::rc::Rc;

use marotte_sdk::Value;
use marotte_sdk::fake::{Commands, FakeSystem, ProviderTest, ended};
use marotte_sdk::system::Program;

use crate::{Component, Swapon};

const HEAD: &str = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n";

struct Site {
    trial: ProviderTest<Swapon>,
    ran: Commands,
}

/// Creates a system that uses some files as swap space.
fn site(files: &[&str]) -> Site {
    let machine = FakeSystem::new();
    machine.grant(include_str!("../provider.toml"));
    let used = Rc::new(RefCell::new(files.iter().map(|file| (*file).to_owned()).collect::<Vec<_>>()));
    let ran = Commands::answering(&machine, move |command| {
        let Program::Named(program) = &command.program else { panic!("only named commands are run") };
        let word = command.args[0].as_str();
        let mut used = used.borrow_mut();
        match (program.as_str(), word) {
            ("swapon", "-s") => {
                let line = |file: &String| format!("{}    file\t\t524284\t\t12\t\t-2\n", file.replace(' ', "\\040"));
                return ended(0, &format!("{HEAD}{}", used.iter().map(line).collect::<String>()), "");
            }
            ("mkswap", "/missing") => return ended(1, "", "mkswap: cannot open /missing: No such file or directory\n"),
            ("mkswap", _) => {}
            ("swapon", file) => used.push(file.to_owned()),
            ("swapoff", file) => used.retain(|known| known != file),
            other => panic!("unknown command {other:?}"),
        }
        ended(0, "", "")
    });
    Site { trial: ProviderTest::new::<Component>(&machine, "linux"), ran }
}

impl Site {
    fn apply(&mut self, file: &str, attributes: &[(&str, Value)]) -> Vec<String> {
        let wanted = self.trial.prepare(file, attributes).unwrap();
        self.trial.apply(&wanted)
    }

    /// Returns the commands except queries.
    fn changes(&self) -> Vec<String> {
        let log = self.ran.log();
        log.iter().map(|command| command.line()).filter(|line| !line.ends_with(" -s")).collect()
    }
}

fn ensure(value: &str) -> (&'static str, Value) {
    ("ensure", value.into())
}

#[test]
fn file_is_prepared_and_used_until_it_is_absent() {
    let mut site = site(&["/other"]);
    assert_eq!(site.apply("/swap file", &[ensure("present")]), ["ensure: created"]);
    assert_eq!(site.changes(), ["mkswap /swap file", "swapon /swap file"]);
    assert_eq!(site.apply("/swap file", &[ensure("present")]), [""; 0]);
    assert_eq!(site.apply("/swap file", &[ensure("absent")]), ["ensure: removed"]);
    assert_eq!(site.apply("/swap file", &[ensure("absent")]), [""; 0]);
}

#[test]
fn size_is_compared_and_cannot_be_changed() {
    let mut site = site(&["/swap"]);
    assert_eq!(site.apply("/swap", &[ensure("present"), ("size", "524284".into())]), [""; 0]);
    let messages = site.apply("/swap", &[ensure("present"), ("size", 1.into())]);
    let reason = "The size, priority and type of swap space in use cannot be changed";
    assert_eq!(messages, [format!("size: change from '524284' to '1' failed: {reason}")]);
    assert_eq!(site.changes(), [""; 0]);
}

#[test]
fn missing_file_is_the_error_of_the_resource() {
    let mut site = site(&[]);
    let reason =
        "Execution of '/sbin/mkswap /missing' returned 1: mkswap: cannot open /missing: No such file or directory";
    let message = format!("ensure: change from 'absent' to 'present' failed: {reason}");
    assert_eq!(site.apply("/missing", &[ensure("present")]), [message]);
}

#[test]
fn relative_path_is_an_error() {
    let site = site(&[]);
    let fault = site.trial.prepare("swap", &[ensure("present")]).err().unwrap().message;
    assert_eq!(fault, "file parameter must be a valid absolute path");
}
