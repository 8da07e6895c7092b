//! Reports of runs and their events.

use rusqlite::{Transaction, named_params};
use serde_json::{Value as Json, json};

use super::functions::pack;
use super::{active_node_id, environment_id, jobs, producer_id};
use crate::json::canonical;
use crate::model::{ReportEvent, StoredReport};
use crate::records::{EventCounts, unique_events};
use crate::store::{ReportOutcome, StoreError};
use crate::time::Time;

const INSERT: &str = "INSERT INTO report (node_id, hash, transaction_uuid, type, status, noop, noop_pending, corrective_change, \
    failures, skips, successes, noops, start_time, end_time, producer_timestamp, receive_time, \
    environment_id, producer_id, puppet_version, report_format, configuration_version, catalog_uuid, \
    code_id, job_id, cached_catalog_status, metrics, logs) VALUES (:node, :hash, :transaction, :type, \
    :status, :noop, :noop_pending, :corrective_change, :failures, :skips, :successes, :noops, :start, :end, \
    :time, :received, :environment, :producer, :puppet_version, :format, :configuration_version, \
    :catalog_uuid, :code_id, :job_id, :cached_catalog_status, :metrics, :logs)";

pub(super) fn add(
    transaction: &Transaction<'_>,
    report: &StoredReport,
    received: Time,
) -> Result<ReportOutcome, StoreError> {
    let node = active_node_id(transaction, &report.certname, report.producer_timestamp)?;
    let hash = report.hash();
    let is_known = transaction
        .prepare("SELECT 1 FROM report WHERE hash = ?1 OR (node_id = ?2 AND type = ?3 AND transaction_uuid = ?4)")?
        .exists((&hash, node, &report.kind, &report.transaction_uuid))?;
    if is_known {
        return Ok(ReportOutcome::Known);
    }
    let events = unique_events(&report.events);
    let id = insert(transaction, (node, &hash), report, &events, received)?;
    insert_events(transaction, id, &events)?;
    if report.kind == "agent" {
        transaction
            .prepare(
                "UPDATE node SET latest_report_id = ?2, latest_report_time = ?3 \
                 WHERE id = ?1 AND (latest_report_time IS NULL OR latest_report_time < ?3)",
            )?
            .execute((node, id, report.producer_timestamp.0))?;
    }
    jobs::finish(transaction, report, received)?;
    Ok(ReportOutcome::New)
}

fn insert(
    transaction: &Transaction<'_>,
    (node, hash): (i64, &str),
    report: &StoredReport,
    events: &[&ReportEvent],
    received: Time,
) -> Result<i64, StoreError> {
    let counts = EventCounts::of(events);
    let packed = |values: &[Json]| {
        let text = Json::from(values.to_vec()).to_string();
        pack(&text).map_err(|error| StoreError::Database(error.into()))
    };
    let id = transaction.prepare(INSERT)?.insert(named_params! {
        ":node": node,
        ":hash": hash,
        ":transaction": report.transaction_uuid,
        ":type": report.kind,
        ":status": report.status,
        ":noop": report.noop,
        ":noop_pending": report.noop_pending,
        ":corrective_change": report.corrective_change,
        ":failures": counts.failures,
        ":skips": counts.skips,
        ":successes": counts.successes,
        ":noops": counts.noops,
        ":start": report.start_time.0,
        ":end": report.end_time.0,
        ":time": report.producer_timestamp.0,
        ":received": received.0,
        ":environment": environment_id(transaction, Some(&report.environment))?,
        ":producer": producer_id(transaction, report.producer.as_deref())?,
        ":puppet_version": report.puppet_version,
        ":format": report.report_format,
        ":configuration_version": report.configuration_version,
        ":catalog_uuid": report.catalog_uuid,
        ":code_id": report.code_id,
        ":job_id": report.job_id,
        ":cached_catalog_status": report.cached_catalog_status,
        ":metrics": packed(&report.metrics)?,
        ":logs": packed(&report.logs)?,
    })?;
    Ok(id)
}

fn insert_events(transaction: &Transaction<'_>, report: i64, events: &[&ReportEvent]) -> Result<(), StoreError> {
    let mut insert = transaction.prepare(
        "INSERT INTO event (report_id, status, corrective_change, timestamp, resource_type, resource_title, \
         property, new_value, old_value, message, file, line, containment_path, containing_class, name) \
         VALUES (:report, :status, :corrective_change, :time, :type, :title, :property, :new, :old, :message, \
         :file, :line, :path, :class, :name)",
    )?;
    for event in events {
        insert.execute(named_params! {
            ":report": report,
            ":status": event.status,
            ":corrective_change": event.corrective_change,
            ":time": event.timestamp.0,
            ":type": event.resource.type_name,
            ":title": event.resource.title,
            ":property": event.property,
            ":new": canonical(&event.new_value),
            ":old": canonical(&event.old_value),
            ":message": event.message,
            ":file": event.file,
            ":line": event.line,
            ":path": json!(event.containment_path).to_string(),
            ":class": event.containing_class,
            ":name": event.name,
        })?;
    }
    Ok(())
}
