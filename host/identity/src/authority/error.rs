//! Errors of a certificate authority, with the messages of puppetserver.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::certname::Certname;
use crate::error::X509Error;
use crate::serial::SerialError;

/// Error of a certificate authority.
#[derive(Debug, Error)]
pub enum AuthorityError {
    /// A key, request, certificate or revocation list cannot be used or created.
    #[error(transparent)]
    X509(#[from] X509Error),
    /// The content of a file cannot be used.
    #[error("Could not use '{}'", path.display())]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The reason.
        #[source]
        source: X509Error,
    },
    /// The file `serial` is malformed.
    #[error("Could not use '{}'", path.display())]
    SerialFile {
        /// The path of the file.
        path: PathBuf,
        /// The reason.
        #[source]
        source: SerialError,
    },
    /// A file cannot be read or written.
    #[error("Could not access '{}'", path.display())]
    Io {
        /// The path of the file.
        path: PathBuf,
        /// The error of the system.
        #[source]
        source: io::Error,
    },
    /// The directory already contains an authority.
    #[error("Existing file at '{}'", .0.display())]
    AuthorityExists(PathBuf),
    /// No certificate in `ca_crt.pem` matches `ca_key.pem`.
    #[error("Could not find certificate matching private key in '{}'", .0.display())]
    NoMatchingCertificate(PathBuf),
    /// The file `ca_crl.pem` contains no list of the authority; contains its subject.
    #[error("Could not find the revocation list of '{0}'")]
    NoRevocationList(String),
    /// The node has a certificate or a waiting request.
    #[error("{certname} already has a {state} certificate; ignoring certificate request")]
    Duplicate {
        /// The name of the node.
        certname: Certname,
        /// The state of the existing certificate or request.
        state: DuplicateState,
    },
    /// The name is not a hostname.
    #[error("Subject hostname format is invalid: '{0}'")]
    InvalidHostname(Certname),
    /// There is no request with this name.
    #[error("Could not find certificate request for {0}")]
    NoRequest(Certname),
    /// There is no certificate with this name.
    #[error("Could not find certificate for {0}")]
    NoCertificate(Certname),
    /// The names of a new token are not valid.
    #[error("'{0}' is not a name or a pattern such as *.example.com")]
    TokenNames(String),
    /// There is no token with this ID.
    #[error("Could not find token {0}")]
    NoToken(String),
    /// The request contains alternative names that are not allowed.
    #[error("CSR '{certname}' contains extra subject alternative names ({}), which are disallowed.", names.join(", "))]
    AlternativeNames {
        /// The name of the node.
        certname: Certname,
        /// The names, such as `DNS:web`.
        names: Vec<String>,
    },
    /// The request contains an alternative name with a wildcard.
    #[error("Cert subjectAltName contains a wildcard, which is not allowed: {0}")]
    Wildcard(String),
    /// The request contains an alternative name of another kind.
    #[error("Only DNS and IP names are allowed in the Subject Alternative Names extension")]
    AlternativeNameKind,
    /// The request contains an authorization extension, which is not allowed.
    #[error("CSR '{0}' contains an authorization extension, which is disallowed.")]
    AuthorizationExtension(Certname),
    /// The request contains extensions that are never permitted; contains their object identifiers.
    #[error("Found extensions that are not permitted: {}", .0.join(", "))]
    ForbiddenExtensions(Vec<String>),
    /// The certificate to renew was not issued by this authority; contains its subject.
    #[error("The certificate '{0}' was not issued by this authority")]
    ForeignCertificate(String),
    /// The certificate to renew is revoked; contains its subject.
    #[error("The certificate '{0}' is revoked")]
    RevokedCertificate(String),
    /// The certificate to renew is not valid at this time; contains its subject.
    #[error("The certificate '{0}' has expired or is not yet valid")]
    ExpiredCertificate(String),
}

/// State of a certificate or request that prevents another request of the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DuplicateState {
    /// A request that waits to be signed.
    Requested,
    /// A certificate.
    Signed,
    /// A certificate that was revoked.
    Revoked,
}

impl fmt::Display for DuplicateState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Requested => "requested",
            Self::Signed => "signed",
            Self::Revoked => "revoked",
        })
    }
}

impl AuthorityError {
    pub(super) fn io(path: &Path) -> impl Fn(io::Error) -> Self {
        move |source| Self::Io { path: path.to_owned(), source }
    }

    pub(super) fn file(path: &Path) -> impl Fn(X509Error) -> Self {
        move |source| Self::File { path: path.to_owned(), source }
    }
}
