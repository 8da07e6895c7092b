//! The state of scheduled runs.

use anyhow::Result;
use report::show::seconds;
use report::view::moment;
use report::{ReportHeader, ReportStore};

use super::{InstalledService, Scheduler, Service, SystemdState};
use crate::repository::RepositoryClone;
use crate::settings::Settings;

/// The state of scheduled runs; texts that are not known are `None`.
#[derive(Debug, Default)]
pub struct ServiceStatus {
    /// The schedule, and the program that starts runs.
    pub schedule: Option<String>,
    /// The command that installed the service.
    pub command: Option<String>,
    /// The time of the next run.
    pub next_run: Option<String>,
    /// The last run that has a report, scheduled or not.
    pub last_run: Option<String>,
    /// The result of the last scheduled run.
    pub result: Option<String>,
    /// The repository.
    pub repository: Option<String>,
    /// The commit that the last run applied.
    pub commit: Option<String>,
    /// Whether runs are scheduled.
    pub is_scheduled: bool,
    /// Whether the last run failed.
    pub is_failed: bool,
}

impl ServiceStatus {
    /// Collects the state of this system, or of the tree of `--root`.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, or systemd does not answer.
    pub fn collect(settings: &Settings) -> Result<Self> {
        let service = Service::of(&settings.root);
        let Some(installed) = service.installed()? else {
            let schedule = Some("no runs are scheduled; 'marotte service install' schedules them".to_owned());
            return Ok(Self { schedule, ..Self::default() });
        };
        let state = service.systemd_state()?;
        let mut status = Self::of_schedule(&service, installed, state)?;
        if let Some(last) = ReportStore::new(settings.reportdir.value.clone()).all().last() {
            let header = last.head()?;
            status.is_failed |= header.status == "failed";
            status.last_run = Some(last_run(&header));
        }
        let clone = RepositoryClone::of(settings);
        status.commit = clone.commit();
        status.repository = clone.source().map(|source| match source.branch {
            Some(branch) => format!("{}, branch {branch}", source.url),
            None => source.url,
        });
        Ok(status)
    }

    fn of_schedule(service: &Service, installed: InstalledService, state: Option<SystemdState>) -> Result<Self> {
        let InstalledService { scheduler, schedule, command } = installed;
        let mut status = Self { is_scheduled: true, command: Some(command), ..Self::default() };
        let by = if scheduler == Scheduler::Systemd { "systemd" } else { "cron" };
        let mut text = format!("{} ({by})", schedule.text());
        match (state, scheduler) {
            (Some(state), _) => {
                status.is_scheduled = state.is_scheduled;
                status.is_failed = state.failure.is_some();
                status.next_run = state.next;
                status.result = match (state.is_running, state.failure) {
                    (true, _) => Some("a run is in progress".to_owned()),
                    (false, Some(failure)) => Some(format!("failed: {failure}")),
                    (false, None) => state.last.map(|last| format!("success, started {last}")),
                };
                if !status.is_scheduled {
                    text += "; the timer is not active: 'systemctl enable --now marotte.timer' starts it";
                }
            }
            (None, Scheduler::Cron) => status.next_run = Some(service.next_cron_run(schedule)?),
            (None, Scheduler::Systemd) => {}
        }
        status.schedule = Some(text);
        Ok(status)
    }
}

/// Describes the last run.
fn last_run(header: &ReportHeader) -> String {
    let noop = if header.noop { ", dry run" } else { "" };
    format!(
        "{} (run {}): {}, {} changes, {} failures in {}{noop}",
        moment(&header.time),
        header.run,
        header.status,
        header.changes,
        header.failures,
        seconds(header.duration)
    )
}
