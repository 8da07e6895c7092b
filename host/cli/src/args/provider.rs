//! Flags of `provider`.

use std::path::PathBuf;

use authoring::conformance::Sandboxing;
use clap::{Args, Subcommand, ValueEnum};

use super::{
    Apply, Common, Compile, ProviderAdd, ProviderIndex, ProviderKeygen, ProviderMirror, ProviderPack, ProviderPublish,
    ProviderRemove, ProviderSearch, ProviderSign, ProviderTrust, ProviderUpdate, ProviderVerify,
};

// `marotte provider`
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum ProviderCommand {
    /// List components with their types
    List(ProviderList),
    /// Install and lock third-party providers
    Add(ProviderAdd),
    /// Update locked providers within their version ranges
    Update(ProviderUpdate),
    /// Uninstall providers
    Remove(ProviderRemove),
    /// Verify digests, signatures and policy of locked providers
    Verify(ProviderVerify),
    /// Trust a signing key or an artifact
    Trust(ProviderTrust),
    /// Create a signing key
    Keygen(ProviderKeygen),
    /// Sign a component
    Sign(ProviderSign),
    /// Create a project for a new resource type
    New(ProviderNew),
    /// Build the component of a project and check it
    Build(ProviderBuild),
    /// Print the reference of a component as Markdown
    Docs(ProviderDocs),
    /// Show a component's capabilities without running it
    Show(ProviderShow),
    /// Run the conformance checks on a component's types
    Test(Box<ProviderTest>),
    /// Apply a manifest with a component to a scratch directory
    Run(Box<ProviderRun>),
    /// Build and test a project on each change
    Watch(Box<ProviderWatch>),
    /// Write a component in its deterministic form
    Pack(ProviderPack),
    /// Publish a component with its signatures to a registry or directory
    Publish(ProviderPublish),
    /// Copy providers with their signatures to a registry or directory
    Mirror(ProviderMirror),
    /// Create an index of a directory or registry
    Index(ProviderIndex),
    /// Search an index
    Search(ProviderSearch),
}

impl ProviderCommand {
    /// Returns the flags that all commands have.
    pub(crate) fn common(&self) -> &Common {
        match self {
            Self::List(arguments) => &arguments.common,
            Self::Add(arguments) => &arguments.common,
            Self::Update(arguments) => &arguments.common,
            Self::Remove(arguments) => &arguments.common,
            Self::Verify(arguments) => &arguments.common,
            Self::Trust(arguments) => &arguments.common,
            Self::Keygen(arguments) => &arguments.common,
            Self::Sign(arguments) => &arguments.common,
            Self::New(arguments) => &arguments.common,
            Self::Build(arguments) => &arguments.common,
            Self::Docs(arguments) => &arguments.common,
            Self::Show(arguments) => &arguments.common,
            Self::Test(arguments) => &arguments.common,
            Self::Run(arguments) => &arguments.apply.common,
            Self::Watch(arguments) => &arguments.common,
            Self::Pack(arguments) => &arguments.common,
            Self::Publish(arguments) => &arguments.common,
            Self::Mirror(arguments) => &arguments.common,
            Self::Index(arguments) => &arguments.common,
            Self::Search(arguments) => &arguments.common,
        }
    }
}

// `marotte provider run`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider run ./my_type.wasm
  marotte provider run . site.pp --noop --show_diff
  marotte provider run ./my_type.wasm -e \"my_type { '/etc/x': }\"

The arguments after the component are those of `marotte apply`. Without a manifest, the examples \
of the component's types are applied. The target is an empty scratch tree that is removed \
afterwards; with --root it is that directory, created if necessary, and kept. Changed files are \
listed.
Exit codes: those of apply.")]
pub(crate) struct ProviderRun {
    /// Component file or project directory
    #[arg(value_name = "COMPONENT")]
    pub(crate) component: PathBuf,
    #[command(flatten)]
    pub(crate) apply: Apply,
}

// `marotte provider watch`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider watch
  marotte provider watch ~/src/nginx-site

