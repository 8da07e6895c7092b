//! Tests of `firewallchain`.

use marotte_sdk::Value;
use marotte_sdk::fake::ProviderTest;

use super::{machine, orders};
use crate::{Chains, Component};

fn apply(title: &str, attributes: &[(&str, Value)]) -> (Vec<String>, Vec<String>) {
    let (machine, programs) = machine(2);
    let mut trial: ProviderTest<Chains> = ProviderTest::new::<Component>(&machine, "iptables_chain");
    let wanted = trial.prepare(title, attributes).unwrap();
    let messages = trial.apply(&wanted);
    (messages, orders(&programs))
}

#[test]
fn chains_are_created_and_removed() {
    let (messages, ran) = apply("new:filter:IPv4", &[]);
    assert_eq!(messages, ["ensure: created"]);
    assert_eq!(ran[0], r#"iptables ["--wait", "-t", "filter", "-N", "new"]"#);
    let (messages, ran) = apply("new:mangle:IPv6", &[]);
    assert_eq!(messages, ["ensure: created"]);
    assert_eq!(ran[0], r#"ip6tables ["--wait", "-t", "mangle", "-N", "new"]"#);
    let (messages, ran) = apply("mine:filter:IPv4", &[("ensure", "absent".into())]);
    assert_eq!(messages, ["ensure: removed"]);
    assert_eq!(ran[0], r#"iptables ["--wait", "-t", "filter", "-X", "mine"]"#);
    assert_eq!(apply("PREROUTING:nat:IPv4", &[]), (vec![], vec![]), "built-in chains need not be created");
}

#[test]
fn policy_is_set() {
    assert_eq!(apply("FORWARD:filter:IPv4", &[("policy", "drop".into())]), (vec![], vec![]));
    let (messages, ran) = apply("INPUT:filter:IPv4", &[("policy", "drop".into())]);
    assert_eq!(messages, ["policy: policy changed 'accept' to 'drop'"]);
    assert_eq!(ran[0], r#"iptables ["--wait", "-t", "filter", "-P", "INPUT", "DROP"]"#);
}

#[test]
fn purge_removes_rules_that_are_not_ignored() {
    let purged = |more: &[(&str, Value)]| {
        let (machine, _) = machine(1);
        let mut trial: ProviderTest<Chains> = ProviderTest::new::<Component>(&machine, "iptables_chain");
        let attributes = [&[("purge", true.into())], more].concat();
        let wanted = trial.prepare("INPUT:filter:IPv4", &attributes).unwrap();
        let made = trial.generate(&wanted).unwrap();
        let number = |made: &String| made.trim_start_matches("Firewall[").split(' ').next().map(str::to_owned);
        made.iter().filter_map(number).collect::<Vec<_>>()
    };
    assert_eq!(purged(&[]), ["010", "020", "9003"]);
    assert_eq!(purged(&[("ignore_foreign", true.into())]), ["010", "020"]);
    assert_eq!(purged(&[("ignore", vec!["-j fail2ban", "(?i:SSH)"].into())]), ["020"]);
}

#[test]
fn invalid_chains_are_rejected() {
    let refusal = |title: &str, attributes: &[(&str, Value)]| {
        let (machine, _) = machine(0);
        let trial: ProviderTest<Chains> = ProviderTest::new::<Component>(&machine, "iptables_chain");
        trial.prepare(title, attributes).err().map(|error| error.message).unwrap_or_default()
    };
    assert!(refusal("INPUT", &[]).starts_with("Inbuilt chains must be in the form {chain}:{table}:{protocol}"));
    assert!(refusal("x:filter:ethernet", &[]).starts_with("chains of bridges are not supported"));
    assert_eq!(refusal("INPUT:filter:IPv4", &[("ensure", "absent".into())]), "Cannot remove in-built chains");
    assert!(
        refusal("x:filter:IPv4", &[("policy", "drop".into())]).starts_with("policy can only be set on in-built chains")
    );
    assert!(refusal("OUTPUT:nat:IPv4", &[("policy", "drop".into())]).contains("DROP is therefore inhibited"));
    assert!(refusal("-F:filter:IPv4", &[]).contains("is not a valid name"));
    assert!(!refusal("INPUT:filter:IPv4", &[("ignore", "(".into())]).is_empty());
}

#[test]
fn chains_of_both_families_are_listed() {
    let (machine, _) = machine(1);
    let mut trial: ProviderTest<Chains> = ProviderTest::new::<Component>(&machine, "iptables_chain");
    let titles: Vec<String> = trial.instances().unwrap().into_iter().map(|found| found.title).collect();
    assert_eq!(titles, ["INPUT:filter:IPv4", "FORWARD:filter:IPv4", "OUTPUT:filter:IPv4", "mine:filter:IPv4"]);
}
