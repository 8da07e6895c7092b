//! Tests of failing brokers and programs, and of hostile names.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use marotte_sdk::Value;
use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};
use marotte_sdk::json;
use marotte_sdk::system::Output;

use super::{ended, file, machine, printed, table, timed_out};
use crate::{Component, Cookie, Exchanges, Parameters, Permissions, Plugins, Policies, Queues, Users, Vhosts};

const HANGS: &str = "Command exceeded timeout";

fn vhost(machine: &FakeSystem, name: &str, ensure: &str) -> Vec<String> {
    let mut trial: ProviderTest<Vhosts> = ProviderTest::new::<Component>(machine, "rabbitmqctl");
    let wanted = trial.want(name, &[("ensure", ensure.into())]).unwrap();
    trial.apply(&wanted)
}

#[test]
fn timeout_of_the_broker_is_reported() {
    let (machine, ran) = machine(|_| timed_out());
    let evaluate = [format!("Could not evaluate: {HANGS}")];
    assert_eq!(vhost(&machine, "a", "present"), evaluate);
    let pattern = [("pattern", ".*".into()), ("definition", table(&[("ha-mode", "all".into())]))];
    let mut policies: ProviderTest<Policies> = ProviderTest::new::<Component>(&machine, "rabbitmqctl");
    let wanted = policies.prepare("p@/", &pattern).unwrap();
    assert_eq!(policies.apply(&wanted), evaluate);
    let parameter = [("component_name", "shovel".into()), ("value", table(&[("a", "b".into())]))];
    let mut parameters: ProviderTest<Parameters> = ProviderTest::new::<Component>(&machine, "rabbitmqctl");
    let wanted = parameters.prepare("p@/", &parameter).unwrap();
    assert_eq!(parameters.apply(&wanted), evaluate);
    let mut permissions: ProviderTest<Permissions> = ProviderTest::new::<Component>(&machine, "rabbitmqctl");
    let wanted = permissions.want("u@/", &[]).unwrap();
    assert_eq!(permissions.apply(&wanted), evaluate);
    let mut plugins: ProviderTest<Plugins> = ProviderTest::new::<Component>(&machine, "rabbitmqplugins");
    let wanted = plugins.prepare("p", &[]).unwrap();
    assert_eq!(plugins.apply(&wanted), evaluate);
    let mut exchanges: ProviderTest<Exchanges> = ProviderTest::new::<Component>(&machine, "rabbitmqadmin");
    let wanted = exchanges.prepare("e@/", &[("type", "topic".into())]).unwrap();
    assert_eq!(exchanges.apply(&wanted), evaluate);
    assert_eq!(ran.log().len(), 6, "a query that timed out is not repeated");
}

#[test]
fn timeout_of_a_change_is_reported() {
    let (machine, _) = machine(|line| if line.contains(" list") { printed("[]") } else { timed_out() });
    let failed = [format!("ensure: change from 'absent' to 'present' failed: {HANGS}")];
    assert_eq!(vhost(&machine, "a", "present"), failed);
    let mut queues: ProviderTest<Queues> = ProviderTest::new::<Component>(&machine, "rabbitmqadmin");
    let wanted = queues.want("q@/", &[]).unwrap();
    assert_eq!(queues.apply(&wanted), failed);
    let path = "/var/lib/rabbitmq/.erlang.cookie";
    machine
        .account("rabbitmq", 105)
        .put(path, FileNode::file("OLD"))
        .put("/var/lib/rabbitmq/mnesia/kept", FileNode::file("x"));
    let mut cookies: ProviderTest<Cookie> = ProviderTest::new::<Component>(&machine, "ruby");
    let other = [("content", "NEW".into()), ("force", true.into()), ("service_name", "x".into())];
    let wanted = cookies.want(path, &other).unwrap();
    assert!(cookies.apply(&wanted)[0].ends_with(HANGS));
    assert_eq!((machine.text(path), file(&machine, "/var/lib/rabbitmq/mnesia/kept")), ("OLD".into(), "x".into()));
}

#[test]
fn password_that_cannot_be_verified_is_not_changed() {
    let (machine, ran) = machine(|line| match line.contains("authenticate_user") {
        true => timed_out(),
        false => printed("[{\"user\":\"u\",\"tags\":[]}]"),
    });
    let mut trial: ProviderTest<Users> = ProviderTest::new::<Component>(&machine, "rabbitmqctl");
    let wanted = trial.prepare("u", &[("password", "x".into())]).unwrap();
    assert_eq!(trial.apply(&wanted), [format!("Could not evaluate: {HANGS}")]);
    assert_eq!(ran.log().len(), 2);
    let refused = trial.prepare("u", &[("password", "x\nuser2".into())]).err().unwrap().message;
    assert_eq!(refused, "a password must not contain a newline");
}

