//! Flags of the `provider` commands that publish and find components.

use std::path::PathBuf;

use clap::Args;

use super::Common;

// `marotte provider pack`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider pack
  marotte provider pack ./my_type.wasm -o my_type-1.0.0.wasm

A project is built first, with its Cargo.lock. The same source gives the same bytes in any \
directory: local paths are remapped (RUSTFLAGS is ignored), and names, producers and debug \
information are removed. Packing is idempotent.
Exit codes: 0 success, 1 the build failed or the component is not valid.")]
pub(crate) struct ProviderPack {
    /// Project directory or component file
    #[arg(value_name = "DIR|FILE", default_value = ".")]
    pub(crate) from: PathBuf,
    /// Output file [default: NAMESPACE-NAME-VERSION.wasm]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Use only crates that are already downloaded
    #[arg(long)]
    pub(crate) offline: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte provider publish`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider publish motd.wasm oci://registry.example.org/acme
  marotte provider publish acme-motd-1.0.0.wasm /srv/mirror
  marotte provider publish --index index.json oci://registry.example.org/acme

Publishes the component as tag VERSION of the repository PREFIX/NAMESPACE/NAME, with name and \
version from its manifest; a directory becomes an OCI layout and is created if necessary. The \
signatures in FILE.sig are published with it (see `provider sign`). Published versions are \
immutable; only signatures can be added. Credentials are those of `docker login` or \
`podman login`; proxy variables are respected, and no_proxy can contain hosts and networks \
(10.0.0.0/8). Registries are accessed via https, or via http on localhost.
Exit codes: 0 success, 1 failure.")]
pub(crate) struct ProviderPublish {
    /// Component file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Destination: oci://HOST[:PORT][/PREFIX] or a directory
    #[arg(value_name = "DEST")]
    pub(crate) destination: String,
    /// Publish an index made by `marotte provider index`; replaces the previous one
    #[arg(long)]
    pub(crate) index: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte provider index`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider index /srv/mirror -o index.json
  marotte provider index ./components -o index.json
  marotte provider index oci://registry.example.org acme/motd -o index.json

A directory is an OCI layout or contains component files (.wasm). Registries cannot be listed, so \
their providers must be named. All versions are read; no component code is run. The index serves \
`provider search` and `provider mirror`; `provider publish --index` publishes it.
Exit codes: 0 success, 1 failure.")]
pub(crate) struct ProviderIndex {
    /// Directory or oci://HOST[:PORT][/PREFIX]
    #[arg(value_name = "SOURCE")]
    pub(crate) source: String,
    /// Index only these providers
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// Output file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte provider search`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider search nginx
  marotte provider search --provider_index ./index.json web server

Searches names and summaries of types, providers and attributes. All words must match. The index \
is given by the setting provider_index: a file, or the directory or registry where it was \
published.
Exit codes: 0 there are matches, 1 there are none.")]
pub(crate) struct ProviderSearch {
    /// Search terms
    #[arg(value_name = "WORD", required = true)]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte provider mirror`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider mirror /srv/mirror
  marotte provider mirror oci://registry.example.org/copies acme/nginx
  marotte provider mirror /srv/mirror acme/nginx@^1.2 \\
      --from oci://registry.example.org/acme
  marotte provider mirror /srv/mirror --from oci://registry.example.org/acme

Without --from, copies exactly the locked versions from their sources; with it, the newest version \
of each named provider or, by default, of all providers in the directory or the registry's index. \
Signatures are copied, too. Existing versions are not fetched again, except for new signatures. A \
directory becomes an OCI layout, created if necessary, that can be used with --from and \
provider_sources.
Exit codes: 0 success, 1 a provider could not be copied.")]
pub(crate) struct ProviderMirror {
    /// Destination: oci://HOST[:PORT][/PREFIX] or a directory
    #[arg(value_name = "DEST")]
    pub(crate) destination: String,
    /// Providers to copy [default: all locked ones, or all at SOURCE]
    #[arg(value_name = "NAME[@RANGE]")]
    pub(crate) providers: Vec<String>,
    /// Copy from this source instead of the locked one: oci://HOST[:PORT][/PREFIX], a directory or a file
    #[arg(long, value_name = "SOURCE")]
    pub(crate) from: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}
