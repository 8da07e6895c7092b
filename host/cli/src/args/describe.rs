//! Flags of `describe` and `doc`.

use std::path::PathBuf;

use clap::Args;

use super::Common;

// `marotte describe`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte describe --list           list all types
  marotte describe file             describe a type
  marotte describe package -s -p    list attributes and providers

Exit codes: 0 success, 1 a component cannot be read.")]
pub(crate) struct Describe {
    /// Resource types
    #[arg(required_unless_present = "list")]
    pub(crate) types: Vec<String>,
    /// List all types
    #[arg(short, long)]
    pub(crate) list: bool,
    /// Show only the names of attributes
    #[arg(short, long)]
    pub(crate) short: bool,
    /// Show the providers with their features
    #[arg(short, long)]
    pub(crate) providers: bool,
    /// Show the metaparameters, too
    #[arg(short, long)]
    pub(crate) meta: bool,
    /// Include the types of this component file (can be repeated)
    #[arg(long, value_name = "FILE")]
    pub(crate) provider: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}

// `marotte doc`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte doc --reference type > types.md
  marotte doc --list

Exit codes: 0 success, 1 there is no such reference.")]
pub(crate) struct Doc {
    /// Name of the reference: type (all resource types)
    #[arg(short, long, value_name = "NAME", default_value = "type")]
    pub(crate) reference: String,
    /// List the references
    #[arg(short, long)]
    pub(crate) list: bool,
    /// Include the types of this component file (can be repeated)
    #[arg(long, value_name = "FILE")]
    pub(crate) provider: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}
