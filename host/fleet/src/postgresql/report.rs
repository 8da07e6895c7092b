//! Reports of runs and their events, in partitions by the day of receipt.

use jiff::civil::Date;
use jiff::{Span, ToSpan as _};
use serde_json::{Value as Json, json};

use super::pool::{Session, Work};
use super::rows::{JsonText, json_value, text_value};
use super::{environment_id, jobs, locked_node, producer_id, schema};
use crate::json::canonical;
use crate::model::{ReportEvent, StoredReport};
use crate::records::{EventCounts, unique_events};
use crate::store::{ReportOutcome, StoreError};
use crate::time::Time;

/// Milliseconds of a day.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// The number of bits of a key below the day.
const NUMBER_BITS: u32 = 32;

/// A day in UTC, counted from 1970, which has partitions of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Day(i64);

impl Day {
    pub(super) fn of(time: Time) -> Self {
        Self(time.0.div_euclid(DAY))
    }

    /// Returns the lowest key of reports that were received on this day.
    pub(super) fn first_key(self) -> i64 {
        self.0 << NUMBER_BITS
    }

    /// Returns the day of a partition: `report_20260301`.
    pub(super) fn of_partition(name: &str) -> Option<Self> {
        let date = Date::strptime("report_%Y%m%d", name).ok()?;
        let days = date.since((jiff::Unit::Day, Date::constant(1970, 1, 1))).ok()?;
        Some(Self(days.get_days().into()))
    }

    /// Returns the name of a partition.
    pub(super) fn partition(self, table: &str) -> String {
        let days: Span = self.0.clamp(0, 3_000_000).days();
        let date = Date::constant(1970, 1, 1).saturating_add(days);
        format!("{table}_{}", date.strftime("%Y%m%d"))
    }
}

/// Adds the partitions of a day. They are attached rather than created as partitions, which would lock the whole table.
pub(super) fn add_partitions(session: &mut Session, day: Day) -> Result<(), StoreError> {
    session.work(|work| {
        work.execute("SELECT pg_advisory_xact_lock($1)", &[&schema::LOCK])?;
        for table in ["report", "event"] {
            let name = day.partition(table);
            let found = work.query("SELECT to_regclass($1) IS NOT NULL", &[&name])?;
            if found.first().is_some_and(|row| row.get(0)) {
                continue;
            }
            let (first, next) = (day.first_key(), Day(day.0 + 1).first_key());
            work.transaction.batch_execute(&format!(
                "CREATE TABLE {name} (LIKE {table} INCLUDING DEFAULTS INCLUDING STORAGE) \
                 WITH (toast_tuple_target = 512); \
                 ALTER TABLE {table} ATTACH PARTITION {name} FOR VALUES FROM ({first}) TO ({next})"
            ))?;
        }
        Ok(())
    })
}

pub(super) fn add(work: &mut Work<'_>, report: &StoredReport, received: Time) -> Result<ReportOutcome, StoreError> {
    // The lock of the row of the node ensures that a run has one report.
    let node = locked_node(work, &report.certname, Some(report.producer_timestamp))?.id;
    let hash = report.hash();
    let is_known = work.query_opt(
        "SELECT 1 FROM report WHERE hash = $1 UNION ALL \
         SELECT 1 FROM report WHERE node_id = $2 AND transaction_uuid = $4 AND type = $3 LIMIT 1",
        &[&hash, &node, &report.kind, &report.transaction_uuid],
    )?;
    if is_known.is_some() {
        return Ok(ReportOutcome::Known);
    }
    let events = unique_events(&report.events);
    let id = insert(work, (node, &hash), report, &events, received)?;
    insert_events(work, id, &events)?;
    if report.kind == "agent" {
        work.execute(
            "UPDATE node SET latest_report_id = $2, latest_report_time = $3, latest_report_received = $4 \
             WHERE id = $1 AND (latest_report_time IS NULL OR latest_report_time < $3)",
            &[&node, &id, &report.producer_timestamp.0, &received.0],
        )?;
    }
    jobs::finish(work, report, received)?;
    Ok(ReportOutcome::New)
}

