//! Client of PuppetDB's query API, for checks of nodes before a migration. It blocks.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt as _, Empty, Limited};
use hyper::Request as HttpRequest;
use hyper::body::Bytes;
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;
use ownership::Checker;
use rustls::ClientConfig;
use rustls::pki_types::ServerName;
use serde_json::Value as Json;
use thiserror::Error;
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use crate::tls::TlsFiles;

/// The longest time until there is a connection.
const CONNECT_TIME: Duration = Duration::from_secs(10);

/// The longest time of a query.
const QUERY_TIME: Duration = Duration::from_secs(120);

/// The largest reply, in bytes.
const REPLY: usize = 256 << 20;

/// Ports of PuppetDB without and with TLS.
const PORTS: [u16; 2] = [8080, 8081];

/// The address of PuppetDB: `http://HOST[:PORT]` or `https://HOST[:PORT]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuppetDbAddress {
    host: String,
    port: u16,
    /// The name that the certificate must have; `None` without TLS.
    name: Option<ServerName<'static>>,
}

/// A query of PuppetDB failed.
#[derive(Debug, Error)]
pub enum PuppetDbError {
    /// The text is not an address.
    #[error("'{0}' is not the address of PuppetDB: 'http://HOST:PORT' or 'https://HOST:PORT' is expected")]
    Address(String),
    /// The connection failed.
    #[error("The connection to PuppetDB failed: {0}")]
    Connection(#[from] std::io::Error),
    /// The reply is not valid HTTP.
    #[error("The reply of PuppetDB cannot be read: {0}")]
    Reply(Box<dyn std::error::Error + Send + Sync>),
    /// There was no reply.
    #[error("PuppetDB did not answer within {} s", .0.as_secs())]
    Time(Duration),
    /// PuppetDB refuses the query.
    #[error("PuppetDB answered to {path} with {status}: {text}")]
    Refusal {
        /// The path.
        path: String,
        /// The status.
        status: u16,
        /// The text.
        text: String,
    },
    /// The files of this system's identity cannot be used.
    #[error("The connection to PuppetDB needs the certificate of this system: {0:#}")]
    Identity(anyhow::Error),
}

impl FromStr for PuppetDbAddress {
    type Err = PuppetDbError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parse = || {
            let (rest, is_tls) = match text.strip_prefix("https://") {
                Some(rest) => (rest, true),
                None => (text.strip_prefix("http://")?, false),
            };
            let rest = rest.strip_suffix('/').unwrap_or(rest);
            let uri: hyper::http::uri::Authority = rest.parse().ok()?;
            let port = match rest.strip_prefix(uri.host())? {
                "" => PORTS[usize::from(is_tls)],
                port => port.strip_prefix(':')?.parse().ok()?,
            };
            let host = uri.host().trim_start_matches('[').trim_end_matches(']').to_owned();
            let name = ServerName::try_from(host.clone()).ok()?;
            Some(Self { host, port, name: is_tls.then_some(name) })
        };
        parse().ok_or_else(|| PuppetDbError::Address(text.to_owned()))
    }
}

impl fmt::Display for PuppetDbAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.name.is_some() { "https" } else { "http" };
        match self.host.contains(':') {
            true => write!(formatter, "{scheme}://[{}]:{}", self.host, self.port),
            false => write!(formatter, "{scheme}://{}:{}", self.host, self.port),
        }
    }
}

/// A connection to PuppetDB.
pub struct PuppetDb {
    address: PuppetDbAddress,
    tls: Option<Arc<ClientConfig>>,
    runtime: Runtime,
    sender: Option<SendRequest<Empty<Bytes>>>,
}

