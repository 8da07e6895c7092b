//! The state of a fleet as text and as JSON.

use std::fmt::Write as _;

use serde_json::{Value as Json, json};

use super::{FleetEvent, FleetNode, FleetSummary, FleetVersion, NodeStatus};
use crate::sanitize::printable_line;

/// The number of lines of each section.
const LINES: usize = 40;

/// Returns the state as text.
#[must_use]
pub fn to_text(summary: &FleetSummary) -> String {
    let mut text = headline(summary) + "\n";
    section(&mut text, "Failures", &summary.failures, event);
    section(&mut text, "Pending changes", &summary.pending, event);
    section(&mut text, "Changes", &summary.changes, event);
    section(&mut text, "Versions", &summary.versions, |version| {
        format!("{}  {}{}", nodes(version.nodes.len()), version.version, failed(version))
    });
    let urgent: Vec<&FleetNode> = summary
        .nodes
        .iter()
        .filter(|node| matches!(node.status, NodeStatus::Failed | NodeStatus::Unreported))
        .collect();
    let width = urgent.iter().take(LINES).map(|node| node.name.len()).max().unwrap_or_default();
    section(&mut text, "Nodes", &urgent, |node| {
        format!("{:width$}  {}  {}", node.name, node.status.label(), moment(node))
    });
    text
}

/// Returns the numbers of nodes in a sentence.
pub(super) fn headline(summary: &FleetSummary) -> String {
    let counts = NodeStatus::ALL.map(|status| (summary.count(status), status.label()));
    let counts: Vec<String> =
        counts.iter().filter(|(number, _)| *number > 0).map(|(number, label)| format!("{number} {label}")).collect();
    match summary.nodes.len() {
        0 => "There are no nodes.".to_owned(),
        1 => format!("1 node: {}.", counts.join(", ")),
        number => format!("{number} nodes: {}.", counts.join(", ")),
    }
}

pub(super) fn failed(version: &FleetVersion) -> String {
    if version.failed == 0 { String::new() } else { format!(", {} failed", version.failed) }
}

/// Returns when the last run of a node ended.
pub(super) fn moment(node: &FleetNode) -> String {
    let seconds = |time: jiff::Timestamp| time.strftime("%Y-%m-%d %H:%M:%S UTC").to_string();
    node.time.map_or_else(|| "no report".to_owned(), seconds)
}

/// Returns the resource and the property of an event.
pub(super) fn subject(event: &FleetEvent) -> String {
    match &event.property {
        Some(property) => format!("{} {property}", event.resource),
        None => event.resource.clone(),
    }
}

fn event(event: &FleetEvent) -> String {
    let place = event.place.as_ref().map_or_else(String::new, |place| format!(" ({place})"));
    format!("{}  {}: {}{place}", nodes(event.nodes.len()), subject(event), event.message)
}

fn nodes(number: usize) -> String {
    if number == 1 { format!("{number:>5} node ") } else { format!("{number:>5} nodes") }
}

fn section<T>(text: &mut String, title: &str, entries: &[T], line: impl Fn(&T) -> String) {
    if entries.is_empty() {
        return;
    }
    // Writing to a String cannot fail.
    let _ = writeln!(text, "\n{title}");
    for entry in entries.iter().take(LINES) {
        let _ = writeln!(text, "  {}", printable_line(&line(entry)));
    }
    if entries.len() > LINES {
        let _ = writeln!(text, "  and {} more; --render-as json lists all", entries.len() - LINES);
    }
}

/// Returns the state as JSON.
#[must_use]
pub fn to_json(summary: &FleetSummary) -> Json {
    let events = |events: &[FleetEvent]| -> Json {
        let event = |event: &FleetEvent| {
            json!({ "resource": event.resource, "property": event.property, "message": event.message,
                "place": event.place, "nodes": event.nodes })
        };
        events.iter().map(event).collect()
    };
    let node = |node: &FleetNode| {
        json!({ "name": node.name, "status": node.status.label(), "environment": node.environment,
            "time": node.time.map(|time| time.to_string()) })
    };
    let version = |version: &FleetVersion| json!({ "version": version.version, "nodes": version.nodes, "failed": version.failed });
    json!({
        "nodes": summary.nodes.iter().map(node).collect::<Json>(),
        "failures": events(&summary.failures),
        "changes": events(&summary.changes),
        "pending": events(&summary.pending),
        "versions": summary.versions.iter().map(version).collect::<Json>(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::summary;
    use super::*;

    #[test]
    fn text_names_what_failed_and_where() {
        let text = to_text(&summary());
        assert!(text.starts_with("5 nodes: 3 failed, 1 unreported, 1 changed.\n"), "{text}");
        assert!(text.contains("2 nodes  Service[nginx] ensure: it does not start (/etc/site.pp:7)"), "{text}");
        assert!(text.contains("4 nodes  2, 2 failed"), "{text}");
        assert!(text.contains("e  unreported  2026-03-01 09:00:00 UTC"), "{text}");
    }

    #[test]
    fn json_has_all_nodes() {
        let json = to_json(&summary());
        assert_eq!(json["nodes"].as_array().unwrap().len(), 5);
        assert_eq!(json["failures"][0]["nodes"], json!(["a", "b"]));
    }

    #[test]
    fn text_of_a_fleet_without_nodes_says_so() {
        assert_eq!(to_text(&FleetSummary::default()), "There are no nodes.\n");
    }
}
