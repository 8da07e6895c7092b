//! Tests of the store in SQLite: written, unchanged and removed rows.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::time::Duration;

use serde_json::{Value as Json, json};
use tempfile::TempDir;

use super::SqliteStore;
use crate::checks::{self, DAY, NOW, catalog, facts, report, rows};
use crate::command::CommandOutcome;
use crate::query::{Page, Query, Summaries};
use crate::store::{ReportOutcome, Retention, Store, StoreError, WriteOutcome};
use crate::time::Time;

fn store() -> (TempDir, SqliteStore) {
    let directory = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&directory.path().join("state/fleet.sqlite3")).unwrap();
    (directory, store)
}

/// Returns the number of rows that a change writes.
fn written(store: &SqliteStore, change: impl FnOnce()) -> u64 {
    let changes = || store.writer.lock().unwrap().total_changes();
    let before = changes();
    change();
    changes() - before
}

#[test]
fn store_is_accessible_to_its_owner_only() {
    let (directory, store) = store();
    store.replace_facts(&facts("a", NOW, json!({})), Time(NOW)).unwrap();
    let mode = |name: &str| fs::metadata(directory.path().join(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode("state/fleet.sqlite3"), 0o600);
    assert_eq!(mode("state/fleet.sqlite3-wal"), 0o600);
    let synchronous = |row: &rusqlite::Row<'_>| row.get::<_, i64>(0);
    let writer = store.writer.lock().unwrap();
    assert_eq!(writer.query_row("PRAGMA synchronous", [], synchronous).unwrap(), 2);
}

#[test]
fn store_of_later_version_is_refused() {
    let (directory, store) = store();
    store.writer.lock().unwrap().pragma_update(None, "user_version", 99).unwrap();
    drop(store);
    let path = directory.path().join("state/fleet.sqlite3");
    assert!(matches!(SqliteStore::open(&path), Err(StoreError::Version { found: 99, .. })));
    let other = directory.path().join("other");
    fs::write(&other, "not a database, but long enough to have a database header, which it does not").unwrap();
    assert!(matches!(SqliteStore::open(&other), Err(StoreError::Open { .. })));
}

#[test]
fn store_of_earlier_version_is_migrated() {
    let (directory, store) = store();
    store.replace_catalog(&catalog("a", NOW, &[("/a", false), ("/b", true)]), Time(NOW)).unwrap();
    store.replace_catalog(&catalog("b", NOW, &[("/a", false)]), Time(NOW)).unwrap();
    let earlier = "DROP INDEX report_body; ALTER TABLE node DROP COLUMN catalog_resources; PRAGMA user_version = 2";
    store.writer.lock().unwrap().execute_batch(earlier).unwrap();
    drop(store);
    let store = SqliteStore::open(&directory.path().join("state/fleet.sqlite3")).unwrap();
    assert_eq!(store.population().unwrap().resources, 3);
    assert_eq!(checks::resource_count(&store, json!(["=", "certname", "a"])), 2);
}

#[test]
fn number_of_resources_is_that_of_the_last_catalog() {
    let (_directory, store) = store();
    checks::number_of_resources_is_that_of_the_last_catalog(&store);
}

#[test]
fn catalog_is_confirmed_only_while_it_is_stored() {
    let (_directory, store) = store();
    checks::catalog_is_confirmed_only_while_it_is_stored(&store);
}

#[test]
fn quiet_run_writes_two_rows() {
    let (_directory, store) = store();
    let run = |at: i64| {
        let values = json!({"os": {"family": "Debian"}, "uptime_seconds": at, "memory": {"system": {"available": at}}});
        let written = store.replace_facts(&facts("a", at, values), Time(at)).unwrap();
        let same = store.replace_catalog(&catalog("a", at, &[("/a", false), ("/b", true)]), Time(at)).unwrap();
        let outcome = report("a", at, &at.to_string(), "unchanged").apply(&store, Time(at)).unwrap();
        assert_eq!(outcome, CommandOutcome::Report(ReportOutcome::New));
        (written, same)
    };
    assert_eq!(run(NOW), (WriteOutcome::Changed, WriteOutcome::Changed));
    let distinct = {
        let writer = store.writer.lock().unwrap();
        writer.execute_batch(
            "CREATE TEMP TABLE touched (name TEXT PRIMARY KEY);
             CREATE TEMP TRIGGER t1 AFTER UPDATE ON main.node BEGIN INSERT OR IGNORE INTO touched VALUES ('node ' || new.id); END;
             CREATE TEMP TRIGGER t2 AFTER INSERT ON main.report BEGIN INSERT OR IGNORE INTO touched VALUES ('report ' || new.id); END;",
        )
        .unwrap();
        drop(writer);
        let total = written(&store, || assert_eq!(run(NOW + 1), (WriteOutcome::Same, WriteOutcome::Same)));
        let writer = store.writer.lock().unwrap();
        let triggered: u64 =
            writer.query_row("SELECT count(*) FROM touched", [], |row| row.get::<_, i64>(0)).unwrap() as u64;
        // Three updates of the node, one report; the rest are rows of the triggers.
        assert_eq!(total - triggered, 4);
        triggered
    };
    assert_eq!(distinct, 2);
}

#[test]
fn catalog_changes_write_changed_resources_only() {
    let (_directory, store) = store();
    store.replace_catalog(&catalog("a", NOW, &[("/a", false), ("/b", false), ("/c", false)]), Time(NOW)).unwrap();
    let changed = catalog("a", NOW + 1, &[("/a", false), ("/b", true), ("/d", false)]);
    // The node twice, one changed, one new, one removed resource, its parameters, and the relationships.
    assert_eq!(
        written(&store, || assert_eq!(store.replace_catalog(&changed, Time(NOW)).unwrap(), WriteOutcome::Changed)),
        7
    );
    let titles = rows(&store, "resources", json!(["extract", "title", ["=", "certname", "a"]]));
    assert_eq!(titles.len(), 3);
    let edges = rows(&store, "edges", json!(["=", "certname", "a"]));
    assert_eq!(edges.len(), 2);
}

#[test]
fn sweep_removes_old_data_in_steps() {
    let (_directory, store) = store();
    for day in 1..=5 {
        report("a", NOW + day * DAY, &day.to_string(), "unchanged").apply(&store, Time(NOW + day * DAY)).unwrap();
    }
    store.replace_facts(&facts("old", NOW, json!({"only": 1})), Time(NOW)).unwrap();
    store.replace_catalog(&catalog("old", NOW, &[("/x", true)]), Time(NOW)).unwrap();
    let day = 24 * 60 * 60;
    let retention =
        Retention { node_ttl: Some(4 * day), node_purge_ttl: Some(day), report_ttl: 3 * day, body_ttl: day, batch: 1 };
    let now = Time(NOW + 6 * DAY - 1);
    let mut sums = [0; 4];
    let mut steps = 0;
    loop {
        let swept = store.sweep(&retention, now).unwrap();
        if swept.is_done() {
            break;
        }
        assert!(swept.reports <= 1 && swept.bodies <= 1 && swept.nodes <= 1);
        for (sum, count) in sums.iter_mut().zip([swept.reports, swept.bodies, swept.expired, swept.nodes]) {
            *sum += count;
        }
        steps += 1;
        assert!(steps < 20);
    }
    // Reports of the days 1 and 2; the bodies of days 2 to 4: that of day 5 is the latest.
    assert_eq!(&sums[..3], [2, 3, 1]);
    assert_eq!(rows(&store, "nodes", json!(["=", "node_state", "any"])).len(), 2);
    let later = Time(now.0 + 2 * DAY);
    let nodes: usize = (0..5).map(|_| store.sweep(&retention, later).unwrap().nodes).sum();
    assert_eq!(nodes, 1);
    assert_eq!(rows(&store, "fact_paths", json!(["=", "name", "only"])), [] as [Json; 0]);
    assert_eq!(store.population().unwrap().resources, 0);
}

#[test]
fn readers_do_not_wait_for_writers() {
    let (_directory, store) = store();
    store.replace_facts(&facts("a", NOW, json!({"x": 1})), Time(NOW)).unwrap();
    let guard = store.writer.lock().unwrap();
    guard.execute_batch("BEGIN IMMEDIATE; UPDATE fact SET value = '2'").unwrap();
    assert_eq!(rows(&store, "facts", json!(["extract", "value", ["=", "name", "x"]])), [json!({"value": 1})]);
    guard.execute_batch("COMMIT").unwrap();
    assert_eq!(rows(&store, "facts", json!(["extract", "value", ["=", "name", "x"]])), [json!({"value": 2})]);
}

#[test]
fn counts_of_latest_reports_read_no_event_and_one_report_of_each_node() {
    let (_directory, store) = store();
    let summaries = Summaries { summarize_by: Some("certname".to_owned()), ..Summaries::default() };
    let latest = json!(["and", ["=", "latest_report?", true], ["=", "environment", "production"]]);
    let query = Query::new("event-counts", Some(&latest), &Page::default(), &summaries, Time(0)).unwrap();
    let compiled = crate::sql::compile(&query, &super::dialect::Sqlite, true).unwrap();
    let writer = store.writer.lock().unwrap();
    let mut statement = writer.prepare(&format!("EXPLAIN QUERY PLAN {}", compiled.sql)).unwrap();
    let steps =
        statement.query_map(rusqlite::params_from_iter(&compiled.parameters), |row| row.get::<_, String>(3)).unwrap();
    let steps: Vec<String> = steps.collect::<rusqlite::Result<_>>().unwrap();
    assert!(steps.iter().any(|step| step.starts_with("SEARCH report USING INTEGER PRIMARY KEY")), "{steps:?}");
    assert!(!steps.iter().any(|step| step.contains(" event ")), "{steps:?}");
}

#[test]
fn facts_are_replaced_by_later_ones() {
    let (_directory, store) = store();
    checks::facts_are_replaced_by_later_ones(&store);
}

#[test]
fn report_is_stored_once_and_counted() {
    let (_directory, store) = store();
    checks::report_is_stored_once_and_counted(&store);
}

#[test]
fn exported_resources_of_active_nodes_are_found_by_tag_and_parameter() {
    let (_directory, store) = store();
    checks::exported_resources_of_active_nodes_are_found_by_tag_and_parameter(&store);
}

#[test]
fn deactivated_node_is_active_again_with_later_data() {
    let (_directory, store) = store();
    checks::deactivated_node_is_active_again_with_later_data(&store);
}

#[test]
fn value_that_is_no_number_is_an_error_of_the_query() {
    let (_directory, store) = store();
    checks::value_that_is_no_number_is_an_error_of_the_query(&store);
}

#[test]
fn query_with_thousands_of_conditions_is_answered() {
    let (_directory, store) = store();
    checks::query_with_thousands_of_conditions_is_answered(&store);
}

#[test]
fn values_with_zero_bytes_are_stored() {
    let (_directory, store) = store();
    checks::values_with_zero_bytes_are_stored(&store);
}

#[test]
fn query_that_takes_too_long_ends() {
    let (_directory, store) = store();
    checks::query_that_takes_too_long_ends(&store.with_query_limit(Some(Duration::ZERO)));
}

#[test]
fn at_most_the_given_number_of_nodes_runs_at_once() {
    let (_directory, store) = store();
    checks::jobs::at_most_the_given_number_of_nodes_runs_at_once(&store);
}

#[test]
fn job_stops_after_too_many_failures() {
    let (_directory, store) = store();
    checks::jobs::job_stops_after_too_many_failures(&store);
}

#[test]
fn nodes_that_are_late_are_missed() {
    let (_directory, store) = store();
    checks::jobs::nodes_that_are_late_are_missed(&store);
}

#[test]
fn node_runs_one_job_at_a_time_and_waits_again_if_it_was_not_reached() {
    let (_directory, store) = store();
    checks::jobs::node_runs_one_job_at_a_time_and_waits_again_if_it_was_not_reached(&store);
}

#[test]
fn stopped_job_assigns_no_further_runs() {
    let (_directory, store) = store();
    checks::jobs::stopped_job_assigns_no_further_runs(&store);
}

#[test]
fn removed_node_has_no_data() {
    let (_directory, store) = store();
    checks::removed_node_has_no_data(&store);
}
