//! Reports of agents, and the command that stores them.

use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value as Json, json};

use super::{DocumentError, text_of};
use crate::database::CommandDocument;
use crate::json::object;
use crate::time::Time;

/// A report of an agent. Of the statuses of resources, only those are read that have events or were skipped: most of a report
/// describes resources that have not changed.
#[derive(Debug, Clone, PartialEq)]
pub struct AgentReport {
    /// The fields, without the statuses.
    fields: Map<String, Json>,
    /// `None` if the report has no statuses.
    statuses: Option<Vec<ResourceStatus>>,
}

impl AgentReport {
    /// Returns a field that is a text.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.fields.get(name)?.as_str()
    }

    fn field(&self, name: &str) -> &Json {
        self.fields.get(name).unwrap_or(&Json::Null)
    }
}

impl<'de> Deserialize<'de> for AgentReport {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ReportVisitor)
    }
}

struct ReportVisitor;

impl<'de> Visitor<'de> for ReportVisitor {
    type Value = AgentReport;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a report")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<AgentReport, A::Error> {
        let mut report = AgentReport { fields: Map::new(), statuses: None };
        while let Some(name) = map.next_key::<String>()? {
            if name == "resource_statuses" {
                report.statuses = Some(map.next_value::<ResourceStatuses>()?.0);
            } else {
                report.fields.insert(name, map.next_value()?);
            }
        }
        Ok(report)
    }
}

/// The statuses of resources that have events or were skipped.
struct ResourceStatuses(Vec<ResourceStatus>);

impl<'de> Deserialize<'de> for ResourceStatuses {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(StatusesVisitor)
    }
}

struct StatusesVisitor;

impl<'de> Visitor<'de> for StatusesVisitor {
    type Value = ResourceStatuses;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("the statuses of resources")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ResourceStatuses, A::Error> {
        let mut statuses = Vec::new();
        while let Some((_, status)) = map.next_entry::<IgnoredAny, ResourceStatus>()? {
            if status.is_skipped() || !status.events().is_empty() {
                statuses.push(status);
            }
        }
        Ok(ResourceStatuses(statuses))
    }
}

/// The status of a resource. Fields that are missing are null.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
struct ResourceStatus {
    skipped: Json,
    time: Json,
    resource_type: Json,
    title: Json,
    file: Json,
    line: Json,
    containment_path: Json,
    corrective_change: Json,
    events: Json,
}

impl ResourceStatus {
    fn is_skipped(&self) -> bool {
        self.skipped.as_bool().unwrap_or_default()
    }

    fn events(&self) -> &[Json] {
        self.events.as_array().map_or(&[], Vec::as_slice)
    }

    /// Returns the resource of the command's document.
    fn into_document(self) -> Json {
        let events: Vec<Json> = self.events().iter().map(event).collect();
        let is_skipped = self.is_skipped();
        object([
            ("skipped", is_skipped.into()),
            ("timestamp", self.time),
            ("resource_type", self.resource_type),
            ("resource_title", text_of(&self.title).into()),
            ("file", self.file),
            ("line", self.line),
            ("containment_path", if self.containment_path.is_array() { self.containment_path } else { json!([]) }),
            ("corrective_change", self.corrective_change),
            ("events", events.into()),
        ])
    }
}

