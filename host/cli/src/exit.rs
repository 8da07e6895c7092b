//! The exit codes, Puppet's: this is the one table of them.

use std::process::ExitCode;

use crate::console::Console;

/// All went well, or, without detailed codes, at least the run went through.
pub(crate) const SUCCESS: u8 = 0;
/// It could not be done: bad arguments, a wrong manifest, a cycle.
pub(crate) const FAILURE: u8 = 1;
/// Of `catalog diff`: the catalogs differ, and there was trouble.
pub(crate) const DIFFERENT: u8 = 1;
pub(crate) const TROUBLE: u8 = 2;
/// With detailed codes: something changed.
const CHANGES: u8 = 2;
/// With detailed codes: something failed.
const FAILURES: u8 = 4;
/// With `--pending-exitcodes`: a dry run found something to change.
const PENDING: u8 = 8;
/// Of `apply --plan`: the catalog or the machine is not as it was planned, or a change was not foreseen.
pub(crate) const PLAN_STALE: u8 = 16;
/// Of `apply --loadclasses`: the list of classes is there and can't be read.
pub(crate) const CLASSES_UNREADABLE: u8 = 63;

/// How a run went that went through.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RunExitCode {
    /// Something changed.
    pub(crate) changed: bool,
    /// Something failed.
    pub(crate) failed: bool,
    /// Something would have been changed, and who runs it wants to know.
    pub(crate) pending: bool,
}

impl RunExitCode {
    /// Returns the code: a sum, where detailed codes are wanted.
    pub(crate) fn code(self, detailed: bool) -> ExitCode {
        let sum =
            u8::from(self.changed) * CHANGES + u8::from(self.failed) * FAILURES + u8::from(self.pending) * PENDING;
        ExitCode::from(if detailed { sum } else { SUCCESS })
    }
}

/// Returns the code of a run that changes things or not, and can't have anything pending.
pub(crate) fn of_run(detailed: bool, changed: bool, failed: bool) -> ExitCode {
    RunExitCode { changed, failed, pending: false }.code(detailed)
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
    fn detailed_codes_add_up() {
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
