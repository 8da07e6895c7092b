//! Watching a rollout: the reports of the nodes in the share decide whether the share is raised or the version is taken back.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use catalog::Level;
use fleet::{DatabaseError, NodeDatabase, Time};
use registry::Digest;
use registry::environment::{Channel, ChannelStep, EnvironmentError, Percentage, PullError};
use serde_json::{Value as Json, json};

use super::progress::{FIELDS, RolloutProgress, ShareCounts};
use super::{ChannelPlace, text};
use crate::args::{EnvironmentRollout, FailureLimit};
use crate::console::Console;
use crate::{exit, interrupt};

/// The time between two queries.
const INTERVAL: Duration = Duration::from_millis(500);

/// The time between two attempts to take a version back.
const STOP_INTERVAL: Duration = Duration::from_secs(5);

/// Maximum number of attempts to take a version back while the repository cannot be used.
const STOP_ATTEMPTS: usize = 60;

/// A rollout whose nodes are watched.
pub(crate) struct Watch<'a> {
    place: &'a ChannelPlace<'a>,
    database: Arc<dyn NodeDatabase>,
    version: Digest,
    /// The version of the other nodes, which replaces a version that fails.
    base: Option<Digest>,
    limit: Option<FailureLimit>,
    minutes: u32,
    /// Reports of nodes before the rollout.
    reports: Vec<Json>,
}

/// How the runs of a share ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ShareEnd {
    Completed,
    /// There were failures, and no limit.
    Failed,
    /// There were more failures than allowed.
    Exceeded,
}

impl<'a> Watch<'a> {
    /// Prepares to watch a rollout before the channel is changed.
    ///
    /// # Errors
    /// Returns an error if the database has no reports of nodes, or there is no version to go back to.
    pub(crate) fn begin(
        place: &'a ChannelPlace<'a>,
        arguments: &EnvironmentRollout,
        base: Option<Digest>,
        database: Arc<dyn NodeDatabase>,
    ) -> Result<Self> {
        let (limit, minutes) = (arguments.stop_at, arguments.minutes);
        if limit.is_some() && base.is_none() {
            bail!("The channel has no other version that replaces a failing one: --stop-at is not possible");
        }
        let since = Time::now().before(i64::from(minutes) * 60);
        let reports = rows(&*database, place.rollout.name, since)?;
        if reports.is_empty() {
            let name = place.rollout.name;
            bail!(
                "No node can be watched: the database has no report of the environment '{name}' of the last {minutes} minutes"
            );
        }
        Ok(Self { place, database, version: arguments.digest, base, limit, minutes, reports })
    }

    /// Watches the nodes of the first share, then raises the share, until the last share is complete or there are too many failures;
    /// then the version is taken back. A signal ends the watch, not the rollout.
    ///
    /// # Errors
    /// Returns an error if the database or the repository cannot be used, or another process has changed the channel.
    pub(crate) fn run(&self, channel: Channel, shares: &[Percentage], console: &mut Console) -> Result<ExitCode> {
        let interrupted = interrupt::flag(console);
        let progress = RolloutProgress::new(self.version, channel.clone(), &self.reports);
        let (mut channel, mut progress) = (channel, progress.context("The reports have no times")?);
        let mut end = ShareEnd::Completed;
        for (index, percent) in shares.iter().enumerate() {
            if index > 0 {
                let step = ChannelStep { digest: self.version, percent: *percent };
                let ChannelPlace { rollout, repository, policy } = self.place;
                channel = rollout.raise(step, channel.serial, *repository, policy)?;
                progress.set_channel(channel.clone());
            }
            console.log(Level::Notice, "", &text::assignment(self.place.rollout.channel, &channel));
            let kept =
                format!("The rollout is not watched any more, and the channel keeps the serial {}", channel.serial);
            end = self.share(*percent, &mut progress, &interrupted, console).context(kept)?;
            if end == ShareEnd::Exceeded {
                channel = self.stop(&interrupted, console)?;
                break;
            }
        }
        self.print(&channel, &progress, end, console);
        let code = if end == ShareEnd::Completed { exit::SUCCESS } else { exit::ROLLOUT_FAILED };
        Ok(ExitCode::from(code))
    }

