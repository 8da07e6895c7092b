//! Owns the flags of `module`.

use clap::{Args, Subcommand};

use super::Common;

/// `marotte module`
#[derive(Debug, Subcommand)]
pub(crate) enum ModuleCommand {
    /// List the modules of the module path, and check what they need
    List(Box<ModuleList>),
}

/// `marotte module list`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte module list                         by the folders that they are in
  marotte module list --tree                  by what needs what
  marotte module list --modulepath ./modules

Exit codes: 0 they are listed, whatever is missing, 1 there is no such environment.")]
pub(crate) struct ModuleList {
    /// Show what needs what
    #[arg(long)]
    pub(crate) tree: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}
