//! Owns the exit codes, Puppet's.

use std::process::ExitCode;

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

/// Returns the code of a run that went through.
pub(crate) fn of_run(detailed: bool, changed: bool, failed: bool) -> ExitCode {
    let code = u8::from(changed) * CHANGES + u8::from(failed) * FAILURES;
    ExitCode::from(if detailed { code } else { SUCCESS })
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
    }
}
