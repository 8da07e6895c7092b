//! URLs of requests: destination, redirects, and display.

use marotte_contract::network::Origin;
use thiserror::Error;
use ureq::http::Uri;

/// Reason why a text cannot be used as a URL.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{url}' is not a valid URL: {reason}")]
pub(crate) struct UrlError {
    /// The text without parts that may be secret.
    url: String,
    reason: &'static str,
}

/// A URL that can be requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Url {
    text: String,
    pub(crate) origin: Origin,
    pub(crate) uri: Uri,
}

impl Url {
    /// Parses a URL.
    ///
    /// # Errors
    /// Returns an error if the text is not a URL, or if its authority is not just a host.
    pub(crate) fn parse(text: &str) -> Result<Self, UrlError> {
        let text = text.split('#').next().unwrap_or_default();
        let fault = |reason: &'static str| UrlError { url: shown(text), reason };
        let origin = Origin::of(text).map_err(fault)?;
        let uri: Uri = text.parse().map_err(|_| fault("it cannot be parsed"))?;
        // Both URL parsers must agree on the destination.
        let again =
            format!("{}://{}", uri.scheme_str().unwrap_or_default(), uri.authority().map_or("", |it| it.as_str()));
        if Origin::of(&again).as_ref() != Ok(&origin) {
            return Err(fault("its host is ambiguous"));
        }
        Ok(Self { text: text.to_owned(), origin, uri })
    }

    /// Resolves the location of a redirect.
    ///
    /// # Errors
    /// Returns an error if the location is not a valid URL.
    pub(crate) fn join(&self, location: &str) -> Result<Self, UrlError> {
        let root = self.text.find("://").map_or(0, |at| at + 3);
        let authority = self.text[root..].find(['/', '?']).map_or(self.text.len(), |at| root + at);
        let path = self.text[authority..].find('?').map_or(self.text.len(), |at| authority + at);
        let is_absolute = location.split_once(':').is_some_and(|(scheme, _)| {
            scheme.starts_with(|letter: char| letter.is_ascii_alphabetic())
                && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
        });
        let joined = match location {
            _ if is_absolute => location.to_owned(),
            _ if location.starts_with("//") => format!("{}{location}", &self.text[..root - 2]),
            _ if location.starts_with('/') => format!("{}{location}", &self.text[..authority]),
            _ if location.is_empty() || location.starts_with('#') => self.text.clone(),
            _ if location.starts_with('?') => format!("{}{location}", &self.text[..path]),
            _ => {
                let directory = self.text[authority..path].rfind('/').map_or(authority, |at| authority + at);
                format!("{}/{location}", &self.text[..directory])
            }
        };
        Self::parse(&joined)
    }

    /// Returns the URL without its query, which may contain secrets.
    pub(crate) fn shown(&self) -> String {
        shown(&self.text)
    }
}

fn shown(text: &str) -> String {
    // Userinfo is not supported in these URLs and may be secret.
    let text = match text.split_once("://") {
        Some((scheme, rest)) => {
            let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
            let host = rest[..end].rfind('@').map_or(0, |at| at + 1);
            format!("{scheme}://{}", &rest[host..])
        }
        None => text.to_owned(),
    };
    match text.split_once('?') {
        Some((before, _)) => format!("{before}?…"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirect_location_is_resolved_against_the_url() {
        let url = Url::parse("https://h.org:8443/a/b?c#d").unwrap();
        for (location, expected) in [
            ("https://o.org/x", "https://o.org/x"),
            ("//o.org/x", "https://o.org/x"),
            ("/x?y", "https://h.org:8443/x?y"),
            ("x/y", "https://h.org:8443/a/x/y"),
            ("?e", "https://h.org:8443/a/b?e"),
            ("", "https://h.org:8443/a/b?c"),
            ("x:y", "x:y is not a valid URL"),
        ] {
            match url.join(location) {
                Ok(joined) => assert_eq!(joined.text, expected),
                Err(_) => assert_eq!(location, "x:y"),
            }
        }
        assert_eq!(Url::parse("http://h.org").unwrap().join("x").unwrap().text, "http://h.org/x");
    }

    #[test]
    fn shown_url_contains_no_secrets() {
        assert_eq!(Url::parse("https://h.org/a?token=canary").unwrap().shown(), "https://h.org/a?…");
        let refused = Url::parse("https://user:canary@h.org/a?canary").unwrap_err();
        assert_eq!(
            refused.to_string(),
            "'https://h.org/a?…' is not a valid URL: it must not contain a user or a password"
        );
    }
}
