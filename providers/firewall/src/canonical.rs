//! Canonical values of rules and chains, and checks for conflicting attributes.

use marotte_sdk::prelude::*;

use crate::family::{Family, Ipv4, Ipv6, chains_of, is_six_rule};
use crate::{Action, Ensure, Firewall, FirewallAttribute, Firewallchain, FirewallchainAttribute, Policy, address};

/// ICMP types by name.
const ICMP: [(&str, &str); 13] = [
    ("echo-reply", "0"),
    ("destination-unreachable", "3"),
    ("source-quench", "4"),
    ("redirect", "6"),
    ("echo-request", "8"),
    ("router-advertisement", "9"),
    ("router-solicitation", "10"),
    ("time-exceeded", "11"),
    ("parameter-problem", "12"),
    ("timestamp-request", "13"),
    ("timestamp-reply", "14"),
    ("address-mask-request", "17"),
    ("address-mask-reply", "18"),
];

/// ICMPv6 types by name.
const ICMP6: [(&str, &str); 11] = [
    ("destination-unreachable", "1"),
    ("too-big", "2"),
    ("time-exceeded", "3"),
    ("parameter-problem", "4"),
    ("echo-request", "128"),
    ("echo-reply", "129"),
    ("router-solicitation", "133"),
    ("router-advertisement", "134"),
    ("neighbour-solicitation", "135"),
    ("neighbour-advertisement", "136"),
    ("redirect", "137"),
];

/// Log levels by name.
const LEVELS: [(&str, &str); 11] = [
    ("panic", "0"),
    ("alert", "1"),
    ("crit", "2"),
    ("err", "3"),
    ("error", "3"),
    ("warn", "4"),
    ("warning", "4"),
    ("not", "5"),
    ("notice", "5"),
    ("info", "6"),
    ("debug", "7"),
];

/// The built-in chains.
pub(crate) const INTERNAL: [&str; 6] = ["PREROUTING", "POSTROUTING", "BROUTING", "INPUT", "FORWARD", "OUTPUT"];

/// The tables that a chain can be in.
const TABLES: [&str; 7] = ["nat", "mangle", "filter", "raw", "rawpost", "broute", "security"];

impl Canonicalize for Firewall {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        match munged(row) {
            Ok(()) => row.mark_changed(),
            Err((attribute, message)) => problems.error(row, attribute, message),
        }
        if row.ensure == Ensure::Present
            && let Err(message) = fitting(row)
        {
            problems.error(row, None, message);
        }
    }
}

type Fault = (FirewallAttribute, String);

