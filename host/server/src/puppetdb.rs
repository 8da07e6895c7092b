//! Client of PuppetDB: commands, and queries of manifests and of checks before a migration. It blocks.

mod address;
mod configuration;
mod connection;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use fleet::{CommandDocument, DatabaseError, NodeDatabase};
use hyper::body::Bytes;
use ownership::Checker;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value as Json, json};
use thiserror::Error;

use crate::tls::TlsFiles;
use connection::{Connection, PuppetDbReply, PuppetDbRequest};

pub use address::PuppetDbAddress;
pub(crate) use configuration::PuppetDbConfiguration;

/// The longest time of a query of a check.
const CHECK_TIME: Duration = Duration::from_secs(120);

/// Path of queries.
const QUERY: &str = "/pdb/query/v4";

/// The number of connections to a server that are kept.
const IDLE: usize = 8;

/// The number of characters of a reply that messages contain.
const SHOWN: usize = 500;

/// A request to PuppetDB failed.
#[derive(Debug, Error)]
pub enum PuppetDbError {
    /// The text is not an address.
    #[error("'{0}' is not the address of PuppetDB: 'http://HOST:PORT' or 'https://HOST:PORT' is expected")]
    Address(String),
    /// The connection failed.
    #[error("The connection to PuppetDB failed: {0}")]
    Connection(#[from] std::io::Error),
    /// The connection was closed before there was a reply.
    #[error("PuppetDB closed the connection: {0}")]
    Closed(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The reply is not valid HTTP or JSON.
    #[error("The reply of PuppetDB cannot be read: {0}")]
    Reply(Box<dyn std::error::Error + Send + Sync>),
    /// There was no reply.
    #[error("PuppetDB did not answer within {} s", .0.as_secs())]
    Time(Duration),
    /// PuppetDB refuses the request.
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

/// One or several servers of PuppetDB.
pub struct PuppetDb {
    configuration: PuppetDbConfiguration,
    files: TlsFiles,
    checker: Arc<Checker>,
    /// Connections without a request, with the index of their server.
    idle: Mutex<Vec<(usize, Connection)>>,
    /// The server that is tried first for queries.
    first: AtomicUsize,
}

impl PuppetDb {
    /// Returns a client of one server. `files` identify this system to a server with TLS.
    #[must_use]
    pub fn new(address: PuppetDbAddress, files: TlsFiles, checker: Arc<Checker>) -> Self {
        Self::of_configuration(PuppetDbConfiguration::of_server(address, CHECK_TIME), files, checker)
    }

    pub(crate) fn of_configuration(
        configuration: PuppetDbConfiguration,
        files: TlsFiles,
        checker: Arc<Checker>,
    ) -> Self {
        Self { configuration, files, checker, idle: Mutex::default(), first: AtomicUsize::default() }
    }

    /// Returns the reply to a query, given by its path below `/pdb/query/v4`; `None` if there is no such object.
    ///
    /// # Errors
    /// Returns an error if PuppetDB does not answer, or refuses the query.
    pub fn get(&self, path: &str) -> Result<Option<Json>, PuppetDbError> {
        let path = format!("{QUERY}/{path}");
        let reply = self.send(0, &PuppetDbRequest { path: &path, body: None })?;
        match reply.status {
            200 => json(&reply).map(Some),
            404 => Ok(None),
            _ => Err(refusal(&path, &reply)),
        }
    }

    /// Returns the server with an index: those of queries, then those that receive commands only.
    fn server(&self, index: usize) -> &PuppetDbAddress {
        let PuppetDbConfiguration { servers, submit_only, .. } = &self.configuration;
        servers.get(index).unwrap_or_else(|| &submit_only[index - servers.len()])
    }

    /// Sends a request to a server on a connection that is open, or on a new one.
    fn send(&self, index: usize, request: &PuppetDbRequest<'_>) -> Result<PuppetDbReply, PuppetDbError> {
        let (address, time) = (self.server(index), self.configuration.time);
        if let Some(mut connection) = self.take_idle(index) {
            match connection.send(address, request, time) {
                // It was closed since. All requests can be repeated: a command that arrives twice is applied once.
                Err(PuppetDbError::Closed(_)) => {}
                answered => return self.finished(index, connection, answered),
            }
        }
        // The files are read for each connection: certificates are renewed.
        let tls = match address.name {
            Some(_) => Some(self.files.client(&self.checker).map_err(PuppetDbError::Identity)?),
            None => None,
        };
        let mut connection = Connection::open(address, tls)?;
        let answered = connection.send(address, request, time);
        self.finished(index, connection, answered)
    }

    fn take_idle(&self, index: usize) -> Option<Connection> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let position = idle.iter().position(|(server, _)| *server == index)?;
        Some(idle.swap_remove(position).1)
    }

    /// Keeps a connection with a complete reply.
    fn finished(
        &self,
        index: usize,
        connection: Connection,
        answered: Result<PuppetDbReply, PuppetDbError>,
    ) -> Result<PuppetDbReply, PuppetDbError> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if answered.is_ok() && idle.len() < IDLE {
            idle.push((index, connection));
        }
        answered
    }

    /// Sends a request to a server; a reply of 500 or above is an error.
    fn attempt(&self, index: usize, request: &PuppetDbRequest<'_>) -> Result<PuppetDbReply, PuppetDbError> {
        let reply = self.send(index, request)?;
        if reply.status >= 500 { Err(refusal(request.path, &reply)) } else { Ok(reply) }
    }

    /// Sends a request to the servers with these indices, one after the other, until one answers.
    fn until_answered(
        &self,
        servers: impl Iterator<Item = usize>,
        request: &PuppetDbRequest<'_>,
    ) -> Result<(usize, PuppetDbReply), DatabaseError> {
        let mut errors = Vec::new();
        for index in servers {
            match self.attempt(index, request) {
                Ok(reply) => return Ok((index, reply)),
                Err(error) => errors.push(format!("{}: {error}", self.server(index))),
            }
        }
        Err(not_executed(request.path, 1, &errors))
    }

    /// Sends a command to all servers, of which `min_successful_submissions` must accept it.
    fn broadcast(&self, count: usize, request: &PuppetDbRequest<'_>) -> Result<PuppetDbReply, DatabaseError> {
        let (mut accepted, mut last, mut errors) = (0, None, Vec::new());
        for index in 0..count {
            match self.attempt(index, request) {
                Ok(reply) => {
                    accepted += 1;
                    last = Some(reply);
                }
                Err(error) => errors.push(format!("{}: {error}", self.server(index))),
            }
        }
        let minimum = self.configuration.minimum;
        last.filter(|_| accepted >= minimum).ok_or_else(|| not_executed(request.path, minimum, &errors))
    }
}

impl NodeDatabase for PuppetDb {
    fn submit(&self, command: CommandDocument) -> Result<(), DatabaseError> {
        let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
        let certname = command.document["certname"].as_str().unwrap_or_default();
        let path = format!(
            "/pdb/cmd/v1?certname={}&command={}&version={}&producer-timestamp={}",
            encoded(certname),
            command.name.replace(' ', "_"),
            command.version,
            encoded(&command.at.to_string())
        );
        let request = PuppetDbRequest { path: &path, body: Some(Bytes::from(command.document.to_string())) };
        let PuppetDbConfiguration { servers, submit_only, is_broadcast, .. } = &self.configuration;
        let count = servers.len() + submit_only.len();
        let reply = match is_broadcast {
            true => self.broadcast(count, &request)?,
            false => self.until_answered(0..count, &request)?.1,
        };
        if reply.status == 200 { Ok(()) } else { Err(DatabaseError::Invalid(refusal(&path, &reply).to_string())) }
    }

