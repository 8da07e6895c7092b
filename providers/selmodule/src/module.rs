//! Header of a compiled module: magic number, format version, number of parts, offsets of the parts. The
//! first part is the policy: a string, numbers, then name and version of the module. Numbers are
//! little-endian.

use marotte_sdk::{Error, Result};

const PACKAGE: u32 = 0xF97C_FF8F;
const FORMAT: u32 = 1;
/// Size of the fields after the policy string: kind, version, flags and table counts.
const HEADER: usize = 5 * 4;

/// Number of bytes to read, which is more than enough to contain the version.
pub(crate) const BEGINNING: u32 = 1 << 16;

/// Returns the version of a module.
///
/// # Errors
/// Returns an error if the file is not a module or is truncated.
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

/// Reader that consumes bytes from the front.
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

    /// Reads the module version from the bytes after the format version.
    fn version(&mut self) -> Option<&'a [u8]> {
        let parts = usize::try_from(self.number()?).ok()?;
        // The offsets of the parts, and the magic number of the first part.
        self.take(parts.checked_add(1)?.checked_mul(4)?)?;
        self.text()?;
        self.take(HEADER)?;
        let _name = self.text()?;
        self.text()
    }
}