impl PuppetDb {
    /// Prepares a connection. `files` identify this system to a PuppetDB with TLS.
    ///
    /// # Errors
    /// Returns an error if the address requires TLS and the files cannot be used.
    pub fn open(address: PuppetDbAddress, files: &TlsFiles, checker: &Checker) -> Result<Self, PuppetDbError> {
        let tls = match address.name {
            Some(_) => Some(files.client(checker).map_err(PuppetDbError::Identity)?),
            None => None,
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        Ok(Self { address, tls, runtime, sender: None })
    }

    /// Returns the reply to a query, given by its path below `/pdb/query/v4`; `None` if there is no such object.
    ///
    /// # Errors
    /// Returns an error if PuppetDB does not answer, or refuses the query.
    pub fn query(&mut self, path: &str) -> Result<Option<Json>, PuppetDbError> {
        let sender = self.sender.take();
        let sent = send(&self.address, self.tls.as_ref(), sender, path);
        let answered = self.runtime.block_on(async { timeout(QUERY_TIME, sent).await });
        let (sender, status, content) = answered.map_err(|_| PuppetDbError::Time(QUERY_TIME))??;
        self.sender = Some(sender);
        match status {
            200 => serde_json::from_slice(&content).map(Some).map_err(|error| PuppetDbError::Reply(error.into())),
            404 => Ok(None),
            _ => {
                let text = String::from_utf8_lossy(&content).chars().take(500).collect();
                Err(PuppetDbError::Refusal { path: path.to_owned(), status, text })
            }
        }
    }
}

type Received = (SendRequest<Empty<Bytes>>, u16, Bytes);

/// Sends a query on a connection, or on a new one if it was closed.
async fn send(
    address: &PuppetDbAddress,
    tls: Option<&Arc<ClientConfig>>,
    sender: Option<SendRequest<Empty<Bytes>>>,
    path: &str,
) -> Result<Received, PuppetDbError> {
    let mut usable = None;
    if let Some(mut sender) = sender
        && sender.ready().await.is_ok()
    {
        usable = Some(sender);
    }
    let mut sender = match usable {
        Some(sender) => sender,
        None => connect(address, tls).await?,
    };
    let authority = match address.host.contains(':') {
        true => format!("[{}]:{}", address.host, address.port),
        false => format!("{}:{}", address.host, address.port),
    };
    let request = HttpRequest::get(format!("/pdb/query/v4/{path}"))
        .header("host", authority)
        .header("accept", "application/json")
        .body(Empty::new())
        .map_err(|error| PuppetDbError::Reply(error.into()))?;
    let response = sender.send_request(request).await.map_err(|error| PuppetDbError::Reply(error.into()))?;
    let status = response.status().as_u16();
    let content = Limited::new(response.into_body(), REPLY).collect().await.map_err(PuppetDbError::Reply)?;
    Ok((sender, status, content.to_bytes()))
}

async fn connect(
    address: &PuppetDbAddress,
    tls: Option<&Arc<ClientConfig>>,
) -> Result<SendRequest<Empty<Bytes>>, PuppetDbError> {
    let connected = TcpStream::connect((address.host.as_str(), address.port));
    let stream = timeout(CONNECT_TIME, connected).await.map_err(|_| PuppetDbError::Time(CONNECT_TIME))??;
    let failed = |error: hyper::Error| PuppetDbError::Reply(error.into());
    match tls.zip(address.name.clone()) {
        Some((tls, name)) => {
            let stream = TlsConnector::from(Arc::clone(tls)).connect(name, stream).await?;
            let (sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(failed)?;
            // The request receives the error.
            tokio::spawn(async move { drop(connection.await) });
            Ok(sender)
        }
        None => {
            let (sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(failed)?;
            tokio::spawn(async move { drop(connection.await) });
            Ok(sender)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puppetdb_address_has_default_ports() {
        let shown = |text: &str| text.parse::<PuppetDbAddress>().map(|address| address.to_string()).ok();
        assert_eq!(shown("http://localhost").as_deref(), Some("http://localhost:8080"));
        assert_eq!(shown("https://db.example.com/").as_deref(), Some("https://db.example.com:8081"));
        assert_eq!(shown("http://[::1]:9").as_deref(), Some("http://[::1]:9"));
        for text in ["", "localhost", "ftp://a", "http://", "http://u@a", "http://a/b", "http://a:x"] {
            assert_eq!(shown(text), None, "{text}");
        }
    }
}
