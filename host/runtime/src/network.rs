//! HTTP client. A name is resolved once, its addresses are checked, and the connection uses one of them, even if
//! the name resolves differently later. Redirects are handled elsewhere. Proxies are not used, since they would
//! hide the address.

pub(crate) mod address;
pub(crate) mod url;
pub(crate) mod versions;

use std::cell::OnceCell;
use std::ffi::OsString;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use ureq::config::{AutoHeaderValue, Config};
use ureq::http::{HeaderName, HeaderValue, Method, Request, Response, Uri};
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver as Resolving};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Body, SendBody};

use crate::config::HostResolver;
use crate::network::url::Url;
use crate::system::command::variable;

/// Maximum number of addresses of a name that are tried.
const ADDRESSES: usize = 16;

/// State shared by requests.
pub(crate) struct HttpClient {
    resolver: HostResolver,
    /// Certificate file and directory that replace those of the system.
    named: [Option<PathBuf>; 2],
    roots: OnceCell<RootCerts>,
}

/// One request to one host.
pub(crate) struct OutgoingRequest<'a> {
    pub(crate) method: Method,
    pub(crate) url: &'a Url,
    pub(crate) headers: &'a [(HeaderName, HeaderValue)],
    /// The body, if the method has one.
    pub(crate) body: Option<&'a mut dyn io::Read>,
    /// The checked addresses of the host.
    pub(crate) addresses: &'a [IpAddr],
    /// Deadline of the whole request, including reading the response.
    pub(crate) deadline: Instant,
}

/// Reason why a request failed.
#[derive(Debug)]
pub(crate) enum HttpFailure {
    /// The request timed out.
    Timeout,
    /// Description of another failure.
    Other(String),
}

impl HttpClient {
    /// Creates a client that uses certificate settings of this environment.
    pub(crate) fn new(resolver: HostResolver, environment: &[(OsString, OsString)]) -> Self {
        let named = ["SSL_CERT_FILE", "SSL_CERT_DIR"].map(|name| variable(environment, name).map(PathBuf::from));
        Self { resolver, named, roots: OnceCell::new() }
    }

    /// Resolves the addresses of a host.
    pub(crate) fn resolve(&self, url: &Url, deadline: Instant) -> Result<Vec<IpAddr>, HttpFailure> {
        let host = &url.origin.host;
        let literal = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        if let Ok(address) = literal.parse() {
            return Ok(vec![address]);
        }
        let (sender, receiver) = mpsc::channel();
        let (resolver, name) = (Arc::clone(&self.resolver), literal.to_owned());
        // The resolver of the system has no timeout; its thread is abandoned when it takes too long.
        let thread = thread::Builder::new().name("resolve".into()).spawn(move || sender.send(resolver(&name)));
        thread.map_err(|failed| HttpFailure::Other(failed.to_string()))?;
        match receiver.recv_timeout(left(deadline)) {
            Ok(Ok(addresses)) if addresses.is_empty() => {
                Err(HttpFailure::Other(format!("the host {host} has no address")))
            }
            Ok(Ok(mut addresses)) => {
                addresses.truncate(ADDRESSES);
                Ok(addresses)
            }
            Ok(Err(failed)) => Err(HttpFailure::Other(format!("the host {host} is not found: {failed}"))),
            Err(_) => Err(HttpFailure::Timeout),
        }
    }

    /// Sends a request and returns the response, whose body is not yet read.
    pub(crate) fn exchange(&self, request: OutgoingRequest<'_>) -> Result<Response<Body>, HttpFailure> {
        let mut tls =
            TlsConfig::builder().unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()));
        if request.url.origin.is_secure {
            tls = tls.root_certs(self.roots()?);
        }
        let config = Config::builder()
            .proxy(None)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .accept_encoding(AutoHeaderValue::None)
            .user_agent("marotte")
            .timeout_global(Some(left(request.deadline)))
            .tls_config(tls.build())
            .build();
        let port = request.url.origin.port;
        let pinned = Pinned(request.addresses.iter().map(|address| SocketAddr::new(*address, port)).collect());
        let mut message = Request::builder().method(request.method).uri(request.url.uri.clone());
        for (name, value) in request.headers {
            message = message.header(name, value);
        }
        let invalid = |failed: ureq::http::Error| HttpFailure::Other(failed.to_string());
        let agent = Agent::with_parts(config, DefaultConnector::default(), pinned);
        let answer = match request.body {
            Some(mut body) => agent.run(message.body(SendBody::from_reader(&mut body)).map_err(invalid)?),
            None => agent.run(message.body(()).map_err(invalid)?),
        };
        answer.map_err(HttpFailure::from)
    }

    /// Returns the trusted root certificates, which are loaded on first use.
    fn roots(&self) -> Result<RootCerts, HttpFailure> {
        if let Some(roots) = self.roots.get() {
            return Ok(roots.clone());
        }
        let found = match &self.named {
            [None, None] => rustls_native_certs::load_native_certs(),
            [file, directory] => rustls_native_certs::load_certs_from_paths(file.as_deref(), directory.as_deref()),
        };
        // Unreadable certificates are skipped; the others remain trusted.
        let certificates: Vec<Certificate<'static>> =
            found.certs.iter().map(|certificate| Certificate::from_der(certificate).to_owned()).collect();
        if certificates.is_empty() {
            let reason = found.errors.first().map(|failed| format!(": {failed}")).unwrap_or_default();
            return Err(HttpFailure::Other(format!("no trusted certificates are installed{reason}")));
        }
        Ok(self.roots.get_or_init(|| RootCerts::new_with_certs(&certificates)).clone())
    }
}

/// Returns the resolver of the system.
pub(crate) fn system_resolver() -> HostResolver {
    Arc::new(|name| {
        let found = std::net::ToSocketAddrs::to_socket_addrs(&(name, 0))?;
        Ok(found.map(|address| address.ip()).collect())
    })
}

fn left(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now())
}

/// A resolver that returns fixed addresses.
#[derive(Debug)]
struct Pinned(Vec<SocketAddr>);

impl Resolving for Pinned {
    fn resolve(&self, _: &Uri, _: &Config, _: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let mut addresses = self.empty();
        self.0.iter().for_each(|address| addresses.push(*address));
        Ok(addresses)
    }
}

impl From<ureq::Error> for HttpFailure {
    fn from(failed: ureq::Error) -> Self {
        match failed {
            ureq::Error::Timeout(_) => Self::Timeout,
            ureq::Error::Io(failed) => match rustix::io::Errno::from_io_error(&failed) {
                Some(errno) => Self::Other(crate::error::describe(errno)),
                None => Self::Other(failed.to_string()),
            },
            other => Self::Other(other.to_string()),
        }
    }
}

impl From<io::Error> for HttpFailure {
    fn from(failed: io::Error) -> Self {
        ureq::Error::from(failed).into()
    }
}

#[cfg(test)]
mod tests;
