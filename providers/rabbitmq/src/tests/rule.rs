//! Tests of `rabbitmq_policy`, `rabbitmq_parameter` and `rabbitmq_plugin`.

use marotte_sdk::Value;
use marotte_sdk::fake::ProviderTest;
use marotte_sdk::system::Output;

use super::{ended, machine, orders, printed, table};
use crate::{Component, Parameters, Plugins, Policies};

fn answer(line: &str) -> marotte_sdk::Result<Output> {
    match line {
        "rabbitmqctl list_policies --vhost=app" => printed(
            "[{\"vhost\":\"app\",\"name\":\"p\",\"pattern\":\"a\\\\.b\",\"apply-to\":\"queues\",\
             \"definition\":\"{\\\"ha-mode\\\":\\\"all\\\",\\\"message-ttl\\\":5}\",\"priority\":3}]",
        ),
        "rabbitmqctl list_parameters --vhost=/" => printed(
            "[{\"component\":\"shovel\",\"name\":\"s\",\"value\":\"{\\\"ack\\\":true,\\\"prefetch\\\":10,\\\"uri\\\":\\\"amqp://\\\"}\"}]",
        ),
        "rabbitmq-plugins list -E -m" => printed("rabbitmq_management\nrabbitmq_shovel\n"),
        _ => printed(""),
    }
}

