//! Host names in URLs and in entries of `[network]` in a manifest. Ambiguous forms are rejected: a URL that
//! two parsers could interpret as two different hosts is invalid.

use std::fmt;

/// The origin of a URL: scheme, host and port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Whether the scheme is https; otherwise it is http.
    pub is_secure: bool,
    /// The host name in lower case without a trailing dot, or an address; an IPv6 address is in brackets.
    pub host: String,
    /// The port, explicit or the default of the scheme.
    pub port: u16,
}

/// An entry of `network.read` or `network.write`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HostGrant {
    /// The host of the URL in an attribute of the resource.
    Attribute {
        /// The name of the attribute.
        name: String,
        /// Whether the entry refers to the hosts to which that host redirects rather than to the host itself.
        redirected: bool,
    },
    /// A host name.
    Host(Origin),
    /// All subdomains of a host, as a suffix of their names that begins with a dot.
    Subdomains(Origin),
}

impl Origin {
    /// Parses the origin of a URL.
    ///
    /// # Errors
    /// Returns an error if the text is not an http or https URL with a valid host, or if it contains
    /// credentials.
    pub fn of(url: &str) -> Result<Self, &'static str> {
        let (scheme, rest) = url.split_once("://").ok_or("it does not begin with http:// or https://")?;
        let is_secure = match scheme.to_ascii_lowercase().as_str() {
            "https" => true,
            "http" => false,
            _ => return Err("it does not begin with http:// or https://"),
        };
        if !url.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\') {
            return Err("it contains characters that must be percent-encoded");
        }
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        Self::of_authority(authority, is_secure)
    }

    /// Parses `host` or `host:port`.
    fn of_authority(authority: &str, is_secure: bool) -> Result<Self, &'static str> {
        if authority.contains('@') {
            return Err("it must not contain a user or a password");
        }
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !port.contains(']') => {
                let is_number = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
                let port = port.parse().ok().filter(|port| is_number && *port != 0);
                (host, port.ok_or("its port is not a number from 1 to 65535")?)
            }
            _ => (authority, if is_secure { 443 } else { 80 }),
        };
        let host = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
        let is_address = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).is_some_and(|address| {
            !address.is_empty() && address.bytes().all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b':' | b'.'))
        });
        let is_label = |label: &str| {
            !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
        };
        if !is_address && !host.split('.').all(is_label) {
            return Err("it has no valid host");
        }
        Ok(Self { is_secure, host, port })
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scheme, usual) = if self.is_secure { ("https", 443) } else { ("http", 80) };
        write!(formatter, "{scheme}://{}", self.host)?;
        if self.port == usual { Ok(()) } else { write!(formatter, ":{}", self.port) }
    }
}

impl HostGrant {
    /// Parses a manifest entry.
    ///
    /// # Errors
    /// Returns an error if the entry is not a valid host, wildcard or attribute.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        if let Some(name) = text.strip_prefix('@') {
            let (name, redirected) = name.strip_suffix("->").map_or((name, false), |name| (name, true));
            if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
                return Err("the @ must be followed by the name of an attribute and optionally ->");
            }
            return Ok(Self::Attribute { name: name.to_owned(), redirected });
        }
        let (is_secure, rest) = match text.split_once("://") {
            Some(("https", rest)) => (true, rest),
            Some(("http", rest)) => (false, rest),
            Some(_) => return Err("it begins with neither http:// nor https://"),
            None => (true, text),
        };
        match rest.strip_prefix("*.") {
            None => Origin::of_authority(rest, is_secure).map(Self::Host),
            Some(rest) => {
                let origin = Origin::of_authority(rest, is_secure)?;
                if origin.host.split('.').all(|label| label.bytes().all(|byte| byte.is_ascii_digit())) {
                    return Err("the * must be followed by a name");
                }
                Ok(Self::Subdomains(Origin { host: format!(".{}", origin.host), ..origin }))
            }
        }
    }

    /// Returns whether an origin matches this entry. Always false for an entry that refers to an attribute.
    #[must_use]
    pub fn names(&self, origin: &Origin) -> bool {
        let has_same_port = |known: &Origin| (known.is_secure, known.port) == (origin.is_secure, origin.port);
        match self {
            Self::Attribute { .. } => false,
            Self::Host(known) => known == origin,
            Self::Subdomains(known) => has_same_port(known) && origin.host.ends_with(&known.host),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(entry: &str, url: &str) -> bool {
        HostGrant::parse(entry).unwrap().names(&Origin::of(url).unwrap())
    }

    #[test]
    fn origin_has_scheme_host_and_port() {
        assert!(names("example.org", "https://example.org/x?y"));
        assert!(names("Example.org", "HTTPS://EXAMPLE.org.:443"));
        assert!(names("http://example.org:8080", "http://example.org:8080/"));
        for url in
            ["http://example.org", "https://example.org:8443", "https://www.example.org", "https://example.org.evil"]
        {
            assert!(!names("example.org", url), "{url}");
        }
    }

    #[test]
    fn wildcard_matches_subdomains_but_not_the_domain() {
        assert!(names("*.example.org", "https://a.b.example.org/"));
        for url in ["https://example.org", "https://notexample.org", "http://a.example.org", "https://a.example.org:1"]
        {
            assert!(!names("*.example.org", url), "{url}");
        }
        for entry in ["*", "*.", "a.*.org", "*.0.0.1", "ftp://example.org", "@", "@a b", "a@b", "example.org/x", ""] {
            assert!(HostGrant::parse(entry).is_err(), "{entry}");
        }
    }

    #[test]
    fn url_with_ambiguous_host_is_rejected() {
        for url in [
            "example.org",
            "//example.org",
            "ftp://example.org",
            "https://",
            "https://user:word@example.org",
            "https://good.org@evil.org",
            "https://good.org\\@evil.org",
            "https://good.org evil.org",
            "https://good.org%2eevil.org",
            "https://a..b",
            "https://bücher.example",
            "https://example.org:0",
            "https://example.org:x",
            "https://example.org:+1",
            "https://[::1",
            "https://::1",
            "https://[fe80::1%25eth0]",
        ] {
            assert!(Origin::of(url).is_err(), "{url}");
        }
        assert_eq!(Origin::of("http://[::FFFF:1.2.3.4]:80/").unwrap().to_string(), "http://[::ffff:1.2.3.4]");
    }
}
