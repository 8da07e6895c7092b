//! Serial numbers of certificates.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use x509_cert::serial_number::SerialNumber;

use crate::error::X509Error;

/// Serial number of a certificate: at most 20 bytes, not negative.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Serial(Vec<u8>);

/// Error of a text that is not a hexadecimal serial number.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is not a hexadecimal serial number")]
pub struct SerialError(String);

/// The maximum number of bytes, from RFC 5280.
const LENGTH: usize = 20;

impl Serial {
    /// Returns the number as big-endian bytes without leading zeros.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    pub(crate) fn successor(&self) -> Self {
        let mut bytes = self.0.clone();
        for byte in bytes.iter_mut().rev() {
            *byte = byte.wrapping_add(1);
            if *byte != 0 {
                return Self(bytes);
            }
        }
        bytes.insert(0, 1);
        Self(bytes)
    }

    pub(crate) fn to_hex(&self) -> String {
        let digits = hex::encode_upper(&self.0);
        format!("{:0>4}", digits.trim_start_matches('0'))
    }

    pub(crate) fn to_x509(&self) -> Result<SerialNumber, X509Error> {
        SerialNumber::new(&self.0).map_err(X509Error::der("serial number"))
    }
}

impl From<&SerialNumber> for Serial {
    fn from(number: &SerialNumber) -> Self {
        Self::from(number.as_bytes())
    }
}

impl From<&[u8]> for Serial {
    fn from(bytes: &[u8]) -> Self {
        Self(bytes.iter().copied().skip_while(|byte| *byte == 0).collect())
    }
}

impl From<u64> for Serial {
    fn from(number: u64) -> Self {
        Self::from(number.to_be_bytes().as_slice())
    }
}

impl FromStr for Serial {
    type Err = SerialError;

    fn from_str(text: &str) -> Result<Self, SerialError> {
        let digits = text.strip_prefix("0x").unwrap_or(text);
        let even = if digits.len() % 2 == 1 { format!("0{digits}") } else { digits.to_owned() };
        let bytes = hex::decode(even).map_err(|_| SerialError(text.to_owned()))?;
        let serial = Self::from(bytes.as_slice());
        if digits.is_empty() || serial.0.len() > LENGTH { Err(SerialError(text.to_owned())) } else { Ok(serial) }
    }
}

impl Ord for Serial {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.0.len(), &self.0).cmp(&(other.0.len(), &other.0))
    }
}

impl PartialOrd for Serial {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Formats the number as in Puppet's inventory, such as `0x001F`.
impl fmt::Display for Serial {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "0x{}", self.to_hex())
    }
}

impl fmt::Debug for Serial {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Serial({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serial_is_formatted_as_in_the_inventory() {
        for (text, expected) in
            [("1", "0x0001"), ("0x001f", "0x001F"), ("FFFF", "0xFFFF"), ("10000", "0x10000"), ("0", "0x0000")]
        {
            assert_eq!(text.parse::<Serial>().unwrap().to_string(), expected);
        }
        for text in ["", "0x", "g", "-1", &"f".repeat(41)] {
            assert_eq!(text.parse::<Serial>(), Err(SerialError(text.to_owned())));
        }
    }

    #[test]
    fn serial_order_and_successor_are_numeric() {
        assert!(Serial::from(9) < Serial::from(256) && Serial::from(256) < Serial::from(257));
        assert_eq!(Serial::from(255).successor(), Serial::from(256));
        assert_eq!(Serial::from(0).successor(), Serial::from(1));
        assert_eq!(Serial::from(0x01FF).successor().as_bytes(), [2, 0]);
    }
}
