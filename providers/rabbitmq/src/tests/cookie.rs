//! Tests of `rabbitmq_erlang_cookie`.

use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};
use marotte_sdk::{Code, Error, Value};

use super::{Commands, ended, machine, orders, printed};
use crate::{Component, Cookie};

const PATH: &str = "/var/lib/rabbitmq/.erlang.cookie";

fn open() -> (FakeSystem, Commands, ProviderTest<Cookie>) {
    let (machine, ran) = machine(|line| match line.starts_with("systemctl") {
        true => Err(Error::new(Code::NotFound, "no such command")),
        false => printed(""),
    });
    machine.account("rabbitmq", 105).put(PATH, FileNode::file("OLD"));
    machine.put("/var/lib/rabbitmq/mnesia/kept", FileNode::file("x"));
    let trial = ProviderTest::new::<Component>(&machine, "ruby");
    (machine, ran, trial)
}

#[test]
fn new_cookie_removes_the_database() {
    let (machine, ran, mut trial) = open();
    let secret = Value::Secret(machine.secret("NEW"));
    let attributes = [("content", secret.clone()), ("force", true.into()), ("service_name", "rabbitmq-server".into())];
    let wanted = trial.want(PATH, &attributes).unwrap();
    assert_eq!(trial.apply(&wanted), ["content: The rabbitmq erlang cookie was changed"]);
    assert_eq!(trial.apply(&wanted), [""; 0]);
    assert_eq!(orders(&ran), ["systemctl stop -- rabbitmq-server", "service rabbitmq-server stop"]);
    let node = machine.node(PATH).unwrap();
    assert_eq!((node.content, node.mode, node.uid, node.gid), (b"NEW".to_vec(), 0o400, 105, 105));
    assert!(machine.node("/var/lib/rabbitmq/mnesia").is_none());
}

#[test]
fn database_is_removed_only_with_force() {
    let (machine, ran, mut trial) = open();
    let wanted = trial.want(PATH, &[("content", "NEW".into()), ("service_name", "x".into())]).unwrap();
    let noop = "content: current_value [old content redacted], should be [new content redacted] (noop)";
    assert_eq!(trial.noop(&wanted), [noop]);
    let messages = trial.apply(&wanted).remove(0);
    assert!(messages.contains("The current erlang cookie needs to change."), "{messages}");
    assert_eq!((machine.text(PATH), ran.log().len()), ("OLD".to_owned(), 0));
    let same = trial.want(PATH, &[("content", "OLD".into())]).unwrap();
    assert_eq!(trial.apply(&same), [""; 0]);
}

#[test]
fn cookie_is_kept_if_the_broker_does_not_stop() {
    let (machine, _) = machine(|_| ended(1, "", "Failed to stop\n"));
    machine.account("rabbitmq", 105).put(PATH, FileNode::file("OLD"));
    let mut trial: ProviderTest<Cookie> = ProviderTest::new::<Component>(&machine, "ruby");
    let attributes = [("content", "NEW".into()), ("force", true.into()), ("service_name", "x".into())];
    let wanted = trial.want(PATH, &attributes).unwrap();
    assert!(trial.apply(&wanted)[0].contains("Execution of 'systemctl' returned 1"));
    assert_eq!(machine.text(PATH), "OLD");
    let nobody = [("content", "NEW".into()), ("force", true.into()), ("rabbitmq_user", "nobody".into())];
    let wanted = trial.want(PATH, &nobody).unwrap();
    assert!(trial.apply(&wanted)[0].ends_with("can't find user for nobody"));
}
