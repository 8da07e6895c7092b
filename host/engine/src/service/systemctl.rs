//! Calls of `systemctl`.

use std::ffi::OsStr;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use launcher::Launch;

use super::{SERVICE, TIMER};

/// Maximum time of a call.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// The state of the units.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct SystemdState {
    /// Whether the timer is active.
    pub is_scheduled: bool,
    /// Whether a run is in progress.
    pub is_running: bool,
    /// The time of the next run, if there is one.
    pub next: Option<String>,
    /// The time at which the timer started the last run, if it did.
    pub last: Option<String>,
    /// The reason why the last run failed, since the system was booted.
    pub failure: Option<String>,
}

/// Calls systemd.
///
/// # Errors
/// Returns an error if the call fails; contains the message of `systemctl`.
pub(super) fn call(arguments: &[&str]) -> Result<String> {
    let command = format!("systemctl {}", arguments.join(" "));
    let path = std::env::var_os("PATH");
    let program =
        launcher::find_program(OsStr::new("systemctl"), path.as_deref()).context("Could not find 'systemctl'")?;
    let mut launch = Launch { timeout: TIME_LIMIT, ..Launch::inheriting(program, arguments) };
    launcher::set_variable(&mut launch.environment, "LC_ALL", "C");
    let output = launch.run().with_context(|| format!("Could not run '{command}'"))?;
    if output.status != 0 {
        bail!("'{command}' returned {}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns the state of the units.
pub(super) fn state() -> Result<SystemdState> {
    let timer = call(&["show", TIMER, "--property=ActiveState,NextElapseUSecRealtime,LastTriggerUSec"])?;
    let service = call(&["show", SERVICE, "--property=ActiveState,Result,ExecMainStatus"])?;
    Ok(read(&timer, &service))
}

fn read(timer: &str, service: &str) -> SystemdState {
    let property = |text: &str, name: &str| {
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        value.filter(|value| !matches!(*value, "" | "n/a")).map(str::to_owned)
    };
    let failure = match property(service, "Result").as_deref() {
        None | Some("success") => None,
        Some("exit-code") => Some(format!("exit code {}", property(service, "ExecMainStatus").unwrap_or_default())),
        Some(result) => Some(result.to_owned()),
    };
    SystemdState {
        is_scheduled: property(timer, "ActiveState").as_deref() == Some("active"),
        is_running: matches!(property(service, "ActiveState").as_deref(), Some("activating" | "active")),
        next: property(timer, "NextElapseUSecRealtime"),
        last: property(timer, "LastTriggerUSec"),
        failure,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_is_read_from_the_properties_of_units() {
        let timer = "ActiveState=active\nNextElapseUSecRealtime=Thu 2026-11-26 14:37:12 UTC\nLastTriggerUSec=n/a\n";
        let state = read(timer, "ActiveState=failed\nResult=exit-code\nExecMainStatus=1\n");
        assert_eq!(
            state,
            SystemdState {
                is_scheduled: true,
                is_running: false,
                next: Some("Thu 2026-11-26 14:37:12 UTC".to_owned()),
                last: None,
                failure: Some("exit code 1".to_owned()),
            }
        );
        let state = read("ActiveState=inactive\n", "ActiveState=activating\nResult=success\n");
        assert_eq!(state, SystemdState { is_running: true, ..SystemdState::default() });
        assert_eq!(read("", "Result=oom-kill\n").failure.as_deref(), Some("oom-kill"));
    }
}
