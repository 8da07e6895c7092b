//! Addresses with their networks, and the flags of IPv6 addresses.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use catalog::Value;

use super::interface::scope;
use crate::system::SystemProbe;
use crate::value::hash;

/// An address of an interface.
#[derive(Debug)]
pub(super) struct AddressBinding {
    pub(super) ip: IpAddr,
    pub(super) mask: IpAddr,
    flags: Option<Vec<&'static str>>,
}

impl AddressBinding {
    pub(super) fn new(ip: IpAddr, mask: IpAddr, flags: Option<Vec<&'static str>>) -> Self {
        Self { ip, mask, flags }
    }

    pub(super) fn network(&self) -> IpAddr {
        match (self.ip, self.mask) {
            (IpAddr::V4(ip), IpAddr::V4(mask)) => Ipv4Addr::from(u32::from(ip) & u32::from(mask)).into(),
            (IpAddr::V6(ip), IpAddr::V6(mask)) => Ipv6Addr::from(u128::from(ip) & u128::from(mask)).into(),
            (ip, _) => ip,
        }
    }

    /// Returns whether the address is neither loopback nor link-local.
    pub(super) fn is_public(&self) -> bool {
        match self.ip {
            IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_link_local(),
            IpAddr::V6(ip) => !ip.is_loopback() && !ip.is_unicast_link_local() && !ip.is_unique_local(),
        }
    }

    pub(super) fn to_value(&self) -> Value {
        let flags = self.flags.as_ref().map(|flags| Value::Array(flags.iter().map(|flag| (*flag).into()).collect()));
        hash([
            ("address", Some(self.ip.to_string().into())),
            ("netmask", Some(self.mask.to_string().into())),
            ("network", Some(self.network().to_string().into())),
            ("scope6", scope(self.ip).map(Value::from)),
            ("flags", flags),
        ])
    }
}

/// The flags of an IPv6 address.
#[derive(Debug)]
pub(super) struct AddressFlags {
    pub(super) interface: String,
    pub(super) address: Ipv6Addr,
    pub(super) names: Vec<&'static str>,
}

const FLAGS: [(u8, &str); 8] = [
    (0x01, "temporary"),
    (0x02, "noad"),
    (0x04, "optimistic"),
    (0x08, "dadfailed"),
    (0x10, "homeaddress"),
    (0x20, "deprecated"),
    (0x40, "tentative"),
    (0x80, "permanent"),
];

/// Reads the flags of all IPv6 addresses. The file only contains the lowest eight bits.
pub(super) fn flags(machine: &SystemProbe) -> Vec<AddressFlags> {
    let text = machine.read("/proc/net/if_inet6").unwrap_or_default();
    let lines = text.lines().filter_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [address, _, _, _, flags, interface] = fields.as_slice() else { return None };
        let address = Ipv6Addr::from(u128::from_str_radix(address, 16).ok()?);
        let [flags, ..] = u32::from_str_radix(flags, 16).ok()?.to_le_bytes();
        let names = FLAGS.iter().filter(|(bit, _)| flags & bit != 0).map(|(_, name)| *name).collect();
        Some(AddressFlags { interface: (*interface).to_owned(), address, names })
    });
    lines.collect()
}
