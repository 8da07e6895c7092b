//! Owns the flags of those verbs of `provider` that give components to others, and find what others gave.

use std::path::PathBuf;

use clap::Args;

use super::Common;

/// `marotte provider pack`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider pack
  marotte provider pack ./my_type.wasm -o my_type-1.0.0.wasm

A project is built first, as its Cargo.lock says; the first build makes that its own. The same
source gives the same bytes in any folder: paths of this machine are replaced while building
(RUSTFLAGS is not heeded), and names, producers and debug information are left out. What is
packed already stays as it is.
Exit codes: 0 it is packed and would be taken, 1 it is not.")]
pub(crate) struct ProviderPack {
    /// The project, or a component that is built already
    #[arg(value_name = "DIR|FILE", default_value = ".")]
    pub(crate) from: PathBuf,
    /// The file that is written (default: NAMESPACE-NAME-VERSION.wasm, here)
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Take crates only from what is downloaded already
    #[arg(long)]
    pub(crate) offline: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte provider publish`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider publish acme-motd-1.0.0.wasm oci://registry.example.org/providers
  marotte provider publish acme-motd-1.0.0.wasm /srv/mirror
  marotte provider publish --index index.json oci://registry.example.org/providers

Name and version are those in the component's manifest: it becomes the tag VERSION of the
repository PREFIX/NAMESPACE/NAME, or that version in a folder that is an OCI layout, which is
made if it is not there. The signatures in FILE.sig go with it; `provider sign` makes one. A
version that is there stays as it is; only signatures are added to it. Who publishes is proved
by what `docker login` or `podman login` wrote down; proxies are those of the environment, and
no_proxy may name hosts and networks (10.0.0.0/8). A registry on this machine (localhost) is
asked by http, any other by https alone.
Exit codes: 0 it is there, 1 it is not.")]
pub(crate) struct ProviderPublish {
    /// The component, a file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Where it goes: oci://HOST[:PORT][/PREFIX], or a folder
    #[arg(value_name = "DEST")]
    pub(crate) destination: String,
    /// FILE is an index that `marotte provider index` made; it takes the place of the one before
    #[arg(long)]
    pub(crate) index: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte provider index`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider index /srv/mirror -o index.json
  marotte provider index ./components -o index.json
  marotte provider index oci://registry.example.org/providers acme/motd acme/nginx -o index.json

A folder is an OCI layout, or has components in it, files that end in .wasm. A registry does
not say what it has: its providers have to be named. All versions are read, and no code of a
component is run. The index is for `provider search` and `provider mirror`; `provider publish
--index` puts it beside what it is of.
Exit codes: 0 the index is written, 1 it is not.")]
pub(crate) struct ProviderIndex {
    /// A folder, or oci://HOST[:PORT][/PREFIX]
    #[arg(value_name = "SOURCE")]
    pub(crate) source: String,
    /// Only these providers
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// The file that is written
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte provider search`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider search nginx
  marotte provider search --provider_index ./index.json web server

Names of types, providers and attributes are looked through, and the first lines of what they
say about themselves. All words have to fit. The index is the one that the setting
provider_index names: a file, or the folder or registry where it was published.
Exit codes: 0 something is found, 1 nothing is.")]
pub(crate) struct ProviderSearch {
    /// What to look for
    #[arg(value_name = "WORD", required = true)]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte provider mirror`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider mirror /srv/mirror
  marotte provider mirror oci://registry.example.org/copies acme/nginx
  marotte provider mirror /srv/mirror acme/nginx@^1.2 --from oci://ghcr.io/acme
  marotte provider mirror /srv/mirror --from oci://registry.example.org/providers

Without --from it is what the lock has, exactly that, from where it came; with it the newest
version of each that is named, or, with none named, of all that a folder has or that the index
of a registry names. Signatures go with it. What is there already is not fetched again, but for
signatures that are new. A folder is an OCI layout, which is made if it is not there: --from
takes it, and provider_sources does.
Exit codes: 0 all is there, 1 something is not.")]
pub(crate) struct ProviderMirror {
    /// Where copies go: oci://HOST[:PORT][/PREFIX], or a folder
    #[arg(value_name = "DEST")]
    pub(crate) destination: String,
    /// The providers (default: all in the lock, or at SOURCE)
    #[arg(value_name = "NAME[@RANGE]")]
    pub(crate) providers: Vec<String>,
    /// Take them from here instead of from where the lock says: oci://HOST[:PORT][/PREFIX], a folder, a file
    #[arg(long, value_name = "SOURCE")]
    pub(crate) from: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}
