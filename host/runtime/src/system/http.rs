//! The import `http`: requests, permission and redirects. The gate checks each host in a chain of redirects: its
//! name before the lookup, each of its addresses before the connection.

use std::io::Read as _;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use ureq::Body;
use ureq::http::header::{AUTHORIZATION, CONTENT_LENGTH, COOKIE, LOCATION};
use ureq::http::{HeaderName, HeaderValue, Method as Verb, Response as Answer, StatusCode};

use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::bindings::marotte::provider::fs_types::Body as WitBody;
use crate::bindings::marotte::provider::http_types::{Method, Request, Response};
use crate::error;
use crate::gate::{Connection, Effect, HttpAccess};
use crate::network::url::Url;
use crate::network::versions::Validators;
use crate::network::{HttpFailure, OutgoingRequest};
use crate::system::CallContext;

/// Maximum number of redirects.
const MAX_REDIRECTS: usize = 10;

/// Headers set by the host alone. They control message framing and routing; in particular, a different `host` could
/// address a server that was not granted.
const RESERVED: [&str; 9] =
    ["host", "content-length", "transfer-encoding", "connection", "keep-alive", "te", "trailer", "upgrade", "expect"];

/// Header with the SHA-256 digest of the content, which servers of artifacts send.
const DIGEST_HEADER: &str = "x-checksum-sha256";

/// A header of a request.
struct Header {
    name: HeaderName,
    value: HeaderValue,
    /// Whether the header contains credentials, which are sent to the first host only.
    is_private: bool,
}

/// A response with the remaining time to read its body.
pub(crate) struct OpenResponse {
    pub(crate) answer: Answer<Body>,
    /// The URL of the request before redirects, and the validators of the response. `None` for requests with
    /// credentials, which may be answered differently than others, and for responses without validators.
    pub(crate) version: Option<(String, Validators)>,
    /// The request for messages: `GET https://example.org/x`.
    pub(crate) shown: String,
}

