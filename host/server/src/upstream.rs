//! Client of the upstream server: a puppetserver to which requests are forwarded with the identity of their client.

mod address;
mod connections;
pub(crate) mod forwarding;
mod identity;
mod stream;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use engine::Settings;
use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{HeaderMap, HeaderName};
use hyper::{Request as HttpRequest, Response};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use puppet::{ApiRequest, Content, Reply};
use rustls::ClientConfig;
use thiserror::Error;
use tokio::time::timeout;

use crate::app::App;
use crate::options::{LONGEST, state_directory};

pub use address::{UpstreamAddress, UpstreamAddressError};

use connections::Connections;
use stream::StreamedContent;

/// The fields of a request that are forwarded. Those that name a client to a server behind a proxy (`X-Client-*`) are never
/// among them: this server sets them.
const REQUEST_FIELDS: [&str; 7] = [
    "accept",
    "accept-encoding",
    "content-type",
    "if-modified-since",
    "if-none-match",
    "user-agent",
    "x-puppet-version",
];

/// The fields of a reply that are returned to the client.
const REPLY_FIELDS: [&str; 6] =
    ["content-encoding", "etag", "last-modified", "retry-after", "x-puppet-compiler-name", "x-puppet-version"];

/// Characters of a path that need no escape.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// The purpose of the upstream server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UpstreamRole {
    /// It compiles the catalogs that need code in Ruby that cannot run here.
    Fallback,
    /// It answers all agents; its catalogs are compared with those of this server.
    Shadow,
}

impl UpstreamRole {
    /// Returns the directory with the records about a server of this role: comparisons or counts.
    #[must_use]
    pub fn records(self, settings: &Settings) -> PathBuf {
        state_directory(settings).join(match self {
            Self::Fallback => "fallbacks",
            Self::Shadow => "shadow",
        })
    }
}

/// An upstream server.
#[derive(Debug, Clone)]
pub struct UpstreamOptions {
    /// The purpose.
    pub role: UpstreamRole,
    /// The address.
    pub address: UpstreamAddress,
    /// The limits of requests.
    pub limits: UpstreamLimits,
    /// The directory for comparisons or counts.
    pub directory: PathBuf,
}

impl UpstreamOptions {
    /// Returns the options of the upstream server at an address.
    #[must_use]
    pub fn new(settings: &Settings, role: UpstreamRole, address: UpstreamAddress) -> Self {
        let (defaults, reply_time) = (UpstreamLimits::default(), settings.upstream_timeout.unwrap_or(LONGEST));
        let limits = UpstreamLimits { reply_time, connect_time: defaults.connect_time.min(reply_time), ..defaults };
        Self { role, address, limits, directory: role.records(settings) }
    }
}

/// The limits of requests to the upstream server.
#[derive(Debug, Clone, Copy)]
pub struct UpstreamLimits {
    /// The longest time until there is a connection.
    pub connect_time: Duration,
    /// The longest time until a reply begins, and of one that is read completely.
    pub reply_time: Duration,
    /// The longest pause in a reply that is passed on while it arrives.
    pub pause: Duration,
    /// The largest reply that is read completely, in bytes.
    pub reply_size: usize,
}

impl Default for UpstreamLimits {
    fn default() -> Self {
        Self {
            connect_time: Duration::from_secs(10),
            reply_time: Duration::from_secs(300),
            pause: Duration::from_secs(60),
            reply_size: 256 << 20,
        }
    }
}

/// The upstream server did not answer.
#[derive(Debug, Error)]
pub(crate) enum UpstreamError {
    #[error("the connection failed: {0}")]
    Connection(#[source] std::io::Error),
    #[error("there was no connection after {} s", .0.as_secs_f64())]
    ConnectTime(Duration),
    #[error("the reply was not complete after {} s", .0.as_secs_f64())]
    ReplyTime(Duration),
    #[error("the reply has more than {0} bytes")]
    Size(usize),
    #[error("the reply is not valid HTTP or ends too early: {0}")]
    Http(#[source] hyper::Error),
    #[error("the request cannot be represented: {0}")]
    Request(#[source] hyper::http::Error),
}

/// A complete reply of the upstream server.
#[derive(Debug)]
pub(crate) struct UpstreamReply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) content: Bytes,
}

impl UpstreamReply {
    /// Returns the reply to the client.
    pub(crate) fn to_reply(&self) -> Reply {
        reply(self.status, &self.headers, Content::Bytes(self.content.clone()))
    }

    /// Returns the reply to the client.
    pub(crate) fn into_reply(self) -> Reply {
        reply(self.status, &self.headers, Content::Bytes(self.content))
    }

