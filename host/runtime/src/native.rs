//! Native code of components in the program: compressed with that of another component as the dictionary, since all components
//! contain much of the same code.

use std::borrow::Cow;
use std::io;
use std::sync::OnceLock;

/// The level of compression. Decompression takes the same time at each level.
const LEVEL: i32 = 19;

/// Maximum size of the native code of a component.
const MAX_CODE: usize = 256 << 20;

/// Compressed native code of a component that is also the dictionary of the others. It is decompressed once.
#[derive(Debug)]
pub struct Dictionary {
    compressed: &'static [u8],
    code: OnceLock<Result<Vec<u8>, String>>,
}

impl Dictionary {
    /// Creates the dictionary from code that was compressed without one.
    #[must_use]
    pub const fn new(compressed: &'static [u8]) -> Self {
        Self { compressed, code: OnceLock::new() }
    }

    fn code(&self) -> io::Result<&[u8]> {
        let decompressed = || decompress(self.compressed, &[]).map_err(|error| error.to_string());
        self.code.get_or_init(decompressed).as_deref().map_err(|reason| io::Error::other(reason.clone()))
    }
}

/// Compressed native code of a component.
#[derive(Debug, Clone, Copy)]
pub enum NativeCode {
    /// The code that is the dictionary of the others.
    Dictionary(&'static Dictionary),
    /// Code that was compressed with a dictionary.
    Compressed(&'static [u8], &'static Dictionary),
}

impl NativeCode {
    /// Returns the decompressed code.
    ///
    /// # Errors
    /// Returns an error if the code is not the result of [`compress`] with this dictionary.
    pub(crate) fn decompress(self) -> io::Result<Cow<'static, [u8]>> {
        match self {
            Self::Dictionary(dictionary) => dictionary.code().map(Cow::Borrowed),
            Self::Compressed(compressed, dictionary) => decompress(compressed, dictionary.code()?).map(Cow::Owned),
        }
    }
}

/// Compresses native code with other native code as the dictionary, which may be empty.
///
/// # Errors
/// Returns an error if there is not enough memory.
pub(crate) fn compress(code: &[u8], dictionary: &[u8]) -> io::Result<Vec<u8>> {
    zstd::bulk::Compressor::with_dictionary(LEVEL, dictionary)?.compress(code)
}

fn decompress(compressed: &[u8], dictionary: &[u8]) -> io::Result<Vec<u8>> {
    zstd::bulk::Decompressor::with_dictionary(dictionary)?.decompress(compressed, MAX_CODE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns bytes that cannot be compressed.
    fn code(number: u64) -> Vec<u8> {
        let next = |state: &u64| Some(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
        std::iter::successors(Some(number), next).map(|state| state.to_be_bytes()[0]).take(100_000).collect()
    }

    #[test]
    fn code_that_is_in_the_dictionary_is_stored_once() {
        let shared = code(1);
        let own = [code(2), shared.clone()].concat();
        let dictionary: &Dictionary = Box::leak(Box::new(Dictionary::new(compress(&shared, &[]).unwrap().leak())));
        let compressed = compress(&own, &shared).unwrap();
        assert!(compressed.len() < own.len() * 6 / 10, "{} bytes", compressed.len());
        assert_eq!(NativeCode::Compressed(compressed.leak(), dictionary).decompress().unwrap(), own);
        assert_eq!(NativeCode::Dictionary(dictionary).decompress().unwrap(), shared);
    }
}
