//! HTTP requests to one server, with the settings' timeouts and limited responses.

mod options;
mod tls;
mod transport;

use std::io::{self, Read as _, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use catalog::PUPPET_VERSION;
use ureq::config::{AutoHeaderValue, Config};
use ureq::http::header::{ACCEPT, CONTENT_TYPE, IF_MODIFIED_SINCE, RETRY_AFTER};
use ureq::http::{HeaderName, HeaderValue, Method, Request, Response};
use ureq::unversioned::resolver::DefaultResolver;
use ureq::unversioned::transport::{ConnectProxyConnector, Connector as _, TcpConnector};
use ureq::{Agent, Body};

pub(crate) use options::RequestOptions;
pub(crate) use tls::{ClientIdentity, ServerTrust, client_config};

use crate::endpoint::Endpoint;
use crate::error::AgentError;

/// Maximum size of a response that is kept in memory.
const MAX_RESPONSE: u64 = 256 << 20;

/// Maximum number of bytes of an error message.
const MAX_ERROR: u64 = 64 << 10;

/// Maximum number of attempts while a server is busy.
const ATTEMPTS: u32 = 10;

/// Pauses before a request is repeated whose connection was closed.
const CLOSED_PAUSES: [Duration; 3] = [Duration::from_millis(50), Duration::from_millis(500), Duration::from_secs(2)];

/// Maximum pause that a busy server can request.
const LONGEST_PAUSE: Duration = Duration::from_secs(30 * 60);

/// Time between checks for an interruption.
const SLICE: Duration = Duration::from_millis(200);

/// A request.
pub(crate) struct HttpRequest<'a> {
    pub(crate) method: Method,
    /// The encoded path with its query.
    pub(crate) target: String,
    pub(crate) accept: &'a str,
    pub(crate) content_type: Option<&'a str>,
    pub(crate) if_modified_since: Option<String>,
    pub(crate) body: &'a [u8],
    /// Whether the request is sent again after the pause that a busy server requests.
    pub(crate) is_repeated: bool,
}

impl HttpRequest<'_> {
    /// Returns a request without a body.
    pub(crate) fn get(target: String, accept: &'static str) -> HttpRequest<'static> {
        HttpRequest {
            method: Method::GET,
            target,
            accept,
            content_type: None,
            if_modified_since: None,
            body: &[],
            is_repeated: true,
        }
    }
}

/// Client of one server. Connections are kept open.
pub(crate) struct HttpClient {
    agent: Agent,
    endpoint: Endpoint,
    headers: Vec<(HeaderName, HeaderValue)>,
    interrupt: Arc<AtomicBool>,
}

impl HttpClient {
    /// Creates a client. Nothing is connected yet.
    pub(crate) fn new(endpoint: Endpoint, tls: Arc<rustls::ClientConfig>, options: RequestOptions) -> Self {
        let config = Config::builder()
            .https_only(true)
            // Only that of the settings: the environment of a service is not where administrators look for one.
            .proxy(options.proxy)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .accept_encoding(AutoHeaderValue::None)
            .user_agent(concat!("marotte/", env!("CARGO_PKG_VERSION")))
            .timeout_connect(options.connect_timeout)
            .timeout_recv_response(options.read_timeout)
            .timeout_per_read(options.read_timeout)
            .timeout_per_write(options.read_timeout)
            .build();
        let connector =
            ().chain(ConnectProxyConnector::default())
                .chain(TcpConnector::default())
                .chain(transport::TlsConnector(tls));
        let agent = Agent::with_parts(config, connector, DefaultResolver::default());
        Self { agent, endpoint, headers: options.headers, interrupt: options.interrupt }
    }

    /// Returns the address of the server.
    pub(crate) fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// Sends a request and returns the body of a successful response.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached or responds with an error; a status of 304 is an error, too.
    pub(crate) fn send(&self, request: &HttpRequest<'_>) -> Result<Vec<u8>, AgentError> {
        retried(&self.interrupt, || self.send_once(request))
    }

    fn send_once(&self, request: &HttpRequest<'_>) -> Result<Vec<u8>, AgentError> {
        let mut bytes = Vec::new();
        let mut reader = self.response(request)?.into_body().into_reader().take(MAX_RESPONSE + 1);
        reader.read_to_end(&mut bytes).map_err(|error| self.unreachable(&error))?;
        if bytes.len() as u64 > MAX_RESPONSE {
            return Err(self.invalid(&request.target, format!("it has more than {MAX_RESPONSE} bytes")));
        }
        Ok(bytes)
    }

