//! Flags of `environment`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use registry::Digest;
use registry::environment::Percentage;

use super::Common;
use super::job::FailureLimit;

// `marotte environment`
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum EnvironmentCommand {
    /// Publish an environment with its signature to a registry or directory
    Publish(Box<EnvironmentPublish>),
    /// Pull an environment and make it the current version
    Pull(Box<EnvironmentPull>),
    /// List pulled environments and their versions
    List(Box<EnvironmentList>),
    /// Show the modules, signers and origin of an environment
    Show(Box<EnvironmentShow>),
    /// Compare the modules and files of two environments
    Diff(Box<EnvironmentDiff>),
    /// Trust a signing key or an artifact
    Trust(Box<EnvironmentTrust>),
    /// Assign a version to a share of the nodes of a channel
    Rollout(Box<EnvironmentRollout>),
}

impl EnvironmentCommand {
    /// Returns the flags that all commands have.
    pub(crate) fn common(&self) -> &Common {
        match self {
            Self::Publish(arguments) => &arguments.common,
            Self::Pull(arguments) => &arguments.common,
            Self::List(arguments) => &arguments.common,
            Self::Show(arguments) => &arguments.common,
            Self::Diff(arguments) => &arguments.common,
            Self::Trust(arguments) => &arguments.common,
            Self::Rollout(arguments) => &arguments.common,
        }
    }
}

// `marotte environment publish`
#[derive(Debug, Args)]
#[command(
    allow_missing_positional = true,
    after_help = "Examples:
  marotte environment publish oci://reg.example.org/production --key ~/ops.pem
  marotte environment publish . oci://reg.example.org/production:v42 \\
      --key ~/ops.pem --commit \"$(git rev-parse HEAD)\"
  marotte environment publish ./control-repo /srv/mirror:production
  marotte environment publish . oci://reg.example.org/production \\
      --key ~/ops.pem --seal /etc/puppetlabs/puppetserver/ca \\
      --seal-for compiler1.pem

The artifact has a layer for each module in the environment's own module directories, one for data and \
one for the rest. Its digest depends on the paths, contents and executable bits of the files, the name \
and the commit, and is the same on every system. .git, .hg, .svn and .r10k-deploy.json are left out. A \
link that leads out of the environment, a device, a pipe, a socket, and a file that everyone can write \
are errors. The tag moves to the new version; earlier versions remain available by digest.

