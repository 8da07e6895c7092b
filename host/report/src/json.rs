//! Puppet's report format 12 as JSON, which agents send to a server. The content is that of the YAML document.

use catalog::{PUPPET_VERSION, Position, Value, wire};
use serde_json::{Map, Value as Json, json};
use transaction::{Event, Log, Report, Status};

use super::RunRecord;
use super::document::FORMAT;
use super::metrics::{Metric, MetricValue, label};
use super::time::iso;

/// Returns the report of a run.
pub(crate) fn document(run: &RunRecord, metrics: &[Metric]) -> Json {
    let transaction = run.transaction.as_ref();
    let is_complete = |report: &Report| report.transaction_completed && !report.is_interrupted();
    let metrics: Map<String, Json> = metrics.iter().map(|group| (group.name.to_owned(), metric(group))).collect();
    let statuses: Map<String, Json> = transaction.map(statuses).unwrap_or_default();
    let agent = run.agent.as_ref();
    json!({
        "host": run.host,
        "time": iso(run.time),
        "configuration_version": run.version.as_deref().map(version),
        "transaction_uuid": run.uuid,
        "report_format": FORMAT,
        "puppet_version": PUPPET_VERSION,
        "status": run.outcome().to_string(),
        "transaction_completed": transaction.is_some_and(is_complete),
        "noop": run.noop,
        "noop_pending": transaction.is_some_and(Report::noop_pending),
        "environment": run.environment,
        "logs": run.logs.iter().map(log).collect::<Vec<_>>(),
        "metrics": metrics,
        "resource_statuses": statuses,
        "corrective_change": transaction.is_some_and(Report::has_corrective_changes),
        "server_used": agent.and_then(|agent| agent.server.as_deref()),
        "catalog_uuid": run.catalog_uuid,
        "code_id": agent.and_then(|agent| agent.code_id.as_deref()),
        "job_id": agent.and_then(|agent| agent.job_id.as_deref()),
        "cached_catalog_status": run.cached_catalog_status(),
    })
}

/// Returns the version of the configuration: like Puppet, a number if it is one.
fn version(text: &str) -> Json {
    match text.parse::<i64>() {
        Ok(number) if !text.starts_with(['0', '+']) => number.into(),
        _ => text.into(),
    }
}

fn log(line: &Log) -> Json {
    let level = line.level.name();
    let tags = std::iter::once(level).chain(line.tags.iter().map(|tag| &**tag).filter(|tag| *tag != level));
    let (file, number) = position(line.position.as_ref());
    json!({
        "level": level,
        "message": line.message,
        "source": line.source.as_deref().unwrap_or("Puppet"),
        "tags": tags.collect::<Vec<_>>(),
        "time": iso(line.time),
        "file": file,
        "line": number,
    })
}

fn metric(group: &Metric) -> Json {
    let value = |value: MetricValue| match value {
        MetricValue::Count(count) => Json::from(count),
        MetricValue::Seconds(seconds) => seconds.into(),
    };
    let values = group.values.iter().map(|(name, figure)| json!([name, label(name), value(*figure)]));
    json!({ "name": group.name, "label": label(group.name), "values": values.collect::<Vec<_>>() })
}

fn statuses(report: &Report) -> Map<String, Json> {
    let named = |status: &Status| {
        let name = report.catalog.get(status.resource).reference.to_string();
        (name, self::status(report, status))
    };
    report.statuses.iter().map(named).collect()
}

fn status(report: &Report, status: &Status) -> Json {
    let resource = report.catalog.get(status.resource);
    let (file, line) = position(resource.position.as_ref());
    json!({
        "title": resource.reference.title,
        "file": file,
        "line": line,
        "resource": resource.reference.to_string(),
        "resource_type": resource.reference.type_name,
        "provider_used": status.provider,
        "containment_path": report.catalog.containment_path(status.resource),
        "evaluation_time": status.evaluation_time.map(|time| time.as_secs_f64()),
        "tags": resource.tags,
        "time": iso(report.time + status.started),
        "failed": status.failed,
        "failed_to_restart": status.failed_to_restart,
        "changed": status.changed,
        "out_of_sync": status.out_of_sync,
        "skipped": status.skipped,
        "change_count": status.change_count,
        "out_of_sync_count": status.out_of_sync_count,
        "events": status.events.iter().map(event).collect::<Vec<_>>(),
        "corrective_change": status.corrective_change,
    })
}

fn event(event: &Event) -> Json {
    json!({
        "audited": event.audited,
        "property": event.property.as_deref(),
        "previous_value": value(event.previous_value.as_ref()),
        "desired_value": value(event.desired_value.as_ref()),
        "historical_value": value(event.historical_value.as_ref()),
        "message": event.message,
        "name": event.name,
        "status": event.status.name(),
        "time": iso(event.time),
        "redacted": event.redacted,
        "corrective_change": event.corrective_change,
    })
}

/// Values without a form in JSON are written as text.
fn value(value: Option<&Value>) -> Json {
    value.map_or(Json::Null, |value| wire::to_json(value).unwrap_or_else(|_| format!("{value:?}").into()))
}

fn position(position: Option<&Position>) -> (Option<&str>, Option<u32>) {
    let file = position.map(|position| &*position.file).filter(|file| !file.is_empty());
    (file, position.map(|position| position.line))
}
