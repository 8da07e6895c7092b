//! The address of the upstream server.

use std::fmt;
use std::str::FromStr;

use rustls::pki_types::ServerName;
use thiserror::Error;

/// The port of puppetserver.
const PORT: u16 = 8140;

/// The address of the upstream server: `https://HOST[:PORT]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpstreamAddress {
    host: String,
    port: u16,
    name: ServerName<'static>,
}

/// A text is not the address of a server.
#[derive(Debug, Error)]
#[error("'{0}' is not the address of a server: 'https://HOST' or 'https://HOST:PORT' is expected")]
pub struct UpstreamAddressError(String);

impl FromStr for UpstreamAddress {
    type Err = UpstreamAddressError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parse = || {
            let rest = text.strip_prefix("https://")?;
            let rest = rest.strip_suffix('/').unwrap_or(rest);
            let uri: hyper::http::uri::Authority = rest.parse().ok()?;
            // The name of a user is not part of the host.
            let port = match rest.strip_prefix(uri.host())? {
                "" => PORT,
                port => port.strip_prefix(':')?.parse().ok()?,
            };
            let host = uri.host().trim_start_matches('[').trim_end_matches(']').to_owned();
            let name = ServerName::try_from(host.clone()).ok()?;
            Some(Self { host, port, name })
        };
        parse().ok_or_else(|| UpstreamAddressError(text.to_owned()))
    }
}

impl UpstreamAddress {
    /// Returns the host.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Returns the port.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns the name that the certificate must have.
    pub(crate) fn name(&self) -> ServerName<'static> {
        self.name.clone()
    }

    /// Returns host and port, for the field `Host`.
    pub(crate) fn authority(&self) -> String {
        match self.host.contains(':') {
            true => format!("[{}]:{}", self.host, self.port),
            false => format!("{}:{}", self.host, self.port),
        }
    }
}

impl fmt::Display for UpstreamAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "https://{}", self.authority())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upstream_address_has_a_default_port() {
        let shown = |text: &str| text.parse::<UpstreamAddress>().map(|address| address.to_string()).ok();
        assert_eq!(shown("https://old.example.com").as_deref(), Some("https://old.example.com:8140"));
        assert_eq!(shown("https://127.0.0.1:9/").as_deref(), Some("https://127.0.0.1:9"));
        assert_eq!(shown("https://[::1]:8141").as_deref(), Some("https://[::1]:8141"));
        for text in
            ["", "old", "http://old", "https://", "https://a:x", "https://u@a", "https://a/b", "https://a:70000"]
        {
            assert_eq!(shown(text), None, "{text}");
        }
    }
}