    /// Sends a request and writes the body of a successful response.
    ///
    /// # Errors
    /// Returns the errors of [`HttpClient::send`]; `failed` converts an error in writing.
    pub(crate) fn send_to(
        &self,
        request: &HttpRequest<'_>,
        out: &mut dyn Write,
        failed: impl FnOnce(io::Error) -> AgentError,
    ) -> Result<(), AgentError> {
        let mut reader = self.response(request)?.into_body().into_reader();
        let mut buffer = vec![0; 64 << 10];
        loop {
            let read = reader.read(&mut buffer).map_err(|error| self.unreachable(&error))?;
            match buffer.get(..read) {
                None | Some([]) => return Ok(()),
                Some(bytes) => {
                    if let Err(error) = out.write_all(bytes) {
                        return Err(failed(error));
                    }
                }
            }
        }
    }

    /// Returns an error about a response.
    pub(crate) fn invalid(&self, what: &str, reason: impl ToString) -> AgentError {
        AgentError::Invalid { address: self.endpoint.to_string(), what: what.to_owned(), reason: reason.to_string() }
    }

    /// Sends a request, again after the pause that a busy server requests.
    fn response(&self, request: &HttpRequest<'_>) -> Result<Response<Body>, AgentError> {
        let mut attempts = 1;
        loop {
            let response = self.attempt(request)?;
            let status = response.status();
            if status.is_success() {
                return Ok(response);
            }
            match pause(&response).filter(|_| request.is_repeated && attempts < ATTEMPTS) {
                Some(pause) if !wait(pause, &self.interrupt) => {
                    let reason = "the run was interrupted while the server was busy".to_owned();
                    let address = self.endpoint.to_string();
                    return Err(AgentError::Unreachable { address, reason, is_closed: false });
                }
                Some(_) => {}
                None => return Err(AgentError::Response { status: status.as_u16(), message: message(response) }),
            }
            attempts += 1;
        }
    }

    fn attempt(&self, request: &HttpRequest<'_>) -> Result<Response<Body>, AgentError> {
        let url = format!("{}{}", self.endpoint.url(), request.target);
        let mut message = Request::builder()
            .method(request.method.clone())
            .uri(url)
            .header(ACCEPT, request.accept)
            .header(options::VERSION_HEADER, PUPPET_VERSION);
        for (name, value) in &self.headers {
            message = message.header(name, value);
        }
        if let Some(kind) = request.content_type {
            message = message.header(CONTENT_TYPE, kind);
        }
        if let Some(time) = &request.if_modified_since {
            message = message.header(IF_MODIFIED_SINCE, time);
        }
        let invalid = |error: ureq::http::Error| self.invalid(&request.target, error);
        let response = match request.method {
            Method::GET => self.agent.run(message.body(()).map_err(invalid)?),
            _ => self.agent.run(message.body(request.body).map_err(invalid)?),
        };
        response.map_err(|error| self.unreachable(&error.into_io()))
    }

    fn unreachable(&self, error: &io::Error) -> AgentError {
        let cause = error.get_ref();
        let reason = match cause.and_then(|cause| cause.downcast_ref::<rustls::Error>()) {
            Some(error) => tls_reason(error),
            None => match cause.and_then(|cause| cause.downcast_ref::<ureq::Error>()) {
                Some(ureq::Error::Rustls(error)) => tls_reason(error),
                Some(ureq::Error::HostNotFound) => "the host is not found".to_owned(),
                Some(ureq::Error::ConnectProxyFailed(reason)) => format!("the proxy does not connect: {reason}"),
                Some(ureq::Error::Timeout(_)) => "it did not respond in time".to_owned(),
                Some(other) => other.to_string(),
                None => error.to_string(),
            },
        };
        AgentError::Unreachable { address: self.endpoint.to_string(), reason, is_closed: is_closed(error) }
    }
}

/// Repeats a request whose connection was closed. All requests of an agent can be repeated: a report is stored once.
pub(crate) fn retried<T>(
    interrupt: &AtomicBool,
    mut request: impl FnMut() -> Result<T, AgentError>,
) -> Result<T, AgentError> {
    for pause in CLOSED_PAUSES {
        match request() {
            Err(error) if error.is_closed_connection() && wait(pause, interrupt) => {}
            response => return response,
        }
    }
    request()
}

/// Returns whether an error is due to a connection that was closed.
fn is_closed(error: &io::Error) -> bool {
    use io::ErrorKind as Kind;
    let is_closed =
        |kind| matches!(kind, Kind::ConnectionReset | Kind::ConnectionAborted | Kind::BrokenPipe | Kind::UnexpectedEof);
    let cause = error.get_ref().and_then(|cause| cause.downcast_ref::<ureq::Error>());
    is_closed(error.kind()) || matches!(cause, Some(ureq::Error::Io(error)) if is_closed(error.kind()))
}

