//! Flags of `plan`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Common;

// Subcommands of `plan`.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum PlanCommand {
    /// Show the changes of a plan
    Show(Box<PlanShow>),
}

// `marotte plan show`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte apply site.pp --plan-out site.plan
  marotte plan show site.plan

Prints each change, and the new content of files that a manifest contains. 'marotte apply --plan FILE --noop --show_diff' shows the differences from the current files. With --render-as json or yaml, prints the plan itself.

Exit codes: 0 success, 1 the plan cannot be read.")]
pub(crate) struct PlanShow {
    /// The plan
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}