impl CallContext<'_> {
    /// `http.send`
    pub(crate) fn send(&mut self, request: Request) -> Result<Response, Error> {
        let (time, limit) = (self.machine.limits.request, self.machine.limits.response);
        let OpenResponse { answer, version, shown } = self.request(request, time)?;
        let (parts, body) = answer.into_parts();
        let mut bytes = Vec::new();
        let reader = body.into_with_config().limit(u64::MAX).reader();
        reader.take(limit as u64 + 1).read_to_end(&mut bytes).map_err(|failed| failure(&shown, failed.into()))?;
        if bytes.len() > limit {
            let message = format!("The response to {shown} is longer than {} MiB", limit >> 20);
            return Err(error::error(Code::Io, message));
        }
        let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        let headers = parts.headers.iter().map(|(name, value)| (name.as_str().to_owned(), text(value)));
        let mut headers: Vec<_> = headers.collect();
        if let Some((url, validators)) = version.filter(|_| !parts.headers.contains_key(DIGEST_HEADER)) {
            let known = self.machine.downloads.digest(&url, &validators);
            headers.extend(known.map(|digest| (DIGEST_HEADER.to_owned(), digest.to_owned())));
        }
        Ok(Response { status: parts.status.as_u16(), headers, body: bytes })
    }

    /// Sends a request, follows redirects, and returns the first other response.
    ///
    /// # Errors
    /// Returns an error if the request is refused, fails or times out.
    pub(crate) fn request(&mut self, request: Request, time: Duration) -> Result<OpenResponse, Error> {
        let invalid = |reason: String| error::error(Code::Invalid, reason);
        let verb = verb(request.method);
        let writes = !matches!(request.method, Method::Get | Method::Head);
        let mut url = Url::parse(&request.url).map_err(|error| invalid(error.to_string()))?;
        let mut headers = self.headers(request.headers)?;
        let is_private = headers.iter().any(|header| header.is_private);
        let content = self.content(request.body)?;
        if !matches!(request.method, Method::Post | Method::Put | Method::Patch) && content.size() > 0 {
            return Err(invalid(format!("a {verb} request cannot have a body")));
        }
        let time = match request.timeout_ms {
            0 => time,
            milliseconds => time.min(Duration::from_millis(u64::from(milliseconds))),
        };
        let deadline = Instant::now() + time;
        // The URL that the resource names, and the addresses of its host.
        let mut first: Option<(Url, Vec<IpAddr>)> = None;
        for _ in 0..=MAX_REDIRECTS {
            let row = if writes { self.writing().unwrap_or(0) } else { request.row };
            let shown = format!("{verb} {}", url.shown());
            let redirected_by = first.as_ref().map(|(named, _)| named);
            self.allow_request(&verb, writes, &url, redirected_by, row)?;
            let addresses = match &first {
                // The name is not resolved again, since its addresses may have changed.
                Some((named, addresses)) if named.origin == url.origin => addresses.clone(),
                _ => self.addresses(&shown, &url, redirected_by, deadline)?,
            };
            self.begin_request(&shown, row, writes, &addresses)?;
            let has_body = matches!(verb, Verb::POST | Verb::PUT | Verb::PATCH);
            let mut fields: Vec<_> = headers.iter().map(|it| (it.name.clone(), it.value.clone())).collect();
            if has_body {
                fields.push((CONTENT_LENGTH, content.size().into()));
            }
            let mut reader = content.reader();
            let answer = self.machine.network.exchange(OutgoingRequest {
                method: verb.clone(),
                url: &url,
                headers: &fields,
                body: has_body.then_some(&mut reader as &mut dyn std::io::Read),
                addresses: &addresses,
                deadline,
            });
            if writes {
                self.end_request();
            }
            let answer = answer.map_err(|failed| failure(&shown, failed))?;
            let location = answer.headers().get(LOCATION).filter(|_| !writes && is_followed_redirect(answer.status()));
            let Some(location) = location else {
                let validators = Validators::of(answer.headers()).filter(|_| !is_private && answer.status() == 200);
                return Ok(OpenResponse { version: validators.map(|found| (request.url, found)), answer, shown });
            };
            let next = redirect_target(&url, location)?;
            if next.origin != url.origin {
                headers.retain(|header| !header.is_private);
            }
            first.get_or_insert((url, addresses));
            url = next;
        }
        let shown = first.as_ref().map(|(named, _)| named.shown()).unwrap_or_default();
        Err(error::error(Code::Refused, format!("{shown} redirects more than {MAX_REDIRECTS} times")))
    }

    fn headers(&mut self, headers: Vec<(String, WitBody)>) -> Result<Vec<Header>, Error> {
        let invalid = |reason: String| error::error(Code::Invalid, reason);
        let mut read = Vec::with_capacity(headers.len());
        for (text, body) in headers {
            let name = HeaderName::from_bytes(text.as_bytes());
            let name = name.map_err(|_| invalid(format!("'{text}' is not a header name")))?;
            if RESERVED.contains(&name.as_str()) {
                return Err(invalid(format!("the header '{text}' can only be set by the host")));
            }
            let content = self.content(body)?;
            let value = HeaderValue::from_bytes(&content.to_bytes()?);
            let mut value = value
                .map_err(|_| invalid(format!("the header '{text}' contains a character that headers cannot have")))?;
            value.set_sensitive(content.secret);
            let is_private = content.secret || matches!(name, AUTHORIZATION | COOKIE);
            read.push(Header { name, value, is_private });
        }
        Ok(read)
    }

    fn allow_request(
        &self,
        verb: &Verb,
        writes: bool,
        url: &Url,
        redirected_by: Option<&Url>,
        row: u32,
    ) -> Result<(), Error> {
        let row = self.rows.find(row).or_else(|| self.rows.only());
        let request = HttpAccess { method: verb.as_str(), writes, url, redirected_by, row };
        Ok(self.machine.gate.check(self.caller, self.phase, Effect::Request(&request))?)
    }

    /// Resolves a host. All addresses must be allowed: a single forbidden address makes the name suspicious.
    fn addresses(
        &self,
        shown: &str,
        url: &Url,
        redirected_by: Option<&Url>,
        deadline: Instant,
    ) -> Result<Vec<IpAddr>, Error> {
        let addresses = self.machine.network.resolve(url, deadline).map_err(|failed| failure(shown, failed))?;
        for address in &addresses {
            let connection = Connection { url, address: *address, redirected_by };
            self.machine.gate.check(self.caller, self.phase, Effect::Connect(&connection))?;
        }
        Ok(addresses)
    }

    /// Records a request. A request that may change something is treated like a command: its effects are unknown
    /// and cannot be undone. The response of a server on this system may depend on any file.
    fn begin_request(&mut self, shown: &str, row: u32, writes: bool, addresses: &[IpAddr]) -> Result<(), Error> {
        let shown = self.secrets.redact(shown.to_owned());
        self.trace("request", row, &shown);
        if writes {
            self.writer().note_command(shown)?;
            self.machine.journal.sync();
        } else if !self.caller.prefetches && addresses.iter().any(IpAddr::is_loopback) {
            let reader = self.reader(row);
            self.machine.record.queried(reader);
        }
        Ok(())
    }

    fn end_request(&mut self) {
        self.writer().note_end_of_command();
        self.machine.record.wrote_anything();
        self.machine.journal.effect();
    }
}

