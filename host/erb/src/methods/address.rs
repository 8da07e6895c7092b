//! Addresses of the library `ipaddr`: made from text, compared, and asked for what they are and what is within them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::{Method, method};
use crate::interpreter::{Arguments, Interpreter, Stop};
use crate::value::Value;

/// The class of faults of a text that is no address.
const INVALID: &str = "IPAddr::InvalidAddressError";

/// An address with its mask. The bits beyond the mask are not set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    address: IpAddr,
    prefix: u32,
    /// The interface that an address of IPv6 may name, with its sign: `%eth0`.
    zone: String,
}

/// What there is of the class.
pub(super) const CLASS: &[Method] = &[method("new", 0, 1, |machine, _, given| {
    let address = match given.list.first() {
        None => Address { address: Ipv6Addr::UNSPECIFIED.into(), prefix: 128, zone: String::new() },
        Some(value) => machine.address(*value)?,
    };
    Ok(machine.heap.address(address))
})];

/// What there is of an address.
pub(super) const METHODS: &[Method] = &[
    method("==", 1, 1, |machine, this, given| is_same(machine, this, given).map(Value::Boolean)),
    method("===", 1, 1, includes),
    method("include?", 1, 1, includes),
    method("ipv4?", 0, 0, |machine, this, _| Ok(Value::Boolean(this_of(machine, this).address.is_ipv4()))),
    method("ipv6?", 0, 0, |machine, this, _| Ok(Value::Boolean(this_of(machine, this).address.is_ipv6()))),
    method("prefix", 0, 0, |machine, this, _| Ok(Value::Integer(this_of(machine, this).prefix.into()))),
    method("to_i", 0, 0, |machine, this, _| match i64::try_from(this_of(machine, this).bits()) {
        Ok(number) => Ok(Value::Integer(number)),
        Err(_) => Err(machine.unsupported("a number beyond 64 bits is")),
    }),
    method("<", 1, 1, refused),
    method(">", 1, 1, refused),
    method("&", 1, 1, refused),
    method("|", 1, 1, refused),
    method("~", 0, 0, refused),
    method("<<", 1, 1, refused),
    method(">>", 1, 1, refused),
    method("<=>", 1, 1, refused),
    method("mask", 1, 1, refused),
    method("succ", 0, 0, refused),
    method("hton", 0, 0, refused),
    method("to_range", 0, 0, refused),
    method("to_string", 0, 0, refused),
    method("native", 0, 0, refused),
    method("reverse", 0, 0, refused),
    method("loopback?", 0, 0, refused),
    method("private?", 0, 0, refused),
    method("link_local?", 0, 0, refused),
    method("ipv4_mapped", 0, 0, refused),
    method("ipv4_mapped?", 0, 0, refused),
];

fn refused(machine: &mut Interpreter<'_>, _: Value, _: &Arguments) -> Result<Value, Stop> {
    Err(machine.unsupported("this method of IPAddr is"))
}

fn is_same(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<bool, Stop> {
    match given.get(0) {
        other @ Value::Address(_) => Ok(this_of(machine, this).is_at(&this_of(machine, other))),
        Value::String(text) => {
            let other = Address::parse(&machine.heap.strings[text].clone());
            Ok(other.is_ok_and(|other| this_of(machine, this).is_at(&other)))
        }
        _ => Ok(false),
    }
}

fn includes(machine: &mut Interpreter<'_>, this: Value, given: &Arguments) -> Result<Value, Stop> {
    let other = match given.get(0) {
        other @ Value::Address(_) => this_of(machine, other),
        other => machine.address(other)?,
    };
    Ok(Value::Boolean(this_of(machine, this).includes(&other)))
}

fn this_of(machine: &Interpreter<'_>, value: Value) -> Address {
    match value {
        Value::Address(address) => machine.heap.addresses[address].clone(),
        _ => Address { address: Ipv6Addr::UNSPECIFIED.into(), prefix: 128, zone: String::new() },
    }
}

impl Interpreter<'_> {
    /// Reads an address.
    fn address(&mut self, value: Value) -> Result<Address, Stop> {
        let Value::String(text) = value else {
            return Err(self.fault("IPAddr::AddressFamilyError", "address family must be specified"));
        };
        let text = self.heap.strings[text].clone();
        Address::parse(&text).map_err(|(class, message)| self.fault(class, message))
    }
}

