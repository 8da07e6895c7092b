//! IP addresses and networks with the parsing, comparison and formatting of Ruby's library `ipaddr`.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// An address with its mask. Bits outside the mask are zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IpAddress {
    address: IpAddr,
    prefix: u32,
    /// The zone of an IPv6 address with its separator: `%eth0`.
    zone: String,
}

/// Error of a text that is not an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressFault {
    /// The class of Ruby's exception.
    pub class: &'static str,
    /// Ruby's message.
    pub message: String,
}

impl AddressFault {
    fn address(message: impl Into<String>) -> Self {
        Self { class: "IPAddr::InvalidAddressError", message: message.into() }
    }

    fn prefix(message: impl Into<String>) -> Self {
        Self { class: "IPAddr::InvalidPrefixError", message: message.into() }
    }
}

impl Default for IpAddress {
    /// Returns `::`, which is the result of Ruby's `IPAddr.new`.
    fn default() -> Self {
        Self { address: Ipv6Addr::UNSPECIFIED.into(), prefix: 128, zone: String::new() }
    }
}

impl IpAddress {
    /// Parses addresses such as `10.0.0.1`, `::1`, `[::1]`, `fe80::1%eth0`, `10.0.0.0/8` and `10.0.0.0/255.0.0.0`.
    ///
    /// # Errors
    /// Returns an error if the text is not an address.
    pub fn parse(text: &str) -> Result<Self, AddressFault> {
        let (address, mask) = text.split_once('/').map_or((text, None), |(address, mask)| (address, Some(mask)));
        let single = Self::single(address)?;
        match mask {
            Some(mask) => single.with_mask(mask),
            None => Ok(single),
        }
    }

    /// Parses an address without a mask.
    fn single(text: &str) -> Result<Self, AddressFault> {
        // Ruby's library does not include the text in the message.
        let invalid = || AddressFault::address("invalid address: ");
        let bracketed = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        let text = bracketed.unwrap_or(text);
        let (address, zone) = text.split_at(text.find('%').unwrap_or(text.len()));
        if has_zeros(address) {
            return Err(AddressFault::address("zero-filled number in IPv4 address is ambiguous: "));
        }
        let address: IpAddr = address.parse().map_err(|_| invalid())?;
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let is_zone = zone.is_empty() || address.is_ipv6() && zone.len() > 1 && zone[1..].chars().all(is_word);
        if !is_zone || bracketed.is_some() && address.is_ipv4() {
            return Err(invalid());
        }
        Ok(Self { address, prefix: width(address), zone: zone.to_owned() })
    }

    /// Returns the network of an address with a mask: a number of bits, or an address whose leading bits are set.
    fn with_mask(self, mask: &str) -> Result<Self, AddressFault> {
        let width = width(self.address);
        if is_number(mask) {
            return match mask.parse() {
                _ if mask.len() > 1 && mask.starts_with('0') => Err(AddressFault::prefix("leading zeros in prefix")),
                Ok(prefix) if prefix <= width => Ok(self.masked(prefix)),
                _ => Err(AddressFault::prefix(format!("invalid length: {}", self.bits()))),
            };
        }
        let parsed = Self::single(mask)?;
        if parsed.is_ipv4() != self.is_ipv4() {
            return Err(AddressFault::prefix(format!("address family is not same: {}", self.bits())));
        }
        let bits = parsed.bits() << (128 - width);
        match bits.leading_ones() {
            prefix if prefix == bits.count_ones() => Ok(self.masked(prefix)),
            _ => Err(AddressFault::prefix(format!("invalid mask {mask}: {}", self.bits()))),
        }
    }

    fn masked(self, prefix: u32) -> Self {
        let address = match self.address {
            IpAddr::V4(address) => {
                let bits = u32::MAX.checked_shl(32 - prefix).unwrap_or(0);
                Ipv4Addr::from_bits(address.to_bits() & bits).into()
            }
            IpAddr::V6(address) => {
                let bits = u128::MAX.checked_shl(128 - prefix).unwrap_or(0);
                Ipv6Addr::from_bits(address.to_bits() & bits).into()
            }
        };
        Self { address, prefix, ..self }
    }

    /// Returns whether this is an IPv4 address.
    #[must_use]
    pub fn is_ipv4(&self) -> bool {
        self.address.is_ipv4()
    }

    /// Returns whether this is an IPv6 address.
    #[must_use]
    pub fn is_ipv6(&self) -> bool {
        self.address.is_ipv6()
    }

    /// Returns the length of the prefix in bits.
    #[must_use]
    pub fn prefix(&self) -> u32 {
        self.prefix
    }

    /// Returns the address as a number.
    #[must_use]
    pub fn bits(&self) -> u128 {
        match self.address {
            IpAddr::V4(address) => address.to_bits().into(),
            IpAddr::V6(address) => address.to_bits(),
        }
    }

