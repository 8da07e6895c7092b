//! Digests by the names used in Puppet. Names that are not digests (`mtime`, `ctime`, `none`) are rejected.

use std::io::{self, Read};

use md5::Md5;
use sha1::Sha1;
use sha2::{Digest as _, Sha224, Sha256, Sha384, Sha512};

use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::error;
use crate::system::transfer::{Pieces, Transfer};

/// Number of bytes used by the `lite` digests.
const LITE_SIZE: u64 = 512;

/// A digest algorithm of Puppet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Algorithm {
    kind: Kind,
    lite: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Md5,
    Sha1,
    Sha224,
    Sha256,
    Sha384,
    Sha512,
}

impl Algorithm {
    /// The algorithm used by the host itself.
    pub(crate) const SHA256: Self = Self { kind: Kind::Sha256, lite: false };

    /// Returns the algorithm with a name.
    ///
    /// # Errors
    /// Returns an error if the name is unknown.
    pub(crate) fn from_name(name: &str) -> Result<Self, Error> {
        let (kind, lite) = match name {
            "md5" => (Kind::Md5, false),
            "md5lite" => (Kind::Md5, true),
            "sha1" => (Kind::Sha1, false),
            "sha1lite" => (Kind::Sha1, true),
            "sha224" => (Kind::Sha224, false),
            "sha256" => (Kind::Sha256, false),
            "sha256lite" => (Kind::Sha256, true),
            "sha384" => (Kind::Sha384, false),
            "sha512" => (Kind::Sha512, false),
            "mtime" | "ctime" => {
                let message = format!("'{name}' is not a digest of contents: use stat for times");
                return Err(error::error(Code::Invalid, message));
            }
            _ => return Err(error::error(Code::Invalid, format!("'{name}' is not a digest"))),
        };
        Ok(Self { kind, lite })
    }

    /// Computes the digest in hexadecimal.
    ///
    /// # Errors
    /// Returns an error if reading fails or takes too long.
    pub(crate) fn digest(self, content: &mut dyn Read, transfer: &mut Transfer) -> io::Result<String> {
        let mut content = content.take(if self.lite { LITE_SIZE } else { u64::MAX });
        let pieces = transfer.begin();
        match self.kind {
            Kind::Md5 => run::<Md5>(&mut content, pieces),
            Kind::Sha1 => run::<Sha1>(&mut content, pieces),
            Kind::Sha224 => run::<Sha224>(&mut content, pieces),
            Kind::Sha256 => run::<Sha256>(&mut content, pieces),
            Kind::Sha384 => run::<Sha384>(&mut content, pieces),
            Kind::Sha512 => run::<Sha512>(&mut content, pieces),
        }
    }
}

fn run<D: sha2::Digest>(content: &mut dyn Read, mut pieces: Pieces<'_>) -> io::Result<String> {
    let mut hasher = D::new();
    loop {
        match pieces.next(content)? {
            [] => return Ok(hex(&hasher.finalize())),
            piece => hasher.update(piece),
        }
    }
}

/// Computes the SHA-256 of bytes.
#[must_use]
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// Encodes bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes
        .iter()
        .flat_map(|byte| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]])
        .map(char::from)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(name: &str, content: &[u8]) -> String {
        Algorithm::from_name(name).unwrap().digest(&mut &content[..], &mut Transfer::default()).unwrap()
    }

    #[test]
    fn digests_match_puppets() {
        assert_eq!(digest("md5", b"abc"), "900150983cd24fb0d6963f7d28e17f72");
        assert_eq!(digest("sha1", b"abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
        assert_eq!(digest("sha256", b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(digest("sha224", b"abc"), "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7");
        assert_eq!(digest("sha384", b"").len(), 96);
        assert_eq!(digest("sha512", b"").len(), 128);
    }

    #[test]
    fn lite_digests_cover_the_first_512_bytes() {
        let (short, long) = (vec![b'x'; 512], vec![b'x'; 2000]);
        for name in ["md5", "sha1", "sha256"] {
            assert_eq!(digest(&format!("{name}lite"), &long), digest(name, &short));
        }
    }

    #[test]
    fn mtime_is_not_a_digest() {
        assert!(Algorithm::from_name("mtime").unwrap_err().message.contains("'mtime' is not a digest"));
        assert!(Algorithm::from_name("crc").is_err());
    }
}