fn insert(
    work: &mut Work<'_>,
    (node, hash): (i64, &str),
    report: &StoredReport,
    events: &[&ReportEvent],
    received: Time,
) -> Result<i64, StoreError> {
    let counts = EventCounts::of(events);
    let document = |values: &[Json]| JsonText(json_value(&Json::from(values.to_vec()).to_string()));
    let environment = environment_id(work, Some(&report.environment))?;
    let producer = producer_id(work, report.producer.as_deref())?;
    let row = work.query_opt(
        INSERT,
        &[
            &Day::of(received).first_key(),
            &node,
            &hash,
            &report.transaction_uuid,
            &report.kind,
            &report.status,
            &report.noop,
            &report.noop_pending,
            &report.corrective_change,
            &(counts.failures as i32),
            &(counts.skips as i32),
            &(counts.successes as i32),
            &(counts.noops as i32),
            &report.start_time.0,
            &report.end_time.0,
            &report.producer_timestamp.0,
            &received.0,
            &environment,
            &producer,
            &text_value(&report.puppet_version),
            &report.report_format,
            &text_value(&report.configuration_version),
            &report.catalog_uuid,
            &report.code_id,
            &report.job_id,
            &report.cached_catalog_status,
            &document(&report.metrics),
            &document(&report.logs),
        ],
    )?;
    Ok(row.map_or(Ok(0), |row| row.try_get(0))?)
}

const INSERT: &str = "INSERT INTO report (id, node_id, hash, transaction_uuid, type, status, noop, noop_pending, \
    corrective_change, failures, skips, successes, noops, start_time, end_time, producer_timestamp, receive_time, \
    environment_id, producer_id, puppet_version, report_format, configuration_version, catalog_uuid, code_id, job_id, \
    cached_catalog_status, metrics, logs) VALUES ($1 + nextval('report_number'), $2, $3, $4, $5, $6, $7, $8, $9, $10, \
    $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28) RETURNING id";

fn insert_events(work: &mut Work<'_>, report: i64, events: &[&ReportEvent]) -> Result<(), StoreError> {
    if events.is_empty() {
        return Ok(());
    }
    // One document is a single parameter with columns that can be null.
    let row = |event: &&ReportEvent| {
        json!({
            "status": event.status, "corrective_change": event.corrective_change, "timestamp": event.timestamp.0,
            "resource_type": event.resource.type_name, "resource_title": event.resource.title,
            "property": event.property, "new_value": text_value(&canonical(&event.new_value)),
            "old_value": text_value(&canonical(&event.old_value)), "message": event.message, "file": event.file,
            "line": event.line, "containment_path": event.containment_path,
            "containing_class": event.containing_class, "name": event.name,
        })
    };
    let rows: Json = events.iter().map(row).collect();
    work.execute(INSERT_EVENTS, &[&report, &JsonText(json_value(&rows.to_string()))])?;
    Ok(())
}

const INSERT_EVENTS: &str = "INSERT INTO event (report_id, status, corrective_change, timestamp, resource_type, \
    resource_title, property, new_value, old_value, message, file, line, containment_path, containing_class, name) \
    SELECT $1, new.* FROM json_to_recordset($2::json) new(status text, corrective_change boolean, timestamp bigint, \
    resource_type text, resource_title text, property text, new_value text, old_value text, message text, file text, \
    line bigint, containment_path jsonb, containing_class text, name text)";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn report_day_has_a_partition_and_keys() {
        let day = Day::of(Time(1_772_409_599_999));
        assert_eq!(day.partition("event"), "event_20260301");
        assert_eq!(Day::of_partition("report_20260301"), Some(day));
        assert_eq!(Day::of_partition("report_number"), None);
        assert_eq!(Day::of(Time(1_772_409_600_000)).first_key() - day.first_key(), 1 << 32);
    }
}
