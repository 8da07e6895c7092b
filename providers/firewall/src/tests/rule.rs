//! Tests of `firewall`.

use marotte_sdk::fake::ProviderTest;
use marotte_sdk::{Code, Error, Instance, Value};

use super::{SAVED, machine, orders};
use crate::{Action, Component, Firewall, Ip4Rules, Ip6Rules, Table};

fn apply(questions: usize, title: &str, attributes: &[(&str, Value)]) -> (Vec<String>, Vec<String>) {
    let (machine, programs) = machine(questions);
    let mut trial: ProviderTest<Ip4Rules> = ProviderTest::new::<Component>(&machine, "iptables");
    let wanted = trial.prepare(title, attributes).unwrap();
    let messages = trial.apply(&wanted);
    (messages, orders(&programs))
}

fn refusal(attributes: &[(&str, Value)]) -> String {
    let (machine, _) = machine(0);
    let trial: ProviderTest<Ip4Rules> = ProviderTest::new::<Component>(&machine, "iptables");
    trial.prepare("1 x", attributes).err().map(|error| error.message).unwrap_or_default()
}

const SAVE: &str = r#"netfilter-persistent ["save"]"#;

#[test]
fn existing_rule_is_in_sync() {
    let ports: Value = vec!["22", "1000-2000"].into();
    let ssh = [("source", "10.1.2.3/8".into()), ("dport", ports), ("action", "accept".into())];
    assert_eq!(apply(1, "010 ssh", &ssh), (vec![], vec![]));
    let ports: Value = vec!["22", "1000:2000"].into();
    let of_release_8 = [("source", "10.1.2.3/8".into()), ("dport", ports), ("jump", "accept".into())];
    assert_eq!(apply(1, "010 ssh", &of_release_8), (vec![], vec![]));
    let states: Value = vec!["RELATED", "ESTABLISHED"].into();
    let log = [
        ("proto", "udp".into()),
        ("iniface", "! lo".into()),
        ("state", states),
        ("limit", "5/min".into()),
        ("burst", "5".into()),
        ("jump", "log".into()),
        ("log_prefix", "it's: ".into()),
        ("log_level", "warn".into()),
    ];
    assert_eq!(apply(1, "020 log", &log), (vec![], vec![]));
    let flags = [("tcp_flags", "SYN,RST SYN".into()), ("chain", "mine".into()), ("action", "reject".into())];
    assert_eq!(apply(1, "030 a \"b\"", &flags), (vec![], vec![]));
}

#[test]
fn values_are_canonicalized_like_the_output_of_the_program() {
    let (machine, _) = machine(0);
    let trial: ProviderTest<Ip4Rules> = ProviderTest::new::<Component>(&machine, "iptables");
    let row = |attribute: &'static str, value: &str| trial.prepare("1 x", &[(attribute, value.into())]).unwrap().row;
    let limits = [
        ("60/min", "1/sec"),
        ("60/minute", "1/sec"),
        ("5/min", "5/min"),
        ("50", "50/sec"),
        ("3/SECOND", "3/sec"),
        ("100/h", "100/hour"),
        ("120/hour", "2/min"),
        ("24/day", "1/hour"),
        ("1/day", "1/day"),
        ("fast", "fast"),
    ];
    for (given, printed) in limits {
        assert_eq!(row("limit", given).limit.as_deref(), Some(printed), "{given}");
    }
    for given in ["!eth0", "! eth0"] {
        assert_eq!(row("iniface", given).iniface.as_deref(), Some("! eth0"));
        assert_eq!(row("outiface", given).outiface.as_deref(), Some("! eth0"));
    }
    assert_eq!((row("proto", "ip").proto.as_str(), row("proto", "udp").proto.as_str()), ("all", "udp"));
    let owner = trial.prepare("1 x", &[("chain", "OUTPUT".into()), ("uid", "!1000".into())]).unwrap().row;
    assert_eq!(owner.uid.as_deref(), Some("! 1000"));
}

#[test]
fn unsupported_attributes_are_rejected() {
    let messages = refusal(&[("recent", "set".into())]);
    assert_eq!(messages, "attribute 'recent': this attribute of Puppet's type is not supported");
}

#[test]
fn timeout_of_a_query_is_an_error() {
    let (machine, _) = machine(0);
    let mut trial: ProviderTest<Ip4Rules> = ProviderTest::new::<Component>(&machine, "iptables");
    machine.on_command(|_| Err(Error::new(Code::Timeout, "iptables-save took longer than a minute")));
    let wanted = trial.prepare("1 x", &[("action", "drop".into())]).unwrap();
    assert_eq!(trial.apply(&wanted), ["Could not evaluate: iptables-save took longer than a minute"]);
}

