//! Options of requests: timeouts, additional headers and the proxy.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::Settings;
use percent_encoding::percent_decode_str;
use ureq::http::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, HOST, IF_MODIFIED_SINCE, TRANSFER_ENCODING};
use ureq::http::{HeaderName, HeaderValue};
use ureq::{Proxy, ProxyProtocol};

use crate::error::AgentError;

/// The value of Puppet's settings for proxies without a proxy.
const NONE: &str = "none";

/// The header with the version of Puppet's protocol.
pub(super) const VERSION_HEADER: HeaderName = HeaderName::from_static("x-puppet-version");

/// The headers that requests have already.
const OWN: [HeaderName; 7] =
    [ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, HOST, IF_MODIFIED_SINCE, TRANSFER_ENCODING, VERSION_HEADER];

/// Options of requests.
#[derive(Clone, Default)]
pub(crate) struct RequestOptions {
    /// Timeouts; `None` is unlimited.
    pub(super) connect_timeout: Option<Duration>,
    pub(super) read_timeout: Option<Duration>,
    /// Additional headers.
    pub(super) headers: Vec<(HeaderName, HeaderValue)>,
    /// The proxy.
    pub(super) proxy: Option<Proxy>,
    /// Ends the wait for a busy server.
    pub(super) interrupt: Arc<AtomicBool>,
}

impl RequestOptions {
    /// Reads the options from the settings.
    ///
    /// # Errors
    /// Returns an error if an additional header or the proxy is not valid.
    pub(crate) fn of(settings: &Settings, interrupt: Arc<AtomicBool>) -> Result<Self, AgentError> {
        Ok(Self {
            connect_timeout: *settings.http_connect_timeout,
            read_timeout: *settings.http_read_timeout,
            headers: settings.http_extra_headers.iter().map(|text| header(text)).collect::<Result<_, _>>()?,
            proxy: proxy(settings)?,
            interrupt,
        })
    }
}

impl fmt::Debug for RequestOptions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Headers and the proxy can contain passwords.
        let Self { connect_timeout, read_timeout, .. } = self;
        formatter
            .debug_struct("RequestOptions")
            .field("connect_timeout", connect_timeout)
            .field("read_timeout", read_timeout)
            .finish_non_exhaustive()
    }
}

/// Parses `NAME:VALUE`.
fn header(text: &str) -> Result<(HeaderName, HeaderValue), AgentError> {
    let (name, value) = text.split_once(':').unwrap_or((text, ""));
    let invalid = |reason| AgentError::Header { name: name.to_owned(), reason };
    let (name, value) = (name.trim(), value.trim());
    if value.is_empty() {
        return Err(invalid("NAME:VALUE is required"));
    }
    let parsed = name.parse().map_err(|_| invalid("it is not the name of a header"))?;
    if OWN.contains(&parsed) {
        return Err(invalid("the agent sets this header itself"));
    }
    let mut value =
        HeaderValue::from_str(value).map_err(|_| invalid("its value has characters that a header cannot have"))?;
    value.set_sensitive(true);
    Ok((parsed, value))
}

/// Returns the proxy of the settings, if there is one.
fn proxy(settings: &Settings) -> Result<Option<Proxy>, AgentError> {
    let given =
        |text: &str| (!matches!(text, "" | NONE)).then(|| percent_decode_str(text).decode_utf8_lossy().into_owned());
    let Some(host) = given(&settings.http_proxy_host) else { return Ok(None) };
    let mut builder = Proxy::builder(ProxyProtocol::Http).host(&host).port(*settings.http_proxy_port);
    if let Some(user) = given(&settings.http_proxy_user) {
        builder = builder.username(&user);
        if let Some(password) = given(&settings.http_proxy_password) {
            builder = builder.password(&password);
        }
    }
    for host in settings.no_proxy.iter() {
        // In Puppet a name also stands for the names below it.
        builder = builder.no_proxy(host);
        if !host.starts_with(['.', '*']) {
            builder = builder.no_proxy(&format!(".{host}"));
        }
    }
    builder.build().map(Some).map_err(|_| AgentError::Proxy(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_is_a_name_and_a_value() {
        let (name, value) = header("X-Site: Berlin: east").unwrap();
        assert_eq!((name.as_str(), value.to_str().unwrap()), ("x-site", "Berlin: east"));
        for (text, expected) in [
            ("X-Site", "NAME:VALUE is required"),
            ("X Site:a", "it is not the name of a header"),
            ("accept:a", "the agent sets this header itself"),
            ("X-Puppet-Version:8", "the agent sets this header itself"),
            ("X-Site:a\u{7}", "its value has characters that a header cannot have"),
        ] {
            assert!(matches!(header(text), Err(AgentError::Header { reason, .. }) if reason == expected), "{text}");
        }
    }
}
