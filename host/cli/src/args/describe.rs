//! Owns the flags of `describe` and `doc`.

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
    /// The providers in detail, with their features
    #[arg(short, long)]
    pub(crate) providers: bool,
    /// The metaparameters, which all types have, too
    #[arg(short, long)]
    pub(crate) meta: bool,
    /// Describe the types of this component file, too; can be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) provider: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// `marotte doc`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte doc --reference type > types.md
  marotte doc --list

Exit codes: 0 it is printed, 1 there is no such reference.")]
pub(crate) struct Doc {
    /// The reference: type is all types with all they can do, as Markdown
    #[arg(short, long, value_name = "NAME", default_value = "type")]
    pub(crate) reference: String,
    /// List the references
    #[arg(short, long)]
    pub(crate) list: bool,
    /// The types of this component file, too; can be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) provider: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}
