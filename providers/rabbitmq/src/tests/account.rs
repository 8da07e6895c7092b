//! Tests of `rabbitmq_user`, `rabbitmq_user_permissions` and `rabbitmq_vhost`.

use marotte_sdk::Value;
use marotte_sdk::fake::{FakeSystem, ProviderTest};
use marotte_sdk::system::Output;

use super::{Commands, ended, input, line, machine, orders, printed, timed_out};
use crate::{Component, Permissions, Users, Vhosts};

fn answer(line: &str) -> marotte_sdk::Result<Output> {
    match line {
        "rabbitmqctl list_users" => printed(
            "[\n{\"user\":\"boss\",\"tags\":[\"administrator\",\"monitoring\"]}\n,{\"user\":\"it's-ü\",\"tags\":[]}\n]\n",
        ),
        "rabbitmqctl list_vhosts" => printed("[{\"name\":\"/\"},{\"name\":\"app\"}]"),
        "rabbitmqctl list_permissions --vhost=app" => {
            printed("[{\"user\":\"boss\",\"configure\":\".*\",\"write\":\"a\\\\.b\",\"read\":\"\"}]")
        }
        "rabbitmqctl list_permissions --vhost=gone" => ended(65, "", "Error:\nVirtual host 'gone' does not exist\n"),
        "rabbitmqctl authenticate_user -- boss" => printed("Success\n"),
        _ if line.contains("authenticate_user") => ended(65, "", "Error:\nError: failed to authenticate user\n"),
        _ => printed(""),
    }
}

fn users() -> (FakeSystem, Commands, ProviderTest<Users>) {
    let (machine, ran) = machine(answer);
    let trial = ProviderTest::new::<Component>(&machine, "rabbitmqctl");
    (machine, ran, trial)
}

fn apply(trial: &mut ProviderTest<Users>, title: &str, attributes: &[(&str, Value)]) -> Vec<String> {
    let wanted = trial.prepare(title, attributes).unwrap();
    trial.apply(&wanted)
}

#[test]
fn user_is_created_with_password_and_tags() {
    let (machine, ran, mut trial) = users();
    let secret = machine.secret("canary");
    let attributes =
        [("password", Value::Secret(secret)), ("admin", "true".into()), ("tags", vec!["monitoring"].into())];
    assert_eq!(apply(&mut trial, "-new", &attributes), ["ensure: created"]);
    let given = ["rabbitmqctl add_user -- -new", "rabbitmqctl set_user_tags -- -new monitoring administrator"];
    assert_eq!(orders(&ran), given);
    let add = ran.log().iter().find(|command| line(command).contains("add_user")).cloned().unwrap();
    assert_eq!(input(&add), format!("<secret {} as Form::Line>\n", secret.token()));
    assert_eq!(add.env, [("HOME".to_owned(), vec!["/tmp".into()])]);
    let none = "ensure: change from 'absent' to 'present' failed: Password is a required parameter for rabbitmq_user (user: x)";
    assert_eq!(apply(&mut trial, "x", &[]), [none]);
}

#[test]
fn commands_run_as_the_user_of_the_broker() {
    let (machine, ran, mut trial) = users();
    machine.account("rabbitmq", 105);
    assert_eq!(apply(&mut trial, "new", &[("password", "x".into())]), ["ensure: created"]);
    let by_itself = |command: &marotte_sdk::system::Command| {
        (command.user.as_deref(), command.env.as_slice()) == (Some("rabbitmq"), &[])
    };
    assert!(ran.log().iter().all(by_itself));
}

#[test]
fn password_is_verified_and_redacted() {
    let (machine, ran, mut trial) = users();
    let same = [("password", "right".into()), ("admin", "true".into()), ("tags", vec!["monitoring"].into())];
    assert_eq!(apply(&mut trial, "boss", &same), [""; 0]);
    let wanted = trial.prepare("it's-ü", &[("password", "canary".into())]).unwrap();
    let noop = "password: current_value [old password redacted], should be [new password redacted] (noop)";
    assert_eq!(trial.noop(&wanted), [noop]);
    assert_eq!(trial.apply(&wanted), ["password: password has been changed"]);
    assert_eq!(orders(&ran), ["rabbitmqctl change_password -- it's-ü"]);
    assert_eq!(input(ran.log().last().unwrap()), "canary\n");
    assert!(ran.log().iter().all(|command| !line(command).contains("canary")));
    assert!(machine.lines().iter().all(|line| !line.text.contains("canary")));
}

