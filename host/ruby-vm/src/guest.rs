//! Checked access to the linear memory of the interpreter.

use wasmtime::{Caller, Error, Extern, Memory, Result};

use crate::state::State;

/// A pointer or length outside of the memory.
#[derive(Debug)]
pub(crate) struct OutOfBounds;

/// The linear memory during a host function.
pub(crate) struct Guest<'m>(&'m mut [u8]);

impl<'m> Guest<'m> {
    /// Wraps the bytes of a memory.
    pub(crate) fn new(bytes: &'m mut [u8]) -> Self {
        Self(bytes)
    }

    /// Returns `length` bytes at an address.
    pub(crate) fn bytes(&self, address: u32, length: u32) -> Result<&[u8], OutOfBounds> {
        let begin = address as usize;
        self.0.get(begin..begin + length as usize).ok_or(OutOfBounds)
    }

    /// Returns `length` writable bytes at an address.
    pub(crate) fn bytes_mut(&mut self, address: u32, length: u32) -> Result<&mut [u8], OutOfBounds> {
        let begin = address as usize;
        self.0.get_mut(begin..begin + length as usize).ok_or(OutOfBounds)
    }

    /// Returns the text at an address. Bytes that are not UTF-8 are replaced.
    pub(crate) fn text(&self, address: u32, length: u32) -> Result<String, OutOfBounds> {
        Ok(String::from_utf8_lossy(self.bytes(address, length)?).into_owned())
    }

    /// Reads a number.
    pub(crate) fn u32(&self, address: u32) -> Result<u32, OutOfBounds> {
        let bytes = self.bytes(address, 4)?.try_into().map_err(|_| OutOfBounds)?;
        Ok(u32::from_le_bytes(bytes))
    }

    /// Reads a number.
    pub(crate) fn u64(&self, address: u32) -> Result<u64, OutOfBounds> {
        let bytes = self.bytes(address, 8)?.try_into().map_err(|_| OutOfBounds)?;
        Ok(u64::from_le_bytes(bytes))
    }

    /// Writes bytes at an address.
    pub(crate) fn write(&mut self, address: u32, bytes: &[u8]) -> Result<(), OutOfBounds> {
        let length = u32::try_from(bytes.len()).map_err(|_| OutOfBounds)?;
        self.bytes_mut(address, length)?.copy_from_slice(bytes);
        Ok(())
    }

    /// Writes a number.
    pub(crate) fn write_u32(&mut self, address: u32, number: u32) -> Result<(), OutOfBounds> {
        self.write(address, &number.to_le_bytes())
    }

    /// Writes a number.
    pub(crate) fn write_u64(&mut self, address: u32, number: u64) -> Result<(), OutOfBounds> {
        self.write(address, &number.to_le_bytes())
    }
}

/// Returns the memory of the calling instance.
pub(crate) fn memory(caller: &mut Caller<'_, State>) -> Result<Memory> {
    match caller.get_export("memory") {
        Some(Extern::Memory(memory)) => Ok(memory),
        _ => Err(Error::msg("the interpreter exports no memory")),
    }
}

/// Converts the error of an invalid address to a trap.
pub(crate) fn trap(_: OutOfBounds) -> Error {
    Error::msg("the interpreter passed an address outside of its memory")
}