fn munged(row: &mut Row<Firewall>) -> Result<(), Fault> {
    use FirewallAttribute as A;
    let six = is_six_rule(row);
    let mask = |value: &Option<String>, attribute| match value {
        Some(value) => address::mask(value, six).map_err(|fault| (attribute, fault)),
        None => Ok(None),
    };
    row.source = mask(&row.source, A::Source)?;
    row.destination = mask(&row.destination, A::Destination)?;
    for (value, attribute, which) in
        [(&row.src_range, A::SrcRange, "source"), (&row.dst_range, A::DstRange, "destination")]
    {
        if let Some(value) = value {
            address::range(value, which, six).map_err(|fault| (attribute, fault))?;
        }
    }
    let ports = |values: &Option<Vec<String>>, attribute| {
        let values =
            values.as_ref().map(|values| values.iter().map(|value| port(value)).collect::<Result<Vec<_>, _>>());
        values.transpose().map_err(|fault| (attribute, fault))
    };
    row.sport = ports(&row.sport, A::Sport)?;
    row.dport = ports(&row.dport, A::Dport)?;
    for (value, attribute, word) in [(&row.jump, A::Jump, "Jump"), (&row.goto, A::Goto, "Goto")] {
        if let Some(value) = value {
            target(value, word).map_err(|fault| (attribute, fault))?;
        }
    }
    // Since release 6 of the module, `jump` replaces `action`, and common targets can be in lower case.
    if let Some(jump) = row.jump.take() {
        let name = jump.to_uppercase();
        match (row.action, Action::from_target(&name)) {
            (None, Some(action)) => row.action = Some(action),
            (Some(_), Some(_)) => row.jump = Some(name),
            (_, None) => row.jump = Some(if TARGETS.contains(&name.as_str()) { name } else { jump }),
        }
    }
    // Puppet: sorted in the order in which the program prints them.
    let sorted = |mut states: Vec<_>| {
        states.sort_unstable();
        states
    };
    row.state = row.state.take().map(sorted);
    row.ctstate = row.ctstate.take().map(sorted);
    if let Some(icmp) = &row.icmp {
        let names = if six { &ICMP6[..] } else { &ICMP[..] };
        row.icmp = Some(icmp_type(icmp, names).map_err(|fault| (A::Icmp, fault))?);
    }
    if let Some(level) = &row.log_level {
        let number = number(level, &LEVELS, |level| matches!(level.as_bytes(), [b'0'..=b'7']));
        row.log_level = Some(number.ok_or_else(|| (A::LogLevel, "Unable to determine log level".to_owned()))?);
    }
    // The program prints both values in the same way.
    if row.proto == "ip" {
        row.proto = "all".to_owned();
    }
    row.iniface = row.iniface.as_deref().map(marked);
    row.outiface = row.outiface.as_deref().map(marked);
    row.uid = row.uid.as_deref().map(marked);
    row.gid = row.gid.as_deref().map(marked);
    if let Some(limit) = &row.limit {
        row.limit = Some(rate(limit).unwrap_or_else(|| limit.clone()));
    }
    // Some versions print the address in upper case.
    row.mac_source = row.mac_source.as_ref().map(|address| address.to_lowercase());
    if row.log_prefix.as_deref() == Some("") {
        return Err((A::LogPrefix, "log_prefix should not be an empty string".to_owned()));
    }
    let words = [&row.reject, &row.tosource, &row.todest, &row.toports, &row.to, &row.limit, &row.tcp_flags];
    let names = [A::Reject, A::Tosource, A::Todest, A::Toports, A::To, A::Limit, A::TcpFlags];
    for (word, attribute) in words.into_iter().zip(names) {
        if word.as_deref().is_some_and(|word| word.is_empty() || word.starts_with('-')) {
            return Err((attribute, "must not be empty, nor begin with a hyphen".to_owned()));
        }
    }
    Ok(())
}

/// Separates a leading `!` with a space.
fn marked(value: &str) -> String {
    value.strip_prefix('!').map_or_else(|| value.to_owned(), |bare| format!("! {}", bare.trim_start()))
}

/// Units of rates with their seconds, the longest first.
const UNITS: [(&str, u64); 4] = [("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)];

/// Resolution of the kernel: fractions of a second.
const TICKS: u64 = 10_000;

/// Formats a rate like the program: for the kernel, `60/min` is the same as `1/sec`.
fn rate(limit: &str) -> Option<String> {
    let (number, unit) = limit.split_once('/').unwrap_or((limit, "second"));
    let number: u64 = number.parse().ok().filter(|number| *number > 0)?;
    let unit = unit.to_lowercase();
    let (_, seconds) = UNITS.into_iter().find(|(name, _)| !unit.is_empty() && name.starts_with(&unit))?;
    let period = TICKS.checked_mul(seconds)? / number;
    // The shortest unit in which the rate is sufficiently close to an integer.
    let fits = |ticks: u64| period <= ticks && ticks / period >= ticks % period;
    let shorter = UNITS.into_iter().skip(1).take_while(|(_, seconds)| period > 0 && fits(TICKS * seconds));
    let (name, seconds) = shorter.last().unwrap_or(UNITS[0]);
    let shown = if name.len() > 4 { &name[..3] } else { name };
    Some(format!("{}/{shown}", (TICKS * seconds).checked_div(period)?))
}

/// The targets that can be written in lower case.
const TARGETS: [&str; 11] =
    ["QUEUE", "RETURN", "DNAT", "SNAT", "LOG", "NFLOG", "NETMAP", "MASQUERADE", "REDIRECT", "MARK", "CT"];

/// Canonicalizes a port or range. A range has a hyphen; a colon is changed. Names of services are not looked up.
fn port(value: &str) -> Result<String, String> {
    let (mark, bare) = match value.strip_prefix('!') {
        Some(bare) => ("! ", bare.trim_start()),
        None => ("", value),
    };
    let bare = &bare.replace(':', "-");
    let is_number = |text: &str| text.parse::<u16>().is_ok() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_port =
        bare.split_once('-').map_or_else(|| is_number(bare), |(first, last)| is_number(first) && is_number(last));
    let fault = || format!("{value} is neither a port number nor a range of them; service names are not resolved");
    if is_port { Ok(format!("{mark}{bare}")) } else { Err(fault()) }
}

fn target(value: &str, word: &str) -> Result<(), String> {
    if value.is_empty() || !value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)) {
        return Err(format!("{word} destination must consist of alphanumeric characters, an underscore or a hyphen."));
    }
    if word == "Goto" && Action::from_target(&value.to_uppercase()).is_some() {
        return Err(
            "Goto destination should not be one of ACCEPT, REJECT or DROP. Use the action property instead.".to_owned()
        );
    }
    Ok(())
}

