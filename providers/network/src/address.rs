//! IP addresses, network masks, and destinations of routes.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Returns the IP address in a text, which may end with a prefix length or a zone.
pub(crate) fn address(text: &str) -> Option<IpAddr> {
    let (address, prefix) = match text.split_once('/') {
        Some((address, prefix)) => (address, Some(prefix)),
        None => (text, None),
    };
    let (address, zone) = match address.split_once('%') {
        Some((address, zone)) => (address, Some(zone)),
        None => (address, None),
    };
    let address: IpAddr = address.parse().ok()?;
    let is_zone = zone.is_none_or(|zone| !zone.is_empty() && address.is_ipv6());
    let is_prefix = prefix.is_none_or(|prefix| mask_bits(prefix).is_some_and(|(bits, _)| bits <= width(address)));
    (is_zone && is_prefix).then_some(address)
}

/// Returns the number of bits of an address.
pub(crate) fn width(address: IpAddr) -> u8 {
    if address.is_ipv4() { 32 } else { 128 }
}

/// Returns the number of bits of a network mask, and whether the mask is an IPv6 address; `None` if it is only a number.
pub(crate) fn mask_bits(mask: &str) -> Option<(u8, Option<bool>)> {
    if !mask.is_empty() && mask.bytes().all(|byte| byte.is_ascii_digit()) {
        return mask.parse().ok().filter(|bits| *bits <= 128).map(|bits| (bits, None));
    }
    let bits = match mask.parse().ok()? {
        IpAddr::V4(mask) => leading_ones(u128::from(mask.to_bits()) << 96)?,
        IpAddr::V6(mask) => leading_ones(mask.to_bits())?,
    };
    Some((bits, Some(mask.contains(':'))))
}

/// Returns the number of ones, if no one follows a zero.
fn leading_ones(bits: u128) -> Option<u8> {
    (bits.leading_ones() == bits.count_ones()).then(|| u8::try_from(bits.count_ones()).unwrap_or(u8::MAX))
}

/// Returns a network mask as an address.
pub(crate) fn mask(bits: u8, is_v6: bool) -> IpAddr {
    if is_v6 {
        IpAddr::V6(Ipv6Addr::from_bits(ones(bits, 128)))
    } else {
        IpAddr::V4(Ipv4Addr::from_bits(v4_mask(bits)))
    }
}

/// Returns the network to which an address belongs.
pub(crate) fn network(address: IpAddr, bits: u8) -> IpAddr {
    match address {
        IpAddr::V4(address) => IpAddr::V4(Ipv4Addr::from_bits(address.to_bits() & v4_mask(bits))),
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & ones(bits, 128))),
    }
}

fn v4_mask(bits: u8) -> u32 {
    u32::try_from(ones(bits, 32)).unwrap_or(u32::MAX)
}

/// Returns a number of a certain width that begins with ones.
fn ones(bits: u8, width: u8) -> u128 {
    (0..bits.min(width)).fold(0, |mask, bit| mask | 1 << (width - 1 - bit))
}

/// The destination of a route.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Destination {
    /// All addresses that have no other route.
    Default,
    /// Addresses of the system, as written in the file.
    Local(String),
    /// A network and the number of bits of its mask.
    Network(IpAddr, u8),
}

impl Destination {
    /// Returns the destination of a network and a mask.
    pub(crate) fn of(network: &str, mask: Option<&str>) -> Option<Self> {
        if network == "default" {
            return Some(Self::Default);
        }
        let address: IpAddr = network.parse().ok()?;
        let (bits, is_v6) = mask.map_or(Some((width(address), None)), mask_bits)?;
        let is_fitting = bits <= width(address) && is_v6.is_none_or(|is_v6| is_v6 == address.is_ipv6());
        is_fitting.then(|| Self::network(address, bits))
    }

    /// Returns the destination in a text such as `192.0.2.0/24`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match text.split_once('/') {
            Some((network, mask)) => Self::of(network, Some(mask)),
            // Puppet: without a mask, this is the default route.
            None if text == "0.0.0.0" => Some(Self::Default),
            None => Self::of(text, None),
        }
    }

    fn network(address: IpAddr, bits: u8) -> Self {
        match network(address, bits) {
            IpAddr::V4(Ipv4Addr::UNSPECIFIED) if bits == 0 => Self::Default,
            network => Self::Network(network, bits),
        }
    }

    /// Returns the name of the route in manifests.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Default => "default".to_owned(),
            Self::Local(name) => name.clone(),
            Self::Network(network, bits) => format!("{network}/{bits}"),
        }
    }
}
