//! Tests of the type with a module in memory.

use std::cell::RefCell;
use std::rc::Rc;

use marotte_sdk::Value;
use marotte_sdk::fake::{Commands, FakeSystem, ProviderTest, ended};
use marotte_sdk::system::Program;

use crate::{Component, Dnf};

struct Site {
    machine: FakeSystem,
    trial: ProviderTest<Dnf>,
    ran: Commands,
}

impl Site {
    /// Creates a system with the module `perl`, which has the streams 5.26 and 5.30.
    fn new(default: &'static str, enabled: &str) -> Self {
        let machine = FakeSystem::new();
        machine.grant(include_str!("../provider.toml"));
        let enabled = Rc::new(RefCell::new(enabled.to_owned()));
        let ran = Commands::answering(&machine, move |command| {
            let Program::Named(program) = &command.program else { panic!("only named commands are run") };
            let words: Vec<&str> = command.args.iter().map(String::as_str).collect();
            let row = |name: &str| {
                let mark = |marked: &str, mark: &'static str| if marked == name { mark } else { "" };
                let cell = format!("{name} {}{}", mark(default, "[d]"), mark(&enabled.borrow(), "[e]"));
                format!("perl    {cell:12} common [d]  Perl\n")
            };
            match (program.as_str(), &words[words.len().saturating_sub(2)..]) {
                ("list", ["list", "perl"]) => {
                    let head = "AppStream\nName    Stream       Profiles    Summary\n";
                    ended(0, &format!("{head}{}{}\nHint: [d]efault\n", row("5.26"), row("5.30")), "")
                }
                ("list", _) => ended(1, "", "Error: No matching Modules to list\n"),
                ("dnf", ["reset", "perl"]) => {
                    enabled.borrow_mut().clear();
                    ended(0, "", "")
                }
                ("dnf", ["enable" | "switch-to", target]) => {
                    *enabled.borrow_mut() = target.trim_start_matches("perl:").to_owned();
                    ended(0, "", "")
                }
                other => panic!("unknown command {other:?}"),
            }
        });
        Self { trial: ProviderTest::new::<Component>(&machine, "dnf_module_stream"), machine, ran }
    }

    /// Applies a stream twice, checks that the second run makes no changes, and returns the messages.
    fn apply(&mut self, stream: &str) -> Vec<String> {
        let wanted = self.trial.want("perl", &[("stream", stream.into())]).unwrap();
        let messages = self.trial.apply(&wanted);
        if !messages.iter().any(|message| message.starts_with("Could not")) {
            assert_eq!(self.trial.apply(&wanted), [""; 0]);
        }
        messages
    }

    /// Returns and forgets the commands that made changes.
    fn orders(&self) -> Vec<String> {
        let is_list = |line: &String| line.starts_with("list ");
        let orders =
            self.ran.log().iter().map(marotte_sdk::system::Command::line).filter(|line| !is_list(line)).collect();
        self.ran.clear();
        orders
    }
}

#[test]
fn stream_is_enabled_switched_and_reset() {
    let mut site = Site::new("5.26", "");
    assert_eq!(site.apply("5.30").len(), 1);
    assert_eq!(site.orders(), ["dnf -y module enable perl:5.30"]);
    assert_eq!(site.apply("present"), [""; 0]);
    assert_eq!(site.apply("default"), ["stream: stream changed '5.30' to 'default'"]);
    assert_eq!(site.orders(), ["dnf -y module switch-to perl:5.26"]);
    assert_eq!(site.apply("5.26"), [""; 0]);
    assert_eq!(site.apply("absent").len(), 1);
    assert_eq!(site.orders(), ["dnf -y module reset perl"]);
    assert_eq!(site.apply("present").len(), 1);
    assert_eq!(site.orders(), ["dnf -y module enable perl:5.26"]);
}

#[test]
fn module_has_a_name_other_than_the_title() {
    let mut site = Site::new("5.26", "");
    let attributes: [(&str, Value); 2] = [("module", "perl".into()), ("stream", "5.30".into())];
    let wanted = site.trial.want("stream of perl", &attributes).unwrap();
    assert_eq!(site.trial.apply(&wanted).len(), 1);
    assert_eq!(site.orders(), ["dnf -y module enable perl:5.30"]);
}

#[test]
fn missing_module_or_default_stream_is_an_error() {
    let mut site = Site::new("", "");
    for stream in ["default", "present"] {
        let message = "Could not evaluate: No default stream to enable in module \"perl\"";
        assert_eq!(site.apply(stream), [message]);
    }
    let wanted = site.trial.want("ruby", &[("stream", "3.1".into())]).unwrap();
    assert_eq!(site.trial.apply(&wanted), ["Could not evaluate: Module \"ruby\" not found"]);
    site.machine.on_command(|_| ended(1, "", "Error: Failed to download metadata for repo 'x'\n"));
    let reason = "Execution of 'dnf -q module list perl' returned 1: Error: Failed to download metadata for repo 'x'";
    assert_eq!(site.apply("5.30"), [format!("Could not evaluate: {reason}")]);
}
