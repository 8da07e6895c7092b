//! Owns the flags of `describe`.

use std::path::PathBuf;

use clap::Args;

use super::Common;

/// `marotte describe`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte describe --list           all types
  marotte describe file             one of them
  marotte describe package -s -p    its attributes and its providers, in short

Exit codes: 0 they are described, 1 a component can't be read.")]
pub(crate) struct Describe {
    /// The type
    #[arg(required_unless_present = "list")]
    pub(crate) types: Vec<String>,
    /// List all types
    #[arg(short, long)]
    pub(crate) list: bool,
    /// Only the names of the attributes
    #[arg(short, long)]
    pub(crate) short: bool,
    /// The providers and their features, too
    #[arg(short, long)]
    pub(crate) providers: bool,
    /// Describe the types of this component file, too; can be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) provider: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}