#[test]
fn policy_is_created_changed_and_removed() {
    let (machine, ran) = machine(answer);
    let mut trial: ProviderTest<Policies> = ProviderTest::new::<Component>(&machine, "rabbitmqctl");
    let mut apply = |title: &str, attributes: &[(&str, Value)]| {
        let wanted = trial.prepare(title, attributes).unwrap();
        trial.apply(&wanted)
    };
    let definition = table(&[("message-ttl", "5".into()), ("ha-mode", "all".into())]);
    let pattern = ("pattern", "a\\.b".into());
    let same = [pattern, ("definition", definition), ("applyto", "queues".into()), ("priority", "3".into())];
    assert_eq!(apply("p@app", &same), [""; 0]);
    let other = table(&[("ha-mode", "exactly".into()), ("ha-params", "2".into())]);
    let new = [("pattern", "-x".into()), ("definition", other)];
    assert_eq!(apply("new@none", &new), ["ensure: created"]);
    let made = "rabbitmqctl set_policy --vhost=none --priority 0 --apply-to all -- new -x {\"ha-mode\":\"exactly\",\"ha-params\":2}";
    assert_eq!(orders(&ran), [made]);
    let mut changed = same.to_vec();
    changed[2].1 = "exchanges".into();
    assert_eq!(apply("p@app", &changed), ["applyto: applyto changed 'queues' to 'exchanges'"]);
    let order = "rabbitmqctl set_policy --vhost=app --priority 3 --apply-to exchanges -- p a\\.b {\"message-ttl\":5,\"ha-mode\":\"all\"}";
    assert_eq!(orders(&ran)[1], order);
    assert_eq!(apply("p@app", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert_eq!(orders(&ran)[2], "rabbitmqctl clear_policy --vhost=app -- p");
}

#[test]
fn invalid_definitions_are_rejected() {
    let (machine, _) = machine(answer);
    let trial: ProviderTest<Policies> = ProviderTest::new::<Component>(&machine, "rabbitmqctl");
    let refusal = |pairs: &[(&str, Value)]| {
        trial.prepare("p@/", &[("pattern", ".*".into()), ("definition", table(pairs))]).err().unwrap().message
    };
    assert_eq!(refusal(&[("max-length", "1x".into())]), "Invalid max-length value '1x'");
    let exactly = ("ha-mode", "exactly".into());
    assert_eq!(refusal(&[exactly, ("ha-params", "02".into())]), "Invalid ha-params '02' for ha-mode 'exactly'");
    assert_eq!(refusal(&[("x", Value::Integer(1))]), "Invalid definition, value 1 is not a string");
    let nodes = [("ha-mode", "nodes".into()), ("ha-params", "a".into())];
    assert_eq!(refusal(&nodes), "Invalid definition, value a for key ha-params is not an array");
    let bare = trial.prepare("p@/", &[]).err().unwrap().message;
    assert_eq!(bare, "pattern parameter is required.\ndefinition parameter is required.");
}

#[test]
fn parameter_is_created_moved_and_removed() {
    let (machine, ran) = machine(answer);
    let mut trial: ProviderTest<Parameters> = ProviderTest::new::<Component>(&machine, "rabbitmqctl");
    let mut apply = |title: &str, attributes: &[(&str, Value)]| {
        let wanted = trial.prepare(title, attributes).unwrap();
        trial.apply(&wanted)
    };
    let value = table(&[("uri", "amqp://".into()), ("prefetch", "10".into()), ("ack", true.into())]);
    let same = [("component_name", "shovel".into()), ("value", value.clone())];
    assert_eq!(apply("s@/", &same), [""; 0]);
    assert_eq!(apply("s@/", &[("component_name", "other".into()), ("value", value)]).len(), 1);
    let moved = [
        "rabbitmqctl clear_parameter --vhost=/ -- shovel s",
        "rabbitmqctl set_parameter --vhost=/ -- other s {\"uri\":\"amqp://\",\"prefetch\":10,\"ack\":true}",
    ];
    assert_eq!(orders(&ran), moved);
    assert_eq!(apply("s@/", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert_eq!(orders(&ran)[2], "rabbitmqctl clear_parameter --vhost=/ -- shovel s");
}

#[test]
fn invalid_parameters_are_rejected() {
    let (machine, _) = machine(answer);
    let trial: ProviderTest<Parameters> = ProviderTest::new::<Component>(&machine, "rabbitmqctl");
    let refusal = |attributes: &[(&str, Value)]| trial.prepare("s@/", attributes).err().unwrap().message;
    assert_eq!(refusal(&[]), "component_name parameter is required.\nvalue parameter is required.");
    let named =
        |name: &str, value: Value| refusal(&[("component_name", name.into()), ("value", table(&[("k", value)]))]);
    assert_eq!(named("", "v".into()), "component_name must be defined");
    assert_eq!(named("c", Value::Array(vec![])), "Invalid value");
    assert_eq!(named("c", Value::Secret(machine.secret("x"))), "Invalid value");
}

#[test]
fn plugins_are_enabled_and_disabled() {
    let (machine, ran) = machine(answer);
    let mut trial: ProviderTest<Plugins> = ProviderTest::new::<Component>(&machine, "rabbitmqplugins");
    let mut apply = |title: &str, attributes: &[(&str, Value)]| {
        let wanted = trial.prepare(title, attributes).unwrap();
        trial.apply(&wanted)
    };
    assert_eq!(apply("rabbitmq_shovel", &[]), [""; 0]);
    assert_eq!(apply("rabbitmq_stomp", &[("umask", "077".into())]), ["ensure: created"]);
    assert_eq!(ran.log().last().unwrap().umask, Some(0o77));
    assert_eq!(apply("rabbitmq_shovel", &[("ensure", "absent".into())]), ["ensure: removed"]);
    assert_eq!(
        orders(&ran),
        ["rabbitmq-plugins enable -- rabbitmq_stomp", "rabbitmq-plugins disable -- rabbitmq_shovel"]
    );
    let refusal = trial.prepare("x", &[("umask", "09".into())]).err().unwrap().message;
    assert_eq!(refusal, "The umask specification is invalid: \"09\"");
    assert_eq!(trial.instances().unwrap().len(), 2);
    let (machine, _) = super::machine(|_| ended(0, "what is this\n", ""));
    let mut trial: ProviderTest<Plugins> = ProviderTest::new::<Component>(&machine, "rabbitmqplugins");
    let wanted = trial.prepare("x", &[]).unwrap();
    assert_eq!(trial.apply(&wanted), ["Could not evaluate: Cannot parse invalid plugins line: what is this"]);
}
