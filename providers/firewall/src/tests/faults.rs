//! Tests of failing programs and malicious values.

use marotte_sdk::fake::{FakeSystem, ProviderTest};
use marotte_sdk::system::{Level, Output};
use marotte_sdk::{Code, Error, Provider as _, Value};

use super::{machine, orders};
use crate::{Chains, Component, Firewall, Ip4Rules};

fn trial(machine: &FakeSystem) -> ProviderTest<Ip4Rules> {
    ProviderTest::new::<Component>(machine, "iptables")
}

fn drop_all() -> [(&'static str, Value); 2] {
    [("proto", "all".into()), ("action", "drop".into())]
}

fn saved(rules: &[u8]) -> Vec<u8> {
    [b"*filter\n:INPUT ACCEPT [0:0]\n", rules, b"COMMIT\n"].concat()
}

/// Returns the line of a rule with this name.
fn rule(name: &str) -> String {
    let name = name.replace('\\', "\\\\").replace('"', "\\\"").replace('\'', "\\'");
    format!("-A INPUT -m comment --comment \"{name}\" -j DROP\n")
}

#[test]
fn timeout_of_a_change_is_reported() {
    let (machine, _) = machine(0);
    let hangs = || Error::new(Code::Timeout, "iptables took longer than a minute");
    machine.on_command(move |command| match command.args.first() {
        Some(_) => Err(hangs()),
        None => Ok(Output { status: 0, stdout: saved(b""), stderr: Vec::new(), truncated: false }),
    });
    let mut trial = trial(&machine);
    let wanted = trial.prepare("1 x", &drop_all()).unwrap();
    let failed = "ensure: change from 'absent' to 'present' failed: iptables took longer than a minute";
    assert_eq!(trial.apply(&wanted), [failed]);
    let mut chains: ProviderTest<Chains> = ProviderTest::new::<Component>(&machine, "iptables_chain");
    let wanted = chains.prepare("new:filter:IPv4", &[]).unwrap();
    assert_eq!(chains.apply(&wanted), [failed]);
}

#[test]
fn failure_to_persist_rules_is_only_a_warning() {
    let (machine, programs) = machine(2);
    machine.fail_effect(2, Error::new(Code::Timeout, "netfilter-persistent took longer than a minute"));
    let mut trial = trial(&machine);
    let wanted = trial.prepare("1 x", &drop_all()).unwrap();
    assert_eq!(trial.apply(&wanted), ["ensure: created"]);
    assert_eq!(orders(&programs).len(), 1);
    let warning = "Unable to persist firewall rules: netfilter-persistent took longer than a minute";
    assert_eq!(machine.logged(Level::Warning), [warning]);
}

#[test]
fn truncated_list_is_an_error() {
    let (machine, _) = machine(0);
    machine.on_command(|_| Ok(Output { status: 0, stdout: saved(b""), stderr: Vec::new(), truncated: true }));
    let mut trial = trial(&machine);
    let wanted = trial.prepare("1 x", &drop_all()).unwrap();
    let fault = "Could not evaluate: the output of iptables-save is too long";
    assert_eq!(trial.apply(&wanted), [fault]);
    assert_eq!(machine.effects(), [""; 0]);
}

#[test]
fn names_can_have_any_characters() {
    let names = [
        "1 -x",
        "2 it's",
        "3 \"q\"",
        "4 ünï ☃",
        "5 back\\slash",
        "6 new\nline \n ! -j",
        "7 $(id)",
        "8 # COMMIT",
        "9 :*",
    ];
    for name in names {
        let (machine, programs) = machine(0);
        let mut trial = trial(&machine);
        let wanted = trial.prepare(name, &drop_all()).unwrap();
        programs.answer("iptables-save", 0, saved(b"")).answer("iptables-save", 0, saved(b""));
        assert_eq!(trial.apply(&wanted), ["ensure: created"], "{name}");
        assert!(orders(&programs)[0].ends_with(&format!("\"--comment\", {name:?}]")), "{name}");
        let all: String = names.map(rule).concat();
        programs.answer("iptables-save", 0, saved(all.as_bytes()));
        assert_eq!(trial.apply(&wanted), [""; 0], "{name}");
        programs.answer("iptables-save", 0, saved(all.as_bytes())).answer("iptables-save", 0, saved(all.as_bytes()));
        let gone = trial.prepare(name, &[("ensure", "absent".into())]).unwrap();
        drop(programs.ran());
        assert_eq!(trial.apply(&gone), ["ensure: removed"], "{name}");
        let words = ["--wait", "-t", "filter", "-D", "INPUT", "-m", "comment", "--comment", name, "-j", "DROP"];
        assert_eq!(orders(&programs)[0], format!("iptables {words:?}"));
    }
}

#[test]
fn unmanaged_rules_with_any_bytes_do_not_hide_others() {
    let (machine, programs) = machine(0);
    let mut trial = trial(&machine);
    let wanted = trial.prepare("1 x", &drop_all()).unwrap();
    let others = b"-A INPUT -m comment --comment \"caf\xe9\" -j ACCEPT\n-A INPUT -m comment --comment \"-j\nCOMMIT\n*x\" -j ACCEPT\n";
    programs.answer("iptables-save", 0, saved(&[others, rule("1 x").as_bytes()].concat()));
    assert_eq!(trial.apply(&wanted), [""; 0]);
    programs.answer("iptables-save", 0, saved(b"-A INPUT -m comment --comment \"open\n"));
    let messages = trial.apply(&wanted);
    assert!(
        messages[0].starts_with("Could not evaluate: unexpected line in the output of iptables-save: -A INPUT"),
        "{messages:?}"
    );
}

#[test]
fn localized_output_and_invalid_utf8_are_reported() {
    let (machine, programs) = machine(2);
    programs.answer("iptables", 1, &b"iptables: Ung\xfcltiges Argument.\n"[..]);
    let mut trial = trial(&machine);
    let wanted = trial.prepare("1 x", &drop_all()).unwrap();
    let messages = trial.apply(&wanted);
    assert!(messages[0].ends_with("returned 1: iptables: Ung\u{fffd}ltiges Argument."), "{messages:?}");
}

#[test]
fn thousand_rules_are_read_with_one_query() {
    let (machine, programs) = machine(0);
    let all: String = (1000..2000).map(|number| rule(&format!("{number} x"))).collect();
    programs.answer("iptables-save", 0, saved(all.as_bytes()));
    let trial = trial(&machine);
    let rows: Vec<marotte_sdk::Row<Firewall>> =
        (1000..2000).map(|number| trial.prepare(&format!("{number} x"), &drop_all()).unwrap().row).collect();
    let states = Ip4Rules::default().get(&machine, &rows);
    assert!(states.into_iter().all(|state| state.unwrap().is.ensure == Some(crate::Ensure::Present)));
    assert_eq!(programs.ran().len(), 1);
}
