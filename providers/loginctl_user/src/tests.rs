//! Tests of the type with a directory of logind in memory.

use marotte_sdk::fake::{Commands, FakeSystem, FileNode, ProviderTest, ended};

use crate::{Component, Loginctl};

struct Site {
    trial: ProviderTest<Loginctl>,
    ran: Commands,
}

/// Creates a system on which the services of `joe` run without a session.
fn site() -> Site {
    let machine = FakeSystem::new();
    machine.grant(include_str!("../provider.toml"));
    machine.put("/var/lib/systemd/linger/joe", FileNode::file(""));
    let system = machine.clone();
    let ran = Commands::answering(&machine, move |command| match command.args.as_slice() {
        [action, name] if action == "enable-linger" && name != "nobody" => {
            system.put(&format!("/var/lib/systemd/linger/{name}"), FileNode::file(""));
            ended(0, "", "")
        }
        [action, _] if action == "disable-linger" => ended(0, "", ""),
        _ => ended(1, "", "Could not enable linger: Connection refused\n"),
    });
    Site { trial: ProviderTest::new::<Component>(&machine, "ruby"), ran }
}

impl Site {
    fn apply(&mut self, name: &str, linger: &str) -> Vec<String> {
        let wanted = self.trial.prepare(name, &[("linger", linger.into())]).unwrap();
        self.trial.apply(&wanted)
    }
}

#[test]
fn linger_is_enabled_and_disabled() {
    let mut site = site();
    assert_eq!(site.apply("joe", "enabled"), [""; 0]);
    assert_eq!(site.apply("ann", "enabled"), ["linger: linger changed 'disabled' to 'enabled'"]);
    assert_eq!(site.ran.log()[0].args, ["enable-linger", "ann"]);
    assert_eq!(site.apply("ann", "enabled"), [""; 0]);
    assert_eq!(site.apply("ann", "disabled"), ["linger: linger changed 'enabled' to 'disabled'"]);
    assert_eq!(site.ran.log()[1].args, ["disable-linger", "ann"]);
    assert_eq!(site.apply("eve", "disabled"), [""; 0]);
}

#[test]
fn linger_is_disabled_by_default() {
    let mut site = site();
    let wanted = site.trial.prepare("joe", &[]).unwrap();
    assert_eq!(site.trial.apply(&wanted), ["linger: linger changed 'enabled' to 'disabled'"]);
}

#[test]
fn failed_command_is_the_error_of_the_resource() {
    let mut site = site();
    let reason = "Execution of 'loginctl enable-linger nobody' returned 1: Could not enable linger: Connection refused";
    let message = format!("linger: change from 'disabled' to 'enabled' failed: {reason}");
    assert_eq!(site.apply("nobody", "enabled"), [message]);
}

#[test]
fn name_that_is_a_path_or_an_option_is_an_error() {
    let site = site();
    for bad in ["../joe", "-x", "a b", "."] {
        let fault = site.trial.prepare(bad, &[]).err().unwrap().message;
        assert_eq!(fault, format!("'{bad}' is not a valid name of a user"));
    }
}
