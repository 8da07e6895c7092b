//! Owns the flags of `report`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Common;

/// `marotte report`
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  marotte report                      the last run
  marotte report 12 --html 12.html    a page of run 12, for a browser
  marotte report list                 the runs of which there is a report

The number of a run is the same as in `marotte undo`. With --render-as json or yaml the report is printed as Puppet has it.
How many reports are kept, and how much of them, is the setting report_keep; where they go is the setting reports.

Exit codes: 0 it is shown, 1 there is no such report."
)]
pub(crate) struct Report {
    #[command(subcommand)]
    pub(crate) command: Option<ReportCommand>,
    /// The run; without one the last
    pub(crate) run: Option<u64>,
    /// Write a page for a browser, to this file or to standard output
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) place: ReportDirectory,
}

/// What there is to do with reports.
#[derive(Debug, Subcommand)]
pub(crate) enum ReportCommand {
    /// List the runs of which there is a report
    #[command(after_help = "Examples:\n  marotte report list\n\nExit codes: 0 they are listed.")]
    List(ReportDirectory),
}

/// Where reports are.
#[derive(Debug, Args)]
pub(crate) struct ReportDirectory {
    /// The tree that was managed
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}

impl Report {
    /// Returns where reports are, whatever is to be done with them.
    pub(crate) fn place(&self) -> &ReportDirectory {
        match &self.command {
            Some(ReportCommand::List(place)) => place,
            None => &self.place,
        }
    }
}
