//! Tests of `rabbitmq_exchange`, `rabbitmq_queue` and `rabbitmq_binding`.

use std::cell::RefCell;
use std::rc::Rc;

use marotte_sdk::fake::{FakeSystem, FileNode, ProviderTest};
use marotte_sdk::system::Output;
use marotte_sdk::{Relate, Value};

use super::{Commands, file, line, machine, orders, printed, table};
use crate::{Bindings, Component, Ensure, Exchanges, Queues, RabbitmqBinding};

const BINDINGS: &str = "[{\"source_name\":\"\",\"destination_name\":\"q\",\"destination_kind\":\"queue\",\"routing_key\":\"q\",\"arguments\":[]},\
    {\"source_name\":\"e\",\"destination_name\":\"q\",\"destination_kind\":\"queue\",\"routing_key\":\"a.#\",\"arguments\":\
    [[\"x\",\"longstr\",\"y\"],[\"t\",\"table\",[[\"l\",\"array\",[[\"long\",1]]]]]]},\
    {\"source_name\":\"e\",\"destination_name\":\"f\",\"destination_kind\":\"exchange\",\"routing_key\":\"\",\"arguments\":[]}]";

fn answer(line: &str) -> marotte_sdk::Result<Output> {
    match line {
        "rabbitmqctl list_vhosts" => printed("[{\"name\":\"/\"}]"),
        "rabbitmqctl list_exchanges --vhost=/ name" => {
            printed("[{\"name\":\"\"},{\"name\":\"e\"},{\"name\":\"federation: x\"}]")
        }
        "rabbitmqctl list_queues --vhost=/ name" => printed("[{\"name\":\"q\"}]"),
        _ if line.starts_with("rabbitmqctl list_bindings --vhost=/ ") => printed(BINDINGS),
        _ => printed(""),
    }
}

/// Returns the arguments of the last command after the path of the settings file.
fn last_command(ran: &Commands) -> String {
    let last = ran.log().last().map(line).unwrap_or_default();
    let words: Vec<&str> = last.split(' ').collect();
    assert_eq!((words[0], words[1]), ("rabbitmqadmin", "-c"));
    words[3..].join(" ")
}

