//! Flags of `undo`.

use std::path::PathBuf;

use clap::Args;

use super::{Common, Durable};

// `marotte undo`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte undo --list               list the runs that can be undone
  marotte undo --noop               report what an undo would restore
  marotte undo 12                   undo run 12

Restores files, links and directories with their modes and owners, in reverse order of the changes. Anything \
modified since the run is left untouched and listed; commands cannot be undone and are reported. An undo is a run \
that can be undone by its number. The setting undo_keep limits the number of runs and the size of the saved data.

Exit codes: 0 everything was restored or there was nothing to restore, 1 the run is unknown or something was left.
With --detailed-exitcodes: 2 something was restored, 4 something was left, 6 both, 0 nothing to do.")]
pub(crate) struct Undo {
    /// Run to undo [default: the last apply that has not been undone]
    pub(crate) run: Option<u64>,
    /// List the runs that can be undone
    #[arg(short, long, conflicts_with_all = ["run", "noop", "force"])]
    pub(crate) list: bool,
    /// Also restore objects modified since the run; the current content is saved so that the undo can be
    /// undone
    #[arg(long)]
    pub(crate) force: bool,
    /// Exit with 2 if something was restored, 4 if something was left, 6 for both
    #[arg(long)]
    pub(crate) detailed_exitcodes: bool,
    /// Managed tree [default: that of the run]
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    /// When to fsync written files: after each file, at the end of the run, or never (off)
    #[arg(long, value_name = "WHEN", default_value = "file")]
    pub(crate) durable: Durable,
    #[command(flatten)]
    pub(crate) common: Common,
}
