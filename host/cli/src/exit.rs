//! The exit codes, as in Puppet.

use std::process::ExitCode;

use crate::console::Console;

/// Success; without detailed exit codes, also a completed run with failures.
pub(crate) const SUCCESS: u8 = 0;
/// Failure: invalid arguments, a manifest with errors, a dependency cycle.
pub(crate) const FAILURE: u8 = 1;
/// `catalog diff`: the catalogs differ, or could not be compared.
pub(crate) const DIFFERENT: u8 = 1;
pub(crate) const TROUBLE: u8 = 2;
/// Detailed exit codes: there were changes.
const CHANGES: u8 = 2;
/// Detailed exit codes: there were failures.
const FAILURES: u8 = 4;
/// `--pending-exitcodes`: a dry run found pending changes.
const PENDING: u8 = 8;
/// `apply --plan`: the catalog or system has drifted, or a change was not planned.
pub(crate) const PLAN_STALE: u8 = 16;
/// `environment rollout --watch`: runs failed, and the version was taken back if there is a limit.
pub(crate) const ROLLOUT_FAILED: u8 = 4;
/// `service status`: no runs are scheduled.
pub(crate) const NOT_SCHEDULED: u8 = 3;
/// `apply --loadclasses`: the list of classes cannot be read.
pub(crate) const CLASSES_UNREADABLE: u8 = 63;

/// The result of a completed run.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RunExitCode {
    /// The run changed something.
    pub(crate) changed: bool,
    /// The run had failures.
    pub(crate) failed: bool,
    /// A dry run found pending changes, and the flags request an exit code for them.
    pub(crate) pending: bool,
}

impl RunExitCode {
    /// Returns the exit code; with detailed exit codes a sum.
    pub(crate) fn code(self, detailed: bool) -> ExitCode {
        let sum =
            u8::from(self.changed) * CHANGES + u8::from(self.failed) * FAILURES + u8::from(self.pending) * PENDING;
        ExitCode::from(if detailed { sum } else { SUCCESS })
    }
}

/// Returns the exit code of a run without pending changes.
pub(crate) fn of_run(detailed: bool, changed: bool, failed: bool) -> ExitCode {
    RunExitCode { changed, failed, pending: false }.code(detailed)
}

/// Logs an error and returns the exit code of a failure.
pub(crate) fn failed(error: &anyhow::Error, console: &mut Console) -> ExitCode {
    console.fail(error);
    ExitCode::from(FAILURE)
}

/// Returns the exit code of a successful command, or a failure if its results could not be written.
pub(crate) fn finish_stdout(code: ExitCode, console: &mut Console) -> ExitCode {
    match console.finish_stdout() {
        Ok(()) => code,
        Err(error) => {
            console.fail(&error);
            // Other codes are more specific.
            if code == ExitCode::from(SUCCESS) { ExitCode::from(FAILURE) } else { code }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detailed_exit_codes_are_summed() {
        assert_eq!(of_run(true, true, true), ExitCode::from(6));
        assert_eq!(of_run(true, false, true), ExitCode::from(4));
        assert_eq!(of_run(true, true, false), ExitCode::from(2));
        assert_eq!(of_run(false, true, true), ExitCode::from(0));
        assert_eq!(
            RunExitCode { failed: true, pending: true, ..RunExitCode::default() }.code(true),
            ExitCode::from(12)
        );
    }
}