#[test]
fn exchange_is_created_and_removed() {
    let (machine, ran) = machine(answer);
    let mut trial: ProviderTest<Exchanges> = ProviderTest::new::<Component>(&machine, "rabbitmqadmin");
    let mut apply = |title: &str, attributes: &[(&str, Value)]| {
        let wanted = trial.prepare(title, attributes).unwrap();
        trial.apply(&wanted)
    };
    let new = [("type", "topic".into()), ("durable", true.into()), ("arguments", table(&[("n", Value::Integer(5))]))];
    assert_eq!(apply("new@/", &new), ["ensure: created"]);
    let words = "--vhost / declare exchange name=new type=topic internal=false durable=true auto_delete=false arguments={\"n\":5}";
    assert_eq!(last_command(&ran), words);
    assert_eq!(apply("e@/", &[("type", "direct".into())]), [""; 0], "its properties are not compared");
    assert_eq!(apply("e@/", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert_eq!(last_command(&ran), "--vhost / delete exchange name=e");
    let refusal = trial.prepare("x@/", &[]).err().unwrap().message;
    assert_eq!(refusal, "must set type when creating exchange for x@/ whose type is ");
    let listed: Vec<String> = trial.instances().unwrap().into_iter().map(|found| found.title).collect();
    assert_eq!(listed, ["@/", "e@/"]);
}

#[test]
fn password_is_passed_in_a_temporary_file() {
    let seen = Rc::new(RefCell::new(Vec::new()));
    let machine = FakeSystem::new();
    machine.put("/etc/rabbitmq/rabbitmqadmin.conf", FileNode::file("[default]\nport = 1\nusername = other\n"));
    machine.put("/tmp/there", FileNode::file(""));
    let (own, noted) = (machine.clone(), Rc::clone(&seen));
    machine.on_command(move |command| {
        if let Some(path) = command.args.iter().find(|word| word.starts_with("/tmp/")) {
            let mode = own.node(path).map(|node| node.mode);
            noted.borrow_mut().push((file(&own, path), mode, command.args.concat().contains("canary")));
        }
        printed("")
    });
    let mut trial: ProviderTest<Queues> = ProviderTest::new::<Component>(&machine, "rabbitmqadmin");
    let secret = Value::Secret(machine.secret("canary%"));
    let wanted = trial.want("new@/", &[("user", "me".into()), ("password", secret)]).unwrap();
    assert_eq!(trial.apply(&wanted), ["ensure: created"]);
    let settings = "[default]\nusername = me\npassword = canary%%\nport = 1\n".to_owned();
    assert_eq!(*seen.borrow(), [(settings, Some(0o600), false)]);
}

#[test]
fn queue_is_created_and_removed() {
    let (machine, ran) = machine(answer);
    let mut trial: ProviderTest<Queues> = ProviderTest::new::<Component>(&machine, "rabbitmqadmin");
    let mut apply = |title: &str, attributes: &[(&str, Value)]| {
        let wanted = trial.want(title, attributes).unwrap();
        trial.apply(&wanted)
    };
    let new = [("durable", false.into()), ("auto_delete", true.into())];
    assert_eq!(apply("-a@b@/", &new), ["ensure: created"]);
    assert_eq!(last_command(&ran), "--vhost / declare queue name=-a@b durable=false auto_delete=true arguments={}");
    assert_eq!(apply("q@/", &[]), [""; 0]);
    assert_eq!(apply("q@/", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert_eq!(last_command(&ran), "--vhost / delete queue name=q");
    assert_eq!(trial.instances().unwrap().len(), 1);
}

fn bindings() -> (Commands, ProviderTest<Bindings>) {
    let (machine, ran) = machine(answer);
    (ran, ProviderTest::new::<Component>(&machine, "rabbitmqadmin"))
}

fn ends(source: &str, destination: &str, key: &str) -> Vec<(&'static str, Value)> {
    let at = [("source", source.into()), ("destination", destination.into()), ("vhost", "/".into())];
    [&at[..], &[("routing_key", key.into())]].concat()
}

#[test]
fn binding_is_identified_by_its_ends_and_key() {
    let (ran, mut trial) = bindings();
    let mut apply = |attributes: &[(&str, Value)]| {
        let wanted = trial.prepare("x", attributes).unwrap();
        trial.apply(&wanted)
    };
    let inner = table(&[("l", vec![1_i64].into())]);
    let arguments = table(&[("t", inner), ("x", "y".into())]);
    let same = [ends("e", "q", "a.#"), vec![("arguments", arguments)]].concat();
    assert_eq!(apply(&same), [""; 0]);
    let exchange =
        [ends("e", "f", ""), vec![("destination_type", "exchange".into()), ("arguments", table(&[]))]].concat();
    assert_eq!(apply(&exchange), [""; 0]);
    assert_eq!(apply(&[exchange, vec![("ensure", "absent".into())]].concat()), ["ensure: removed"]);
    let removed = "--vhost / delete binding source=e destination_type=exchange destination=f properties_key=~";
    assert_eq!(last_command(&ran), removed);
    assert_eq!(apply(&ends("e", "q", "other")), ["ensure: created"]);
    let made = "--vhost / declare binding source=e destination=q arguments={} routing_key=other destination_type=queue";
    assert_eq!(last_command(&ran), made);
    let other = [ends("e", "q", "a.#"), vec![("arguments", table(&[]))]].concat();
    assert!(apply(&other)[0].ends_with("a binding cannot be changed; remove it and create another one"));
    let gone = [ends("e", "q", "a.#"), vec![("ensure", "absent".into())]].concat();
    assert!(
        apply(&gone)[0]
            .ends_with("a binding with arguments cannot be removed, since its routing key does not identify it")
    );
    assert_eq!(orders(&ran).len(), 2);
}

#[test]
fn bindings_are_listed_with_digests_as_titles() {
    let (_, mut trial) = bindings();
    let listed = trial.instances().unwrap();
    assert_eq!(listed.len(), 2);
    assert!(listed.iter().all(|found| found.title.len() == 64 && found.is.ensure == Some(Ensure::Present)));
    assert_eq!(listed[0].is.routing_key.as_deref(), Some("a.#"));
}

#[test]
fn binding_requires_its_source_and_destination() {
    let (_, trial) = bindings();
    let wanted = trial.prepare("x", &[ends("e", "q", ""), vec![("user", "me".into())]].concat()).unwrap();
    let relations = RabbitmqBinding::relate(&wanted.row, &FakeSystem::new()).into_iter();
    let titles: Vec<String> = relations.map(|one| format!("{} {}", one.target_type, one.titles.join(" "))).collect();
    let first = [
        "rabbitmq_vhost /",
        "rabbitmq_exchange e@/",
        "rabbitmq_queue q@/",
        "rabbitmq_user me",
        "rabbitmq_user_permissions me@/",
    ];
    assert_eq!(titles, first);
    let open = trial.prepare("x", &ends("", "q", "")).err().unwrap().message;
    assert_eq!(open, "`source` must be defined");
}