#[test]
fn new_rule_is_inserted_by_name() {
    let ports: Value = vec!["! 80", "! 8000-8080"].into();
    let (messages, ran) =
        apply(2, "015 web", &[("dport", ports), ("source", "! 192.0.2.1".into()), ("action", "drop".into())]);
    assert_eq!(messages, ["ensure: created"]);
    let made = r#"iptables ["--wait", "-t", "filter", "-I", "INPUT", "2", "!", "-s", "192.0.2.1/32", "-p", "tcp", "-m", "multiport", "!", "--dports", "80,8000:8080", "-j", "DROP", "-m", "comment", "--comment", "015 web"]"#;
    assert_eq!(ran, [made, SAVE]);
}

#[test]
fn rule_is_changed_in_place() {
    let (messages, ran) =
        apply(2, "020 log", &[("proto", "udp".into()), ("jump", "LOG".into()), ("log_prefix", "-x".into())]);
    assert_eq!(messages, ["log_prefix: log_prefix changed 'it's: ' to '-x'"]);
    let changed = r#"iptables ["--wait", "-t", "filter", "-R", "INPUT", "2", "-p", "udp", "-j", "LOG", "--log-prefix", "-x", "-m", "comment", "--comment", "020 log"]"#;
    assert_eq!(ran, [changed, SAVE]);
    let (messages, ran) = apply(2, "010 ssh", &[("chain", "OUTPUT".into())]);
    assert!(messages[0].ends_with("Modifying the chain for existing rules is not supported."), "{messages:?}");
    assert!(ran.is_empty());
}

#[test]
fn rule_is_removed_by_its_specification() {
    let (messages, ran) = apply(2, "030 a \"b\"", &[("ensure", "absent".into())]);
    assert_eq!(messages, ["ensure: removed"]);
    let removed = r#"iptables ["--wait", "-t", "filter", "-D", "mine", "-p", "tcp", "-m", "tcp", "--tcp-flags", "SYN,RST", "SYN", "-m", "comment", "--comment", "030 a \"b\"", "-j", "REJECT", "--reject-with", "tcp-reset"]"#;
    assert_eq!(ran, [removed, SAVE]);
    let (messages, ran) = apply(1, "010 ssh", &[("ensure", "absent".into())]);
    assert_eq!(messages, ["ensure: ensured absent"], "another process removed it");
    assert_eq!(ran, [SAVE]);
}