    /// Returns whether two addresses are equal, ignoring the masks.
    pub(crate) fn is_at(&self, other: &Self) -> bool {
        self.address == other.address
    }

    /// Returns whether this network contains an address or a whole network.
    #[must_use]
    pub fn includes(&self, other: &Self) -> bool {
        self.is_ipv4() == other.is_ipv4()
            && other.prefix >= self.prefix
            && other.clone().masked(self.prefix).address == self.address
    }

    /// Formats the address like `to_s`, without the mask.
    #[must_use]
    pub fn text(&self) -> String {
        let text = match self.address {
            IpAddr::V6(address) => match address.segments() {
                // IPv4-compatible and IPv4-mapped addresses have an IPv4 notation.
                [0, 0, 0, 0, 0, 0, high, _] if high != 0 => format!("::{}", ipv4(address)),
                [0, 0, 0, 0, 0, 0xffff, ..] => format!("::ffff:{}", ipv4(address)),
                _ => address.to_string(),
            },
            IpAddr::V4(address) => address.to_string(),
        };
        text + &self.zone
    }

    /// Formats the mask, in IPv6 with all digits.
    #[must_use]
    pub fn netmask(&self) -> String {
        match self.address {
            IpAddr::V4(_) => Ipv4Addr::from_bits(u32::MAX.checked_shl(32 - self.prefix).unwrap_or(0)).to_string(),
            IpAddr::V6(_) => in_full(Ipv6Addr::from_bits(u128::MAX.checked_shl(128 - self.prefix).unwrap_or(0))),
        }
    }

    /// Returns the last address of the network.
    #[must_use]
    pub fn last(&self) -> Self {
        self.numbered(-1).unwrap_or_else(|| self.clone())
    }

    /// Returns the address of the network with a number; negative numbers count from the end, and continue before the network.
    /// `None` if the network has fewer addresses.
    #[must_use]
    pub fn numbered(&self, number: i64) -> Option<Self> {
        let width = width(self.address);
        // The greatest number; the whole of IPv6 has one address more than fits into 128 bits.
        let greatest = u128::MAX.checked_shr(128 - (width - self.prefix)).unwrap_or(0);
        let distance = u128::from(number.unsigned_abs());
        let bits = match number {
            ..0 => (self.bits() + greatest).checked_sub(distance - 1)?,
            _ if distance > greatest => return None,
            _ => self.bits() + distance,
        };
        let address = match self.address {
            IpAddr::V4(_) => Ipv4Addr::from_bits(u32::try_from(bits).ok()?).into(),
            IpAddr::V6(_) => Ipv6Addr::from_bits(bits).into(),
        };
        Some(Self { address, prefix: width, zone: self.zone.clone() })
    }

    /// Returns the name of the address in the reverse zones of DNS.
    #[must_use]
    pub fn reverse_name(&self) -> String {
        match self.address {
            IpAddr::V4(address) => {
                let [a, b, c, d] = address.octets();
                format!("{d}.{c}.{b}.{a}.in-addr.arpa")
            }
            IpAddr::V6(address) => {
                let digits = (0..32).map(|place| format!("{:x}", address.to_bits() >> (4 * place) & 15));
                digits.collect::<Vec<_>>().join(".") + ".ip6.arpa"
            }
        }
    }

    /// Formats the address like `inspect`.
    pub(crate) fn inspected(&self) -> String {
        match self.address {
            IpAddr::V4(address) => format!("#<IPAddr: IPv4:{address}/{}>", self.netmask()),
            IpAddr::V6(address) => format!("#<IPAddr: IPv6:{}{}/{}>", in_full(address), self.zone, self.netmask()),
        }
    }
}

/// Returns the last 32 bits.
fn ipv4(address: Ipv6Addr) -> Ipv4Addr {
    let [.., a, b, c, d] = address.octets();
    Ipv4Addr::new(a, b, c, d)
}

/// Returns the number of bits of an address.
fn width(address: IpAddr) -> u32 {
    match address {
        IpAddr::V4(_) => Ipv4Addr::BITS,
        IpAddr::V6(_) => Ipv6Addr::BITS,
    }
}

fn in_full(address: Ipv6Addr) -> String {
    address.segments().map(|part| format!("{part:04x}")).join(":")
}

/// Returns whether a text has the form of an IPv4 address with a leading zero in a number. Such numbers are
/// ambiguous, since some libraries read them as octal.
fn has_zeros(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    let is_filled = |part: &&str| part.len() > 1 && part.starts_with('0');
    parts.len() == 4 && parts.iter().all(|part| is_number(part)) && parts.iter().any(is_filled)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit())
}
