//! HTTP requests to a registry, limited in size and time and with retries.

use std::io::{self, Read as _};
use std::thread;
use std::time::Duration;

use thiserror::Error;
use ureq::http::header::RETRY_AFTER;
use ureq::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response};
use ureq::{Agent, Body};

use crate::network::{Network, NetworkError, Timeouts};

/// Maximum number of attempts.
const TRIES: u32 = 4;

/// Maximum number of bytes read of an error response.
const MAX_ERROR_BODY: usize = 8 << 10;

/// Number of bytes between progress reports.
const STEP: usize = 256 << 10;

/// Message about a registry that responds with http.
const WITHOUT_TLS: &str = "it does not support https. Plain http is used only for registries on this system \
                           (localhost, 127.0.0.0/8, ::1): put the registry behind a server with a certificate; \
                           SSL_CERT_FILE can name trusted certificates";

/// A request.
pub(super) struct HttpRequest<'a> {
    pub(super) method: Method,
    pub(super) url: &'a str,
    pub(super) headers: Vec<(HeaderName, HeaderValue)>,
    /// The body, for methods that have one.
    pub(super) body: Option<&'a [u8]>,
    /// Maximum size of a successful response.
    pub(super) most: usize,
}

/// A response.
pub(super) struct HttpResponse {
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) body: Vec<u8>,
}

/// Reason why a request has no response.
#[derive(Debug, Error)]
pub(super) enum HttpError {
    /// The registry is unreachable after several attempts.
    #[error("{reason} (tried {})", times(*.tries))]
    Passing {
        /// The last error.
        reason: String,
        /// The number of attempts.
        tries: u32,
    },
    /// A retry would not help.
    #[error("{0}")]
    Other(String),
}

/// Reason why an attempt has no response.
#[derive(Debug)]
enum AttemptError {
    /// A retry would not help.
    Other(String),
    /// A retry may help.
    Passing(String),
}

/// HTTP client of a registry.
pub(super) struct HttpClient {
    agent: Agent,
    timeouts: Timeouts,
    progress: std::sync::Arc<dyn Fn(u64, u64)>,
}

impl HttpClient {
    /// Creates the client of a registry, `HOST[:PORT]`.
    pub(super) fn new(network: &Network, registry: &str, is_loopback: bool) -> Result<Self, NetworkError> {
        let agent = network.agent(registry, is_loopback)?;
        Ok(Self { agent, timeouts: network.timeouts, progress: network.progress.clone() })
    }

    /// Sends a request, and repeats it while the registry is busy or unreachable.
    pub(super) fn send(&self, request: &HttpRequest<'_>) -> Result<HttpResponse, HttpError> {
        let mut pause = self.timeouts.pause;
        let mut tries = 1;
        loop {
            let response = self.try_once(request);
            let wait = match &response {
                Ok(response) if is_busy(response.status) => wait(&response.headers).unwrap_or(pause),
                Err(AttemptError::Passing(_)) => pause,
                Ok(_) | Err(AttemptError::Other(_)) => Duration::ZERO,
            };
            let is_final = wait.is_zero() || tries == TRIES || wait > self.timeouts.longest_pause;
            if is_final {
                return response.map_err(|fault| match fault {
                    AttemptError::Passing(reason) => HttpError::Passing { reason, tries },
                    AttemptError::Other(reason) => HttpError::Other(reason),
                });
            }
            thread::sleep(wait);
            tries += 1;
            pause *= 2;
        }
    }

    fn try_once(&self, request: &HttpRequest<'_>) -> Result<HttpResponse, AttemptError> {
        let mut message = Request::builder().method(request.method.clone()).uri(request.url);
        for (name, value) in &request.headers {
            message = message.header(name, value);
        }
        let invalid = |failed: ureq::http::Error| AttemptError::Other(failed.to_string());
        let response = match request.body {
            Some(body) => self.agent.run(message.body(body).map_err(invalid)?),
            None => self.agent.run(message.body(()).map_err(invalid)?),
        };
        self.read(response.map_err(|error| self.fault(error))?, request)
    }

    fn read(&self, response: Response<Body>, request: &HttpRequest<'_>) -> Result<HttpResponse, AttemptError> {
        let (parts, body) = response.into_parts();
        let total = body.content_length();
        let is_good = parts.status.is_success();
        let most = if is_good { request.most } else { MAX_ERROR_BODY };
        let too_large = || AttemptError::Other(format!("the response has more than {most} bytes"));
        if is_good && request.method != Method::HEAD && total.is_some_and(|total| total > most as u64) {
            return Err(too_large());
        }
        let mut bytes = Vec::new();
        let mut reader = body.into_reader();
        loop {
            let left = most.saturating_add(1) - bytes.len();
            let read = reader.by_ref().take(left.min(STEP) as u64).read_to_end(&mut bytes);
            match read {
                // The status already describes the error.
                Err(_) if !is_good => break,
                Err(error) => return Err(self.fault(error.into())),
                Ok(0) => break,
                Ok(_) => (self.progress)(bytes.len() as u64, total.unwrap_or(bytes.len() as u64)),
            }
            if bytes.len() > most {
                if is_good {
                    return Err(too_large());
                }
                break;
            }
        }
        Ok(HttpResponse { status: parts.status.as_u16(), headers: parts.headers, body: bytes })
    }

    fn fault(&self, error: ureq::Error) -> AttemptError {
        match error {
            ureq::Error::Timeout(_) => {
                AttemptError::Passing(format!("it did not respond within {:?}", self.timeouts.response))
            }
            ureq::Error::Rustls(rustls::Error::InvalidMessage(_)) => AttemptError::Other(WITHOUT_TLS.into()),
            ureq::Error::Io(error) if is_no_tls(&error) => AttemptError::Other(WITHOUT_TLS.into()),
            ureq::Error::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                AttemptError::Passing("the response is incomplete".into())
            }
            ureq::Error::Io(error) => AttemptError::Passing(error.to_string()),
            ureq::Error::HostNotFound => AttemptError::Passing("unknown host".into()),
            ureq::Error::ConnectionFailed => AttemptError::Passing("connection failed".into()),
            // The message excludes the name and the password that the variable may contain.
            ureq::Error::ConnectProxyFailed(reason) => {
                let proxy = self.agent.config().proxy();
                let shown = proxy.map(|proxy| format!(" http://{}:{}", proxy.host(), proxy.port())).unwrap_or_default();
                AttemptError::Other(format!("the proxy{shown} refused the connection ({reason})"))
            }
            ureq::Error::RequireHttpsOnly(_) => AttemptError::Other("it redirects to a URL without https".into()),
            ureq::Error::TooManyRedirects => AttemptError::Other("it redirects too many times".into()),
            other => AttemptError::Other(other.to_string()),
        }
    }
}

/// Returns whether a response is not TLS at all.
fn is_no_tls(error: &io::Error) -> bool {
    let cause = error.get_ref().and_then(|cause| cause.downcast_ref::<rustls::Error>());
    matches!(cause, Some(rustls::Error::InvalidMessage(_)))
}

/// Returns whether a status indicates that a retry may help.
fn is_busy(status: u16) -> bool {
    matches!(status, 429 | 500 | 502 | 503 | 504)
}

/// Parses the pause that the registry requests. Dates are not supported.
fn wait(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    // Zero would disable the retry.
    Some(Duration::from_secs(seconds).max(Duration::from_millis(1)))
}

fn times(tries: u32) -> String {
    if tries == 1 { "once".into() } else { format!("{tries} times") }
}
