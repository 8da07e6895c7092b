//! The resource types `firewall` and `firewallchain`: rules and chains of the kernel's packet filter, managed
//! with iptables and ip6tables.

mod address;
mod canonical;
mod chain;
mod family;
mod iptables_save;
mod order;
mod persist;
mod rule;
mod rules;
mod schema;
#[cfg(test)]
mod tests;
mod words;

pub use chain::Chains;
pub use family::{Family, Ipv4, Ipv6};
pub use rules::Rules;
pub use schema::*;

/// The rules for IPv4.
pub type Ip4Rules = Rules<Ipv4>;
/// The rules for IPv6.
pub type Ip6Rules = Rules<Ipv6>;