fn icmp_type(value: &str, names: &[(&str, &str)]) -> Result<String, String> {
    if value == "any" {
        let how = "This behaviour should be achieved by omitting or undefining the ICMP parameter.";
        return Err(format!("Value 'any' is not valid. {how}"));
    }
    let is_number = |value: &str| value.split('/').all(|part| part.parse::<u8>().is_ok());
    number(value, names, is_number).ok_or_else(|| "cannot work out icmp type".to_owned())
}

fn number(value: &str, names: &[(&str, &str)], is_number: impl Fn(&str) -> bool) -> Option<String> {
    if is_number(value) {
        return Some(value.to_owned());
    }
    names.iter().find(|(name, _)| *name == value).map(|(_, number)| (*number).to_owned())
}

/// Returns Puppet's message if attributes conflict.
fn fitting(row: &Firewall) -> Result<(), String> {
    let table = row.table.name();
    let chain_has = |names: &[&str]| names.iter().any(|name| row.chain.contains(name));
    let jumps = |target: &str| row.jump.as_deref() == Some(target);
    let faults = [
        (
            table == "filter" && chain_has(&["PREROUTING", "POSTROUTING"]),
            "PREROUTING and POSTROUTING cannot be used in table 'filter'",
        ),
        (table == "nat" && chain_has(&["INPUT", "FORWARD"]), "INPUT and FORWARD cannot be used in table 'nat'"),
        (
            table == "raw" && chain_has(&["INPUT", "FORWARD", "POSTROUTING"]),
            "INPUT, FORWARD and POSTROUTING cannot be used in table raw",
        ),
        (
            row.uid.is_some() && !chain_has(&["OUTPUT", "POSTROUTING"]),
            "Parameter uid only applies to chains OUTPUT,POSTROUTING",
        ),
        (
            row.gid.is_some() && !chain_has(&["OUTPUT", "POSTROUTING"]),
            "Parameter gid only applies to chains OUTPUT,POSTROUTING",
        ),
        (jumps("DNAT") && table != "nat", "Parameter jump => DNAT only applies to table => nat"),
        (jumps("DNAT") && row.todest.is_none(), "Parameter jump => DNAT must have todest parameter"),
        (jumps("SNAT") && table != "nat", "Parameter jump => SNAT only applies to table => nat"),
        (jumps("SNAT") && row.tosource.is_none(), "Parameter jump => SNAT must have tosource parameter"),
        (jumps("MASQUERADE") && table != "nat", "Parameter jump => MASQUERADE only applies to table => nat"),
        (
            (row.log_prefix.is_some() || row.log_level.is_some()) && !jumps("LOG"),
            "Parameter log_prefix, log_level, log_tcp_sequence, log_tcp_options, log_ip_options  and log_uid require jump => LOG",
        ),
        (row.burst.is_some() && row.limit.is_none(), "burst makes no sense without limit"),
        (row.action.is_some() && row.jump.is_some(), "Only one of the parameters 'action' and 'jump' can be set"),
    ];
    if let Some((_, message)) = faults.iter().find(|(is_fault, _)| *is_fault) {
        return Err((*message).to_owned());
    }
    if let Some(ports) = &row.dport
        && !["tcp", "udp", "sctp"].iter().any(|proto| row.proto.contains(proto))
    {
        let only = "Parameter dport only applies to sctp, tcp and udp protocols.";
        return Err(format!(
            "[{}] {only} Current protocol is [{}] and dport is [{}]",
            row.name,
            row.proto,
            ports.join(",")
        ));
    }
    for (name, ports) in [("sport", &row.sport), ("dport", &row.dport)] {
        let ports = ports.as_deref().unwrap_or_default();
        let wrong: Vec<&str> = ports.iter().map(String::as_str).filter(|port| !port.starts_with('!')).collect();
        if !wrong.is_empty() && wrong.len() < ports.len() {
            let are = if wrong.len() > 1 { "are" } else { "is" };
            let wrong = format!("'{}' {are} not prefixed; aborting", wrong.join("', '"));
            return Err(format!(
                "All values of the '{name}' property must be prefixed with a '!' when inverting, but {wrong}"
            ));
        }
    }
    Ok(())
}

