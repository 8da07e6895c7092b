//! Owns the flags of `provider`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{Common, Compile};

/// `marotte provider`
#[derive(Debug, Subcommand)]
pub(crate) enum ProviderCommand {
    /// List the components with their types, providers and grants
    List(ProviderList),
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
}

/// `marotte provider test`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider test ./my_type.wasm

The examples of each type are applied to an empty tree of their own, dry first, then for real, twice, and with
what they declare taken away and brought back. Commands that would change this machine are not run: the
promises that need them are skipped. --here has them run, and is for machines that can be thrown away.
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

What a component can do is what it imports: the rest is not there to be called. What it may do of that is
what its manifest asks for. Exit codes: 0 it is shown, 1 it is no component.")]
pub(crate) struct ProviderShow {
    /// The component, a file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte provider list`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider list

Exit codes: 0 they are listed.")]
pub(crate) struct ProviderList {
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte provider new`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider new motd
  marotte provider new acme/nginx_site --into ~/src/nginx-site

The project is written in Rust. It has a type that works, tests, a README, and the sdk and the contract beside it; what
it needs else is a Rust toolchain and crates. Exit codes: 0 it is made, 1 it could not be made.")]
pub(crate) struct ProviderNew {
    /// The name of the type, and before it, with a slash, whose it is
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// Where the project goes: a folder that is not there yet (default: one of the type's name, here)
    #[arg(long, value_name = "DIR")]
    pub(crate) into: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte provider build`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte provider build
  marotte provider build ~/src/nginx-site --offline

cargo builds it; then it is loaded, asked what it is, and told: its size, what its imports prove, what it asks for.
Exit codes: 0 it is built and would be taken, 1 it is not.")]
pub(crate) struct ProviderBuild {
    /// The project
    #[arg(value_name = "DIR", default_value = ".")]
    pub(crate) folder: PathBuf,
    /// Take crates only from what is downloaded already
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

Exit codes: 0 it is printed, 1 it is no component.")]
pub(crate) struct ProviderDocs {
    /// The component, a file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}
