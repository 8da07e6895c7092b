//! Progress of a rollout: the last runs of nodes, by rows of reports in a database of nodes.

use std::collections::{BTreeMap, BTreeSet};

use fleet::Time;
use registry::Digest;
use registry::environment::Channel;
use serde_json::Value as Json;

/// The fields of reports that are read.
pub(super) const FIELDS: [&str; 6] =
    ["certname", "producer", "status", "code_id", "cached_catalog_status", "receive_time"];

/// Reports that are stored at the same time become visible in any order: this many seconds are read again.
const OVERLAP: i64 = 60;

/// The state of a node since the rollout began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NodeState {
    /// It has sent no report.
    Waiting,
    /// It has sent reports of runs with another version.
    Previous,
    /// Its last run with the version succeeded.
    Succeeded,
    /// Its last run with the version failed.
    Failed,
    /// It was expected to send a report in time, and did not.
    Missed,
}

impl NodeState {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Previous => "previous",
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Missed => "missed",
        }
    }

    /// Returns whether this is the result of a run with the version.
    fn is_result(self) -> bool {
        matches!(self, Self::Succeeded | Self::Failed)
    }
}

/// The numbers of nodes of a share.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ShareCounts {
    /// All nodes.
    pub(super) nodes: usize,
    /// Nodes that ran the version.
    pub(super) ran: usize,
    /// Nodes whose last run with the version failed.
    pub(super) failed: usize,
    /// Nodes that sent no report in time.
    pub(super) missed: usize,
    /// Nodes that ran another version.
    pub(super) previous: usize,
}

impl ShareCounts {
    /// Returns the number of nodes that count as failures.
    pub(super) fn failures(self) -> usize {
        self.failed + self.missed
    }

    /// Returns whether all nodes ran the version.
    pub(super) fn is_complete(self) -> bool {
        self.ran == self.nodes
    }
}

/// The nodes of a rollout.
#[derive(Debug)]
pub(super) struct RolloutProgress {
    version: Digest,
    nodes: BTreeMap<String, NodeState>,
    /// The channel that assigns versions to nodes.
    channel: Channel,
    /// The time of the last report before the rollout, by the clock of the database.
    begin: Time,
    /// The time of the last report that was read.
    last: Time,
}

impl RolloutProgress {
    /// Creates the progress of a rollout that has not begun. `reports` are the latest reports of nodes; these nodes are expected to
    /// send further ones. `None` if there are no reports.
    pub(super) fn new(version: Digest, channel: Channel, reports: &[Json]) -> Option<Self> {
        let begin = reports.iter().filter_map(time).max()?;
        let names = reports.iter().filter_map(|row| row["certname"].as_str());
        let nodes = names.map(|name| (name.to_owned(), NodeState::Waiting)).collect();
        Some(Self { version, nodes, channel, begin, last: begin })
    }

    /// Returns the time after which reports are to be read.
    pub(super) fn since(&self) -> Time {
        self.last.before(OVERLAP).max(self.begin)
    }

    /// Continues with a changed channel.
    pub(super) fn set_channel(&mut self, channel: Channel) {
        self.channel = channel;
    }

    /// Adds reports in the order of their receipt.
    pub(super) fn add(&mut self, reports: &[Json]) {
        for row in reports {
            self.last = time(row).map_or(self.last, |time| time.max(self.last));
            let Some(name) = row["certname"].as_str() else { continue };
            let known = self.nodes.get(name).copied();
            match self.result(name, row) {
                Some(state) => {
                    self.nodes.insert(name.to_owned(), state);
                }
                None if known == Some(NodeState::Waiting) => {
                    self.nodes.insert(name.to_owned(), NodeState::Previous);
                }
                None => {}
            }
        }
    }

    /// Returns the result of a run if it was one with the version.
    fn result(&self, name: &str, row: &Json) -> Option<NodeState> {
        // A run with the cached catalog, since the version could not be compiled.
        let has_failed = row["status"] == "failed" || row["cached_catalog_status"] == "on_failure";
        let state = if has_failed { NodeState::Failed } else { NodeState::Succeeded };
        match row["code_id"].as_str() {
            Some(code_id) => (code_id == self.version.to_string()).then_some(state),
            // A server that cannot compile the version sends no catalog and thereby no version.
            None => {
                let is_assigned =
                    self.has_version(name) || row["producer"].as_str().is_some_and(|it| self.has_version(it));
                (has_failed && is_assigned).then_some(state)
            }
        }
    }

    fn has_version(&self, name: &str) -> bool {
        self.channel.version_of(name) == self.version
    }

    /// Counts the nodes that are expected in the share and do not answer as missed.
    pub(super) fn end_share(&mut self) {
        let silent = self.nodes.iter().filter(|(_, state)| **state == NodeState::Waiting);
        let names: BTreeSet<String> =
            silent.map(|(name, _)| name.clone()).filter(|name| self.has_version(name)).collect();
        for name in names {
            self.nodes.insert(name, NodeState::Missed);
        }
    }

    /// Returns the nodes of the share: those that the channel assigns to the version, and others that ran it.
    pub(super) fn share(&self) -> impl Iterator<Item = (&str, NodeState)> {
        let nodes = self.nodes.iter().map(|(name, state)| (name.as_str(), *state));
        nodes.filter(|(name, state)| state.is_result() || self.has_version(name))
    }

    /// Returns the numbers of nodes of the share.
    pub(super) fn counts(&self) -> ShareCounts {
        let mut counts = ShareCounts::default();
        for (_, state) in self.share() {
            counts.nodes += 1;
            counts.ran += usize::from(state.is_result());
            counts.failed += usize::from(state == NodeState::Failed);
            counts.missed += usize::from(state == NodeState::Missed);
            counts.previous += usize::from(state == NodeState::Previous);
        }
        counts
    }
}