fn verb(method: Method) -> Verb {
    match method {
        Method::Get => Verb::GET,
        Method::Head => Verb::HEAD,
        Method::Post => Verb::POST,
        Method::Put => Verb::PUT,
        Method::Patch => Verb::PATCH,
        Method::Delete => Verb::DELETE,
    }
}

/// Returns whether a response is a redirect to be followed. Requests that may change something are not repeated
/// elsewhere; the component receives the redirect response.
fn is_followed_redirect(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::MOVED_PERMANENTLY
            | StatusCode::FOUND
            | StatusCode::SEE_OTHER
            | StatusCode::TEMPORARY_REDIRECT
            | StatusCode::PERMANENT_REDIRECT
    )
}

/// Returns the target of a redirect. Redirects from https to http are refused.
fn redirect_target(url: &Url, location: &HeaderValue) -> Result<Url, Error> {
    let refused = |reason: String| error::error(Code::Refused, format!("{} redirects to {reason}", url.shown()));
    let location = location.to_str().map_err(|_| refused("an invalid URL".to_owned()))?;
    let next = url.join(location).map_err(|reason| refused(format!("an invalid URL: {reason}")))?;
    if url.origin.is_secure && !next.origin.is_secure {
        return Err(refused(format!("{}, from https to http", next.shown())));
    }
    Ok(next)
}

/// Creates the error for a failed request.
pub(crate) fn failure(shown: &str, failed: HttpFailure) -> Error {
    match failed {
        HttpFailure::Timeout => error::error(Code::Timeout, format!("{shown} was not answered in time")),
        HttpFailure::Other(reason) => error::error(Code::Io, format!("Could not request {shown}: {reason}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redirected(from: &str, location: &str) -> Result<String, Error> {
        let location = HeaderValue::from_str(location).unwrap();
        redirect_target(&Url::parse(from).unwrap(), &location).map(|url| url.shown())
    }

    #[test]
    fn redirect_from_https_to_http_is_refused() {
        assert_eq!(redirected("http://h.test/", "https://h.test/x").unwrap(), "https://h.test/x");
        assert_eq!(redirected("https://h.test/", "//o.test/x").unwrap(), "https://o.test/x");
        let refused = redirected("https://h.test/", "http://h.test/x?canary").unwrap_err();
        assert_eq!(refused.message, "https://h.test/ redirects to http://h.test/x?…, from https to http");
        assert!(redirected("https://h.test/", "file:///etc/shadow").is_err());
    }
}
