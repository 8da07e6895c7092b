//! Owns the flags of `provider`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{Common, Compile};

/// `marotte provider`
#[derive(Debug, Subcommand)]
pub(crate) enum ProviderCommand {
    /// List the components with their types, providers and grants
    List(ProviderList),
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
