//! The state of a fleet by the rows of a database of nodes: the status of nodes, what failed and why, what changed, and which
//! versions of the code are in use.

mod page;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde_json::{Value as Json, json};

pub use page::page;
pub use text::{to_json, to_text};

/// A node without a report for this long is unreported, as in Puppetboard.
const UNREPORTED: i64 = 2 * 60 * 60;

/// The status of a node, the most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NodeStatus {
    /// Its last run failed.
    Failed,
    /// It has sent no report for two hours, or never.
    Unreported,
    /// Its last run was a dry run that would change something.
    Pending,
    /// Its last run changed something.
    Changed,
    /// Its last run changed nothing.
    Unchanged,
}

impl NodeStatus {
    /// All statuses in their order.
    pub(crate) const ALL: [Self; 5] = [Self::Failed, Self::Unreported, Self::Pending, Self::Changed, Self::Unchanged];

    /// Returns the status in Puppetboard's words.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::Failed => "failed",
            Self::Unreported => "unreported",
            Self::Pending => "pending",
            Self::Changed => "changed",
            Self::Unchanged => "unchanged",
        }
    }
}

/// A node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FleetNode {
    /// The name of its certificate.
    pub name: String,
    /// The status.
    pub status: NodeStatus,
    /// The environment of its last run.
    pub environment: String,
    /// When its last run ended; `None` without a report.
    pub time: Option<Timestamp>,
}

/// An event that several nodes have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FleetEvent {
    /// The resource, as a reference, or the source of a log message.
    pub resource: String,
    /// The property, if the event is about one.
    pub property: Option<String>,
    /// The message; that of the first node if they differ.
    pub message: String,
    /// File and line of the manifest.
    pub place: Option<String>,
    /// The names of the nodes.
    pub nodes: Vec<String>,
}

/// The nodes that applied a version of the code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FleetVersion {
    /// The identifier of the code, or the version of the configuration.
    pub version: String,
    /// The names of the nodes.
    pub nodes: Vec<String>,
    /// The number of them whose run failed.
    pub failed: usize,
}

/// The state of a fleet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FleetSummary {
    /// The nodes by status and name.
    pub nodes: Vec<FleetNode>,
    /// What failed in the last runs, what most nodes have in common first.
    pub failures: Vec<FleetEvent>,
    /// What the last runs changed.
    pub changes: Vec<FleetEvent>,
    /// What dry runs would change.
    pub pending: Vec<FleetEvent>,
    /// The versions of the code, that of most nodes first.
    pub versions: Vec<FleetVersion>,
}

/// The queries whose rows [`FleetSummary::of_rows`] reads, in this order: nodes, events and reports of the last runs.
#[must_use]
pub fn queries() -> [Json; 3] {
    let latest = json!(["=", "latest_report?", true]);
    let nodes =
        ["certname", "latest_report_status", "latest_report_noop_pending", "report_environment", "report_timestamp"];
    let events = ["certname", "status", "resource_type", "resource_title", "property", "message", "file", "line"];
    let reports = ["certname", "status", "code_id", "configuration_version", "logs"];
    let applied = json!(["not", ["=", "status", "skipped"]]);
    [
        json!(["from", "nodes", ["extract", nodes, ["~", "certname", ""]]]),
        json!(["from", "events", ["extract", events, ["and", latest, applied]]]),
        json!(["from", "reports", ["extract", reports, latest]]),
    ]
}

impl FleetSummary {
    /// Returns the state of the nodes in the rows of [`queries`] at a time.
    #[must_use]
    pub fn of_rows([nodes, events, reports]: &[Vec<Json>; 3], now: Timestamp) -> Self {
        let mut summary = Self { nodes: nodes.iter().map(|row| node(row, now)).collect(), ..Self::default() };
        summary.nodes.sort_by(|a, b| (a.status, &a.name).cmp(&(b.status, &b.name)));
        let events_of = |status: &'static str| {
            let found = events.iter().filter(move |row| row["status"] == status);
            found.map(|row| (text(row, "certname"), event(row)))
        };
        let with_failure: BTreeSet<String> = events_of("failure").map(|(node, _)| node).collect();
        // A run without failed resources failed as a whole: its log has the reason.
        let failed =
            reports.iter().filter(|row| row["status"] == "failed" && !with_failure.contains(&text(row, "certname")));
        let errors = failed.flat_map(|row| errors(row).into_iter().map(|event| (text(row, "certname"), event)));
        summary.failures = common(events_of("failure").chain(errors));
        summary.changes = common(events_of("success"));
        summary.pending = common(events_of("noop"));
        summary.versions = versions(reports);
        summary
    }

    /// Returns the number of nodes with a status.
    #[must_use]
    pub fn count(&self, status: NodeStatus) -> usize {
        self.nodes.iter().filter(|node| node.status == status).count()
    }
}

fn text(row: &Json, name: &str) -> String {
    row[name].as_str().unwrap_or_default().to_owned()
}

fn node(row: &Json, now: Timestamp) -> FleetNode {
    let time: Option<Timestamp> = row["report_timestamp"].as_str().and_then(|time| time.parse().ok());
    let is_recent = time.is_some_and(|time| now.as_second().saturating_sub(time.as_second()) <= UNREPORTED);
    let status = match row["latest_report_status"].as_str() {
        _ if !is_recent => NodeStatus::Unreported,
        Some("failed") => NodeStatus::Failed,
        _ if row["latest_report_noop_pending"] == true => NodeStatus::Pending,
        Some("changed") => NodeStatus::Changed,
        _ => NodeStatus::Unchanged,
    };
    FleetNode { name: text(row, "certname"), status, environment: text(row, "report_environment"), time }
}