#[test]
fn missing_virtual_host_is_empty_and_other_errors_are_reported() {
    let listed = |output: &'static str| {
        let (machine, _) = machine(move |line| match line.contains("list_queues") {
            true => ended(65, "", output),
            false => super::printed(""),
        });
        let mut trial: ProviderTest<Queues> = ProviderTest::new::<Component>(&machine, "rabbitmqadmin");
        let wanted = trial.want("q@gone", &[("ensure", "absent".into())]).unwrap();
        trial.apply(&wanted)
    };
    assert_eq!(listed("Error:\nVirtual host 'gone' does not exist\n"), [""; 0]);
    assert_eq!(listed("Error: {no_such_vhost,<<\"gone\">>}\n"), [""; 0]);
    let fault = "Execution of 'rabbitmqctl' returned 65: Error: The file '/etc/rabbitmq/x' does not exist";
    assert_eq!(listed("Error: The file '/etc/rabbitmq/x' does not exist\n"), [format!("Could not evaluate: {fault}")]);
}

#[test]
fn truncated_list_is_an_error_and_invalid_output_is_shortened() {
    let (half, _) = machine(|_| {
        Ok(Output { status: 0, stdout: b"[{\"name\":\"a\"}".to_vec(), stderr: Vec::new(), truncated: true })
    });
    let fault = "Could not evaluate: the output of rabbitmqctl is too long";
    assert_eq!(vhost(&half, "a", "absent"), [fault]);
    let (garbage, _) =
        machine(|_| Ok(Output { status: 0, stdout: vec![0xfc; 1 << 20], stderr: Vec::new(), truncated: false }));
    let message = vhost(&garbage, "a", "absent").concat();
    assert!(message.starts_with("Could not evaluate: the output of rabbitmqctl is not JSON: \u{fffd}"));
    assert!(message.chars().count() < 300);
}

#[test]
fn cookie_that_is_not_utf8_is_replaced() {
    let path = "/var/lib/rabbitmq/.erlang.cookie";
    let (machine, _) = machine(|_| printed(""));
    machine.account("rabbitmq", 105).put(path, FileNode::file(vec![0xff, 0xfe]));
    let mut trial: ProviderTest<Cookie> = ProviderTest::new::<Component>(&machine, "ruby");
    let other = [("content", "NEW".into()), ("force", true.into()), ("service_name", "x".into())];
    let wanted = trial.want(path, &other).unwrap();
    assert_eq!(trial.apply(&wanted), ["content: The rabbitmq erlang cookie was changed"]);
    assert_eq!(machine.text(path), "NEW");
}

#[test]
fn names_can_have_any_characters() {
    let known = Rc::new(RefCell::new(BTreeSet::new()));
    let broker = Rc::clone(&known);
    let (machine, _) = machine(move |line| {
        let mut known = broker.borrow_mut();
        if let Some(name) = line.strip_prefix("rabbitmqctl add_vhost -- ") {
            known.insert(name.to_owned());
        } else if let Some(name) = line.strip_prefix("rabbitmqctl delete_vhost -- ") {
            assert!(known.remove(name), "{name}");
        }
        let hosts = known.iter().map(|name| table(&[("name", name.as_str().into())])).collect::<Vec<Value>>();
        printed(&json::compact(&Value::Array(hosts)).unwrap())
    });
    let names = ["-x", "--help", "a b", "it's", "\"q\"", "new\nline", "back\\slash", "ünï", "$(id)", "a@b", "[]"];
    for name in names {
        assert_eq!(vhost(&machine, name, "present"), ["ensure: created"], "{name}");
        assert_eq!(vhost(&machine, name, "present"), [""; 0], "{name}");
    }
    assert_eq!(known.borrow().len(), names.len());
    for name in names {
        assert_eq!(vhost(&machine, name, "absent"), ["ensure: removed"], "{name}");
    }
    assert_eq!(known.borrow().len(), 0);
}

#[test]
fn thousand_queues_are_read_with_one_query() {
    let all: Vec<String> = (0..1000).map(|n| format!("{{\"name\":\"q{n}\"}}")).collect();
    let answer = format!("[{}]", all.join(","));
    let (machine, ran) = machine(move |_| printed(&answer));
    let trial: ProviderTest<Queues> = ProviderTest::new::<Component>(&machine, "rabbitmqadmin");
    let rows: Vec<_> = (0..1000).map(|n| trial.want(&format!("q{n}@/"), &[]).unwrap().row).collect();
    let states = marotte_sdk::Provider::get(&mut Queues, &machine, &rows);
    assert!(states.into_iter().all(|state| state.unwrap().is.ensure == Some(crate::Ensure::Present)));
    assert_eq!(ran.log().len(), 1);
}
