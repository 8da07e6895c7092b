//! The two address families, with the names of their programs and other differences.

use marotte_sdk::Row;

use crate::{Firewall, Protocol};

/// An address family.
pub trait Family: std::fmt::Debug + Default + 'static {
    /// The protocol in the names of chains.
    const PROTOCOL: &'static str;
    /// The provider of its rules, and the name of its program.
    const PROVIDER: &'static str;
    /// The program that prints the rules.
    const SAVE: &'static str;
    /// The options that match an ICMP type.
    const ICMP: &'static str;
}

/// IPv4.
#[derive(Debug, Default)]
pub struct Ipv4;

impl Family for Ipv4 {
    const PROTOCOL: &'static str = "IPv4";
    const PROVIDER: &'static str = "iptables";
    const SAVE: &'static str = "iptables-save";
    const ICMP: &'static str = "-m icmp --icmp-type";
}

/// IPv6.
#[derive(Debug, Default)]
pub struct Ipv6;

impl Family for Ipv6 {
    const PROTOCOL: &'static str = "IPv6";
    const PROVIDER: &'static str = "ip6tables";
    const SAVE: &'static str = "ip6tables-save";
    const ICMP: &'static str = "-m icmp6 --icmpv6-type";
}

/// Returns whether a provider is the one for IPv6.
pub(crate) fn is_six(provider: Option<&str>) -> bool {
    provider == Some(Ipv6::PROVIDER)
}

/// Returns whether a rule is for IPv6, according to its attributes `protocol` and `provider`.
pub(crate) fn is_six_rule(row: &Row<Firewall>) -> bool {
    row.protocol.map_or_else(|| is_six(row.provider()), |protocol| protocol == Protocol::Ipv6)
}

/// Returns the chains that a rule refers to, named as in `firewallchain`.
pub(crate) fn chains_of(row: &Firewall, protocol: &str) -> Vec<String> {
    let is_always_there = |chain: &str| row.table.name() == "filter" && ["INPUT", "OUTPUT", "FORWARD"].contains(&chain);
    let chains = [Some(row.chain.as_str()), row.jump.as_deref()].into_iter().flatten();
    chains
        .filter(|chain| !is_always_there(chain))
        .map(|chain| format!("{chain}:{}:{protocol}", row.table.name()))
        .collect()
}