    /// Waits until the nodes of the share ran the version, or the time is over.
    fn share(
        &self,
        percent: Percentage,
        progress: &mut RolloutProgress,
        interrupted: &AtomicBool,
        console: &mut Console,
    ) -> Result<ShareEnd> {
        let deadline = Instant::now() + Duration::from_secs(u64::from(self.minutes) * 60);
        let (mut shown, mut outage) = (String::new(), None);
        if progress.counts().nodes == 0 {
            let message = format!("No node with a recent report is in the share of {percent}%");
            console.log(Level::Warning, "", &message);
        }
        loop {
            let is_over = Instant::now() >= deadline;
            self.read(progress, &mut outage, console)?;
            if is_over {
                if let Some(reason) = &outage {
                    bail!("the database does not answer: {reason}");
                }
                progress.end_share();
            }
            let counts = progress.counts();
            let allowed = self.limit.map(|limit| limit.of(counts.nodes));
            let line = text::progress(percent, counts, allowed);
            if line != shown {
                console.log(Level::Notice, "", &line);
                shown = line;
            }
            if let Some(end) = share_end(counts, allowed, is_over || (counts.is_complete() && outage.is_none())) {
                return Ok(end);
            }
            if interrupted.load(Ordering::Relaxed) {
                bail!("a signal was received");
            }
            thread::sleep(INTERVAL);
        }
    }

    /// Reads the reports since the last query. `outage` is the reason why the database does not answer.
    fn read(&self, progress: &mut RolloutProgress, outage: &mut Option<String>, console: &mut Console) -> Result<()> {
        match rows(&*self.database, self.place.rollout.name, progress.since()) {
            Ok(reports) => {
                progress.add(&reports);
                *outage = None;
            }
            Err(DatabaseError::Unavailable(reason)) => {
                if outage.replace(reason.clone()).is_none() {
                    console.log(Level::Warning, "", &format!("The database does not answer: {reason}"));
                }
            }
            Err(error) => return Err(error).context("the reports cannot be read"),
        }
        Ok(())
    }

    /// Takes the version back. The repository may be unavailable for some minutes.
    fn stop(&self, interrupted: &AtomicBool, console: &mut Console) -> Result<Channel> {
        let base = self.base.context("There is no other version")?;
        let ChannelPlace { rollout, repository, policy } = self.place;
        let mut attempts = 1..STOP_ATTEMPTS;
        let stopped = loop {
            match rollout.stop(&self.version, &base, *repository, policy) {
                Err(PullError::Environment(EnvironmentError::Source(error)))
                    if attempts.next().is_some() && !interrupted.load(Ordering::Relaxed) =>
                {
                    console.log(Level::Err, "", &format!("The version cannot be taken back yet: {error}"));
                    thread::sleep(STOP_INTERVAL);
                }
                stopped => break stopped.context("Too many runs failed, and the version cannot be taken back")?,
            }
        };
        let channel = match stopped {
            Some(channel) => channel,
            // Another process has done so.
            None => rollout.current(*repository, policy)?.context("The channel does not exist any more")?.channel,
        };
        let message = format!("Too many runs failed; serial {} takes the version back", channel.serial);
        console.log(Level::Err, "", &message);
        Ok(channel)
    }

    fn print(&self, channel: &Channel, progress: &RolloutProgress, end: ShareEnd, console: &mut Console) {
        let rollout = &self.place.rollout;
        if !console.is_structured() {
            return console.print_untrusted(&text::failures(progress));
        }
        let state = match end {
            ShareEnd::Completed => "completed",
            ShareEnd::Failed => "failed",
            ShareEnd::Exceeded => "stopped",
        };
        let mut shown = text::channel_json(rollout.channel, rollout.name, channel);
        shown["state"] = json!(state);
        shown["allowed_failures"] = json!(self.limit.map(|limit| limit.of(progress.counts().nodes)));
        shown["nodes"] = text::nodes_json(progress);
        console.print_data(&shown);
    }
}

/// Returns how the runs of a share end; `None` if further reports are awaited.
fn share_end(counts: ShareCounts, allowed: Option<u32>, is_complete: bool) -> Option<ShareEnd> {
    match allowed {
        Some(allowed) if counts.failures() > allowed as usize => Some(ShareEnd::Exceeded),
        _ if !is_complete => None,
        None if counts.failures() > 0 => Some(ShareEnd::Failed),
        _ => Some(ShareEnd::Completed),
    }
}

/// Returns the reports of an environment that were received after a time, in the order of their receipt.
fn rows(database: &dyn NodeDatabase, environment: &str, since: Time) -> Result<Vec<Json>, DatabaseError> {
    let condition = json!(["and", ["=", "environment", environment], [">", "receive_time", since.to_string()]]);
    let query = json!(["from", "reports", ["extract", FIELDS, condition], ["order_by", ["receive_time"]]]);
    database.query(&query.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rollout_share_ends_at_the_first_failure_beyond_the_limit() {
        let counts = ShareCounts { nodes: 50, ran: 3, failed: 1, missed: 1, previous: 0 };
        assert!(share_end(counts, Some(1), false) == Some(ShareEnd::Exceeded));
        assert!(share_end(counts, Some(2), false).is_none() && share_end(counts, None, false).is_none());
        assert!(share_end(counts, Some(2), true) == Some(ShareEnd::Completed));
        assert!(share_end(counts, None, true) == Some(ShareEnd::Failed));
        assert!(share_end(ShareCounts::default(), None, true) == Some(ShareEnd::Completed));
    }
}
