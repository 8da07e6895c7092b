//! Conversion of a rule's options to attributes.

use crate::iptables_save::{GivenRule, Rule};
use crate::{Action, Ensure, FirewallState, PacketType, Table, Tracked};

/// The default log level and burst of the kernel, which the program does not print.
const LOG_LEVEL: &str = "4";
const BURST: &str = "5";

/// Options that correspond to attributes, including the name of a rule.
const SAID: [&str; 34] = [
    "-A",
    "-j",
    "-g",
    "-s",
    "-d",
    "-i",
    "-o",
    "-p",
    "--src-range",
    "--dst-range",
    "--sport",
    "--sports",
    "--dport",
    "--dports",
    "--tcp-flags",
    "--state",
    "--ctstate",
    "--icmp-type",
    "--icmpv6-type",
    "--limit",
    "--limit-burst",
    "--uid-owner",
    "--gid-owner",
    "--mac-source",
    "--pkt-type",
    "--reject-with",
    "--log-prefix",
    "--log-level",
    "--to-source",
    "--to-destination",
    "--to-ports",
    "--to",
    "--comment",
    "-m",
];

/// Modules that match only by their options.
const MODULES: [&str; 16] = [
    "comment",
    "conntrack",
    "icmp",
    "icmp6",
    "iprange",
    "ipv6-icmp",
    "limit",
    "mac",
    "multiport",
    "owner",
    "pkttype",
    "sctp",
    "state",
    "tcp",
    "udp",
    "udplite",
];

/// Returns the options of a rule that no attribute represents, so that the rule differs from its [`state`].
pub(crate) fn unsaid(rule: &Rule) -> Vec<String> {
    let mut seen: Vec<&str> = Vec::new();
    let mut unsaid: Vec<String> = Vec::new();
    if Table::from_name(&rule.table).is_none() {
        unsaid.push(format!("-t {}", rule.table));
    }
    for given in &rule.options {
        let name = given.name.as_str();
        let is_said = match name {
            "-m" => given.values.iter().all(|module| MODULES.contains(&module.as_str())),
            "--comment" => true,
            "--state" | "--ctstate" => states(given).is_some(),
            "--pkt-type" => PacketType::from_name(&text(given)).is_some(),
            _ => SAID.contains(&name) && !seen.contains(&name),
        };
        seen.push(name);
        if !is_said {
            let mark = if given.is_negated { "! " } else { "" };
            unsaid.push(format!("{mark}{name} {}", given.values.join(" ")).trim_end().to_owned());
        }
    }
    unsaid
}

/// Returns the attributes of a rule.
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
        state: rule.option(&["--state"]).and_then(states),
        ctstate: rule.option(&["--ctstate"]).and_then(states),
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

fn text(given: &GivenRule) -> String {
    let mark = if given.is_negated { "! " } else { "" };
    format!("{mark}{}", given.values.join(" "))
}

/// Puppet: ranges of ports use a hyphen, and a negation applies to each port.
fn ports(given: &GivenRule) -> Vec<String> {
    let mark = if given.is_negated { "! " } else { "" };
    let values = given.values.iter().flat_map(|value| value.split(','));
    values.map(|port| format!("{mark}{}", port.replace(':', "-"))).collect()
}

/// Returns the states; `None` if an attribute cannot represent them, such as negated ones.
fn states(given: &GivenRule) -> Option<Vec<Tracked>> {
    let values = given.values.iter().flat_map(|value| value.split(','));
    let mut states: Vec<Tracked> = values.map(Tracked::from_name).collect::<Option<_>>()?;
    states.sort_unstable();
    Some(states).filter(|_| !given.is_negated)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::iptables_save::SavedRules;

    /// Returns the attributes of a rule with this option.
    fn parsed(option: &str) -> FirewallState {
        state(&SavedRules::parse(&format!("*filter\n-A INPUT {option}\nCOMMIT\n")).unwrap().rules[0])
    }

    #[test]
    fn options_are_converted_to_attributes() {
        let silent = ["-A", "-m", "--comment"];
        for option in SAID.iter().filter(|option| !silent.contains(option)) {
            let value = match *option {
                "--state" | "--ctstate" => "NEW",
                "--pkt-type" => "unicast",
                _ => "1",
            };
            assert_ne!(parsed(&format!("{option} {value}")), parsed(""), "{option}");
        }
    }
}
