//! Owns reading a rule: what its options say, in the words of the attributes.

use crate::saved::{Given, Rule};
use crate::{Action, Ensure, FirewallState, PacketType, Table, Tracked};

/// The level of log lines and the number of first matches that the kernel takes, and so the program does not tell.
const LOG_LEVEL: &str = "4";
const BURST: &str = "5";

/// Says what a rule is like.
pub(crate) fn state(rule: &Rule) -> FirewallState {
    let one = |names: &[&str]| rule.option(names).map(text);
    let list = |names: &[&str]| rule.option(names).map(ports);
    let jump = one(&["-j"]);
    let action = jump.as_deref().and_then(Action::from_target);
    let is_log = jump.as_deref() == Some("LOG");
    let limit = one(&["--limit"]);
    FirewallState {
        ensure: Some(Ensure::Present),
        action,
        source: one(&["-s"]),
        destination: one(&["-d"]),
        src_range: one(&["--src-range"]),
        dst_range: one(&["--dst-range"]),
        sport: list(&["--sport", "--sports"]),
        dport: list(&["--dport", "--dports"]),
        proto: Some(one(&["-p"]).unwrap_or_else(|| "all".to_owned())),
        tcp_flags: one(&["--tcp-flags"]),
        chain: Some(rule.chain.clone()),
        table: Table::from_name(&rule.table),
        jump: jump.filter(|_| action.is_none()),
        goto: one(&["-g"]),
        iniface: one(&["-i"]),
        outiface: one(&["-o"]),
        state: rule.option(&["--state"]).map(states),
        ctstate: rule.option(&["--ctstate"]).map(states),
        icmp: one(&["--icmp-type", "--icmpv6-type"]),
        burst: one(&["--limit-burst"]).or_else(|| limit.as_ref().map(|_| BURST.to_owned())),
        limit,
        uid: one(&["--uid-owner"]),
        gid: one(&["--gid-owner"]),
        mac_source: one(&["--mac-source"]).map(|address| address.to_lowercase()),
        pkttype: one(&["--pkt-type"]).as_deref().and_then(PacketType::from_name),
        reject: one(&["--reject-with"]),
        log_prefix: one(&["--log-prefix"]),
        log_level: one(&["--log-level"]).or_else(|| is_log.then(|| LOG_LEVEL.to_owned())),
        tosource: one(&["--to-source"]),
        todest: one(&["--to-destination"]),
        toports: one(&["--to-ports"]),
        to: one(&["--to"]),
    }
}

fn text(given: &Given) -> String {
    let mark = if given.is_negated { "! " } else { "" };
    format!("{mark}{}", given.values.join(" "))
}

/// Puppet: a range of ports has a hyphen, and each port the mark of them all.
fn ports(given: &Given) -> Vec<String> {
    let mark = if given.is_negated { "! " } else { "" };
    let values = given.values.iter().flat_map(|value| value.split(','));
    values.map(|port| format!("{mark}{}", port.replace(':', "-"))).collect()
}

fn states(given: &Given) -> Vec<Tracked> {
    let values = given.values.iter().flat_map(|value| value.split(','));
    let mut states: Vec<Tracked> = values.filter_map(Tracked::from_name).collect();
    states.sort_unstable();
    states
}
