//! How registries are reached: through which proxy, trusting whose certificates, and how long they are waited for. The
//! environment is handed in, so that who runs the program decides.

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

/// Redirects of one request that are followed: registries hand blobs over to stores of their own.
const REDIRECTS: u32 = 5;

/// What all registries have in common.
#[derive(Clone)]
pub struct Network {
    /// The variables of the environment: proxies, certificates, where credentials are.
    pub environment: Vec<(OsString, OsString)>,
    /// How long is waited for what.
    pub timeouts: Timeouts,
    /// Hears of each blob that is fetched or sent: how many bytes of how many.
    pub progress: Arc<dyn Fn(u64, u64)>,
}

/// How long is waited.
#[derive(Debug, Clone, Copy)]
pub struct Timeouts {
    /// For a connection, and for an answer to begin or go on.
    pub answer: Duration,
    /// For all of an answer.
    pub whole: Duration,
    /// Before the first further try, twice as long before each that follows.
    pub pause: Duration,
    /// The longest that a registry can ask for before a further try.
    pub longest_pause: Duration,
    /// For a program that keeps credentials; it may ask somebody.
    pub helper: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            answer: Duration::from_secs(30),
            whole: Duration::from_mins(10),
            pause: Duration::from_millis(500),
            longest_pause: Duration::from_secs(30),
            helper: Duration::from_mins(2),
        }
    }
}

/// Why registries cannot be asked.
#[derive(Debug, Error)]
pub(crate) enum NetworkError {
    /// The variable does not name a proxy. Its value is not printed, since it can contain a password.
    #[error("the variable '{0}' of the environment names no proxy: one is http://HOST:PORT")]
    Proxy(&'static str),
    /// An entry of `no_proxy` looks like a network but is not valid.
    #[error("the variable 'no_proxy' of the environment has '{0}', which is no network: one is 10.0.0.0/8 or fd00::/8")]
    NoProxy(String),
    /// No certificates were found; the text begins with a colon, or is empty.
    #[error(
        "there are no certificates to trust on this machine{0}. Debian has them in ca-certificates; SSL_CERT_FILE can \
         name a file of them"
    )]
    NoCertificates(String),
}

impl Network {
    /// Makes the network of a program with this environment.
    #[must_use]
    pub fn new(environment: Vec<(OsString, OsString)>) -> Self {
        Self { environment, timeouts: Timeouts::default(), progress: Arc::new(|_, _| ()) }
    }

    /// Returns a variable that is set to something.
    pub(crate) fn variable(&self, name: &str) -> Option<&str> {
        let found = self.environment.iter().find(|(known, _)| known == name)?.1.to_str()?;
        Some(found).filter(|value| !value.is_empty())
    }

    /// Makes what asks a registry, `HOST[:PORT]`, which proves who it is unless it is this machine.
    ///
    /// # Errors
    /// The proxy's variable names none, `no_proxy` something else than hosts and networks, or there are no certificates to trust.
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
            // A proxy's own loopback is another machine.
            .proxy(if is_loopback { None } else { self.proxy(registry)? })
            .max_redirects(REDIRECTS)
            .redirect_auth_headers(RedirectAuthHeaders::SameHost)
            .http_status_as_error(false)
            .accept_encoding(AutoHeaderValue::None)
            .user_agent("marotte")
            .timeout_connect(Some(self.timeouts.answer))
            .timeout_recv_response(Some(self.timeouts.answer))
            .timeout_per_read(Some(self.timeouts.answer))
            .timeout_per_write(Some(self.timeouts.answer))
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
        // The URL may have a password in it.
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