    fn query(&self, query: &str) -> Result<Vec<Json>, DatabaseError> {
        // An array is in the abstract syntax, a string in PQL.
        let query: Json = match query.trim_start().starts_with('[') {
            true => serde_json::from_str(query).map_err(|error| DatabaseError::Invalid(error.to_string()))?,
            false => query.into(),
        };
        let body = Some(Bytes::from(json!({ "query": query }).to_string()));
        let (count, first) = (self.configuration.servers.len(), self.first.load(Ordering::Relaxed));
        let order = (0..count).map(|index| (first + index) % count);
        let (index, reply) = self.until_answered(order, &PuppetDbRequest { path: QUERY, body })?;
        if self.configuration.is_sticky {
            self.first.store(index, Ordering::Relaxed);
        }
        match reply.status {
            200 => match json(&reply).map_err(|error| DatabaseError::Unavailable(error.to_string()))? {
                Json::Array(rows) => Ok(rows),
                _ => Err(DatabaseError::Unavailable("PuppetDB did not send rows".to_owned())),
            },
            _ => Err(DatabaseError::Invalid(refusal(QUERY, &reply).to_string())),
        }
    }

    fn is_soft(&self) -> bool {
        self.configuration.is_soft
    }
}

fn json(reply: &PuppetDbReply) -> Result<Json, PuppetDbError> {
    serde_json::from_slice(&reply.content).map_err(|error| PuppetDbError::Reply(error.into()))
}

fn refusal(path: &str, reply: &PuppetDbReply) -> PuppetDbError {
    let text = String::from_utf8_lossy(&reply.content).chars().take(SHOWN).collect();
    PuppetDbError::Refusal { path: path.to_owned(), status: reply.status, text }
}

/// Returns Puppet's error with the reasons of the servers.
fn not_executed(path: &str, minimum: usize, errors: &[String]) -> DatabaseError {
    let path = path.split('?').next().unwrap_or(path);
    let text = format!("Failed to execute '{path}' on at least {minimum} of the following 'server_urls': ");
    DatabaseError::Unavailable(text + &errors.join("; "))
}
