//! Flags of `ca`.

use clap::{Args, Subcommand};

use super::Common;

// `marotte ca`
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum AuthorityCommand {
    /// Create an authority and the certificate of this server
    Setup(AuthoritySetup),
    /// List certificates and requests
    List(AuthorityList),
    /// Sign requests
    Sign(AuthorityNames),
    /// Revoke certificates
    Revoke(AuthorityNames),
    /// Revoke certificates and delete them with their requests
    Clean(AuthorityNames),
    /// Create keys and certificates without requests
    Generate(AuthorityGenerate),
    /// Create, list and revoke one-time tokens
    #[command(subcommand)]
    Token(TokenCommand),
}

impl AuthorityCommand {
    /// Returns the flags that all commands have.
    pub(crate) fn common(&self) -> &Common {
        match self {
            Self::Setup(arguments) => &arguments.common,
            Self::List(arguments) => &arguments.common,
            Self::Sign(arguments) | Self::Revoke(arguments) | Self::Clean(arguments) => &arguments.common,
            Self::Generate(arguments) => &arguments.common,
            Self::Token(TokenCommand::Create(arguments)) => &arguments.common,
            Self::Token(TokenCommand::List(arguments)) => &arguments.common,
            Self::Token(TokenCommand::Revoke(arguments)) => &arguments.common,
        }
    }
}

// `marotte ca setup`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte ca setup
  marotte ca setup --subject-alt-names puppet,puppet.example.com

The directory of the authority (setting cadir) has the layout of puppetserver: copy that of a puppetserver to take over its \
authority, or this one to give it back.

Exit codes: 0 success, 1 an authority exists, or a file cannot be written.")]
pub(crate) struct AuthoritySetup {
    /// Further names of this server, separated by commas
    #[arg(long = "subject-alt-names", value_name = "NAMES", value_delimiter = ',')]
    pub(crate) alternative_names: Vec<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte ca list`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte ca list
  marotte ca list --all --render-as json

Exit codes: 0 success, 1 there is no authority, or a file cannot be read.")]
pub(crate) struct AuthorityList {
    /// List signed and revoked certificates, too
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte ca sign`, `revoke` and `clean`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte ca sign web.example.com db.example.com
  marotte ca revoke web.example.com
  marotte ca clean web.example.com

Exit codes: 0 success, 1 a name is unknown, a request must not be signed, or a file cannot be written.")]
pub(crate) struct AuthorityNames {
    /// Names of nodes
    #[arg(value_name = "NAME", required = true)]
    pub(crate) names: Vec<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte ca generate`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte ca generate web.example.com
  marotte ca generate web.example.com --subject-alt-names www.example.com

Writes the key and the certificate below the setting ssldir.

Exit codes: 0 success, 1 the name has a certificate, or a file cannot be written.")]
pub(crate) struct AuthorityGenerate {
    /// Names of nodes
    #[arg(value_name = "NAME", required = true)]
    pub(crate) names: Vec<String>,
    /// Further names of the node, separated by commas
    #[arg(long = "subject-alt-names", value_name = "NAMES", value_delimiter = ',')]
    pub(crate) alternative_names: Vec<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte ca token`
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum TokenCommand {
    /// Create a token and print it
    Create(TokenCreate),
    /// List tokens that can be used
    List(TokenList),
    /// Revoke tokens
    Revoke(TokenRevoke),
}

// `marotte ca token create`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte ca token create --for web.example.com
  marotte ca token create --for '*.example.com' --ttl 2h

The node presents the token as challengePassword in its csr_attributes.yaml. The token is printed once and accepted once.

Exit codes: 0 success, 1 there is no authority, or a file cannot be written.")]
pub(crate) struct TokenCreate {
    /// Names of nodes that may use it: a name, *.example.com or *
    #[arg(long = "for", value_name = "NAMES", default_value = "*")]
    pub(crate) names: String,
    /// Time after which it expires
    #[arg(long, value_name = "TIME", default_value = "1d")]
    pub(crate) ttl: String,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte ca token list`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte ca token list

Exit codes: 0 success, 1 there is no authority, or a file cannot be read.")]
pub(crate) struct TokenList {
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte ca token revoke`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte ca token revoke 5c1e0f2a9b7d3e41

Exit codes: 0 success, 1 a token is unknown, or a file cannot be deleted.")]
pub(crate) struct TokenRevoke {
    /// IDs of tokens, from the list
    #[arg(value_name = "ID", required = true)]
    pub(crate) ids: Vec<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}
