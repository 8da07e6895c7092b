//! Flags of `report`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Common;

// `marotte report`
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  marotte report                      show the last run
  marotte report 12 --html 12.html    write an HTML page about run 12
  marotte report list                 list the runs that have a report
  marotte report fleet                show the state of all nodes

Run numbers are those of `marotte undo`. With --render-as json or yaml the report is printed in Puppet's format. \
The setting report_keep limits number and size of reports; the setting reports selects report processors.

Exit codes: 0 success, 1 there is no such report."
)]
pub(crate) struct Report {
    #[command(subcommand)]
    pub(crate) command: Option<ReportCommand>,
    /// Number of the run [default: the last one]
    pub(crate) run: Option<u64>,
    /// Write an HTML page to this file [default: standard output]
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) place: ReportDirectory,
}

// Subcommands of `report`.
#[derive(Debug, Subcommand)]
pub(crate) enum ReportCommand {
    /// List the runs that have a report
    #[command(after_help = "Examples:\n  marotte report list\n\nExit codes: 0 success.")]
    List(ReportDirectory),
    /// Show the state of all nodes in the database
    #[command(after_help = "Examples:
  marotte report fleet
  marotte report fleet --html fleet.html

Shows the status of nodes, what failed in their last runs and why, what changed, and which versions of the code they applied. The database \
is that of `marotte query`. A node without a report for two hours is unreported.

Exit codes: 0 success, 1 the database cannot be read.")]
    Fleet(FleetReport),
}

// `marotte report fleet`
#[derive(Debug, Args)]
pub(crate) struct FleetReport {
    /// Write an HTML page to this file [default: standard output]
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}

// Location of reports.
#[derive(Debug, Args)]
pub(crate) struct ReportDirectory {
    /// Managed tree
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}

impl Report {
    /// Returns the flags that all commands have.
    pub(crate) fn common(&self) -> &Common {
        match &self.command {
            Some(ReportCommand::List(place)) => &place.common,
            Some(ReportCommand::Fleet(fleet)) => &fleet.common,
            None => &self.place.common,
        }
    }
}