/// Explains why a connection cannot be trusted.
fn tls_reason(error: &rustls::Error) -> String {
    use rustls::CertificateError as Reason;
    let rustls::Error::InvalidCertificate(reason) = error else { return error.to_string() };
    match reason {
        // Another authority with the same name.
        Reason::UnknownIssuer | Reason::BadSignature => {
            "its certificate was not signed by an authority in the CA bundle".to_owned()
        }
        Reason::Revoked => "its certificate is revoked".to_owned(),
        Reason::UnknownRevocationStatus => {
            "the revocation lists do not cover its certificate; 'certificate_revocation = leaf' checks only the \
             certificate of the server"
                .to_owned()
        }
        Reason::ExpiredRevocationList | Reason::ExpiredRevocationListContext { .. } => {
            "the revocation list has expired; 'marotte ssl clean --localca' lets the agent retrieve it again".to_owned()
        }
        _ => error.to_string(),
    }
}

/// Returns the pause that a busy server requests.
fn pause(response: &Response<Body>) -> Option<Duration> {
    let is_busy = matches!(response.status().as_u16(), 429 | 503);
    let seconds = response.headers().get(RETRY_AFTER).filter(|_| is_busy)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds).clamp(Duration::from_millis(100), LONGEST_PAUSE))
}

/// Waits; returns `false` if the wait was interrupted.
pub(crate) fn wait(time: Duration, interrupt: &AtomicBool) -> bool {
    let end = Instant::now() + time;
    while !interrupt.load(Ordering::Relaxed) {
        match end.checked_duration_since(Instant::now()) {
            None | Some(Duration::ZERO) => return true,
            Some(left) => thread::sleep(left.min(SLICE)),
        }
    }
    false
}

/// Returns the message of an error: that of Puppet's JSON, or the text.
fn message(response: Response<Body>) -> String {
    let reason = response.status().canonical_reason().unwrap_or("unknown status").to_owned();
    let mut text = String::new();
    // The status already describes the error.
    let _ = response.into_body().into_reader().take(MAX_ERROR).read_to_string(&mut text);
    let json: Option<serde_json::Value> = serde_json::from_str(&text).ok();
    let message = json.as_ref().and_then(|json| json["message"].as_str()).unwrap_or(&text).trim();
    if message.is_empty() { reason } else { message.to_owned() }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use identity::{Authority, AuthorityOptions};
    use rustls::pki_types::pem::PemObject as _;
    use rustls::pki_types::{CertificateDer, PrivateKeyDer};
    use rustls::{ServerConfig, ServerConnection};

    use super::*;

    #[test]
    fn request_is_repeated_if_its_connection_was_closed() {
        let unreachable =
            |is_closed| AgentError::Unreachable { address: "puppet:8140".into(), reason: "closed".into(), is_closed };
        let interrupt = AtomicBool::new(false);
        let count = |results: &mut dyn FnMut(u32) -> Result<(), AgentError>| {
            let mut requests = 0;
            let result = retried(&interrupt, || {
                requests += 1;
                results(requests)
            });
            (requests, result.is_ok())
        };
        assert_eq!(count(&mut |number| if number < 3 { Err(unreachable(true)) } else { Ok(()) }), (3, true));
        assert_eq!(count(&mut |_| Err(unreachable(false))), (1, false));
        assert!(
            is_closed(&io::ErrorKind::ConnectionReset.into()) && !is_closed(&io::ErrorKind::ConnectionRefused.into())
        );
    }

    /// Answers one request, and returns it.
    fn answer_one(listener: &TcpListener, config: ServerConfig) -> String {
        let (mut socket, _) = listener.accept().unwrap();
        let mut connection = ServerConnection::new(Arc::new(config)).unwrap();
        let mut stream = rustls::Stream::new(&mut connection, &mut socket);
        let mut request = Vec::new();
        while !request.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            request.extend(byte);
        }
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok").unwrap();
        String::from_utf8(request).unwrap()
    }

    #[test]
    fn request_has_the_additional_headers() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("ca");
        Authority::create(&path, &AuthorityOptions::new("localhost")).unwrap();
        let pem = |name: &str| std::fs::read(path.join(name)).unwrap();
        let chain = CertificateDer::pem_slice_iter(&pem("ca_crt.pem")).collect::<Result<_, _>>().unwrap();
        let key = PrivateKeyDer::from_pem_slice(&pem("ca_key.pem")).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
        let config = config.with_no_client_auth().with_single_cert(chain, key).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = thread::spawn(move || answer_one(&listener, config));
        let headers = vec![(HeaderName::from_static("x-site"), HeaderValue::from_static("Berlin"))];
        let options = RequestOptions { headers, ..RequestOptions::default() };
        let tls = Arc::new(client_config(ServerTrust::Any, None).unwrap());
        let client = HttpClient::new(Endpoint { host: "localhost".to_owned(), port }, tls, options);
        let request = HttpRequest::get("/status".to_owned(), "text/plain");
        assert_eq!(client.send(&request).unwrap(), b"ok");
        let sent = server.join().unwrap();
        assert!(sent.contains("\r\nx-site: Berlin\r\n") && sent.contains("x-puppet-version"), "{sent}");
    }
}