Runs the project's own tests (cargo test, npm test or python3 -m unittest), builds it and runs \
`provider test`, and repeats this whenever a file of the project changes, until interrupted.
Exit codes: 1 interrupted, or the directory is not a project.")]
pub(crate) struct ProviderWatch {
    /// Project directory
    #[arg(value_name = "DIR", default_value = ".")]
    pub(crate) directory: PathBuf,
    /// Use only crates that are already downloaded
    #[arg(long)]
    pub(crate) offline: bool,
    #[command(flatten)]
    pub(crate) compile: Compile,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte provider test`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider test ./my_type.wasm

Applies the examples of each type to an empty tree: with --noop, then twice for real, then \
removes the declared resources and creates them again. Commands run in a sandbox whose root \
directory is the tree, with the programs of this system but without network, services and \
package databases. Without a sandbox, commands that would change this system are not run and \
the checks that need them are skipped; --here runs them and is meant for disposable systems.
Exit codes: 0 all checks passed, 1 a check failed.")]
pub(crate) struct ProviderTest {
    /// Component file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Check only this type
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) type_name: Option<String>,
    /// Provider to use for the resources
    #[arg(long = "with", value_name = "PROVIDER")]
    pub(crate) with: Option<String>,
    /// Run on this system instead of an empty tree: the resources of the examples are really created and removed
    #[arg(long)]
    pub(crate) here: bool,
    /// Run commands in a sandbox that cannot change this system: where the kernel permits it, always or never
    #[arg(long, value_name = "WHEN", default_value = "auto", conflicts_with = "here")]
    pub(crate) sandbox: SandboxFlag,
    /// Time limit of each command and each call of the component, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = ProviderTest::TIMEOUT)]
    pub(crate) timeout: u64,
    #[command(flatten)]
    pub(crate) compile: Compile,
    #[command(flatten)]
    pub(crate) common: Common,
}

impl ProviderTest {
    /// The default time limit, in seconds.
    pub(crate) const TIMEOUT: u64 = 120;
}

/// When commands are run in a sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SandboxFlag {
    Auto,
    Always,
    Never,
}

impl From<SandboxFlag> for Sandboxing {
    fn from(flag: SandboxFlag) -> Self {
        match flag {
            SandboxFlag::Auto => Self::Auto,
            SandboxFlag::Always => Self::Always,
            SandboxFlag::Never => Self::Never,
        }
    }
}

// `marotte provider show`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider show ./my_type.wasm
  marotte provider show acme/nginx

A component can call only the functions that it imports, and these are limited to the grants that \
its manifest requests and the administrator accepts. No code of the component is run.
Exit codes: 0 success, 1 the file is not a component.")]
pub(crate) struct ProviderShow {
    /// Component file or name of a locked provider
    #[arg(value_name = "NAME|FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte provider list`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  # list all components with their types
  marotte provider list
  # show providers, grants, digest and signer of some components
  marotte provider list acme/nginx --verbose
  marotte provider list package --verbose

The built-in components come first, then the locked ones.
Exit codes: 0 success, 1 a locked provider fails verification.")]
pub(crate) struct ProviderList {
    /// List only components whose name, or the name of one of whose types, contains one of these words
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte provider new`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider new motd
  marotte provider new acme/nginx --type nginx_site --type nginx_upstream
  marotte provider new motd --language python
  marotte provider new --from-ruby modules/shelf/lib/puppet/type/shelf.rb

NAME is the name of the package, optionally with a namespace and a slash; signing keys are \
trusted per namespace. The default namespace is 'example'. Without --type, the package defines a \
type of the same name. The project contains working types with tests, a README, the SDK and the \
contract; `provider build` builds the component. Rust needs rustup with the target \
wasm32-wasip2; JavaScript needs npm and componentize-js, Python needs componentize-py.
Exit codes: 0 success, 1 the project could not be created.")]
pub(crate) struct ProviderNew {
    /// Name of the package (motd), optionally with its namespace (acme/motd)
    #[arg(value_name = "NAME", required_unless_present = "from_ruby")]
    pub(crate) name: Option<String>,
    /// Name of a type (can be repeated) [default: the name of the package]
    #[arg(long = "type", value_name = "TYPE", conflicts_with = "from_ruby")]
    pub(crate) types: Vec<String>,
    /// Generate name and attributes from a type declaration in Ruby, without an implementation
    #[arg(long = "from-ruby", value_name = "FILE", conflicts_with = "language")]
    pub(crate) from_ruby: Option<PathBuf>,
    /// Directory to create [default: the name of the package]
    #[arg(long, value_name = "DIR")]
    pub(crate) into: Option<PathBuf>,
    /// Programming language
    #[arg(long, value_name = "LANGUAGE", default_value = "rust")]
    pub(crate) language: GuestLanguage,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Programming languages of providers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GuestLanguage {
    /// Rust: small and fast, with tests on an in-memory system
    Rust,
    /// JavaScript, with componentize-js
    #[value(name = "javascript", alias = "js")]
    JavaScript,
    /// Python, with componentize-py
    #[value(alias = "py")]
    Python,
}

// `marotte provider build`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider build
  marotte provider build ~/src/nginx-site --offline

Builds with cargo, `npm run build` or componentize-py, depending on the project, and checks the \
component. Prints its path, size, capabilities and requested grants. `provider test FILE` tests \
it, `marotte apply --provider FILE` uses it, and `provider pack` makes the file to publish.
Exit codes: 0 success, 1 the build failed or the component is not valid.")]
pub(crate) struct ProviderBuild {
    /// Project directory
    #[arg(value_name = "DIR", default_value = ".")]
    pub(crate) directory: PathBuf,
    /// Use only crates that are already downloaded
    #[arg(long)]
    pub(crate) offline: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte provider docs`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider docs ./my_type.wasm > REFERENCE.md
  marotte provider docs --render-as json ./my_type.wasm

Markdown from the comments in the code; with --render-as json, schema and manifest.
Exit codes: 0 success, 1 the file is not a component.")]
pub(crate) struct ProviderDocs {
    /// Component file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}
