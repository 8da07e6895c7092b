//! A connection to PuppetDB. It blocks.

use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt as _, Full, Limited};
use hyper::Request as HttpRequest;
use hyper::body::Bytes;
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;
use rustls::ClientConfig;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use super::{PuppetDbAddress, PuppetDbError};

/// The longest time until there is a connection.
const CONNECT_TIME: Duration = Duration::from_secs(10);

/// The largest reply, in bytes.
const REPLY: usize = 256 << 20;

/// A request: its path with parameters, and the JSON of a POST request.
pub(super) struct PuppetDbRequest<'a> {
    pub(super) path: &'a str,
    pub(super) body: Option<Bytes>,
}

/// A reply.
pub(super) struct PuppetDbReply {
    pub(super) status: u16,
    pub(super) content: Bytes,
}

/// An open connection.
pub(super) struct Connection {
    runtime: Runtime,
    sender: SendRequest<Full<Bytes>>,
}

impl Connection {
    /// Connects, with the given configuration to an address with TLS.
    pub(super) fn open(address: &PuppetDbAddress, tls: Option<Arc<ClientConfig>>) -> Result<Self, PuppetDbError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let sender = runtime.block_on(connect(address, tls))?;
        Ok(Self { runtime, sender })
    }

    /// Sends a request and returns the reply, within `time`.
    pub(super) fn send(
        &mut self,
        address: &PuppetDbAddress,
        request: &PuppetDbRequest<'_>,
        time: Duration,
    ) -> Result<PuppetDbReply, PuppetDbError> {
        let answered = send(&mut self.sender, address, request);
        self.runtime.block_on(async { timeout(time, answered).await }).map_err(|_| PuppetDbError::Time(time))?
    }
}

async fn send(
    sender: &mut SendRequest<Full<Bytes>>,
    address: &PuppetDbAddress,
    request: &PuppetDbRequest<'_>,
) -> Result<PuppetDbReply, PuppetDbError> {
    let invalid = |error: hyper::http::Error| PuppetDbError::Reply(error.into());
    let head = HttpRequest::builder()
        .uri(request.path)
        .method(if request.body.is_some() { "POST" } else { "GET" })
        .header("host", address.authority())
        .header("accept", "application/json");
    let head = match &request.body {
        Some(_) => head.header("content-type", "application/json"),
        None => head,
    };
    let sent = head.body(Full::new(request.body.clone().unwrap_or_default())).map_err(invalid)?;
    let closed = |error: hyper::Error| PuppetDbError::Closed(error.into());
    sender.ready().await.map_err(closed)?;
    let response = sender.send_request(sent).await.map_err(closed)?;
    let status = response.status().as_u16();
    let content = Limited::new(response.into_body(), REPLY).collect().await.map_err(PuppetDbError::Reply)?;
    Ok(PuppetDbReply { status, content: content.to_bytes() })
}

async fn connect(
    address: &PuppetDbAddress,
    tls: Option<Arc<ClientConfig>>,
) -> Result<SendRequest<Full<Bytes>>, PuppetDbError> {
    let connecting = async {
        let stream = TcpStream::connect((address.host.as_str(), address.port)).await?;
        match tls.zip(address.name.clone()) {
            Some((tls, name)) => handshake(TlsConnector::from(tls).connect(name, stream).await?).await,
            None => handshake(stream).await,
        }
    };
    timeout(CONNECT_TIME, connecting).await.map_err(|_| PuppetDbError::Time(CONNECT_TIME))?
}

async fn handshake(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
) -> Result<SendRequest<Full<Bytes>>, PuppetDbError> {
    let opened = http1::handshake(TokioIo::new(stream)).await;
    let (sender, connection) = opened.map_err(|error| PuppetDbError::Reply(error.into()))?;
    // The request receives the error.
    tokio::spawn(async move { drop(connection.await) });
    Ok(sender)
}
