//! Owns the flags of `provider`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{
    Apply, Common, Compile, ProviderAdd, ProviderIndex, ProviderKeygen, ProviderMirror, ProviderPack, ProviderPublish,
    ProviderRemove, ProviderSearch, ProviderSign, ProviderTrust, ProviderUpdate, ProviderVerify,
};

/// `marotte provider`
#[derive(Debug, Subcommand)]
pub(crate) enum ProviderCommand {
    /// List the components with their types, providers and grants
    List(ProviderList),
    /// Install providers of others, and lock them
    Add(ProviderAdd),
    /// Make the providers of the lock as new as they can be
    Update(ProviderUpdate),
    /// Take providers out of the lock
    Remove(ProviderRemove),
    /// Make sure that the providers of the lock may run
    Verify(ProviderVerify),
    /// Say whose providers may be added
    Trust(ProviderTrust),
    /// Make a key to sign components with
    Keygen(ProviderKeygen),
    /// Sign a component
    Sign(ProviderSign),
    /// Make a project for a provider of your own
    New(ProviderNew),
    /// Build the component of a project and look at it as the host would
    Build(ProviderBuild),
    /// Print the reference of a component, made of its schema
    Docs(ProviderDocs),
    /// Show what a component can do and cannot, without running it
    Show(ProviderShow),
    /// Try whether the types of a component keep the promises that every type owes
    Test(Box<ProviderTest>),
    /// Apply a manifest with a component to a tree of its own
    Run(Box<ProviderRun>),
    /// Build and test a project whenever a file of it changes
    Watch(Box<ProviderWatch>),
    /// Write a component in the one form in which it is given to others
    Pack(ProviderPack),
    /// Put a component and its signatures into a registry or a folder
    Publish(ProviderPublish),
    /// Copy providers and their signatures to a registry or a folder
    Mirror(ProviderMirror),
    /// Make an index of what a folder or a registry has
    Index(ProviderIndex),
    /// Look through an index for what you want to manage
    Search(ProviderSearch),
}

impl ProviderCommand {
    /// Returns the flags that every verb has.
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

/// `marotte provider run`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider run ./my_type.wasm
  marotte provider run . site.pp --noop --show_diff
  marotte provider run ./my_type.wasm --root /tmp/tree -e \"my_type { '/etc/x': }\"

What follows the component is what `marotte apply` takes; without a manifest the examples of
its types are applied. They are applied to a tree that has nothing but folders at first and is
gone afterwards; with --root it is a folder that is there or is made, and stays. What changed
in it is listed.
Exit codes: those of apply.")]
pub(crate) struct ProviderRun {
    /// The component, a file; or the project that it is built of
    #[arg(value_name = "COMPONENT")]
    pub(crate) component: PathBuf,
    #[command(flatten)]
    pub(crate) apply: Apply,
}

/// `marotte provider watch`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider watch
  marotte provider watch ~/src/nginx-site

The project is built and its component tested as `provider test` does, and again whenever a
file of it changes, until it is interrupted.
Exit codes: 1 it was interrupted, or the folder is no project.")]
pub(crate) struct ProviderWatch {
    /// The project
    #[arg(value_name = "DIR", default_value = ".")]
    pub(crate) folder: PathBuf,
    /// Take crates only from what is downloaded already; other tools are never fetched
    #[arg(long)]
    pub(crate) offline: bool,
    #[command(flatten)]
    pub(crate) compile: Compile,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte provider test`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider test ./my_type.wasm

The examples of each type are applied to an empty tree of their own, dry first, then for real,
twice, and with what they declare taken away and brought back. Commands that would change this
machine are not run: the promises that need them are skipped. --here has them run, and is for
machines that can be thrown away.
Exit codes: 0 all promises are kept, 1 one or more are not.")]
pub(crate) struct ProviderTest {
    /// The component, a file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Only this type
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) type_name: Option<String>,
    /// The provider that manages the resources of the type
    #[arg(long = "with", value_name = "PROVIDER")]
    pub(crate) with: Option<String>,
    /// Try it on this machine instead of an empty tree: what the examples declare is really made and taken away
    #[arg(long)]
    pub(crate) here: bool,
    #[command(flatten)]
    pub(crate) compile: Compile,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte provider show`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider show ./my_type.wasm
  marotte provider show acme/nginx

What a component can do is what it imports: the rest is not there to be called. What it may do
of that is what its manifest asks for and whoever adds it accepts. No code of it is run.
Exit codes: 0 it is shown, 1 it is no component.")]
pub(crate) struct ProviderShow {
    /// The component: a file, or the name of a provider of the lock
    #[arg(value_name = "NAME|FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte provider list`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider list

Each with its version, its types with their providers, and what it may do. Those of the lock
follow the built-in ones, with their digest and signer.
Exit codes: 0 they are listed, 1 one of the lock may not run.")]
pub(crate) struct ProviderList {
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte provider new`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider new motd
  marotte provider new acme/nginx_site --into ~/src/nginx-site
  marotte provider new motd --language python
  marotte provider new --from-ruby modules/shelf/lib/puppet/type/shelf.rb

NAME is that of the type, and before it, with a slash, whose name space it is in, which is what
others trust a key with; without one it is 'example'. The project is a folder with a type that
works, a README, and the sdk and the contract beside it; `provider build` makes a component of
it. In Rust it has tests as well, and needs rustup with the target wasm32-wasip2, and crates;
in JavaScript it needs npm and componentize-js, in Python componentize-py.
Exit codes: 0 it is made, 1 it could not be made.")]
pub(crate) struct ProviderNew {
    /// The name of the type, as motd, or with its name space, as acme/motd
    #[arg(value_name = "NAME", required_unless_present = "from_ruby")]
    pub(crate) name: Option<String>,
    /// Take name and attributes from the declaration of a type in Ruby; what it does is yours to write
    #[arg(long = "from-ruby", value_name = "FILE", conflicts_with = "language")]
    pub(crate) from_ruby: Option<PathBuf>,
    /// Where the project goes: a folder that is not there yet (default: one of the type's name, here)
    #[arg(long, value_name = "DIR")]
    pub(crate) into: Option<PathBuf>,
    /// What it is written in
    #[arg(long, value_name = "LANGUAGE", default_value = "rust")]
    pub(crate) language: GuestLanguage,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// What a provider is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GuestLanguage {
    /// Rust: small, fast, and tested on a machine in memory
    Rust,
    /// JavaScript, by componentize-js
    #[value(name = "javascript", alias = "js")]
    JavaScript,
    /// Python, by componentize-py
    #[value(alias = "py")]
    Python,
}

/// `marotte provider build`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider build
  marotte provider build ~/src/nginx-site --offline

cargo builds it, or npm run build, or componentize-py, by what the project is; then it is
loaded and asked what it is. What is printed is where the component is, its size, what its
imports let it do at all, and what it asks to be granted. `provider test FILE` tries it,
`marotte apply --provider FILE` uses it, and `provider pack` makes the file that is given to
others.
Exit codes: 0 it is built and would be taken, 1 it is not.")]
pub(crate) struct ProviderBuild {
    /// The project
    #[arg(value_name = "DIR", default_value = ".")]
    pub(crate) folder: PathBuf,
    /// Take crates only from what is downloaded already; other tools are never fetched
    #[arg(long)]
    pub(crate) offline: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte provider docs`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider docs ./my_type.wasm > REFERENCE.md
  marotte provider docs --render-as json ./my_type.wasm

Markdown, made of the comments in the code; as JSON it is schema and manifest.
Exit codes: 0 it is printed, 1 it is no component.")]
pub(crate) struct ProviderDocs {
    /// The component, a file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}
