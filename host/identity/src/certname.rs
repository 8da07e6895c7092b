//! Names of nodes.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Name of a node, as in the subject of its certificate and in Puppet's setting `certname`.
///
/// Consists of printable ASCII characters other than `/`, in lower case. A certificate authority signs only names
/// that [are hostnames](Certname::is_hostname).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Certname(String);

/// Reason why a text is not a certname.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CertnameError {
    /// The text is empty.
    #[error("Certname must not be empty")]
    Empty,
    /// The text contains control characters, `/`, or characters outside of ASCII.
    #[error("Certname {0:?} must not contain unprintable or non-ASCII characters")]
    Unprintable(String),
    /// The text contains upper-case letters.
    #[error("Certificate names must be lower case.")]
    UpperCase(String),
}

impl Certname {
    /// Returns whether a certificate authority may sign this name: labels of letters, digits, `-` and `_`, separated
    /// by single dots, as puppetserver requires. Such a name is also safe as the name of a file.
    #[must_use]
    pub fn is_hostname(&self) -> bool {
        let is_plain = |letter: u8| letter.is_ascii_alphanumeric() || letter == b'-' || letter == b'_';
        let is_label = |label: &str| !label.is_empty() && !label.ends_with('-') && label.bytes().all(is_plain);
        !self.0.starts_with('-') && self.0.split('.').all(is_label)
    }
}

impl FromStr for Certname {
    type Err = CertnameError;

    fn from_str(text: &str) -> Result<Self, CertnameError> {
        if text.is_empty() {
            return Err(CertnameError::Empty);
        }
        if !text.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'/') {
            return Err(CertnameError::Unprintable(text.to_owned()));
        }
        if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return Err(CertnameError::UpperCase(text.to_owned()));
        }
        Ok(Self(text.to_owned()))
    }
}

impl AsRef<str> for Certname {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Certname {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certname_rejects_invalid_characters() {
        assert_eq!("".parse::<Certname>(), Err(CertnameError::Empty));
        for text in ["a/b", "a\nb", "\u{e9}"] {
            assert_eq!(text.parse::<Certname>(), Err(CertnameError::Unprintable(text.to_owned())));
        }
        let error = "Web.example.com".parse::<Certname>().unwrap_err();
        assert_eq!(error.to_string(), "Certificate names must be lower case.");
        assert_eq!("a b:c".parse::<Certname>().unwrap().to_string(), "a b:c");
    }

    #[test]
    fn hostname_rejects_unsafe_certnames() {
        for text in ["web.example.com", "web", "_web-1.a", "1.2"] {
            assert!(text.parse::<Certname>().unwrap().is_hostname(), "{text}");
        }
        for text in [".", "..", ".web", "web.", "a..b", "-web", "web-", "a-.b", "*.example.com", "a b", "a:b"] {
            assert!(!text.parse::<Certname>().unwrap().is_hostname(), "{text}");
        }
    }
}