fn time(row: &Json) -> Option<Time> {
    row["receive_time"].as_str()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use registry::environment::ChannelStep;
    use serde_json::json;

    use super::*;

    const NEW: &[u8] = b"new";
    const OLD: &[u8] = b"old";

    /// A channel with a version for half of the nodes.
    fn half() -> Channel {
        let step = |content: &[u8], percent: &str| ChannelStep {
            digest: Digest::of(content),
            percent: percent.parse().unwrap(),
        };
        let all = Channel::with_rollout(None, ("production", "stable"), step(OLD, "100")).unwrap();
        Channel::with_rollout(Some(&all), ("production", "stable"), step(NEW, "50")).unwrap()
    }

    fn row(name: &str, seconds: u32, status: &str, code: Option<&[u8]>) -> Json {
        json!({ "certname": name, "producer": name, "status": status, "cached_catalog_status": "not_used",
            "code_id": code.map(|code| Digest::of(code).to_string()),
            "receive_time": format!("2026-03-01T12:{:02}:{:02}.000Z", seconds / 60, seconds % 60) })
    }

    /// Returns the progress of ten nodes, the names of the nodes in the share, and those of the others.
    fn ten() -> (RolloutProgress, Vec<String>, Vec<String>) {
        let names: Vec<String> = (0..10).map(|number| format!("n{number}")).collect();
        // A salt that divides the nodes.
        let channel = std::iter::repeat_with(half).find(|channel| {
            let count = names.iter().filter(|name| channel.version_of(name) == Digest::of(NEW)).count();
            (3..=7).contains(&count)
        });
        let reports: Vec<Json> = names.iter().map(|name| row(name, 10, "unchanged", Some(OLD))).collect();
        let progress = RolloutProgress::new(Digest::of(NEW), channel.unwrap(), &reports).unwrap();
        let (share, others) = names.into_iter().partition(|name| progress.has_version(name));
        (progress, share, others)
    }

    #[test]
    fn rollout_progress_counts_the_last_run_with_the_version() {
        let (mut progress, share, others) = ten();
        assert_eq!(progress.counts(), ShareCounts { nodes: share.len(), ..ShareCounts::default() });
        progress.add(&[
            row(&share[0], 20, "failed", Some(NEW)),
            row(&share[0], 30, "changed", Some(NEW)),
            row(&share[1], 30, "unchanged", Some(NEW)),
            row(&share[1], 40, "failed", Some(NEW)),
            row(&share[2], 40, "failed", Some(OLD)),
            row(&others[0], 40, "failed", Some(OLD)),
        ]);
        let counts = progress.counts();
        assert_eq!((counts.ran, counts.failed, counts.previous, counts.missed), (2, 1, 1, 0));
        // A run with another version does not replace the result.
        progress.add(&[row(&share[1], 50, "unchanged", Some(OLD))]);
        assert_eq!(progress.counts(), counts);
        progress.end_share();
        assert_eq!(progress.counts().missed, share.len() - 3);
        assert_eq!(progress.counts().failures(), share.len() - 2);
    }

    #[test]
    fn rollout_failure_includes_runs_without_a_catalog_of_the_version() {
        let (mut progress, share, others) = ten();
        let cached = json!({ "certname": share[0], "producer": "p", "status": "unchanged", "receive_time": "2026-03-01T12:01:00Z",
            "code_id": Digest::of(NEW).to_string(), "cached_catalog_status": "on_failure" });
        let of_server = |producer: &str| {
            let mut row = row(&others[2], 60, "failed", None);
            row["producer"] = producer.into();
            row
        };
        progress.add(&[
            cached,
            row(&share[1], 60, "failed", None),
            row(&share[2], 60, "unchanged", None),
            row(&others[0], 60, "failed", None),
            of_server(&others[1]),
        ]);
        let counts = progress.counts();
        assert_eq!((counts.failed, counts.previous, counts.nodes), (2, 1, share.len()));
        progress.add(&[of_server(&share[0])]);
        assert_eq!((progress.counts().failed, progress.counts().nodes), (3, share.len() + 1));
    }

    #[test]
    fn rollout_is_complete_when_each_node_of_the_share_ran_the_version() {
        let (mut progress, share, others) = ten();
        let rows: Vec<Json> = share.iter().map(|name| row(name, 61, "changed", Some(NEW))).collect();
        progress.add(&rows[1..]);
        assert!(!progress.counts().is_complete());
        progress.add(&rows);
        assert!(progress.counts().is_complete());
        // A larger share has further nodes.
        let all = ChannelStep { digest: Digest::of(NEW), percent: "100".parse().unwrap() };
        let names = ("production", "stable");
        progress.set_channel(Channel::with_rollout(Some(&progress.channel), names, all).unwrap());
        let counts = progress.counts();
        assert_eq!((counts.nodes, counts.ran), (10, 10 - others.len()));
        progress.end_share();
        assert_eq!(progress.counts().missed, others.len());
    }

    #[test]
    fn rollout_reads_reports_after_its_begin() {
        let (mut progress, share, _) = ten();
        let at = |seconds: u32| time(&row("x", seconds, "", None)).unwrap();
        assert_eq!(progress.since(), at(10));
        progress.add(&[row(&share[0], 60, "changed", Some(NEW))]);
        assert_eq!(progress.since(), at(10));
        progress.add(&[row(&share[0], 200, "changed", Some(NEW))]);
        assert_eq!(progress.since(), at(140));
        assert!(RolloutProgress::new(Digest::of(NEW), half(), &[]).is_none());
    }
}
