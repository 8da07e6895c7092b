//! A network interface: its addresses, hardware address, MTU and DHCP server.

use std::net::{IpAddr, Ipv6Addr};

use catalog::Value;

use super::address::{self, AddressBinding};
use super::dhcp;
use crate::probe::InterfaceAddress;
use crate::system::SystemProbe;
use crate::value::{hash, integer};

const DIRECTORY: &str = "/sys/class/net";

/// An interface.
#[derive(Debug)]
pub(super) struct Interface {
    pub(super) name: String,
    mac: Option<String>,
    mtu: Option<u64>,
    dhcp: Option<String>,
    bindings: Vec<AddressBinding>,
}

/// Returns all interfaces, in the kernel's order.
pub(super) fn all(machine: &SystemProbe) -> Vec<Interface> {
    let index =
        |name: &str| -> Option<u32> { machine.read_trimmed(&format!("{DIRECTORY}/{name}/ifindex"))?.parse().ok() };
    let mut names = machine.names(DIRECTORY);
    // The bonding module adds a file that is not an interface.
    names.retain(|name| machine.is_directory(&format!("{DIRECTORY}/{name}")));
    names.sort_by_key(|name| index(name));
    let mut interfaces: Vec<Interface> = names.into_iter().map(|name| Interface::new(machine, name)).collect();
    let flags = address::flags(machine);
    for InterfaceAddress { interface, ip, mask } in machine.kernel().addresses() {
        let known = interfaces.iter().position(|known| known.name == interface);
        let at = known.unwrap_or_else(|| {
            interfaces.push(Interface::new(machine, interface.clone()));
            interfaces.len() - 1
        });
        let flags = flags.iter().find(|flags| flags.interface == interface && IpAddr::V6(flags.address) == ip);
        interfaces[at].bindings.push(AddressBinding::new(ip, mask, flags.map(|flags| flags.names.clone())));
    }
    interfaces
}

impl Interface {
    fn new(machine: &SystemProbe, name: String) -> Self {
        let read = |file: &str| machine.read_trimmed(&format!("{DIRECTORY}/{name}/{file}"));
        let mac = permanent(machine, &name).or_else(|| read("address")).filter(|mac| is_hardware_address(mac));
        let mtu = read("mtu").and_then(|mtu| mtu.parse().ok());
        let dhcp = dhcp::server(machine, &name, read("ifindex").as_deref());
        Self { name, mac, mtu, dhcp, bindings: Vec::new() }
    }

    fn of_family(&self, is_v6: bool) -> impl Iterator<Item = &AddressBinding> {
        self.bindings.iter().filter(move |binding| binding.ip.is_ipv6() == is_v6)
    }

    /// Returns the main address: the first public one, or else the first one.
    fn main(&self, is_v6: bool) -> Option<&AddressBinding> {
        self.of_family(is_v6).find(|binding| binding.is_public()).or_else(|| self.of_family(is_v6).next())
    }

    pub(super) fn has_public_address(&self) -> bool {
        self.bindings.iter().any(AddressBinding::is_public)
    }

    pub(super) fn to_value(&self) -> Value {
        let list = |is_v6: bool| {
            let bindings: Vec<Value> = self.of_family(is_v6).map(AddressBinding::to_value).collect();
            (!bindings.is_empty()).then_some(Value::Array(bindings))
        };
        let (v4, v6) = (self.main(false), self.main(true));
        let text = |ip: IpAddr| Value::from(ip.to_string());
        hash([
            ("bindings", list(false)),
            ("bindings6", list(true)),
            ("dhcp", self.dhcp.as_deref().map(Value::from)),
            ("ip", v4.map(|binding| text(binding.ip))),
            ("ip6", v6.map(|binding| text(binding.ip))),
            ("mac", self.mac.as_deref().map(Value::from)),
            ("mtu", self.mtu.map(integer)),
            ("netmask", v4.map(|binding| text(binding.mask))),
            ("netmask6", v6.map(|binding| text(binding.mask))),
            ("network", v4.map(|binding| text(binding.network()))),
            ("network6", v6.map(|binding| text(binding.network()))),
            ("scope6", v6.and_then(|binding| scope(binding.ip)).map(Value::from)),
        ])
    }
}

/// Returns the permanent hardware address of a member of a bond, which otherwise reports that of the bond.
fn permanent(machine: &SystemProbe, name: &str) -> Option<String> {
    let master = machine.link(&format!("{DIRECTORY}/{name}/master"))?;
    let text = machine.read(&format!("/proc/net/bonding/{master}"))?;
    let member =
        text.split("Slave Interface: ").skip(1).find(|part| part.lines().next().map(str::trim) == Some(name))?;
    let line = member.lines().find_map(|line| line.trim().strip_prefix("Permanent HW addr:"))?;
    Some(line.trim().to_owned())
}

/// Returns whether a text is a hardware address: 6 bytes for Ethernet, 20 for InfiniBand. A device without an
/// address reports zeros.
fn is_hardware_address(text: &str) -> bool {
    let bytes: Vec<&str> = text.split([':', '-']).collect();
    let is_byte = |byte: &&str| byte.len() == 2 && byte.bytes().all(|b| b.is_ascii_hexdigit());
    (6..=20).contains(&bytes.len()) && bytes.iter().all(is_byte) && text != "00:00:00:00:00:00"
}

/// Returns the scope of an IPv6 address.
pub(super) fn scope(ip: IpAddr) -> Option<String> {
    let IpAddr::V6(ip) = ip else { return None };
    let scope = match ip.segments()[0] {
        0xfe80..=0xfebf => "link",
        0xfec0..=0xfeff => "site",
        _ if ip == Ipv6Addr::LOCALHOST => "host",
        _ => "global",
    };
    // IPv4-compatible IPv6 addresses, which are obsolete.
    let is_compatible = ip.segments()[..6] == [0; 6] && u128::from(ip) > 1;
    Some(if is_compatible { format!("compat,{scope}") } else { scope.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_derived_from_addresses() {
        for (ip, expected) in [
            ("fe80::1", "link"),
            ("::1", "host"),
            ("2001:db8::1", "global"),
            ("fd00::1", "global"),
            ("fec0::1", "site"),
        ] {
            assert_eq!(scope(ip.parse().unwrap()).as_deref(), Some(expected));
        }
        assert_eq!(scope("127.0.0.1".parse().unwrap()), None);
    }

    #[test]
    fn hardware_addresses_are_recognized() {
        assert!(is_hardware_address("02:fc:00:00:00:01"));
        for text in ["00:00:00:00:00:00", "0.0.0.0", "", "02:fc"] {
            assert!(!is_hardware_address(text), "{text}");
        }
    }
}
