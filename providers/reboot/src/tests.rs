//! Tests of the type with a program that only records its calls.

use marotte_sdk::fake::{Commands, FakeSystem, ProviderTest, ended};
use marotte_sdk::system::Level;
use marotte_sdk::{Error, Value};

use crate::{Component, Shutdown};

fn site() -> (FakeSystem, Commands, ProviderTest<Shutdown>) {
    let machine = FakeSystem::new();
    machine.grant(include_str!("../provider.toml"));
    let ran = Commands::answering(&machine, |_| ended(0, "", ""));
    let trial = ProviderTest::new::<Component>(&machine, "posix");
    (machine, ran, trial)
}

fn finished() -> (&'static str, Value) {
    ("apply", "finished".into())
}

fn fault(attributes: &[(&str, Value)]) -> String {
    site().2.prepare("after", attributes).err().map(|Error { message, .. }| message).unwrap_or_default()
}

#[test]
fn refresh_schedules_one_restart() {
    let (machine, ran, mut trial) = site();
    let first = trial.prepare("after", &[finished(), ("timeout", "90".into()), ("message", "Bye $x".into())]).unwrap();
    assert_eq!(trial.apply(&first), [""; 0]);
    assert_eq!(trial.noop(&first), [""; 0]);
    assert!(ran.log().is_empty());
    trial.refresh(&first).unwrap();
    assert_eq!(ran.log()[0].args[2..], ["shutdown", "+2", "Bye $x"]);
    assert_eq!(machine.logged(Level::Notice), ["Scheduling system reboot with message: \"Bye $x\""]);
    let rounded = "Shutdown command on this system specifies time in minutes, rounding 90 seconds up to 2 minutes.";
    assert_eq!(machine.logged(Level::Warning), [rounded]);
    let second = trial.prepare("again", &[finished()]).unwrap();
    trial.refresh(&second).unwrap();
    assert_eq!(ran.log().len(), 1);
}

#[test]
fn default_timeout_is_one_minute() {
    let (machine, ran, mut trial) = site();
    let wanted = trial.prepare("after", &[finished()]).unwrap();
    trial.refresh(&wanted).unwrap();
    assert_eq!(ran.log()[0].args[3..], ["+1", "Puppet is rebooting the computer"]);
    assert!(machine.logged(Level::Warning).is_empty());
}

#[test]
fn failed_command_is_the_error_of_the_refresh() {
    let (machine, _, mut trial) = site();
    machine.on_command(|_| ended(1, "", "sh: cannot fork\n"));
    let wanted = trial.prepare("after", &[finished()]).unwrap();
    let message = trial.refresh(&wanted).unwrap_err().message;
    assert_eq!(message, "Execution of 'shutdown -r +1' returned 1: sh: cannot fork");
    // A restart that could not be scheduled is tried again.
    machine.on_command(|_| ended(0, "", ""));
    trial.refresh(&wanted).unwrap();
}

#[test]
fn unsupported_values_are_errors() {
    let immediately = "apply => immediately, the default, is not supported: a run cannot be stopped by a resource. Set apply => \
                       finished to restart the system after the run";
    assert_eq!(fault(&[]), immediately);
    assert_eq!(fault(&[("apply", "immediately".into())]), immediately);
    for (name, value, message) in [
        ("message", "".into(), "A non-empty message must be specified."),
        ("message", "x".repeat(8_001).into(), "The given message must not exceed 8000 characters."),
        ("message", "-k".into(), "A message that begins with '-' is not supported"),
        ("timeout", "soon".into(), "The timeout must be an integer."),
        ("timeout", (-1).into(), "The timeout must be an integer."),
    ] {
        let value: Value = value;
        assert!(fault(&[finished(), (name, value)]).ends_with(message), "{message}");
    }
}
