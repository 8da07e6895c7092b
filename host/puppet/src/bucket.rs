//! Names of contents in a file bucket.

use crate::reply::Reply;

/// The length of a digest: that of SHA-256.
const DIGITS: usize = 64;

/// A content in a file bucket: `sha256/DIGEST` or `sha256/DIGEST/PATH`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BucketKey<'a> {
    /// The SHA-256 of the content in lower-case hexadecimal digits.
    pub digest: &'a str,
    /// The path from which it was backed up, without the first slash.
    pub path: Option<&'a str>,
}

impl<'a> BucketKey<'a> {
    /// Reads the key of a request.
    ///
    /// # Errors
    /// Returns the reply to another kind of digest, or to an invalid digest; puppetserver answers as if the server had failed.
    pub fn parse(key: &'a str) -> Result<Self, Reply> {
        let (kind, rest) = key.split_once('/').unwrap_or((key, ""));
        if kind != "sha256" {
            return Err(Reply::failed(&format!("Unsupported checksum type {kind:?}")));
        }
        let (digest, path) = rest.split_once('/').map_or((rest, None), |(digest, path)| (digest, Some(path)));
        let is_digest = digest.len() == DIGITS && digest.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !is_digest {
            return Err(Reply::failed(&format!("Invalid checksum {digest:?}")));
        }
        Ok(Self { digest, path: path.filter(|path| !path.is_empty()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bucket_key_rejects_digests_that_are_paths() {
        let dots = format!("sha256/{}", "../".repeat(21));
        for key in ["md5/x", "sha256/abc", &dots, "sha256"] {
            assert_eq!(BucketKey::parse(key).unwrap_err().status, 500, "{key}");
        }
        let digest = "0".repeat(64);
        let key = format!("sha256/{digest}/etc/a");
        assert_eq!(BucketKey::parse(&key).unwrap(), BucketKey { digest: &digest, path: Some("etc/a") });
    }
}
