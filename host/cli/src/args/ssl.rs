//! Flags of `ssl`.

use clap::{Args, Subcommand};

use super::Common;

// `marotte ssl`
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum SslCommand {
    /// Request a certificate and wait until it is signed
    #[command(after_help = "Examples:
  marotte ssl bootstrap --server puppet.example.com
  marotte ssl bootstrap --waitforcert 10s --maxwaitforcert 5m

Retrieves the certificates of the authority, creates a key, sends a certificate request and retrieves the signed certificate. What \
exists is used. Attributes and extensions of the request are read from csr_attributes.yaml. The authority is trusted on first use \
unless the setting ca_fingerprint is set.

Exit codes: 0 there is a certificate, 1 it is not signed in time, or the authority cannot be reached.")]
    Bootstrap(SslArguments),
    /// Send a certificate request
    #[command(
        name = "submit_request",
        alias = "submit-request",
        after_help = "Examples:
  marotte ssl submit_request

Exit codes: 0 success, 1 the authority has another request or certificate of this node, or cannot be reached."
    )]
    SubmitRequest(SslArguments),
    /// Retrieve the signed certificate, also if there is one
    #[command(
        name = "download_cert",
        alias = "download-cert",
        after_help = "Examples:
  marotte ssl download_cert

Exit codes: 0 success, 1 the certificate is not signed, or the authority cannot be reached."
    )]
    DownloadCert(SslArguments),
    /// Verify key, certificate, authorities and revocation
    #[command(after_help = "Examples:
  marotte ssl verify
  marotte ssl verify --certificate_revocation leaf

Exit codes: 0 they are valid, 1 they are not.")]
    Verify(SslArguments),
    /// Request a certificate with a later end for the same key
    #[command(after_help = "Examples:
  marotte ssl renew

The agent does so itself when the certificate ends within the setting hostcert_renewal_interval. puppetserver 7 has no renewal.

Exit codes: 0 success, 1 the authority refuses, or cannot be reached.")]
    Renew(SslArguments),
    /// Show the certificate
    #[command(after_help = "Examples:
  marotte ssl show
  marotte ssl show --render-as json

Exit codes: 0 success, 1 there is no certificate.")]
    Show(SslArguments),
    /// Remove key, certificate and certificate request
    #[command(after_help = "Examples:
  marotte ssl clean
  marotte ssl clean --localca          also the certificates of the authority

Before a new request the authority has to forget the old certificate: 'marotte ca clean NAME' or 'puppetserver ca clean'.

Exit codes: 0 success, 1 a file cannot be removed.")]
    Clean(SslClean),
}

// Flags of the verbs of `ssl`.
#[derive(Debug, Args)]
pub(crate) struct SslArguments {
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte ssl clean`
#[derive(Debug, Args)]
pub(crate) struct SslClean {
    /// Also remove the certificates of the authorities and the revocation lists
    #[arg(long)]
    pub(crate) localca: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

impl SslCommand {
    /// Returns the flags that all commands have.
    pub(crate) fn common(&self) -> &Common {
        match self {
            Self::Bootstrap(arguments)
            | Self::SubmitRequest(arguments)
            | Self::DownloadCert(arguments)
            | Self::Verify(arguments)
            | Self::Renew(arguments)
            | Self::Show(arguments) => &arguments.common,
            Self::Clean(arguments) => &arguments.common,
        }
    }
}
