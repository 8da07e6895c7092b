//! Identifiers of keys, servers and sources, and Puppet's messages for invalid ones.

use std::ops::Deref;

use marotte_sdk::{AttributeValue, InvalidValue, Value};

/// The patterns in the message for an invalid identifier.
const ID_PATTERNS: &str = r"/\A(0x)?[0-9a-fA-F]{8}\Z/, /\A(0x)?[0-9a-fA-F]{16}\Z/, /\A(0x)?[0-9a-fA-F]{40}\Z/";

/// The fingerprint of a key or its last digits, in upper case.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct KeyId(String);

impl Deref for KeyId {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl KeyId {
    /// The number of digits of a fingerprint.
    pub(crate) const FINGERPRINT: usize = 40;

    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let text = String::from_value(value)?;
        let id = text.strip_prefix("0x").unwrap_or(&text);
        if matches!(id.len(), 8 | 16 | Self::FINGERPRINT) && id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Ok(Self(id.to_ascii_uppercase()));
        }
        Err(format!("Invalid value {text:?}. Valid values match {ID_PATTERNS}.").into())
    }

    /// Returns whether this is a whole fingerprint.
    pub(crate) fn is_fingerprint(&self) -> bool {
        self.len() == Self::FINGERPRINT
    }
}

/// The source of a key: a path or a URL.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Source(String);

impl Deref for Source {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Source {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let text = String::from_value(value)?;
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if text.strip_prefix('/').is_some_and(|rest| rest.starts_with(is_word)) {
            return Ok(Self(text));
        }
        let Some((scheme @ ("http" | "https" | "ftp"), rest)) = text.split_once("://") else {
            let patterns = r"/\Ahttps?:\/\//, /\Aftp:\/\//, /\A\/\w+/";
            return Err(format!("Invalid value {text:?}. Valid values match {patterns}.").into());
        };
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        match (scheme, authority) {
            ("ftp", _) => Err(format!("a source with the scheme ftp is not supported: '{text}'").into()),
            // The message does not contain the password.
            (_, authority) if authority.contains('@') => {
                Err("a source with a user or a password is not supported".into())
            }
            _ => Ok(Self(text)),
        }
    }

    /// Returns whether the source is on another host.
    pub(crate) fn is_remote(&self) -> bool {
        !self.0.starts_with('/')
    }
}

/// A key server.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Server(String);

impl Deref for Server {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Server {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let text = String::from_value(value)?;
        if is_server(&text) {
            return Ok(Self(text));
        }
        let pattern =
            r"/\A((hkp|hkps|http|https):\/\/)?([a-z\d])([a-z\d-]{0,61}\.)+[a-z\d]+(:\d{2,5})?(\/[a-zA-Z\d\-_.]+)*\/?$/";
        Err(format!("Invalid value {text:?}. Valid values match {pattern}.").into())
    }
}

fn is_server(text: &str) -> bool {
    let rest = ["hkp://", "hkps://", "http://", "https://"].iter().find_map(|scheme| text.strip_prefix(scheme));
    let (authority, path) = rest.unwrap_or(text).split_once('/').map_or((rest.unwrap_or(text), ""), |pair| pair);
    let (host, port) = authority.split_once(':').map_or((authority, None), |(host, port)| (host, Some(port)));
    let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let labels: Vec<&str> = host.split('.').collect();
    let is_label = |label: &&str| label.len() <= 62 && label.chars().all(|c| is_letter(c) || c == '-');
    let is_port = |port: &str| (2..=5).contains(&port.len()) && port.bytes().all(|byte| byte.is_ascii_digit());
    let is_step = |step: &str| !step.is_empty() && step.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    let path = path.strip_suffix('/').unwrap_or(path);
    labels.len() > 1
        && labels.iter().all(is_label)
        && host.starts_with(is_letter)
        && labels.last().is_some_and(|last| !last.is_empty() && last.chars().all(is_letter))
        && port.is_none_or(is_port)
        && (path.is_empty() || path.split('/').all(is_step))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault<T: AttributeValue>(text: &str) -> String {
        T::from_value(text.into()).err().map(String::from).unwrap_or_default()
    }

    #[test]
    fn key_id_has_upper_case_digits() {
        let id = |text: &str| KeyId::from_value(text.into()).map(|id| id.to_string()).unwrap_or_default();
        assert_eq!(id("0xef8d349f"), "EF8D349F");
        assert_eq!(id("7f438280ef8d349f"), "7F438280EF8D349F");
        assert_eq!(id(&"ab".repeat(20)), "AB".repeat(20));
        for bad in ["EF8D349", "EF8D349G", "0x", "EF8D349F\n", "0XEF8D349F"] {
            assert!(fault::<KeyId>(bad).starts_with("Invalid value \""), "{bad}");
        }
    }

    #[test]
    fn source_is_a_path_or_a_url() {
        for good in ["/srv/a.gpg", "http://a/k", "https://a.example.org:8080/k?user=a@b"] {
            assert_eq!(fault::<Source>(good), "");
        }
        assert_eq!(fault::<Source>("ftp://a/k"), "a source with the scheme ftp is not supported: 'ftp://a/k'");
        assert_eq!(fault::<Source>("https://me:secret@a/k"), "a source with a user or a password is not supported");
        for bad in ["a.gpg", "/", "file:///a", "//a"] {
            assert!(fault::<Source>(bad).starts_with("Invalid value \""), "{bad}");
        }
    }

    #[test]
    fn server_is_a_name_or_a_url() {
        for good in
            ["keyserver.ubuntu.com", "hkps://keys.openpgp.org/", "http://a.b:80/x/y-1_.z", "hkp://0.pool.net:11371"]
        {
            assert_eq!(fault::<Server>(good), "");
        }
        for bad in [
            "localhost",
            "-a.org",
            "a.",
            ".a",
            "a.b-",
            "A.org",
            "ftp://a.b",
            "a.b:1",
            "a.b:123456",
            "a.b//x",
            "a.b/x y",
        ] {
            assert!(fault::<Server>(bad).starts_with("Invalid value \""), "{bad}");
        }
    }
}