#[test]
fn rule_without_a_specification_is_removed_by_position() {
    let (machine, programs) = machine(3);
    programs.answer("iptables", 1, "iptables: Bad rule (does a matching rule exist in that chain?).");
    let mut trial: ProviderTest<Ip4Rules> = ProviderTest::new::<Component>(&machine, "iptables");
    let wanted = trial.prepare("020 log", &[("ensure", "absent".into())]).unwrap();
    assert_eq!(trial.apply(&wanted), ["ensure: removed"]);
    assert_eq!(orders(&programs)[1..], [r#"iptables ["--wait", "-t", "filter", "-D", "INPUT", "2"]"#, SAVE]);
}

#[test]
fn concurrently_removed_rule_is_not_removed_by_position() {
    let (machine, programs) = machine(2);
    programs.answer("iptables", 1, "Bad rule").answer("iptables-save", 0, SAVED.replace("020 log", "021 log"));
    let mut trial: ProviderTest<Ip4Rules> = ProviderTest::new::<Component>(&machine, "iptables");
    let wanted = trial.prepare("020 log", &[("ensure", "absent".into())]).unwrap();
    assert!(trial.apply(&wanted)[0].contains("returned 1: Bad rule"));
    assert_eq!(orders(&programs).len(), 1);
}

#[test]
fn unmanaged_rules_are_identified_by_their_lines() {
    let (machine, programs) = machine(3);
    let mut trial: ProviderTest<Ip4Rules> = ProviderTest::new::<Component>(&machine, "iptables");
    let titles: Vec<String> = trial.instances().unwrap().into_iter().map(|found| found.title).collect();
    assert_eq!(titles.len(), 4);
    let other = titles.iter().find(|title| title.starts_with("9003 ")).unwrap();
    assert_eq!(other.len(), 69);
    let moved = other.replacen("9003", "9005", 1);
    let wanted = trial.prepare(&moved, &[("ensure", "absent".into())]).unwrap();
    assert_eq!(trial.apply(&wanted), ["ensure: removed"], "its number changes when other rules are added or removed");
    assert!(
        orders(&programs)[0]
            .contains(r#""-D", "INPUT", "-p", "icmp", "-m", "icmp", "--icmp-type", "8", "-j", "fail2ban""#)
    );
}

/// Returns the listed rules of a chain with this content, and the log messages.
fn listed(rules: &str) -> (Vec<Instance<Firewall>>, Vec<String>) {
    let (machine, programs) = machine(0);
    programs.answer("iptables-save", 0, format!("*filter\n:INPUT ACCEPT [0:0]\n{rules}COMMIT\n"));
    let mut trial: ProviderTest<Ip4Rules> = ProviderTest::new::<Component>(&machine, "iptables");
    let found = trial.instances().unwrap();
    (found, machine.lines().iter().map(|line| line.text.clone()).collect())
}

#[test]
fn rules_are_listed_with_their_attributes() {
    let (found, messages) = listed(
        "-A INPUT -s 10.0.0.0/8 -p tcp -m multiport --dports 22,80:90 -m comment --comment \"010 ssh\" -j ACCEPT\n\
         -A INPUT -p udp -m comment --comment \"it's \\\"x\\\"\n-A INPUT -j DROP\" -g there\n-A INPUT -j DROP\n",
    );
    assert!(messages.is_empty(), "{messages:?}");
    let titles: Vec<&str> = found.iter().map(|rule| rule.title.as_str()).collect();
    assert_eq!(titles[..2], ["010 ssh", "9002 it's \"x\"\n-A INPUT -j DROP"]);
    assert!(titles[2].starts_with("9003 ") && titles[2].len() == 69, "{titles:?}");
    let [ssh, other, last] = [0, 1, 2].map(|at| &found[at].is);
    let ports = ["22", "80-90"].map(str::to_owned).to_vec();
    assert_eq!(
        (ssh.source.as_deref(), &ssh.dport, ssh.action),
        (Some("10.0.0.0/8"), &Some(ports), Some(Action::Accept))
    );
    assert_eq!((other.goto.as_deref(), other.proto.as_deref(), other.action), (Some("there"), Some("udp"), None));
    assert_eq!(
        (last.chain.as_deref(), last.table, last.action),
        (Some("INPUT"), Some(Table::Filter), Some(Action::Drop))
    );
}

#[test]
fn incompletely_described_rule_causes_a_warning() {
    let (found, messages) = listed(
        "-A INPUT -p tcp -m connlimit --connlimit-above 10 -m comment --comment \"1 many\" -j DROP\n\
         -A INPUT -m conntrack ! --ctstate NEW -m comment --comment \"2 not\" -j ACCEPT\n\
         -A INPUT -m socket -m comment --comment \"3 odd\" -j ACCEPT\nCOMMIT\n*security\n\
         -A INPUT -m comment --comment \"4 table\" -j ACCEPT\n",
    );
    let more = |rest: &str| format!("The attributes do not describe rule '{rest}");
    let expected = [
        more("1 many' completely: -m connlimit, --connlimit-above 10"),
        more("2 not' completely: ! --ctstate NEW"),
        more("3 odd' completely: -m socket"),
        more("4 table' completely: -t security"),
    ];
    assert_eq!(messages, expected);
    assert_eq!(found[1].is.ctstate, None, "the rule matches all other states");
}

#[test]
fn excluded_states_are_not_desired_states() {
    let (machine, programs) = machine(0);
    let rule = "*filter\n:INPUT ACCEPT [0:0]\n-A INPUT -p tcp -m conntrack ! --ctstate NEW -m comment --comment \"1 new\" -j DROP\nCOMMIT\n";
    programs.answer("iptables-save", 0, rule).answer("iptables-save", 0, rule);
    let mut trial: ProviderTest<Ip4Rules> = ProviderTest::new::<Component>(&machine, "iptables");
    let wanted = trial.prepare("1 new", &[("ctstate", vec!["NEW"].into()), ("action", "drop".into())]).unwrap();
    assert_eq!(trial.apply(&wanted), ["ctstate: ctstate changed Undef to ['NEW']"]);
    assert!(orders(&programs)[0].contains(r#""-R", "INPUT", "1", "-p", "tcp", "-m", "conntrack", "--ctstate", "NEW""#));
}

#[test]
fn duplicate_names_are_reported() {
    let message_of = |behaviour: &str| {
        let (machine, programs) = machine(0);
        let twice = SAVED.replace("020 log", "010 ssh");
        programs.answer("iptables-save", 0, twice);
        let mut trial: ProviderTest<Ip4Rules> = ProviderTest::new::<Component>(&machine, "iptables");
        let attributes = [("onduplicaterulebehaviour", behaviour.into()), ("proto", "udp".into())];
        let wanted = trial.prepare("010 ssh", &attributes).unwrap();
        (trial.apply(&wanted), machine.lines().iter().map(|line| line.text.clone()).collect::<Vec<_>>())
    };
    let (failed, _) = message_of("error");
    assert_eq!(failed, ["Could not evaluate: Duplicate rule found for 010 ssh. Skipping update."]);
    let warning = "Duplicate rule found for 010 ssh.. This may add an additional rule to the system.";
    assert_eq!(message_of("warn"), (vec![], vec![warning.to_owned()]));
    assert_eq!(message_of("ignore"), (vec![], vec![]));
}

#[test]
fn ip6tables_manages_rules_for_ipv6() {
    let (machine, programs) = machine(0);
    let mut trial: ProviderTest<Ip6Rules> = ProviderTest::new::<Component>(&machine, "ip6tables");
    let attributes =
        [("proto", "ipv6-icmp".into()), ("icmp", "echo-request".into()), ("source", "2001:DB8::/32".into())];
    let wanted = trial.prepare("1 ping", &attributes).unwrap();
    assert_eq!(trial.apply(&wanted), ["ensure: created"]);
    let made = r#"ip6tables ["--wait", "-t", "filter", "-I", "INPUT", "1", "-s", "2001:db8::/32", "-p", "ipv6-icmp", "-m", "icmp6", "--icmpv6-type", "128", "-m", "comment", "--comment", "1 ping"]"#;
    assert_eq!(orders(&programs), [made, SAVE]);
}

#[test]
fn conflicting_attributes_are_rejected() {
    let text = |name: &'static str, value: &str| (name, Value::from(value));
    let both = refusal(&[text("action", "accept"), text("jump", "LOG")]);
    assert_eq!(both, "Only one of the parameters 'action' and 'jump' can be set");
    let nat = refusal(&[text("jump", "DNAT"), text("todest", "10.0.0.1")]);
    assert_eq!(nat, "Parameter jump => DNAT only applies to table => nat");
    let ports = |port: &str| ("dport", Value::from(vec![port]));
    let port = refusal(&[text("proto", "icmp"), ports("80")]);
    assert!(port.starts_with("[1 x] Parameter dport only applies to sctp, tcp and udp protocols."), "{port}");
    assert!(refusal(&[ports("ssh")]).contains("service names are not resolved"));
    assert!(refusal(&[ports("99999")]).contains("neither a port number nor a range"));
    assert!(refusal(&[text("source", "a.example")]).starts_with("host_to_ip failed for a.example"));
    assert_eq!(refusal(&[text("icmp", "x"), text("proto", "icmp")]), "cannot work out icmp type");
    assert_eq!(refusal(&[text("burst", "5")]), "burst makes no sense without limit");
    assert!(refusal(&[text("limit", "--x")]).contains("begin with a hyphen"));
    let mixed: Value = vec!["! 1", "2"].into();
    assert!(refusal(&[("dport", mixed)]).ends_with("but '2' is not prefixed; aborting"));
    assert!(refusal(&[text("goto", "accept")]).contains("Use the action property instead"));
    let twice = refusal(&[text("action", "accept"), text("jump", "accept")]);
    assert_eq!(twice, "Only one of the parameters 'action' and 'jump' can be set");
}

#[test]
fn failing_program_is_an_error() {
    let message_of = |status, text: &str| {
        let (machine, programs) = machine(0);
        programs.answer("iptables-save", status, text);
        let mut trial: ProviderTest<Ip4Rules> = ProviderTest::new::<Component>(&machine, "iptables");
        let wanted = trial.prepare("1 x", &[]).unwrap();
        trial.apply(&wanted).remove(0)
    };
    assert!(
        message_of(1, "denied").starts_with("Could not evaluate: Execution of 'iptables-save' returned 1"),
        "{}",
        message_of(1, "denied")
    );
    assert_eq!(
        message_of(0, "no such command"),
        "Could not evaluate: unexpected line in the output of iptables-save: no such command"
    );
}

#[test]
fn protocol_selects_the_program() {
    let accept = [("action", "accept".into()), ("source", "2001:db8::/32".into()), ("protocol", "IPv6".into())];
    let (machine, programs) = machine(0);
    programs.answer("ip6tables-save", 0, SAVED);
    let mut trial: ProviderTest<Ip4Rules> = ProviderTest::new::<Component>(&machine, "iptables");
    let wanted = trial.prepare("001 six", &accept).unwrap();
    assert_eq!(trial.apply(&wanted), ["ensure: created"]);
    let ran = programs.ran();
    assert_eq!((ran[0].as_str(), ran[1].as_str()), ("ip6tables-save []", "ip6tables-save []"));
    assert!(ran[2].starts_with("ip6tables [\"--wait\", \"-t\", \"filter\", \"-I\", \"INPUT\", \"1\""), "{}", ran[2]);
    let mut trial: ProviderTest<Ip6Rules> = ProviderTest::new::<Component>(&machine, "ip6tables");
    programs.answer("iptables-save", 0, SAVED);
    let ports: Value = vec!["22", "1000-2000"].into();
    let ssh = [
        ("source", "10.0.0.0/8".into()),
        ("dport", ports),
        ("action", "accept".into()),
        ("protocol", "iptables".into()),
    ];
    let wanted = trial.prepare("010 ssh", &ssh).unwrap();
    assert_eq!(trial.apply(&wanted), [""; 0]);
}
