//! Flags of the `provider` commands that install third-party components and manage trust.

use std::path::PathBuf;

use clap::Args;

use super::Common;

// `marotte provider add`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider add acme/nginx
  marotte provider add acme/nginx@^1.2 --from oci://registry.example.org/acme
  marotte provider add ./acme-motd-1.0.0.wasm /srv/mirror:acme/nginx
  marotte provider add

The signer must be trusted (`provider trust`; the error message shows the command), and the \
requested grants must be accepted. Dependencies are installed, too. The provider is copied to the \
store and recorded in providers.lock with digests and signer; runs use exactly this version and \
need no network. Without arguments, locked providers that are missing in the store are fetched, \
and everything that was not accepted on this system must be accepted: new providers (unless the \
policy limits their grants), older versions (--downgrade), wider grants. An argument that begins \
with /, ./ or ../ or ends in .wasm is a path. Registries are accessed via https, or via http on \
localhost; credentials are those of `docker login` or `podman login`; https_proxy and no_proxy \
are respected.
Exit codes: 0 success, 1 failure.")]
pub(crate) struct ProviderAdd {
    /// Name with optional version range, component file, or OCI layout with a name
    #[arg(value_name = "NAME[@RANGE]|FILE|LAYOUT:NAME")]
    pub(crate) providers: Vec<String>,
    /// Install the components in the directory `providers` of modules
    #[arg(long, conflicts_with = "providers")]
    pub(crate) from_modules: bool,
    /// Accept locked versions older than those accepted on this system
    #[arg(long, conflicts_with_all = ["providers", "from_modules"])]
    pub(crate) downgrade: bool,
    #[command(flatten)]
    pub(crate) choice: ProviderSelection,
    #[command(flatten)]
    pub(crate) common: Common,
}

// Selection and acceptance of providers.
#[derive(Debug, Args)]
pub(crate) struct ProviderSelection {
    /// Use this source instead of provider_sources: oci://HOST[:PORT][/PREFIX], a directory or a file
    #[arg(long, value_name = "SOURCE")]
    pub(crate) from: Vec<String>,
    /// Accept the requested grants without asking
    #[arg(long)]
    pub(crate) accept_grants: bool,
}

// `marotte provider update`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider update
  marotte provider update acme/nginx@^2

Installs the highest version within the locked range from the same source; NAME@RANGE changes the \
range. Changes of types, attributes and grants are shown; additional grants must be accepted. New \
dependencies are installed; dependencies that are no longer needed are listed and kept.
Exit codes: 0 success, 1 failure.")]
pub(crate) struct ProviderUpdate {
    /// Providers to update, with an optional new version range [default: all locked providers]
    #[arg(value_name = "NAME[@RANGE]")]
    pub(crate) providers: Vec<String>,
    #[command(flatten)]
    pub(crate) choice: ProviderSelection,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte provider remove`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider remove acme/nginx

A provider on which another one depends is kept unless both are given.
Exit codes: 0 success, 1 failure.")]
pub(crate) struct ProviderRemove {
    /// Providers to remove
    #[arg(value_name = "NAME", required = true)]
    pub(crate) names: Vec<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte provider verify`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider verify

Performs the checks that a run performs on first use of a provider: the component has the locked \
digest, and the policy accepts its signer and grants.
Exit codes: 0 all providers pass, 1 a provider fails.")]
pub(crate) struct ProviderVerify {
    /// Providers to verify [default: all locked providers]
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte provider keygen`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider keygen ~/acme.pem

Writes an ed25519 private key (PKCS#8, PEM) with mode 0600 and prints the public key, which users \
trust with: marotte provider trust ed25519:... --namespace acme.
Exit codes: 0 success, 1 failure.")]
pub(crate) struct ProviderKeygen {
    /// File to create
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte provider sign`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider sign acme-motd-1.0.0.wasm --key ~/acme.pem

Signs the digest of the OCI manifest that the component is published with and adds the signature \
to FILE.sig.
Exit codes: 0 success, 1 failure.")]
pub(crate) struct ProviderSign {
    /// Component file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// File with the private key
    #[arg(long, value_name = "FILE")]
    pub(crate) key: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte provider trust`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider trust --namespace acme \\
      ed25519:Gb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
  marotte provider trust --namespace acme \\
      sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae

A key is trusted for a namespace, the part of a provider's name before the slash. A digest, as \
printed by `provider pack` and `provider publish`, trusts a single unsigned artifact. The rule is \
added to policy.toml, which can also limit grants and sources.
Exit codes: 0 success, 1 failure.")]
pub(crate) struct ProviderTrust {
    /// Public key, or digest of an artifact's manifest
    #[arg(value_name = "KEY|DIGEST")]
    pub(crate) signer_or_artifact: String,
    /// Namespace
    #[arg(long, value_name = "NAMESPACE")]
    pub(crate) namespace: String,
    #[command(flatten)]
    pub(crate) common: Common,
}
