//! Owns the flags of `undo`.

use std::path::PathBuf;

use clap::Args;

use super::{Common, Durable};

/// `marotte undo`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte undo --list               the runs that can be undone
  marotte undo --noop               what an undo of the last run would do
  marotte undo 12                   take back what run 12 changed

Files, links and folders come back with their modes and owners, the last change first. What has been changed
since the run is left alone and named; what commands did can't be undone and is told. An undo is a run, too: name it to
undo it. How many runs are kept, and how much of what they replaced, is the setting undo_keep.

Exit codes: 0 all was put back or there was nothing to put back, 1 the run is not known or something was left.
With --detailed-exitcodes: 2 something was put back, 4 something was left, 6 both, 0 nothing to do.")]
pub(crate) struct Undo {
    /// The run; without one the last apply that is not undone
    pub(crate) run: Option<u64>,
    /// List the runs that are kept
    #[arg(short, long, conflicts_with_all = ["run", "noop", "force"])]
    pub(crate) list: bool,
    /// Put back even what has been changed since the run; what is there is kept for an undo of the undo
    #[arg(long)]
    pub(crate) force: bool,
    /// Exit with 2 if something was put back, 4 if something was left, 6 for both
    #[arg(long)]
    pub(crate) detailed_exitcodes: bool,
    /// The tree that is managed; without the flag, that of the run
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    /// When a written file is made to survive a power cut: file (each at once), run (all at the end) or off
    #[arg(long, value_name = "WHEN", default_value = "file")]
    pub(crate) durable: Durable,
    #[command(flatten)]
    pub(crate) common: Common,
}