impl Relate for Firewall {
    fn relate(row: &Row<Self>, _system: &impl System) -> Vec<Relation> {
        let protocol = if is_six_rule(row) { Ipv6::PROTOCOL } else { Ipv4::PROTOCOL };
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        vec![
            Relation::require("firewallchain", chains_of(row, protocol)),
            Relation::require("package", names(&["iptables", "iptables-persistent", "iptables-services"])),
            Relation::require(
                "service",
                names(&["firewalld", "iptables", "ip6tables", "iptables-persistent", "netfilter-persistent"]),
            ),
            Relation::before("file", names(&["/etc/sysconfig/iptables", "/etc/sysconfig/ip6tables"])),
        ]
    }
}

/// Splits the name of a chain into chain, table and protocol.
pub(crate) fn parts(name: &str) -> Option<(&str, &str, &str)> {
    let (rest, protocol) = name.rsplit_once(':')?;
    let (chain, table) = rest.rsplit_once(':')?;
    let is_known = !chain.is_empty() && TABLES.contains(&table) && ["IPv4", "IPv6", "ethernet"].contains(&protocol);
    Some((chain, table, protocol)).filter(|_| is_known)
}

impl Canonicalize for Firewallchain {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if let Err(message) = chain_fits(row) {
            problems.error(row, None, message);
        }
        for pattern in row.ignore.iter().flat_map(|patterns| &patterns.0) {
            if let Err(fault) = marotte_sdk::regex::Regex::new(pattern) {
                problems.error(row, FirewallchainAttribute::Ignore, fault.to_string());
            }
        }
    }
}

fn chain_fits(row: &Firewallchain) -> Result<(), String> {
    let Some((chain, table, protocol)) = parts(&row.name) else {
        return Err(format!(
            "Inbuilt chains must be in the form {{chain}}:{{table}}:{{protocol}} where {{table}} is one of filter, nat, mangle, raw, \
             rawpost, broute, security or empty (alias for filter), chain can be anything without colons or one of PREROUTING, \
             POSTROUTING, BROUTING, INPUT, FORWARD, OUTPUT for the inbuilt chains, and {{protocol}} being IPv4, IPv6, ethernet \
             (ethernet bridging) got '{}' table:'' chain:'' protocol:''",
            row.name
        ));
    };
    if protocol == "ethernet" || table == "broute" || chain == "BROUTING" {
        return Err(format!("chains of bridges are not supported: {}", row.name));
    }
    if chain.starts_with('-') || chain.contains(char::is_whitespace) {
        return Err(format!("'{chain}' is not a valid name of a chain"));
    }
    let is_internal = INTERNAL.contains(&chain);
    let only = |names: &str| Err(format!("{names} that can be used in table '{table}'"));
    match table {
        "filter" | "security" if ["PREROUTING", "POSTROUTING"].contains(&chain) => {
            return only("INPUT, OUTPUT and FORWARD are the only inbuilt chains");
        }
        "nat" if chain == "FORWARD" => {
            return only("PREROUTING, POSTROUTING, INPUT, and OUTPUT are the only inbuilt chains");
        }
        "raw" if ["POSTROUTING", "INPUT", "FORWARD"].contains(&chain) => {
            return Err("PREROUTING and OUTPUT are the only inbuilt chains in the table 'raw'".to_owned());
        }
        _ => {}
    }
    if is_internal && row.ensure == Ensure::Absent {
        return Err("Cannot remove in-built chains".to_owned());
    }
    if !is_internal && row.policy.is_some() {
        let which = format!("(table:{table} chain:{chain} protocol:{protocol})");
        return Err(format!(
            "policy can only be set on in-built chains (with the exception of ethernet chains) {which}"
        ));
    }
    if table == "nat" && row.policy == Some(Policy::Drop) {
        return Err(
            "The \"nat\" table is not intended for filtering, the use of DROP is therefore inhibited".to_owned()
        );
    }
    Ok(())
}

impl Relate for Firewallchain {
    fn relate(_row: &Row<Self>, _system: &impl System) -> Vec<Relation> {
        let packages = ["iptables", "iptables-persistent", "iptables-services"];
        vec![Relation::require("package", packages.iter().map(|name| (*name).to_owned()).collect())]
    }
}
