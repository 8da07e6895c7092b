//! Programs that write facts. They run in the C locale, without input, and with limited time and output.

use std::path::Path;
use std::time::Duration;

use launcher::Launch;

use crate::issue::{self, FactMessage};

/// The timeout that is used if there is no limit.
const UNLIMITED: Duration = Duration::from_secs(10 * 365 * 24 * 3600);

/// Maximum number of bytes kept of each output stream.
const VOLUME: usize = 8 << 20;

/// Runs a program and returns its output, regardless of its exit status. Its standard error is logged, as is an exit
/// status other than 0.
pub(super) fn run(file: &Path, timeout: Option<Duration>, log: &mut Vec<FactMessage>) -> Result<String, FactMessage> {
    let limit = timeout.unwrap_or(UNLIMITED);
    let program = std::path::absolute(file).unwrap_or_else(|_| file.to_path_buf());
    let mut launch =
        Launch { timeout: limit, limit: VOLUME, stop_at_limit: true, ..Launch::inheriting(program, [""; 0]) };
    for name in ["LC_ALL", "LANG"] {
        launcher::set_variable(&mut launch.environment, name, "C");
    }
    let output = launch.run().map_err(|error| issue::not_started(file, &error.to_string()))?;
    if output.timed_out {
        return Err(issue::too_slow(file, limit));
    }
    if output.truncated {
        return Err(issue::output_too_large(file, VOLUME as u64 >> 20));
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    if !errors.is_empty() {
        log.push(issue::stderr_output(file, errors.trim()));
    }
    if output.status != 0 {
        log.push(issue::failed(file, output.status, &errors));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
