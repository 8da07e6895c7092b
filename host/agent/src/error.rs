//! Errors of requests and of the files of an agent.

use std::io;
use std::path::{Path, PathBuf};

use identity::X509Error;
use ownership::CheckError;
use thiserror::Error;

/// Reason why the agent cannot continue.
#[derive(Debug, Error)]
pub enum AgentError {
    /// No server responds.
    #[error("Could not connect to {address}: {reason}")]
    Unreachable {
        /// The host and port.
        address: String,
        /// The reason.
        reason: String,
        /// Whether a connection was closed before the response was complete, for example since the server was restarted.
        is_closed: bool,
    },
    /// None of several servers responds.
    #[error("Could not select a functional puppet server from server_list: '{0}'")]
    NoServer(String),
    /// The server responded with an error.
    #[error("Error {status} on SERVER: {message}")]
    Response {
        /// The status code.
        status: u16,
        /// The message in the body.
        message: String,
    },
    /// A response is not what the API specifies.
    #[error("The response of {address} to a request for {what} is not valid: {reason}")]
    Invalid {
        /// The host and port.
        address: String,
        /// The object of the request.
        what: String,
        /// The reason.
        reason: String,
    },
    /// A setting does not name a server.
    #[error("'{0}' is not the name of a server: HOST or HOST:PORT is required")]
    Server(String),
    /// An additional header in the settings is not valid.
    #[error("The header '{name}' in http_extra_headers is not valid: {reason}")]
    Header {
        /// The name; the value can be a password.
        name: String,
        /// The reason.
        reason: &'static str,
    },
    /// The proxy in the settings is not valid.
    #[error("'{0}' in http_proxy_host is not the name of a host")]
    Proxy(String),
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A file does not have the expected content.
    #[error("{} is not valid: {source}", path.display())]
    Certificate {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: X509Error,
    },
    /// Other users can change a file.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// A key, certificate or request cannot be created.
    #[error(transparent)]
    Identity(#[from] X509Error),
    /// The configuration of TLS cannot be created from the files.
    #[error("The files of the agent's identity cannot be used: {0}")]
    Tls(String),
    /// The retrieved certificate of the authority does not have the expected fingerprint.
    #[error("CA bundle with digest (SHA256) {actual} did not match expected digest {expected}")]
    Fingerprint {
        /// The fingerprint of the certificate.
        actual: String,
        /// The fingerprint in the settings.
        expected: String,
    },
    /// The node's certificate is not signed yet, and the settings limit the wait.
    #[error(
        "Couldn't fetch certificate from CA server; you might still need to sign this agent's certificate ({name}). \
         {reason}"
    )]
    NotSigned {
        /// The name of the node.
        name: String,
        /// Why the wait ended.
        reason: &'static str,
    },
    /// The key and the certificate of the node do not belong together.
    #[error("The certificate for '{name}' does not match its private key{hint}")]
    KeyMismatch {
        /// The name of the node.
        name: String,
        /// What to do next.
        hint: &'static str,
    },
    /// No authority signed a certificate.
    #[error("The certificate for '{0}' was not signed by an authority in the CA bundle")]
    UnknownIssuer(String),
    /// A certificate is revoked.
    #[error("The certificate for '{0}' is revoked")]
    Revoked(String),
    /// A certificate is not valid now.
    #[error("The certificate for '{name}' {reason}")]
    Validity {
        /// The name of the node.
        name: String,
        /// Since or until when.
        reason: String,
    },
    /// A file that the server describes has another content.
    #[error("The content of {what} has the checksum {actual} instead of {expected}")]
    Checksum {
        /// The file.
        what: String,
        /// The checksum of the content.
        actual: String,
        /// The checksum that the server described.
        expected: String,
    },
}

impl AgentError {
    /// Returns whether the server could not be reached or was not able to handle the request, rather than having
    /// refused it.
    #[must_use]
    pub fn is_outage(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::NoServer(_) => true,
            Self::Response { status, .. } => matches!(status, 502..=504),
            _ => false,
        }
    }

    /// Returns whether the same request may succeed at once: another server of a balancer can respond.
    pub(crate) fn is_closed_connection(&self) -> bool {
        matches!(self, Self::Unreachable { is_closed: true, .. })
    }

    /// Returns the status of the response, if there was one.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::Response { status, .. } => Some(*status),
            _ => None,
        }
    }

    pub(crate) fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File { path, source }
    }

    pub(crate) fn certificate(path: &Path) -> impl FnOnce(X509Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Certificate { path, source }
    }
}