    /// Returns the media type of the content without parameters.
    pub(crate) fn media_type(&self) -> &str {
        let text = self.headers.get("content-type").and_then(|value| value.to_str().ok()).unwrap_or_default();
        text.split(';').next().unwrap_or_default().trim()
    }
}

/// Whether the reply can be compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// As the client accepts.
    OfClient,
    /// Not compressed.
    Plain,
}

/// A server to which requests are forwarded.
pub(crate) struct Upstream {
    address: UpstreamAddress,
    limits: UpstreamLimits,
    connections: Connections,
}

impl Upstream {
    pub(crate) fn new(address: UpstreamAddress, limits: UpstreamLimits) -> Self {
        let connections = Connections::new(address.clone(), limits.connect_time);
        Self { address, limits, connections }
    }

    /// Returns the address for messages.
    pub(crate) fn address(&self) -> &UpstreamAddress {
        &self.address
    }

    /// Forwards a request and reads the reply.
    ///
    /// # Errors
    /// Returns an error if the server does not answer within the limits.
    pub(crate) async fn read(
        &self,
        tls: &Arc<ClientConfig>,
        request: &ApiRequest,
        encoding: Encoding,
    ) -> Result<UpstreamReply, UpstreamError> {
        let read = async {
            let (head, body) = self.connections.send(tls, || self.outgoing(request, encoding)).await?.into_parts();
            let content =
                Limited::new(body, self.limits.reply_size).collect().await.map_err(|error| self.fault(error))?;
            Ok(UpstreamReply { status: head.status.as_u16(), headers: head.headers, content: content.to_bytes() })
        };
        let time = self.limits.reply_time;
        timeout(time, read).await.unwrap_or(Err(UpstreamError::ReplyTime(time)))
    }

    /// Forwards a request and returns the reply as soon as it begins.
    ///
    /// # Errors
    /// Returns an error if the server does not answer within the limits.
    pub(crate) async fn stream(&self, tls: &Arc<ClientConfig>, request: &ApiRequest) -> Result<Reply, UpstreamError> {
        let time = self.limits.reply_time;
        let sent = self.connections.send(tls, || self.outgoing(request, Encoding::OfClient));
        let response: Response<Incoming> = timeout(time, sent).await.unwrap_or(Err(UpstreamError::ReplyTime(time)))?;
        let (head, body) = response.into_parts();
        let content = Content::Stream(StreamedContent::new(body, self.limits.pause).boxed());
        Ok(reply(head.status.as_u16(), &head.headers, content))
    }

    /// Returns the reply for a client whose request the server did not answer.
    pub(crate) fn unanswered(&self, app: &App, error: &UpstreamError) -> Reply {
        let message = format!("The server {} did not answer: {error}", self.address);
        app.log.error(message.clone());
        Reply::text(502, message)
    }

    fn fault(&self, error: Box<dyn std::error::Error + Send + Sync>) -> UpstreamError {
        match error.downcast::<hyper::Error>() {
            Ok(error) => UpstreamError::Http(*error),
            Err(error) if error.is::<LengthLimitError>() => UpstreamError::Size(self.limits.reply_size),
            Err(error) => UpstreamError::Connection(std::io::Error::other(error)),
        }
    }

    /// Returns the request for the upstream server: the path as this server understood it, the query and the content unchanged,
    /// and the fields that name the client.
    fn outgoing(&self, request: &ApiRequest, encoding: Encoding) -> Result<HttpRequest<Full<Bytes>>, UpstreamError> {
        let path = utf8_percent_encode(&request.path, PATH);
        let target = match &request.query {
            Some(query) => format!("{path}?{query}"),
            None => path.to_string(),
        };
        let mut outgoing =
            HttpRequest::builder().method(request.method.clone()).uri(target).header("host", self.address.authority());
        for name in REQUEST_FIELDS.map(HeaderName::from_static) {
            if encoding == Encoding::Plain && name == "accept-encoding" {
                continue;
            }
            for value in request.headers.get_all(&name) {
                outgoing = outgoing.header(&name, value);
            }
        }
        for (name, value) in identity::fields(&request.client) {
            outgoing = outgoing.header(name, value);
        }
        outgoing.body(Full::new(request.content.clone())).map_err(UpstreamError::Request)
    }
}

/// Returns the reply to the client with the fields of the upstream server.
fn reply(status: u16, headers: &HeaderMap, content: Content) -> Reply {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let content_type = text("content-type").unwrap_or_default().to_owned().into();
    let fields = REPLY_FIELDS.iter().filter_map(|name| Some((*name, text(name)?.to_owned())));
    Reply { status, content_type, fields: fields.collect(), content }
}
