//! Native code of components in the program: that of one component as it is, that of the others compressed with it as the
//! dictionary, since all components contain much of the same code.

use std::borrow::Cow;
use std::io;

/// The level of compression. Decompression takes the same time at each level.
const LEVEL: i32 = 19;

/// Maximum size of the native code of a component.
const MAX_CODE: usize = 256 << 20;

/// Native code of a component.
#[derive(Debug, Clone, Copy)]
pub enum NativeCode {
    /// Code as it is, which is loaded without delay.
    Plain(&'static [u8]),
    /// Code that was compressed with other code as the dictionary.
    Compressed {
        /// The compressed code.
        code: &'static [u8],
        /// The dictionary.
        dictionary: &'static [u8],
    },
}

impl NativeCode {
    /// Returns the decompressed code.
    ///
    /// # Errors
    /// Returns an error if the code is not the result of [`compress`] with this dictionary.
    pub(crate) fn decompress(self) -> io::Result<Cow<'static, [u8]>> {
        match self {
            Self::Plain(code) => Ok(Cow::Borrowed(code)),
            Self::Compressed { code, dictionary } => {
                zstd::bulk::Decompressor::with_dictionary(dictionary)?.decompress(code, MAX_CODE).map(Cow::Owned)
            }
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
        let compressed = compress(&own, &shared).unwrap();
        assert!(compressed.len() < own.len() * 6 / 10, "{} bytes", compressed.len());
        let (code, dictionary) = (compressed.leak(), shared.leak());
        assert_eq!(NativeCode::Compressed { code, dictionary }.decompress().unwrap(), own);
    }
}
