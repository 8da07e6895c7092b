//! Paths of requests.

use percent_encoding::{percent_decode_str, utf8_percent_encode};
use thiserror::Error;

use crate::form::ENCODED;

/// Error of a path that is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PathError {
    /// The decoded path is not UTF-8.
    #[error("the path is not UTF-8")]
    Encoding,
    /// The decoded path contains a NUL character.
    #[error("the path contains a NUL character")]
    Nul,
    /// A part of the decoded path is `.` or `..`.
    #[error("Invalid relative path (.. or .) in: {0}")]
    Relative(String),
}

/// Decodes the path of a request. As in puppetserver, parameters of a part (from a semicolon on) and empty parts are removed, except
/// for the first part and the last one.
///
/// # Errors
/// Returns an error if the decoded path is not UTF-8, has relative parts or cannot be the name of a file.
pub fn decode_path(path: &str) -> Result<String, PathError> {
    // An encoded semicolon is part of a name.
    let plain: Vec<&str> = path.split('/').map(|part| part.split(';').next().unwrap_or_default()).collect();
    let plain = plain.join("/");
    let path = percent_decode_str(&plain).decode_utf8().map_err(|_| PathError::Encoding)?;
    if path.contains('\0') {
        return Err(PathError::Nul);
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        if part == "." || part == ".." {
            return Err(PathError::Relative(path.clone().into_owned()));
        }
        if !part.is_empty() || parts.len() < 2 {
            parts.push(part);
        }
    }
    if path.len() > 1 && path.ends_with('/') {
        parts.push("");
    }
    Ok(parts.join("/"))
}

/// Returns a path with encoded parts below a prefix. Empty parts of `path` are left out.
pub(crate) fn encode_path(prefix: &str, path: &str) -> String {
    let mut encoded = prefix.to_owned();
    for part in path.split('/').filter(|part| !part.is_empty()) {
        encoded.push('/');
        encoded.extend(utf8_percent_encode(part, ENCODED));
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_is_normalized_as_in_puppetserver() {
        for (path, expected) in [
            ("/", "/"),
            ("/a//b/", "/a/b/"),
            ("//a", "//a"),
            ("/a;x=1/b", "/a/b"),
            ("/a%2Fb", "/a/b"),
            ("/a%2F%2Fb", "/a/b"),
        ] {
            assert_eq!(decode_path(path).unwrap(), expected);
        }
        for path in ["/a/../b", "/a/%2e%2e/b", "/a/./b", "/a/..;x/b", "/a%2F..%2Fb"] {
            assert!(matches!(decode_path(path), Err(PathError::Relative(_))), "{path}");
        }
    }

    #[test]
    fn path_keeps_encoded_semicolons() {
        assert_eq!(decode_path("/a%3Bx/b").unwrap(), "/a;x/b");
        assert_eq!(decode_path(&encode_path("/m", "a;b/ä?")).unwrap(), "/m/a;b/ä?");
    }

    #[test]
    fn path_that_cannot_be_the_name_of_a_file_is_refused() {
        assert_eq!(decode_path("/a%00b"), Err(PathError::Nul));
        assert_eq!(decode_path("/%ff"), Err(PathError::Encoding));
    }
}
