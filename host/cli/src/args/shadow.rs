//! Flags of `shadow`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Common;

// `marotte shadow`
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum ShadowCommand {
    /// Report the differences between the catalogs of both servers
    Report(Box<ShadowReport>),
}

impl ShadowCommand {
    /// Returns the flags that all commands have.
    pub(crate) fn common(&self) -> &Common {
        match self {
            Self::Report(arguments) => &arguments.common,
        }
    }
}

// `marotte shadow report`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte shadow report
  # write a page for a browser
  marotte shadow report --html shadow.html
  # print all nodes and differences for a program
  marotte shadow report --render-as json

Reports the last comparison of each node that a server with --shadow made: how many nodes have the same catalogs, the differences of most \
nodes first, and the reasons for which catalogs do not compile. Sensitive values are not recorded.

Exit codes: 0 the catalogs of all nodes are the same, 1 some differ or do not compile on one of the servers, or there are no comparisons, \
2 the comparisons cannot be read or the page cannot be written.")]
pub(crate) struct ShadowReport {
    /// Write an HTML page to this file [default: standard output]
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}
