//! Addresses of servers in the settings.

use std::fmt;

use crate::error::AgentError;

/// Host and port of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The name or address of the host; IPv6 addresses without brackets.
    pub host: String,
    /// The port.
    pub port: u16,
}

impl Endpoint {
    /// Parses `HOST` or `HOST:PORT`; IPv6 addresses with a port are in brackets.
    ///
    /// # Errors
    /// Returns an error if the text is empty, contains other parts of a URL, or the port is not a number.
    pub fn parse(text: &str, port: u16) -> Result<Self, AgentError> {
        let text = text.trim();
        let invalid = || AgentError::Server(text.to_owned());
        let (host, port) = match text.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((host, "")) => (host, port),
            Some((host, rest)) => {
                (host, rest.strip_prefix(':').and_then(|port| port.parse().ok()).ok_or_else(invalid)?)
            }
            None => match text.rsplit_once(':') {
                Some((host, _)) if host.contains(':') => (text, port),
                Some((host, port)) => (host, port.parse().map_err(|_| invalid())?),
                None => (text, port),
            },
        };
        let is_host = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_' | ':' | '%');
        if host.is_empty() || !host.chars().all(is_host) {
            return Err(invalid());
        }
        Ok(Self { host: host.to_owned(), port })
    }

    /// Returns the URL of the server without a path.
    #[must_use]
    pub fn url(&self) -> String {
        format!("https://{self}")
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.host.contains(':') {
            true => write!(formatter, "[{}]:{}", self.host, self.port),
            false => write!(formatter, "{}:{}", self.host, self.port),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoint_is_a_host_with_an_optional_port() {
        for (text, url) in [
            ("puppet", "https://puppet:8140"),
            (" a.example.com:443 ", "https://a.example.com:443"),
            ("::1", "https://[::1]:8140"),
            ("[2001:db8::1]:81", "https://[2001:db8::1]:81"),
            ("[::1]", "https://[::1]:8140"),
        ] {
            assert_eq!(Endpoint::parse(text, 8140).unwrap().url(), url);
        }
        for text in ["", "https://puppet", "puppet:x", "puppet/x", "u@puppet", "[::1]x"] {
            assert!(matches!(Endpoint::parse(text, 8140), Err(AgentError::Server(_))), "{text}");
        }
    }
}
