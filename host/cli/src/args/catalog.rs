//! Owns the flags of `catalog`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{Common, Compile};

/// `marotte catalog`
#[derive(Debug, Subcommand)]
pub(crate) enum CatalogCommand {
    /// Compile a catalog and print it in Puppet's format
    Compile(Box<CatalogCompile>),
    /// Say what is different between two catalogs
    Diff(CatalogDiff),
}

/// `marotte catalog compile`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte catalog compile node1.example.com --manifest site.pp > node1.json
  marotte catalog compile node1.example.com --facts node1.yaml --environment test

The catalog is Puppet's JSON, format 2. Values that are Sensitive are in it in clear, as in Puppet.
Exit codes: 0 it is printed, 1 it does not compile.")]
pub(crate) struct CatalogCompile {
    /// The node's name; without one, the setting certname or that of this machine
    #[arg(value_name = "NODE")]
    pub(crate) node: Option<String>,
    /// Compile this code
    #[arg(short, long, value_name = "CODE", conflicts_with = "manifest")]
    pub(crate) execute: Option<String>,
    #[command(flatten)]
    pub(crate) compile: Compile,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte catalog diff`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte catalog diff before.json after.json

Exit codes: 0 the catalogs are the same, 1 they differ, 2 one can't be read.")]
pub(crate) struct CatalogDiff {
    /// A catalog as `catalog compile` prints it
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,
    /// The catalog to compare it with
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}
