//! Flags of `catalog`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{Common, Compile};

// `marotte catalog`
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum CatalogCommand {
    /// Compile a catalog and print it in Puppet's format
    Compile(Box<CatalogCompile>),
    /// Compare two catalogs
    Diff(CatalogDiff),
}

// `marotte catalog compile`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte catalog compile node1.example.com --manifest site.pp > node1.json
  marotte catalog compile node1.example.com --facts node1.yaml

Prints Puppet's JSON, format 2. As in Puppet, Sensitive values are in clear text.
Exit codes: 0 success, 1 the manifest does not compile.")]
pub(crate) struct CatalogCompile {
    /// Name of the node [default: the setting certname or the name of this system]
    #[arg(value_name = "NODE")]
    pub(crate) node: Option<String>,
    /// Compile this Puppet code
    #[arg(short, long, value_name = "CODE", conflicts_with = "manifest")]
    pub(crate) execute: Option<String>,
    #[command(flatten)]
    pub(crate) compile: Compile,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte catalog diff`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte catalog diff before.json after.json

Exit codes: 0 the catalogs are equal, 1 they differ, 2 a catalog cannot be read.")]
pub(crate) struct CatalogDiff {
    /// Catalog in the JSON format of `catalog compile`
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,
    /// Catalog to compare with
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}
