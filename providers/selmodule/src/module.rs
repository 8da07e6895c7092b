//! The beginning of a compiled module: `magic, version of the format, number of parts, where they are`, then the policy itself,
//! whose first words are a text, numbers, and then the name and the version of the module. Numbers are little-endian.

use marotte_sdk::{Error, Result};

const PACKAGE: u32 = 0xF97C_FF8F;
const FORMAT: u32 = 1;
/// After the text that says what the policy is: its kind, version, flags and the numbers of its tables.
const HEADER: usize = 5 * 4;

/// So much is more than enough to find the version.
pub(crate) const BEGINNING: u32 = 1 << 16;

/// Returns the version of a module.
///
/// # Errors
/// It is no module, or ends too soon.
pub(crate) fn version(file: &str, bytes: &[u8]) -> Result<String> {
    let mut rest = Bytes(bytes);
    let short = || Error::invalid(format!("{file} ends before its version"));
    let magic = rest.number().ok_or_else(short)?;
    if magic != PACKAGE {
        return Err(Error::invalid(format!("Found {magic} instead of magic {PACKAGE} in {file}")));
    }
    let format = rest.number().ok_or_else(short)?;
    if format != FORMAT {
        return Err(Error::invalid(format!("Unknown policy file version {format} in {file}")));
    }
    let version = rest.version().ok_or_else(short)?;
    Ok(String::from_utf8_lossy(version).into_owned())
}

/// Bytes that are taken from the front.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_le_bytes)
    }

    fn text(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        self.take(length)
    }

    /// Reads what follows the version of the format.
    fn version(&mut self) -> Option<&'a [u8]> {
        let parts = usize::try_from(self.number()?).ok()?;
        // Where the parts are, and the magic of the first.
        self.take(parts.checked_add(1)?.checked_mul(4)?)?;
        self.text()?;
        self.take(HEADER)?;
        let _name = self.text()?;
        self.text()
    }
}