With --seal, values ENC[PKCS7,...] in levels with eyaml_lookup_key are encrypted again, each for the nodes \
whose certificates give the path of its file: data/nodes/%{trusted.certname}.yaml is for one node, \
data/common.yaml for all. The directory is that of an authority (signed/*.pem, ca_crt.pem, ca_crl.pem) \
or has certificates *.pem. Expired and revoked certificates are left out.

Exit codes: 0 success, 1 failure."
)]
pub(crate) struct EnvironmentPublish {
    /// Directory of the environment [default: .]
    #[arg(value_name = "DIR")]
    pub(crate) directory: Option<PathBuf>,
    /// Destination: oci://HOST[:PORT]/PATH/NAME[:TAG] or DIRECTORY:NAME[:TAG] [default tag: latest]
    #[arg(value_name = "DEST")]
    pub(crate) destination: String,
    /// File with the private key that signs the artifact, as created by `marotte provider keygen`
    #[arg(long, value_name = "FILE")]
    pub(crate) key: Option<PathBuf>,
    /// Name of the environment [default: NAME of the destination]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Commit to record in the artifact
    #[arg(long, value_name = "COMMIT")]
    pub(crate) commit: Option<String>,
    /// Encrypt the values of each data file for the nodes that its path names, with the certificates in a directory
    #[arg(long, value_name = "CERTIFICATES", help_heading = "Sealed values")]
    pub(crate) seal: Option<PathBuf>,
    /// Encrypt all values for this certificate, too, such as that of a server (can be repeated)
    #[arg(long, value_name = "FILE", requires = "seal", help_heading = "Sealed values")]
    pub(crate) seal_for: Vec<PathBuf>,
    /// Private key that decrypts the values [default: pkcs7_private_key of the level]
    #[arg(long, value_name = "FILE", requires = "seal", help_heading = "Sealed values")]
    pub(crate) unseal_key: Option<PathBuf>,
    /// Reject encrypted values in data files that any node may claim
    #[arg(long, requires = "seal", help_heading = "Sealed values")]
    pub(crate) seal_strict: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte environment pull`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte environment pull oci://reg.example.org/production
  marotte environment pull oci://reg.example.org/production:stable --channel
  marotte environment pull /srv/mirror:production@sha256:2c26b46b...

The policy must trust the signer (`environment trust`; the error message shows the command). The version \
is unpacked below environmentpath and becomes the current one by a single rename: runs and servers use \
the previous version or the new one, even if the command is killed. Only layers that this system does \
not have are fetched. The last three versions are kept. With --channel, the name of this node (certname) \
determines its version, and a channel that is older than the last one applied is refused.

Exit codes: 0 success, 1 failure.")]
pub(crate) struct EnvironmentPull {
    /// Source: oci://HOST[:PORT]/PATH/NAME or DIRECTORY:NAME, with :TAG or @DIGEST [default tag: latest]
    #[arg(value_name = "SOURCE")]
    pub(crate) source: String,
    /// The tag is a channel (see `environment rollout`)
    #[arg(long)]
    pub(crate) channel: bool,
    /// Name of the environment [default: NAME of the source]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte environment list`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte environment list
  marotte environment list --render-as json

The version that was pulled last comes first; the current one is marked with '*'.

Exit codes: 0 success, 1 failure.")]
pub(crate) struct EnvironmentList {
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte environment show`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte environment show production
  marotte environment show oci://reg.example.org/production:v42

Shows the current version of a pulled environment, or an artifact, which need not be trusted.

Exit codes: 0 success, 1 failure.")]
pub(crate) struct EnvironmentShow {
    /// Pulled environment, or oci://HOST[:PORT]/PATH/NAME or DIRECTORY:NAME, with :TAG or @DIGEST
    #[arg(value_name = "NAME|SOURCE")]
    pub(crate) environment: String,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte environment diff`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte environment diff production oci://reg.example.org/production
  marotte environment diff oci://reg.example.org/production:v41 ./control-repo

Lists the modules and files that B has in addition (+), does not have (-), or has with other content or \
another executable bit (~). Artifacts need not be trusted.

Exit codes: 0 the environments are equal, 1 they differ, 2 an environment cannot be read.")]
pub(crate) struct EnvironmentDiff {
    /// Pulled environment, directory, or oci://HOST[:PORT]/PATH/NAME or DIRECTORY:NAME, with :TAG or @DIGEST
    #[arg(value_name = "A")]
    pub(crate) before: String,
    /// The environment to compare with it, in the same notations
    #[arg(value_name = "B")]
    pub(crate) after: String,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte environment trust`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte environment trust ed25519:Gb9ECWmE... --name production
  marotte environment trust ed25519:Gb9ECWmE... --name 'feature_*'

A key is trusted for artifacts and channels of the environments with the given name or pattern, but not \
for providers. A digest trusts a single unsigned artifact. The rule is added to policy.toml.

Exit codes: 0 success, 1 failure.")]
pub(crate) struct EnvironmentTrust {
    /// Public key, or digest of an artifact's manifest
    #[arg(value_name = "KEY|DIGEST")]
    pub(crate) signer_or_artifact: String,
    /// Name of the environment, with * for any sequence of characters
    #[arg(long, value_name = "NAME")]
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte environment rollout`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte environment rollout oci://reg.example.org/production:stable \\
      sha256:2c26... --percent 5 --key ~/ops.pem
  marotte environment rollout oci://reg.example.org/production:stable \\
      sha256:2c26... --percent 0 --key ~/ops.pem
  marotte environment rollout oci://reg.example.org/production:stable \\
      sha256:2c26... --percent 5,25,100 --watch --stop-at 2% --key ~/ops.pem

A channel is a signed artifact under a tag of the environment's repository. It assigns a version to each \
node by a hash of the node's name; `environment pull --channel` follows it. A rollout gives the version to \
a share of the nodes; the others keep the version that was last assigned to 100 percent. A larger share \
includes the nodes that already have the version, 0 takes it back. The first rollout of a channel is for \
100 percent.

With --watch, the command waits for reports of the nodes in the share, in the database of database_url or \
storeconfigs. More failed runs than --stop-at allows take the version back from all nodes; otherwise the \
next share of --percent follows when all nodes of the share ran the version, or after --minutes. A node \
that reported within --minutes before and sends no report counts as failed. If the command is ended, the \
channel stays as it is.

Exit codes: 0 success, 1 failure, 4 with --watch: runs failed; with --stop-at the version was taken back.")]
pub(crate) struct EnvironmentRollout {
    /// Channel: oci://HOST[:PORT]/PATH/NAME:TAG or DIRECTORY:NAME:TAG
    #[arg(value_name = "CHANNEL")]
    pub(crate) channel: String,
    /// Digest of the version, which is in the same repository
    #[arg(value_name = "DIGEST")]
    pub(crate) digest: Digest,
    /// Share of the nodes, from 0 to 100, with at most two decimal places; several are separated by commas
    #[arg(long, value_name = "NUMBER", required = true, value_delimiter = ',')]
    pub(crate) percent: Vec<Percentage>,
    /// File with the private key that signs the channel
    #[arg(long, value_name = "FILE")]
    pub(crate) key: PathBuf,
    /// Wait for reports of the nodes in the share
    #[arg(long)]
    pub(crate) watch: bool,
    /// Take the version back after more failures than this number, or this share of the nodes with the version (2%)
    #[arg(long, value_name = "FAILURES", requires = "watch")]
    pub(crate) stop_at: Option<FailureLimit>,
    /// Minutes after which the nodes of a share are not waited for
    #[arg(long, value_name = "MINUTES", default_value = "60", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) minutes: u32,
    /// Name of the environment [default: NAME of the channel]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}