fn event(row: &Json) -> FleetEvent {
    let place = row["file"].as_str().map(|file| match row["line"].as_i64() {
        Some(line) => format!("{file}:{line}"),
        None => file.to_owned(),
    });
    FleetEvent {
        resource: format!("{}[{}]", text(row, "resource_type"), text(row, "resource_title")),
        property: row["property"].as_str().map(str::to_owned),
        message: text(row, "message"),
        place,
        nodes: Vec::new(),
    }
}

/// Returns the errors in the log of a report.
fn errors(report: &Json) -> Vec<FleetEvent> {
    let logs = report["logs"]["data"].as_array().or_else(|| report["logs"].as_array());
    let errors = logs.into_iter().flatten().filter(|log| log["level"] == "err");
    errors
        .map(|log| FleetEvent {
            resource: text(log, "source"),
            property: None,
            message: text(log, "message"),
            place: log["file"].as_str().map(|file| format!("{file}:{}", log["line"])),
            nodes: Vec::new(),
        })
        .collect()
}

/// Joins the events of the same resource and property, and returns those of most nodes first.
fn common(events: impl Iterator<Item = (String, FleetEvent)>) -> Vec<FleetEvent> {
    let mut found: BTreeMap<(String, Option<String>), FleetEvent> = BTreeMap::new();
    for (node, event) in events {
        let key = (event.resource.clone(), event.property.clone());
        let nodes = &mut found.entry(key).or_insert(event).nodes;
        if nodes.last() != Some(&node) {
            nodes.push(node);
        }
    }
    let mut found: Vec<FleetEvent> = found.into_values().collect();
    for event in &mut found {
        event.nodes.sort();
        event.nodes.dedup();
    }
    found.sort_by_key(|event| std::cmp::Reverse(event.nodes.len()));
    found
}

fn versions(reports: &[Json]) -> Vec<FleetVersion> {
    let mut found: BTreeMap<String, FleetVersion> = BTreeMap::new();
    for row in reports {
        let version = row["code_id"].as_str().or_else(|| row["configuration_version"].as_str()).unwrap_or("unknown");
        let new = || FleetVersion { version: version.to_owned(), nodes: Vec::new(), failed: 0 };
        let entry = found.entry(version.to_owned()).or_insert_with(new);
        entry.nodes.push(text(row, "certname"));
        entry.failed += usize::from(row["status"] == "failed");
    }
    let mut found: Vec<FleetVersion> = found.into_values().collect();
    found.iter_mut().for_each(|version| version.nodes.sort());
    found.sort_by_key(|version| std::cmp::Reverse(version.nodes.len()));
    found
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Three nodes: a change, two failures of one resource, and a run without a catalog.
    pub(crate) fn summary() -> FleetSummary {
        let node = |name: &str, status: &str, time: &str| {
            json!({ "certname": name, "latest_report_status": status, "latest_report_noop_pending": false,
                "report_environment": "production", "report_timestamp": time })
        };
        let event = |name: &str, status: &str, title: &str, message: &str| {
            json!({ "certname": name, "status": status, "resource_type": "Service", "resource_title": title,
                "property": "ensure", "message": message, "file": "/etc/site.pp", "line": 7 })
        };
        let report = |name: &str, status: &str, version: &str, message: &str| {
            json!({ "certname": name, "status": status, "code_id": null, "configuration_version": version,
                "logs": { "data": [{ "level": "err", "source": "Puppet", "message": message }] } })
        };
        let now = "2026-03-01T12:00:00Z";
        let nodes = vec![
            node("a", "failed", now),
            node("b", "failed", now),
            node("c", "failed", now),
            node("d", "changed", now),
            node("e", "changed", "2026-03-01T09:00:00Z"),
        ];
        let events = vec![
            event("a", "failure", "nginx", "it does not start"),
            event("b", "failure", "nginx", "it does not start <here>"),
            event("d", "success", "cron", "stopped to running"),
        ];
        let reports = vec![
            report("a", "failed", "2", "x"),
            report("b", "failed", "2", "x"),
            report("c", "failed", "1", "Could not retrieve catalog"),
            report("d", "changed", "2", ""),
            report("e", "changed", "2", ""),
        ];
        FleetSummary::of_rows(&[nodes, events, reports], now.parse().unwrap())
    }

    #[test]
    fn fleet_counts_nodes_by_status() {
        let summary = summary();
        let counts = NodeStatus::ALL.map(|status| summary.count(status));
        assert_eq!(counts, [3, 1, 0, 1, 0]);
        assert_eq!(summary.nodes[3].name, "e");
    }

    #[test]
    fn failures_of_several_nodes_are_one_entry() {
        let summary = summary();
        let shown: Vec<(&str, &str, usize)> = summary
            .failures
            .iter()
            .map(|event| (event.resource.as_str(), event.message.as_str(), event.nodes.len()))
            .collect();
        assert_eq!(shown, [("Service[nginx]", "it does not start", 2), ("Puppet", "Could not retrieve catalog", 1)]);
        assert_eq!(summary.failures[0].place.as_deref(), Some("/etc/site.pp:7"));
        assert_eq!(summary.changes[0].nodes, ["d"]);
    }

    #[test]
    fn versions_have_their_nodes_and_failures() {
        let found: Vec<(String, usize, usize)> = summary()
            .versions
            .into_iter()
            .map(|version| (version.version, version.nodes.len(), version.failed))
            .collect();
        assert_eq!(found, [("2".to_owned(), 4, 2), ("1".to_owned(), 1, 1)]);
    }

    #[test]
    fn node_without_a_report_is_unreported() {
        let row = json!({ "certname": "a", "latest_report_status": null, "report_timestamp": null });
        assert_eq!(node(&row, Timestamp::UNIX_EPOCH).status, NodeStatus::Unreported);
    }
}