impl Address {
    /// Reads `ADDRESS` or `ADDRESS/MASK`; a refusal is the class of a fault and its message.
    fn parse(text: &str) -> Result<Self, (&'static str, String)> {
        // Ruby's library tells the text nowhere.
        let invalid = || (INVALID, "invalid address: ".to_owned());
        let (address, mask) = match text.split_once('/') {
            Some((address, mask)) => (address, Some(mask)),
            None => (text, None),
        };
        let bracketed = address.strip_prefix('[').and_then(|address| address.strip_suffix(']'));
        let (address, zone) = match bracketed.unwrap_or(address).split_once('%') {
            Some((address, zone)) => (address, format!("%{zone}")),
            None => (bracketed.unwrap_or(address), String::new()),
        };
        if has_zeros(address) {
            return Err((INVALID, "zero-filled number in IPv4 address is ambiguous: ".to_owned()));
        }
        let address: IpAddr = address.parse().map_err(|_| invalid())?;
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let has_zone = !zone.is_empty();
        if has_zone && (address.is_ipv4() || zone.len() == 1 || !zone[1..].chars().all(is_word))
            || bracketed.is_some() && address.is_ipv4()
        {
            return Err(invalid());
        }
        let all = if address.is_ipv4() { 32 } else { 128 };
        let whole = Self { address, prefix: all, zone };
        let prefix = match mask {
            None => all,
            Some(mask) if !mask.is_empty() && mask.bytes().all(|digit| digit.is_ascii_digit()) => {
                let prefix = mask.parse().ok().filter(|prefix| *prefix <= all);
                prefix.ok_or_else(|| ("IPAddr::InvalidPrefixError", format!("invalid length: {}", whole.bits())))?
            }
            Some(mask) => {
                let parsed: IpAddr = mask.parse().map_err(|_| invalid())?;
                if parsed.is_ipv4() != address.is_ipv4() {
                    return Err(invalid());
                }
                let bits = bits(parsed) << (128 - all);
                let prefix = bits.leading_ones();
                if bits.count_ones() != prefix {
                    let message = format!("invalid mask {mask}: {}", whole.bits());
                    return Err(("IPAddr::InvalidPrefixError", message));
                }
                prefix
            }
        };
        Ok(whole.masked(prefix))
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

    fn bits(&self) -> u128 {
        bits(self.address)
    }

    /// Says whether it is the same place, whatever the masks.
    pub(crate) fn is_at(&self, other: &Self) -> bool {
        self.address == other.address
    }

    fn includes(&self, other: &Self) -> bool {
        self.address.is_ipv4() == other.address.is_ipv4()
            && other.prefix >= self.prefix
            && other.clone().masked(self.prefix).address == self.address
    }

    /// Returns it as `to_s` gives it.
    pub(crate) fn text(&self) -> String {
        let text = match self.address {
            IpAddr::V6(address) => match address.segments() {
                // What could be an address of IPv4 is written as one.
                [0, 0, 0, 0, 0, 0, high, _] if high != 0 => format!("::{}", ipv4(address)),
                [0, 0, 0, 0, 0, 0xffff, ..] => format!("::ffff:{}", ipv4(address)),
                _ => address.to_string(),
            },
            IpAddr::V4(address) => address.to_string(),
        };
        text + &self.zone
    }

    /// Returns it as `inspect` gives it.
    pub(crate) fn inspected(&self) -> String {
        let mask = |all: u32| u128::MAX.checked_shl(all - self.prefix).unwrap_or(0);
        match self.address {
            IpAddr::V4(address) => {
                let mask = u32::MAX.checked_shl(32 - self.prefix).unwrap_or(0);
                format!("#<IPAddr: IPv4:{address}/{}>", Ipv4Addr::from_bits(mask))
            }
            IpAddr::V6(address) => {
                let mask = Ipv6Addr::from_bits(mask(128));
                format!("#<IPAddr: IPv6:{}{}/{}>", in_full(address), self.zone, in_full(mask))
            }
        }
    }
}

/// The last 32 bits.
fn ipv4(address: Ipv6Addr) -> Ipv4Addr {
    let [.., a, b, c, d] = address.octets();
    Ipv4Addr::new(a, b, c, d)
}

fn bits(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => address.to_bits().into(),
        IpAddr::V6(address) => address.to_bits(),
    }
}

fn in_full(address: Ipv6Addr) -> String {
    address.segments().map(|part| format!("{part:04x}")).join(":")
}

/// Says whether a text is an address of IPv4 with a number that begins with a zero.
fn has_zeros(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    let is_number = |part: &&str| part.parse::<u8>().is_ok_and(|_| part.bytes().all(|digit| digit.is_ascii_digit()));
    parts.len() == 4 && parts.iter().all(is_number) && parts.iter().any(|part| part.len() > 1 && part.starts_with('0'))
}
