//! Connections to the upstream server, which are used again.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{self, SendRequest};
use hyper::{Request as HttpRequest, Response};
use hyper_util::rt::TokioIo;
use rustls::ClientConfig;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use super::{UpstreamAddress, UpstreamError};

/// The largest number of connections that are kept.
const KEPT: usize = 64;

/// How long a connection is kept without a request, which is shorter than in puppetserver.
const IDLE: Duration = Duration::from_secs(25);

type Outgoing = HttpRequest<Full<Bytes>>;

/// A connection, with the configuration with which it was made.
struct Connection {
    sender: SendRequest<Full<Bytes>>,
    tls: Arc<ClientConfig>,
    used: Instant,
}

/// Open connections. One that still receives a reply is among them, but is not used.
pub(super) struct Connections {
    address: UpstreamAddress,
    connect_time: Duration,
    open: Mutex<Vec<Connection>>,
}

impl Connections {
    pub(super) fn new(address: UpstreamAddress, connect_time: Duration) -> Self {
        Self { address, connect_time, open: Mutex::default() }
    }

    /// Sends a request and returns the reply as soon as it begins. A request for which an older connection failed is sent again
    /// on a new one: the server can close a connection at any time.
    ///
    /// # Errors
    /// Returns an error if there is no connection, or the server does not answer with HTTP.
    pub(super) async fn send(
        &self,
        tls: &Arc<ClientConfig>,
        request: impl Fn() -> Result<Outgoing, UpstreamError>,
    ) -> Result<Response<Incoming>, UpstreamError> {
        if let Some(mut connection) = self.reusable(tls)
            && let Ok(response) = connection.sender.send_request(request()?).await
        {
            self.keep(connection);
            return Ok(response);
        }
        let mut connection = self.connect(tls).await?;
        let response = connection.sender.send_request(request()?).await.map_err(UpstreamError::Http)?;
        self.keep(connection);
        Ok(response)
    }

    /// Removes a connection that is free, and all that are closed or have an outdated configuration.
    fn reusable(&self, tls: &Arc<ClientConfig>) -> Option<Connection> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let is_usable = |one: &Connection| !one.sender.is_closed() && one.used.elapsed() < IDLE;
        open.retain(|connection| is_usable(connection) && Arc::ptr_eq(&connection.tls, tls));
        let place = open.iter().rposition(|connection| connection.sender.is_ready())?;
        Some(open.swap_remove(place))
    }

    fn keep(&self, mut connection: Connection) {
        connection.used = Instant::now();
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.len() < KEPT {
            open.push(connection);
        }
    }

    async fn connect(&self, tls: &Arc<ClientConfig>) -> Result<Connection, UpstreamError> {
        let connected = async {
            let stream = TcpStream::connect((self.address.host(), self.address.port())).await?;
            // Requests are written in one piece.
            let _ = stream.set_nodelay(true);
            TlsConnector::from(Arc::clone(tls)).connect(self.address.name(), stream).await
        };
        let connected = timeout(self.connect_time, connected).await;
        let stream = connected.map_err(|_| UpstreamError::ConnectTime(self.connect_time))?;
        let stream = TokioIo::new(stream.map_err(UpstreamError::Connection)?);
        let (sender, connection) = http1::handshake(stream).await.map_err(UpstreamError::Http)?;
        tokio::spawn(async move {
            // The request receives the error.
            let _ = connection.await;
        });
        Ok(Connection { sender, tls: Arc::clone(tls), used: Instant::now() })
    }
}

/// Returns the error of a reply that ends too early.
pub(super) fn interrupted(error: hyper::Error) -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, error)
}
