//! Owns the flags of those verbs of `provider` that install components of others, and say whose are trusted.

use std::path::PathBuf;

use clap::Args;

use super::Common;

/// `marotte provider add`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider add acme/nginx
  marotte provider add acme/nginx@^1.2 --from oci://registry.example.org/providers
  marotte provider add ./acme-motd-1.0.0.wasm /srv/mirror:acme/nginx
  marotte provider add

Whoever signed it has to be trusted first (`provider trust`; a refusal names the command). What
it may do is shown, and has to be accepted. What it depends on comes with it. It goes into the
store, and into providers.lock with its digests and its signer; from then on runs use exactly
that, and ask no network. With nothing named, what the lock has and the store has not is
fetched again, and what was not accepted on this machine is shown and has to be accepted: a
provider that is new here (unless the policy limits its grants), an older version
(--downgrade), wider grants. A file or folder is told from a name by its beginning (/, ./, ../) or the end
.wasm. Registries are asked by https, and by http on this machine (localhost) alone; passwords
are those of `docker login` or `podman login`; https_proxy and no_proxy count.
Exit codes: 0 it is there, 1 it is not.")]
pub(crate) struct ProviderAdd {
    /// A name with or without a range of versions, a file, or a folder that is an OCI layout with a name
    #[arg(value_name = "NAME[@RANGE]|FILE|LAYOUT:NAME")]
    pub(crate) providers: Vec<String>,
    /// Take the components that modules carry in their folder providers
    #[arg(long, conflicts_with = "providers")]
    pub(crate) from_modules: bool,
    /// Accept versions of the lock that are older than those accepted on this machine
    #[arg(long, conflicts_with_all = ["providers", "from_modules"])]
    pub(crate) downgrade: bool,
    #[command(flatten)]
    pub(crate) choice: ProviderSelection,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// How providers are chosen and accepted.
#[derive(Debug, Args)]
pub(crate) struct ProviderSelection {
    /// Look here instead of where provider_sources says: oci://HOST[:PORT][/PREFIX], a folder, a file
    #[arg(long, value_name = "SOURCE")]
    pub(crate) from: Vec<String>,
    /// Accept what they may do without being asked
    #[arg(long)]
    pub(crate) accept_grants: bool,
}

/// `marotte provider update`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider update
  marotte provider update acme/nginx@^2

The highest version within the range that the lock has is taken, from where the last one came;
NAME@RANGE changes the range. What changes in types, attributes and grants is shown; that a
provider may do more than before has to be accepted. What the new version depends on comes with
it; what nobody depends on any more is named and stays.
Exit codes: 0 all are as new as they can be, 1 they are not.")]
pub(crate) struct ProviderUpdate {
    /// The providers (default: all in the lock), with another range if need be
    #[arg(value_name = "NAME[@RANGE]")]
    pub(crate) providers: Vec<String>,
    #[command(flatten)]
    pub(crate) choice: ProviderSelection,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte provider remove`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider remove acme/nginx

One that another provider depends on stays, unless both are named.
Exit codes: 0 it is gone from lock and store, 1 it is not.")]
pub(crate) struct ProviderRemove {
    /// The providers
    #[arg(value_name = "NAME", required = true)]
    pub(crate) names: Vec<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte provider verify`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider verify

What a run makes sure of when it first names a type of a provider: that the component is byte
for byte what the lock has, and that the policy takes who signed it and what it asks for. Here
it is looked at for all, used or not.
Exit codes: 0 all may run, 1 one or more may not.")]
pub(crate) struct ProviderVerify {
    /// The providers (default: all in the lock)
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte provider keygen`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider keygen ~/acme.pem

The file is a private key of ed25519 (PKCS#8, PEM), for your eyes alone. What is printed is the
public key that others trust: marotte provider trust ed25519:... --namespace acme.
Exit codes: 0 it is made, 1 it is not.")]
pub(crate) struct ProviderKeygen {
    /// The file of the key, which is not there yet
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte provider sign`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider sign acme-motd-1.0.0.wasm --key ~/acme.pem

The signature is for the digest of the manifest that the component is published with, and goes
to FILE.sig beside those of others.
Exit codes: 0 it is signed, 1 it is not.")]
pub(crate) struct ProviderSign {
    /// The component, a file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The file of the private key
    #[arg(long, value_name = "FILE")]
    pub(crate) key: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte provider trust`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider trust ed25519:Gb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE= --namespace acme
  marotte provider trust sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae --namespace acme

A key: whatever it signs may be added in the name space, which is the part of a provider's name
before the slash. A digest: that one artifact, without a signature; it is what `provider pack`
and `provider publish` print. It is written to policy.toml, which can say more: whose providers
may ask for what, and from where they may come.
Exit codes: 0 it is trusted, 1 it is not.")]
pub(crate) struct ProviderTrust {
    /// A public key or the digest of an artifact's manifest
    #[arg(value_name = "KEY|DIGEST")]
    pub(crate) whom: String,
    /// The name space
    #[arg(long, value_name = "NAMESPACE")]
    pub(crate) namespace: String,
    #[command(flatten)]
    pub(crate) common: Common,
}
