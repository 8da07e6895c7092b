//! Tests of the type with simulated loaded modules and module files.

use std::cell::RefCell;
use std::rc::Rc;

use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};
use marotte_sdk::system::Output;
use marotte_sdk::{Code, Error, Relate as _, Value};

use crate::{Component, Selmodule, Semodule};

struct Site {
    machine: FakeSystem,
    trial: ProviderTest<Semodule>,
    answers: Rc<RefCell<Vec<(i32, &'static str)>>>,
    ran: Rc<RefCell<Vec<String>>>,
}

impl Site {
    /// Creates a system with scripted outputs of `semodule`; the last one is repeated.
    fn new(answers: &[(i32, &'static str)]) -> Self {
        let machine = FakeSystem::new();
        machine.put("/srv/ours.pp", FileNode::file(compiled("ours", "1.2.0")));
        machine.put("/usr/share/selinux/targeted/ours.pp", FileNode::file(compiled("ours", "1.0")));
        let answers = Rc::new(RefCell::new(answers.to_vec()));
        let ran = Rc::<RefCell<Vec<String>>>::default();
        let (scripted, noted) = (Rc::clone(&answers), Rc::clone(&ran));
        machine.on_command(move |command| {
            noted.borrow_mut().push(command.args.join(" "));
            let mut scripted = scripted.borrow_mut();
            let (status, text) = if scripted.len() > 1 { scripted.remove(0) } else { scripted[0] };
            Ok(Output { status, stdout: text.as_bytes().to_vec(), stderr: Vec::new(), truncated: false })
        });
        Self { trial: ProviderTest::new::<Component>(&machine, "semodule"), machine, answers, ran }
    }

    fn apply(&mut self, name: &str, attributes: &[(&str, Value)]) -> Vec<String> {
        let wanted = self.trial.prepare(name, attributes).unwrap();
        self.trial.apply(&wanted)
    }
}

/// Returns a compiled module, as far as the header is read.
fn compiled(name: &str, version: &str) -> Vec<u8> {
    let number = |number: u32| number.to_le_bytes().to_vec();
    let text = |text: &str| [number(u32::try_from(text.len()).unwrap()), text.as_bytes().to_vec()].concat();
    let mut parts = vec![number(0xF97C_FF8F), number(1), number(2), number(20), number(200), number(0xF97C_FF8D)];
    parts.push(text("SE Linux Module"));
    parts.extend([2, 17, 1, 8, 0].map(number));
    parts.extend([text(name), text(version), vec![7; 100]]);
    parts.concat()
}

fn path(path: &str) -> (&'static str, Value) {
    ("selmodulepath", path.into())
}

#[test]
fn module_is_loaded_and_removed() {
    let mut site = Site::new(&[(0, "base\t1.0\nother\t2.0\n"), (0, "")]);
    assert_eq!(site.apply("ours", &[("ensure", "present".into())]), ["ensure: created"]);
    *site.answers.borrow_mut() = vec![(0, "ours 1.0\n"), (0, "")];
    assert_eq!(site.apply("ours", &[("ensure", "absent".into())]), ["ensure: removed"]);
    let commands = ["--list", "--install /usr/share/selinux/targeted/ours.pp", "--list", "--remove ours"];
    assert_eq!(*site.ran.borrow(), commands);
}

#[test]
fn module_with_a_different_version_is_reloaded() {
    let sync = ("syncversion", "true".into());
    let mut site = Site::new(&[(0, "ours 1.0\n")]);
    assert_eq!(site.apply("ours", std::slice::from_ref(&sync)), [""; 0]);
    assert_eq!(site.apply("ours", &[("syncversion", "false".into()), path("/none")]), [""; 0]);
    let messages = site.apply("ours", &[sync.clone(), path("/srv/ours.pp")]);
    assert_eq!(messages, ["syncversion: syncversion changed 'false' to 'true'"]);
    assert_eq!(site.ran.borrow().last().unwrap(), "--upgrade /srv/ours.pp");
    // Newer versions of `semodule` list no versions.
    *site.answers.borrow_mut() = vec![(0, "ours\n")];
    assert_eq!(site.apply("ours", &[sync]), ["syncversion: syncversion changed 'false' to 'true'"]);
}

#[test]
fn invalid_module_file_is_reported() {
    let mut site = Site::new(&[(0, "ours 1.0\n")]);
    let whole = compiled("ours", "1.0");
    let mut message = |bytes: &[u8]| {
        site.machine.put("/srv/x.pp", FileNode::file(bytes));
        let messages = site.apply("ours", &[("syncversion", "true".into()), path("/srv/x.pp")]);
        messages.concat().replace("Could not evaluate: ", "")
    };
    assert_eq!(message(b"garbage!"), "Found 1651663207 instead of magic 4185718671 in /srv/x.pp");
    let old = [&whole[..4], &[9, 0, 0, 0], &whole[8..]].concat();
    assert_eq!(message(&old), "Unknown policy file version 9 in /srv/x.pp");
    for length in [0, 3, 10, 20, 30, 60, 75] {
        assert_eq!(message(&whole[..length]), "/srv/x.pp ends before its version", "{length}");
    }
    let endless = [&whole[..8], &[0xff; 4], &whole[12..]].concat();
    assert_eq!(message(&endless), "/srv/x.pp ends before its version");
    site.machine.fail("read", Error::new(Code::NotFound, "No such file or directory - /srv/x.pp"));
    let messages = site.apply("ours", &[("syncversion", "true".into()), path("/srv/x.pp")]);
    assert_eq!(messages, ["Could not evaluate: No such file or directory - /srv/x.pp"]);
}

#[test]
fn output_of_a_failing_program_is_reported() {
    let present = ("ensure", "present".into());
    let mut site = Site::new(&[(1, "libsemanage: no policy\nsemodule: Failed!\n")]);
    let listing =
        "Could not list policy modules: \"semodule --list\" failed with \"libsemanage: no policy semodule: Failed!\"";
    assert_eq!(site.apply("ours", std::slice::from_ref(&present)), [format!("Could not evaluate: {listing}")]);
    *site.answers.borrow_mut() = vec![(0, "\n\n \u{0}garbage\n"), (1, "libsemanage: broken\nmore\n")];
    let failed = "ensure: change from 'absent' to 'present' failed: Could not load policy module: libsemanage: broken";
    assert_eq!(site.apply("ours", std::slice::from_ref(&present)), [failed]);
    *site.answers.borrow_mut() = vec![(0, ""), (1, "")];
    let failed = "ensure: change from 'absent' to 'present' failed: Could not load policy module: semodule returned 1";
    assert_eq!(site.apply("ours", &[present]), [failed]);
}

#[test]
fn file_is_required_and_invalid_names_are_rejected() {
    let site = Site::new(&[(0, "")]);
    let files = |attributes: &[(&str, Value)]| {
        let wanted = site.trial.prepare("ours", attributes).unwrap();
        Selmodule::relate(&wanted.row, &site.machine).remove(0).titles
    };
    assert_eq!(files(&[]), ["/usr/share/selinux/targeted/ours.pp"]);
    assert_eq!(files(&[("selmoduledir", "/srv/".into())]), ["/srv/ours.pp"]);
    assert_eq!(files(&[path("/srv/x")]), ["/srv/x"]);
    for name in ["-r", "", "a/b", "a\nb"] {
        assert!(
            site.trial.prepare(name, &[]).is_err_and(|error| error.message.contains("is not a module name")),
            "{name}"
        );
    }
}

#[test]
fn timeout_of_a_program_is_reported() {
    let mut site = Site::new(&[(0, "")]);
    let present = ("ensure", Value::from("present"));
    site.machine.fail("mutate", Error::new(Code::Timeout, "semodule took longer than an hour"));
    let failed = "ensure: change from 'absent' to 'present' failed: Could not load policy module: semodule took longer than \
                  an hour";
    assert_eq!(site.apply("ours", std::slice::from_ref(&present)), [failed]);
    site.machine.on_command(|_| Err(Error::new(Code::Timeout, "semodule took longer than a minute")));
    assert_eq!(site.apply("ours", &[present]), ["Could not evaluate: semodule took longer than a minute"]);
}

#[test]
fn invalid_utf8_and_long_lists_do_not_hide_modules() {
    let mut site = Site::new(&[(0, "")]);
    let mut list: Vec<u8> = (0..1000).flat_map(|n| format!("m{n}\t1.0\n").into_bytes()).collect();
    list.extend_from_slice(b"m\xff\xfe 1.0\nours\r\n");
    site.machine
        .on_command(move |_| Ok(Output { status: 0, stdout: list.clone(), stderr: Vec::new(), truncated: false }));
    assert_eq!(site.apply("ours", &[("ensure", "present".into())]), [""; 0]);
    assert_eq!(site.apply("m999", &[("ensure", "present".into())]), [""; 0]);
    for name in ["it's", "ünï", "\"q\""] {
        assert_eq!(site.apply(name, &[("ensure", "absent".into())]), [""; 0], "{name}");
    }
}
