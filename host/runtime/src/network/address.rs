//! Kinds of addresses: public, one of the kinds that require their own grant, or not allowed for hosts. An IPv4
//! address within an IPv6 address is treated as IPv4, in every notation.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use marotte_contract::manifest::Addresses;

/// Classification of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AddressKind {
    /// A public address.
    Public,
    /// An address of a kind that requires a grant.
    NonPublic(Addresses),
    /// Not an address of a single host: multicast, unspecified, reserved, documentation or tunnel.
    Never,
}

impl AddressKind {
    /// Classifies an address.
    pub(crate) fn of(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(address) => of_v4(address),
            IpAddr::V6(address) => of_v6(address),
        }
    }

    /// Describes the address in the form that follows "which is".
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Self::Public => "a public address",
            Self::NonPublic(Addresses::Loopback) => "a loopback address",
            Self::NonPublic(Addresses::Private) => "a private address",
            Self::NonPublic(Addresses::LinkLocal) => "a link-local address",
            Self::Never => "not a host address",
        }
    }
}

fn of_v4(address: Ipv4Addr) -> AddressKind {
    match address.octets() {
        [127, ..] => AddressKind::NonPublic(Addresses::Loopback),
        [10, ..] | [172, 16..=31, ..] | [192, 168, ..] | [100, 64..=127, ..] => {
            AddressKind::NonPublic(Addresses::Private)
        }
        [169, 254, ..] => AddressKind::NonPublic(Addresses::LinkLocal),
        // This network, protocol assignments, documentation, relays, benchmarks, multicast, reserved, broadcast.
        [0, ..]
        | [192, 0, 0 | 2, _]
        | [192, 88, 99, _]
        | [198, 18..=19, ..]
        | [198, 51, 100, _]
        | [203, 0, 113, _]
        | [224..=255, ..] => AddressKind::Never,
        _ => AddressKind::Public,
    }
}

fn of_v6(address: Ipv6Addr) -> AddressKind {
    let within = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        of_v4(Ipv4Addr::new(a, b, c, d))
    };
    match address.segments() {
        [0, 0, 0, 0, 0, 0, 0, 1] => AddressKind::NonPublic(Addresses::Loopback),
        // IPv4-mapped, NAT64, 6to4.
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] | [0x2002, high, low, ..] => {
            within(high, low)
        }
        [0xfc00..=0xfdff | 0xfec0..=0xfeff, ..] => AddressKind::NonPublic(Addresses::Private),
        [0xfe80..=0xfebf, ..] => AddressKind::NonPublic(Addresses::LinkLocal),
        // Protocol assignments (including Teredo), documentation.
        [0x2001, 0..=0x01ff, ..] | [0x2001, 0xdb8, ..] | [0x3fff, 0..=0x0fff, ..] => AddressKind::Never,
        [0x2000..=0x3fff, ..] => AddressKind::Public,
        _ => AddressKind::Never,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(address: &str) -> AddressKind {
        AddressKind::of(address.parse().unwrap())
    }

    #[test]
    fn non_public_addresses_are_recognised_in_every_notation() {
        use Addresses::{LinkLocal, Loopback, Private};
        let near = [
            ("127.0.0.1", Loopback),
            ("127.255.255.254", Loopback),
            ("::1", Loopback),
            ("::ffff:127.0.0.1", Loopback),
            ("10.0.0.1", Private),
            ("172.16.0.1", Private),
            ("172.31.255.255", Private),
            ("192.168.1.1", Private),
            ("100.64.0.1", Private),
            ("fd00:ec2::254", Private),
            ("fec0::1", Private),
            ("::ffff:10.1.2.3", Private),
            ("169.254.169.254", LinkLocal),
            ("::ffff:169.254.169.254", LinkLocal),
            ("64:ff9b::169.254.169.254", LinkLocal),
            ("2002:a9fe:a9fe::1", LinkLocal),
            ("2002:7f00:1::", Loopback),
            ("fe80::1", LinkLocal),
            ("febf::1", LinkLocal),
        ];
        for (address, expected) in near {
            assert_eq!(kind(address), AddressKind::NonPublic(expected), "{address}");
        }
    }

    #[test]
    fn reserved_addresses_are_never_allowed() {
        for address in [
            "0.0.0.0",
            "0.1.2.3",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "192.0.2.1",
            "198.18.0.1",
            "::",
            "::127.0.0.1",
            "::ffff:0.0.0.0",
            "64:ff9b:1::a9fe:a9fe",
            "2001:0:a9fe:a9fe::1",
            "2001:db8::1",
            "ff02::1",
            "100::1",
            "4000::1",
        ] {
            assert_eq!(kind(address), AddressKind::Never, "{address}");
        }
    }

    #[test]
    fn other_addresses_are_public() {
        for address in [
            "1.1.1.1",
            "172.32.0.1",
            "100.128.0.1",
            "169.253.1.1",
            "2606:4700::1111",
            "64:ff9b::101:101",
            "2001:200::1",
        ] {
            assert_eq!(kind(address), AddressKind::Public, "{address}");
        }
    }
}
