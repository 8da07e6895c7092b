//! Addresses of PuppetDB.

use std::fmt;
use std::str::FromStr;

use rustls::pki_types::ServerName;

use super::PuppetDbError;

/// Ports of PuppetDB without and with TLS.
const PORTS: [u16; 2] = [8080, 8081];

/// The address of PuppetDB: `http://HOST[:PORT]` or `https://HOST[:PORT]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuppetDbAddress {
    pub(super) host: String,
    pub(super) port: u16,
    /// The name that the certificate must have; `None` without TLS.
    pub(super) name: Option<ServerName<'static>>,
}

impl PuppetDbAddress {
    /// Returns host and port as in the field `Host`.
    pub(super) fn authority(&self) -> String {
        match self.host.contains(':') {
            true => format!("[{}]:{}", self.host, self.port),
            false => format!("{}:{}", self.host, self.port),
        }
    }
}

impl FromStr for PuppetDbAddress {
    type Err = PuppetDbError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parse = || {
            let (rest, is_tls) = match text.strip_prefix("https://") {
                Some(rest) => (rest, true),
                None => (text.strip_prefix("http://")?, false),
            };
            let rest = rest.strip_suffix('/').unwrap_or(rest);
            let uri: hyper::http::uri::Authority = rest.parse().ok()?;
            let port = match rest.strip_prefix(uri.host())? {
                "" => PORTS[usize::from(is_tls)],
                port => port.strip_prefix(':')?.parse().ok()?,
            };
            let host = uri.host().trim_start_matches('[').trim_end_matches(']').to_owned();
            let name = ServerName::try_from(host.clone()).ok()?;
            Some(Self { host, port, name: is_tls.then_some(name) })
        };
        parse().ok_or_else(|| PuppetDbError::Address(text.to_owned()))
    }
}

impl fmt::Display for PuppetDbAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.name.is_some() { "https" } else { "http" };
        write!(formatter, "{scheme}://{}", self.authority())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puppetdb_address_has_default_ports() {
        let shown = |text: &str| text.parse::<PuppetDbAddress>().map(|address| address.to_string()).ok();
        assert_eq!(shown("http://localhost").as_deref(), Some("http://localhost:8080"));
        assert_eq!(shown("https://db.example.com/").as_deref(), Some("https://db.example.com:8081"));
        assert_eq!(shown("http://[::1]:9").as_deref(), Some("http://[::1]:9"));
        for text in ["", "localhost", "ftp://a", "http://", "http://u@a", "http://a/b", "http://a:x"] {
            assert_eq!(shown(text), None, "{text}");
        }
    }
}
