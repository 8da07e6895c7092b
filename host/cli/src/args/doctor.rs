//! Flags of `doctor`.

use clap::Args;

use super::Common;

// `marotte doctor`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  marotte doctor
  marotte doctor --render-as json

Each line of the first table names a guarantee about queries (commands that look at the system, also in a dry run) and the \
mechanism of the kernel that enforces it. The self-test runs five forbidden operations in the sandbox of queries.

Exit codes: 0 everything is enforced, 1 the kernel lacks a mechanism, or a forbidden operation succeeded.")]
pub(crate) struct Doctor {
    #[command(flatten)]
    pub(crate) common: Common,
}
