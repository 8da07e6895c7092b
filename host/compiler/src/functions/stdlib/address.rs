//! Addresses of IP and networks as Ruby's `IPAddr` reads and writes them.

use std::net::{Ipv4Addr, Ipv6Addr};

use crate::fault::Fault;

/// An address, or all addresses of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address {
    pub(super) is_v6: bool,
    /// The bits; those outside of the network are 0.
    bits: u128,
    /// The bits that all addresses of the network share.
    mask: u128,
    /// What comes after the address of an interface, with its `%`.
    zone: String,
}

impl Address {
    /// Reads `10.0.0.1`, `::1`, `[::1]`, `10.0.0.0/8` and `10.0.0.0/255.0.0.0`.
    ///
    /// # Errors
    /// It is none of these; the message is Ruby's.
    pub(super) fn parse(text: &str) -> Result<Self, Fault> {
        let (address, mask) = text.split_once('/').map_or((text, None), |(address, mask)| (address, Some(mask)));
        let single = Self::single(address)?;
        match mask {
            Some(mask) => single.masked(mask),
            None => Ok(single),
        }
    }

    fn single(text: &str) -> Result<Self, Fault> {
        let text = text.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')).unwrap_or(text);
        if let Ok(address) = text.parse::<Ipv4Addr>() {
            let bits = u128::from(u32::from(address));
            return Ok(Self { is_v6: false, bits, mask: u128::from(u32::MAX), zone: String::new() });
        }
        let (address, zone) = text.split_at(text.find('%').unwrap_or(text.len()));
        let is_zone = zone.is_empty()
            || zone.len() > 1 && zone[1..].chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        match address.parse::<Ipv6Addr>() {
            Ok(address) if is_zone => {
                Ok(Self { is_v6: true, bits: u128::from(address), mask: u128::MAX, zone: zone.to_owned() })
            }
            _ => {
                let is_ambiguous = text.split('.').count() == 4
                    && text.split('.').all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
                    && text.split('.').any(|part| part.len() > 1 && part.starts_with('0'));
                // Puppet: Ruby does not say which address it is.
                Err(Fault::new(match is_ambiguous {
                    true => "zero-filled number in IPv4 address is ambiguous: ",
                    false => "invalid address: ",
                }))
            }
        }
    }

    fn masked(mut self, mask: &str) -> Result<Self, Fault> {
        let width = if self.is_v6 { 128 } else { 32 };
        let is_length = !mask.is_empty() && mask.bytes().all(|byte| byte.is_ascii_digit());
        self.mask &= match mask.parse::<u32>() {
            Ok(length) if is_length && length <= width => u128::MAX.checked_shl(width - length).unwrap_or(0),
            _ if is_length => return Err(Fault::new(format!("invalid length: {}", self.bits))),
            _ => match Self::single(mask)? {
                mask if mask.is_v6 == self.is_v6 => mask.bits,
                _ => return Err(Fault::new("address family is not same")),
            },
        };
        self.bits &= self.mask;
        Ok(self)
    }

    /// Says whether an address, or all of a network, is in this network.
    pub(super) fn includes(&self, other: &Self) -> bool {
        self.is_v6 == other.is_v6 && other.mask & self.mask == self.mask && other.bits & self.mask == self.bits
    }
}

impl std::fmt::Display for Address {
    /// Writes the address, without its mask.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match u32::try_from(self.bits) {
            Ok(bits) if !self.is_v6 => write!(formatter, "{}", Ipv4Addr::from(bits)),
            // Ruby writes the last two groups as it writes an old address where there is nothing else.
            Ok(bits) if bits > 0xffff => write!(formatter, "::{}{}", Ipv4Addr::from(bits), self.zone),
            _ => write!(formatter, "{}{}", Ipv6Addr::from(self.bits), self.zone),
        }
    }
}