#[test]
fn all_tags_are_set_at_once() {
    let (_, ran, mut trial) = users();
    let messages = apply(&mut trial, "boss", &[("tags", vec!["policymaker", "monitoring"].into())]);
    let changes = [
        "admin: admin changed 'true' to 'false'",
        "tags: tags changed ['monitoring'] to ['policymaker', 'monitoring']",
    ];
    assert_eq!(messages, changes);
    assert_eq!(orders(&ran), ["rabbitmqctl set_user_tags -- boss policymaker monitoring"]);
    assert_eq!(apply(&mut trial, "boss", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert_eq!(orders(&ran)[1], "rabbitmqctl delete_user -- boss");
    let listed: Vec<String> = trial.instances().unwrap().into_iter().map(|found| found.title).collect();
    assert_eq!(listed, ["boss", "it's-ü"]);
}

#[test]
fn invalid_values_are_rejected_with_puppets_messages() {
    let (_, _, trial) = users();
    let refusal = |tag: &str| trial.prepare("x", &[("tags", vec![tag].into())]).err().unwrap().message;
    assert_eq!(refusal("a b"), "Invalid tag: \"a b\"");
    assert_eq!(refusal("administrator"), "must use admin property instead of administrator tag");
}

#[test]
fn starting_broker_is_waited_for() {
    let (machine, ran) = machine(|_| ended(69, "", "Error: unable to perform an operation on node 'rabbit@h'\n"));
    let mut trial: ProviderTest<Users> = ProviderTest::new::<Component>(&machine, "rabbitmqctl");
    let messages = apply(&mut trial, "x", &[("ensure", "absent".into())]);
    let fault = "Execution of 'rabbitmqctl' returned 69: Error: unable to perform an operation on node 'rabbit@h'";
    assert_eq!(messages, [format!("Could not evaluate: {fault}")]);
    assert_eq!((ran.log().len(), machine.effects()), (8, vec!["sleep 6".to_owned(); 7]));
}

#[test]
fn failing_broker_is_an_error() {
    let fails = |answer: fn() -> marotte_sdk::Result<Output>| {
        let (machine, _) = machine(move |_| answer());
        let mut trial: ProviderTest<Users> = ProviderTest::new::<Component>(&machine, "rabbitmqctl");
        apply(&mut trial, "x", &[("ensure", "absent".into())]).remove(0)
    };
    assert_eq!(fails(timed_out), "Could not evaluate: Command exceeded timeout");
    assert_eq!(fails(|| printed("garbage")), "Could not evaluate: the output of rabbitmqctl is not JSON: garbage");
    assert_eq!(fails(|| printed("[{}]")), "Could not evaluate: the broker's response has no 'tags'");
    assert_eq!(
        fails(|| printed("[{\"user\":1,\"tags\":[]}]")),
        "Could not evaluate: 'user' in the broker's response has the type Integer"
    );
}

#[test]
fn permissions_are_granted_changed_and_revoked() {
    let (machine, ran) = machine(answer);
    let mut trial: ProviderTest<Permissions> = ProviderTest::new::<Component>(&machine, "rabbitmqctl");
    let mut apply = |title: &str, attributes: &[(&str, Value)]| {
        let wanted = trial.want(title, attributes).unwrap();
        trial.apply(&wanted)
    };
    let same =
        [("configure_permission", ".*".into()), ("write_permission", "a\\.b".into()), ("read_permission", "".into())];
    assert_eq!(apply("boss@app", &same), [""; 0]);
    let messages = apply("boss@app", &[("read_permission", "-x y".into())]);
    assert_eq!(messages, ["read_permission: read_permission changed '' to '-x y'"]);
    assert_eq!(orders(&ran)[0], "rabbitmqctl set_permissions --vhost=app -- boss .* a\\.b -x y");
    assert_eq!(apply("a@b@gone", &[("write_permission", "w".into())]), ["ensure: created"]);
    assert_eq!(orders(&ran)[1], "rabbitmqctl set_permissions --vhost=gone -- a@b '' w ''");
    assert_eq!(apply("boss@app", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert_eq!(orders(&ran)[2], "rabbitmqctl clear_permissions --vhost=app -- boss");
}

#[test]
fn virtual_hosts_are_created_removed_and_listed() {
    let (machine, ran) = machine(answer);
    let mut trial: ProviderTest<Vhosts> = ProviderTest::new::<Component>(&machine, "rabbitmqctl");
    let mut apply = |title: &str, ensure: &str| {
        let wanted = trial.want(title, &[("ensure", ensure.into())]).unwrap();
        trial.apply(&wanted)
    };
    assert_eq!(apply("-new", "present"), ["ensure: created"]);
    assert_eq!(apply("/", "present"), [""; 0]);
    assert_eq!(apply("app", "absent"), ["ensure: removed"]);
    assert_eq!(orders(&ran), ["rabbitmqctl add_vhost -- -new", "rabbitmqctl delete_vhost -- app"]);
    let listed: Vec<String> = trial.instances().unwrap().into_iter().map(|found| found.title).collect();
    assert_eq!(listed, ["/", "app"]);
}
