//! Network configuration of registries: proxy, trusted certificates and timeouts. The environment is an
//! argument, so that the caller controls it.

mod loopback;
mod no_proxy;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use ureq::config::{AutoHeaderValue, RedirectAuthHeaders};
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::unversioned::transport::DefaultConnector;
use ureq::{Agent, Proxy, ProxyProtocol};

use loopback::Loopback;
pub(crate) use loopback::{is_loopback, is_safe};

/// Maximum number of redirects of a request. Registries redirect to external storage for blobs.
const REDIRECTS: u32 = 5;

/// Network configuration shared by all registries.
#[derive(Clone)]
pub struct Network {
    /// Environment variables: proxies, certificates, and locations of credentials.
    pub environment: Vec<(OsString, OsString)>,
    /// The timeouts.
    pub timeouts: Timeouts,
    /// Receives the progress of each transfer: bytes done, bytes in total.
    pub progress: Arc<dyn Fn(u64, u64)>,
}

/// Timeouts.
#[derive(Debug, Clone, Copy)]
pub struct Timeouts {
    /// Connecting, and waiting for the start or the next part of a response.
    pub response: Duration,
    /// Waiting for a complete response.
    pub whole: Duration,
    /// Pause before the first retry, doubled for each further retry.
    pub pause: Duration,
    /// Longest pause that a registry can request.
    pub longest_pause: Duration,
    /// Waiting for a credential helper, which may prompt the user.
    pub helper: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            response: Duration::from_secs(30),
            whole: Duration::from_mins(10),
            pause: Duration::from_millis(500),
            longest_pause: Duration::from_secs(30),
            helper: Duration::from_mins(2),
        }
    }
}

/// Error in the network configuration.
#[derive(Debug, Error)]
pub(crate) enum NetworkError {
    /// The variable does not name a proxy. Its value is not printed, since it can contain a password.
    #[error("the environment variable '{0}' is not the URL of a proxy, such as http://HOST:PORT")]
    Proxy(&'static str),
    /// An entry of `no_proxy` looks like a network but is not valid.
    #[error(
        "the environment variable 'no_proxy' contains '{0}', which is not a network; examples: 10.0.0.0/8, fd00::/8"
    )]
    NoProxy(String),
    /// No certificates were found; the text begins with a colon, or is empty.
    #[error(
        "no trusted certificates are installed{0}. On Debian, install ca-certificates; SSL_CERT_FILE can name a file of certificates"
    )]
    NoCertificates(String),
}

impl Network {
    /// Creates the configuration from an environment.
    #[must_use]
    pub fn new(environment: Vec<(OsString, OsString)>) -> Self {
        Self { environment, timeouts: Timeouts::default(), progress: Arc::new(|_, _| ()) }
    }

    /// Returns the value of a variable unless it is unset or empty.
    pub(crate) fn variable(&self, name: &str) -> Option<&str> {
        let found = self.environment.iter().find(|(known, _)| known == name)?.1.to_str()?;
        Some(found).filter(|value| !value.is_empty())
    }

    /// Creates the client for a registry, `HOST[:PORT]`. TLS is required unless the registry is on this system.
    ///
    /// # Errors
    /// Returns an error if the variable of the proxy is not valid, `no_proxy` contains an invalid network, or
    /// there are no trusted certificates.
    pub(crate) fn agent(&self, registry: &str, is_loopback: bool) -> Result<Agent, NetworkError> {
        let roots = match self.roots() {
            // The registry may redirect to https, which then fails without trusted certificates.
            Err(_) if is_loopback => RootCerts::new_with_certs(&[]),
            roots => roots?,
        };
        let crypto = Arc::new(rustls::crypto::ring::default_provider());
        let tls = TlsConfig::builder().unversioned_rustls_crypto_provider(crypto).root_certs(roots);
        let config = Agent::config_builder()
            .https_only(!is_loopback)
            // A proxy's loopback is not this system's.
            .proxy(if is_loopback { None } else { self.proxy(registry)? })
            .max_redirects(REDIRECTS)
            .redirect_auth_headers(RedirectAuthHeaders::SameHost)
            .http_status_as_error(false)
            .accept_encoding(AutoHeaderValue::None)
            .user_agent("marotte")
            .timeout_connect(Some(self.timeouts.response))
            .timeout_recv_response(Some(self.timeouts.response))
            .timeout_per_read(Some(self.timeouts.response))
            .timeout_per_write(Some(self.timeouts.response))
            .timeout_global(Some(self.timeouts.whole))
            .tls_config(tls.build())
            .build();
        Ok(Agent::with_parts(config, DefaultConnector::default(), Loopback::default()))
    }

    /// Reads the https proxy for a registry from the environment, with its exceptions.
    fn proxy(&self, registry: &str) -> Result<Option<Proxy>, NetworkError> {
        let names = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"];
        let Some((name, url)) = names.iter().find_map(|name| Some((name, self.variable(name)?))) else {
            return Ok(None);
        };
        // The URL may contain a password.
        let wrong = || NetworkError::Proxy(name);
        let parsed = Proxy::new(url).map_err(|_| wrong())?;
        if !matches!(parsed.protocol(), ProxyProtocol::Http | ProxyProtocol::Https) {
            return Err(wrong());
        }
        let mut proxy = Proxy::builder(parsed.protocol()).host(parsed.host()).port(parsed.port());
        if let Some(user) = parsed.username() {
            proxy = proxy.username(user);
        }
        if let Some(password) = parsed.password() {
            proxy = proxy.password(password);
        }
        let without = self.variable("no_proxy").or_else(|| self.variable("NO_PROXY")).unwrap_or_default();
        for pattern in no_proxy::patterns(without, registry)? {
            proxy = proxy.no_proxy(&pattern);
        }
        proxy.build().map(Some).map_err(|_| wrong())
    }

    /// Returns the trusted certificates: the system's, or the certificates named by two environment
    /// variables.
    fn roots(&self) -> Result<RootCerts, NetworkError> {
        let named = ["SSL_CERT_FILE", "SSL_CERT_DIR"].map(|name| self.variable(name).map(PathBuf::from));
        let found = match &named {
            [None, None] => rustls_native_certs::load_native_certs(),
            [file, directory] => rustls_native_certs::load_certs_from_paths(file.as_deref(), directory.as_deref()),
        };
        let certificates: Vec<Certificate<'static>> =
            found.certs.iter().map(|certificate| Certificate::from_der(certificate).to_owned()).collect();
        if certificates.is_empty() {
            let reason = found.errors.first().map(|failed| format!(": {failed}")).unwrap_or_default();
            return Err(NetworkError::NoCertificates(reason));
        }
        Ok(RootCerts::new_with_certs(&certificates))
    }
}