/// Returns the command `store report` for a report of an agent. Resources without events are left out unless they were
/// skipped.
///
/// # Errors
/// Returns an error if the document is not a report of format 4 to 12.
pub fn report_command(report: AgentReport, producer: &str, at: Time) -> Result<CommandDocument, DocumentError> {
    let text = |name: &'static str| report.text(name).ok_or(DocumentError::Field(name));
    let start: Time = text("time")?.parse().map_err(|_| DocumentError::Field("time"))?;
    let metrics = metrics(report.field("metrics"));
    let total = metrics.iter().find(|metric| metric["category"] == "time" && metric["name"] == "total");
    let seconds = total.and_then(|metric| metric["value"].as_f64()).unwrap_or_default();
    #[expect(clippy::cast_possible_truncation, reason = "the duration of a run in milliseconds")]
    let end = Time(start.0.saturating_add((seconds * 1000.0).round() as i64));
    let statuses = report.statuses.as_ref().ok_or(DocumentError::Field("resource_statuses"))?;
    let logs: Vec<Json> = report.field("logs").as_array().into_iter().flatten().map(log).collect();
    let same = |name: &'static str| (name, report.field(name).clone());
    let mut document = object([
        ("certname", text("host")?.into()),
        ("puppet_version", text("puppet_version")?.into()),
        same("report_format"),
        ("configuration_version", text_of(report.field("configuration_version")).into()),
        ("producer_timestamp", at.to_string().into()),
        ("producer", producer.into()),
        ("start_time", start.to_string().into()),
        ("end_time", end.to_string().into()),
        ("environment", text("environment")?.into()),
        same("transaction_uuid"),
        same("catalog_uuid"),
        same("code_id"),
        same("job_id"),
        same("cached_catalog_status"),
        same("status"),
        ("noop", is_noop(&report, statuses).into()),
        same("noop_pending"),
        same("corrective_change"),
        ("logs", logs.into()),
        ("metrics", metrics.into()),
    ]);
    let resources: Vec<Json> = report.statuses.into_iter().flatten().map(ResourceStatus::into_document).collect();
    document["resources"] = resources.into();
    Ok(CommandDocument { name: "store report", version: 8, document, at })
}

/// Returns whether a run made no changes; in reports of old formats, this follows from their events.
fn is_noop(report: &AgentReport, statuses: &[ResourceStatus]) -> bool {
    let events = || statuses.iter().flat_map(ResourceStatus::events);
    report.field("noop").as_bool().unwrap_or_else(|| {
        events().any(|event| event["status"] == "noop") && events().all(|event| event["status"] == "noop")
    })
}

fn event(event: &Json) -> Json {
    json!({
        "status": event["status"],
        "timestamp": event["time"],
        "name": event["name"],
        "property": event["property"],
        "new_value": text_of(&event["desired_value"]),
        "old_value": text_of(&event["previous_value"]),
        "corrective_change": event["corrective_change"],
        "message": event["message"],
    })
}

fn log(log: &Json) -> Json {
    json!({
        "file": log["file"],
        "line": log["line"],
        "level": log["level"],
        "message": log["message"],
        "source": log["source"],
        "tags": log["tags"],
        "time": log["time"],
    })
}

/// Returns the metrics as a list: each category has entries of name, label and value.
fn metrics(categories: &Json) -> Vec<Json> {
    let mut metrics = Vec::new();
    for (category, data) in categories.as_object().into_iter().flatten() {
        for entry in data["values"].as_array().into_iter().flatten() {
            metrics.push(json!({ "category": category, "name": entry[0], "value": entry[2] }));
        }
    }
    metrics
}

#[cfg(test)]
mod tests {
    use super::super::tests::{CONTEXT, comparable, recorded};
    use super::*;

    #[test]
    fn terminus_sends_reports_as_in_puppet() {
        let recorded = recorded(include_str!("../../tests/terminus/report.json"));
        let document = report_command(parsed(&recorded["report"]), CONTEXT.producer, CONTEXT.at).unwrap().document;
        let [found, expected] = [document, recorded["command"].clone()].map(comparable);
        let events = |document: &Json| document["resources"].as_array().unwrap().clone();
        let by_name = |document: &Json| {
            let mut resources = events(document);
            resources.sort_by_key(|resource| resource["resource_title"].to_string());
            resources
        };
        assert_eq!(by_name(&found), by_name(&expected));
        for (name, value) in expected.as_object().unwrap().iter().filter(|(name, _)| *name != "resources") {
            assert_eq!(found[name], *value, "{name}");
        }
    }

    #[test]
    fn report_without_statuses_or_with_others_is_invalid() {
        let report = json!({ "host": "a", "puppet_version": "7", "environment": "e", "time": "2026-03-01T09:00:00Z" });
        let fault = report_command(parsed(&report), "p", CONTEXT.at).unwrap_err();
        assert_eq!(fault, DocumentError::Field("resource_statuses"));
        let fault = serde_json::from_str::<AgentReport>(r#"{"resource_statuses": []}"#).unwrap_err();
        assert!(fault.to_string().contains("expected the statuses of resources"), "{fault}");
        assert!(serde_json::from_str::<AgentReport>("[]").is_err());
    }

    fn parsed(report: &Json) -> AgentReport {
        // From text, as servers do.
        serde_json::from_str(&report.to_string()).unwrap()
    }
}
