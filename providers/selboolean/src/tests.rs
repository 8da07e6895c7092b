//! Tests of the type with simulated booleans and recorded output of real programs.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use marotte_sdk::fake::{FakeSystem, ProviderTest};
use marotte_sdk::system::{Output, Program};
use marotte_sdk::{Code, Error, Value};

use crate::{Component, Getsetsebool};

struct Site {
    machine: FakeSystem,
    trial: ProviderTest<Getsetsebool>,
    switches: Rc<RefCell<BTreeMap<String, String>>>,
    ran: Rc<RefCell<Vec<String>>>,
}

impl Site {
    /// Creates a system whose policy has the given booleans.
    fn new(switches: &[(&str, &str)]) -> Self {
        let machine = FakeSystem::new();
        let switches = switches.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let switches = Rc::new(RefCell::new(switches.collect::<BTreeMap<_, _>>()));
        let ran = Rc::<RefCell<Vec<String>>>::default();
        let (known, noted) = (Rc::clone(&switches), Rc::clone(&ran));
        machine.on_command(move |command| {
            let Program::Named(program) = &command.program else { panic!("expected a named command") };
            noted.borrow_mut().push(format!("{program} {:?}", command.args));
            let mut known = known.borrow_mut();
            let (status, stdout) = match (program.as_str(), &command.args[..]) {
                ("getsebool", [_, name]) => match known.get(name) {
                    Some(value) => (0, format!("{name} --> {value}\n")),
                    None => (255, format!("Error getting active value for {name}\n")),
                },
                (_, [.., name, value]) => match known.get_mut(name) {
                    Some(known) => {
                        known.clone_from(value);
                        (0, String::new())
                    }
                    None => (1, format!("Boolean {name} is not defined\nTry again\n")),
                },
                other => panic!("unexpected command {other:?}"),
            };
            Ok(Output { status, stdout: stdout.into_bytes(), stderr: Vec::new(), truncated: false })
        });
        Self { trial: ProviderTest::new::<Component>(&machine, "getsetsebool"), machine, switches, ran }
    }

    fn apply(&mut self, name: &str, attributes: &[(&str, Value)]) -> Vec<String> {
        let wanted = self.trial.want(name, attributes).unwrap();
        self.trial.apply(&wanted)
    }
}

#[test]
fn boolean_is_set_once() {
    let mut site = Site::new(&[("a", "off"), ("b", "on")]);
    assert_eq!(site.apply("a", &[("value", "on".into())]), ["value: value changed 'off' to 'on'"]);
    assert_eq!(site.apply("a", &[("value", "on".into())]), [""; 0]);
    let persistent = [("value", "off".into()), ("persistent", "true".into())];
    assert_eq!(site.apply("b", &persistent), ["value: value changed 'on' to 'off'"]);
    assert_eq!(
        *site.ran.borrow(),
        [
            r#"getsebool ["--", "a"]"#,
            r#"setsebool ["--", "a", "on"]"#,
            r#"getsebool ["--", "a"]"#,
            r#"getsebool ["--", "b"]"#,
            r#"setsebool ["-P", "--", "b", "off"]"#,
        ]
    );
}

#[test]
fn unknown_boolean_is_an_error() {
    let mut site = Site::new(&[]);
    let messages = site.apply("-P x", &[("value", "on".into())]);
    assert_eq!(
        messages,
        ["Could not evaluate: Execution of 'getsebool -- -P x' returned 255: Error getting active value for -P x"]
    );
}

#[test]
fn invalid_output_is_reported() {
    for answer in ["maybe", "", "on off on/off", "an --> aus"] {
        let mut site = Site::new(&[("a", answer)]);
        let invalid = format!("Could not evaluate: Invalid response 'a --> {answer}' returned from getsebool");
        let messages = site.apply("a", &[("value", "on".into())]);
        assert_eq!(messages, [invalid.replace("> '", ">'")]);
    }
}

#[test]
fn failure_to_set_a_boolean_is_reported() {
    let mut site = Site::new(&[("a", "off")]);
    let wanted = site.trial.want("a", &[("value", "on".into())]).unwrap();
    let failed = |why: &str| vec![format!("value: change from 'off' to 'on' failed: {why}")];
    site.machine.fail("mutate", Error::new(Code::Timeout, "it took too long"));
    assert_eq!(site.trial.apply(&wanted), failed("it took too long"));
    let is = site.trial.get(&wanted).unwrap().is;
    site.switches.borrow_mut().clear();
    let gone = crate::SelbooleanAttribute::Value;
    let error = marotte_sdk::Provider::set(&mut Getsetsebool, &site.machine, &wanted.row, &is, &[gone]).unwrap_err();
    assert_eq!(error.message, "Boolean a is not defined");
}

#[test]
fn timeout_of_a_query_is_reported() {
    let mut site = Site::new(&[("a", "off")]);
    site.machine.on_command(|_| Err(Error::new(Code::Timeout, "getsebool took longer than a minute")));
    assert_eq!(site.apply("a", &[("value", "on".into())]), ["Could not evaluate: getsebool took longer than a minute"]);
}

#[test]
fn names_can_have_any_characters_and_invalid_utf8_is_rejected() {
    for name in ["a b", "it's", "\"q\"", "new\nline", "ünï", "--version"] {
        let mut site = Site::new(&[(name, "off")]);
        let messages = site.apply(name, &[("value", "on".into())]);
        assert_eq!(messages, ["value: value changed 'off' to 'on'"], "{name}");
        assert_eq!(site.apply(name, &[("value", "on".into())]), [""; 0], "{name}");
    }
    let mut site = Site::new(&[]);
    site.machine.on_command(|_| Ok(Output { status: 0, stdout: vec![0xff; 3], stderr: Vec::new(), truncated: false }));
    assert!(
        site.apply("a", &[("value", "on".into())])[0].starts_with("Could not evaluate: Invalid response '\u{fffd}")
    );
}
