//! Tests of the store in PostgreSQL. They need a database in the variable `MAROTTE_TEST_DATABASE`, in which each has a schema of
//! its own; `tests/acceptance/postgres` starts one and runs them.

use std::env;
use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use postgres::{Client, NoTls};
use serde_json::{Value as Json, json};

use super::{PostgresOptions, PostgresStore};
use crate::checks::{self, DAY, NOW, catalog, facts, report, rows};
use crate::command::CommandOutcome;
use crate::query::{Page, Query, Summaries};
use crate::store::{ReportOutcome, Retention, Store, StoreError, StoredObject, WriteOutcome};
use crate::time::Time;

fn url() -> String {
    env::var("MAROTTE_TEST_DATABASE").expect("MAROTTE_TEST_DATABASE has the URL of a database")
}

/// Returns a connection to the schema of a test, which is empty.
fn schema(name: &str) -> (String, Client) {
    let mut client = Client::connect(url().split('?').next().unwrap(), NoTls).unwrap();
    client
        .batch_execute(&format!("DROP SCHEMA IF EXISTS {name} CASCADE; CREATE SCHEMA {name}; SET search_path = {name}"))
        .unwrap();
    let separator = if url().contains('?') { '&' } else { '?' };
    (format!("{}{separator}options=-csearch_path%3D{name}", url()), client)
}

fn open(url: &str, limit: Option<Duration>) -> PostgresStore {
    let options = PostgresOptions::of_url(url, &|name| env::var_os(name)).unwrap();
    let store = PostgresStore::new(options, None, limit);
    store.prepare().unwrap();
    store
}

fn number(client: &mut Client, sql: &str) -> i64 {
    client.query_one(sql, &[]).unwrap().get(0)
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_facts_are_replaced_by_later_ones() {
    let (url, _client) = schema("facts_are_replaced_by_later_ones");
    checks::facts_are_replaced_by_later_ones(&open(&url, None));
    checks::catalog_is_confirmed_only_while_it_is_stored(&open(&url, None));
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_report_is_stored_once_and_counted() {
    let (url, _client) = schema("report_is_stored_once_and_counted");
    checks::report_is_stored_once_and_counted(&open(&url, None));
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_exported_resources_of_active_nodes_are_found_by_tag_and_parameter() {
    let (url, _client) = schema("exported_resources_of_active_nodes_are_f");
    checks::exported_resources_of_active_nodes_are_found_by_tag_and_parameter(&open(&url, None));
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_deactivated_node_is_active_again_with_later_data() {
    let (url, _client) = schema("deactivated_node_is_active_again_with_la");
    checks::deactivated_node_is_active_again_with_later_data(&open(&url, None));
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_value_that_is_no_number_is_an_error_of_the_query() {
    let (url, _client) = schema("value_that_is_no_number_is_an_error_of_t");
    checks::value_that_is_no_number_is_an_error_of_the_query(&open(&url, None));
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_query_with_thousands_of_conditions_is_answered() {
    let (url, _client) = schema("query_with_thousands_of_conditions_is_an");
    checks::query_with_thousands_of_conditions_is_answered(&open(&url, None));
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_values_with_zero_bytes_are_stored() {
    let (url, _client) = schema("values_with_zero_bytes_are_stored");
    checks::values_with_zero_bytes_are_stored(&open(&url, None));
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_query_that_takes_too_long_ends() {
    let (url, _client) = schema("too_long");
    checks::query_that_takes_too_long_ends(&open(&url, Some(Duration::from_millis(1))));
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_store_of_later_version_is_refused() {
    let (url, mut client) = schema("later_version");
    drop(open(&url, None));
    client.batch_execute("UPDATE marotte_schema SET version = 99").unwrap();
    let options = PostgresOptions::of_url(&url, &|_| None).unwrap();
    let store = PostgresStore::new(options, None, None);
    assert!(matches!(store.prepare(), Err(StoreError::Version { found: 99, .. })));
    assert!(matches!(store.replace_facts(&facts("a", NOW, json!({})), Time(NOW)), Err(StoreError::Version { .. })));
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_store_of_earlier_version_is_migrated() {
    let (url, mut client) = schema("earlier_version");
    let store = open(&url, None);
    store.replace_catalog(&catalog("a", NOW, &[("/a", false), ("/b", true)]), Time(NOW)).unwrap();
    drop(store);
    let earlier = "ALTER TABLE node DROP COLUMN catalog_resources; UPDATE marotte_schema SET version = 1";
    client.batch_execute(earlier).unwrap();
    assert_eq!(open(&url, None).population().unwrap().resources, 2);
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_number_of_resources_is_that_of_the_last_catalog() {
    let (url, _client) = schema("number_of_resources");
    checks::number_of_resources_is_that_of_the_last_catalog(&open(&url, None));
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_store_that_does_not_answer_is_unreachable_and_one_that_refuses_is_not() {
    let options = PostgresOptions::of_url("postgres://u:secret@127.0.0.1:1/d", &|_| None).unwrap();
    let error = PostgresStore::new(options, None, None).prepare().unwrap_err();
    assert!(matches!(error, StoreError::Unreachable { .. }) && !error.to_string().contains("secret"), "{error}");
    let missing = url().rsplit_once('/').map(|(head, _)| format!("{head}/nosuch")).unwrap();
    let options = PostgresOptions::of_url(&missing, &|name| env::var_os(name)).unwrap();
    let error = PostgresStore::new(options, None, None).prepare().unwrap_err();
    assert!(matches!(error, StoreError::Open { .. }), "{error}");
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_store_is_closed_in_an_asynchronous_task() {
    let (url, _client) = schema("closed");
    let store = open(&url, None);
    assert!(!store.exists(StoredObject::Node("a")).unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async move { drop(store) });
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_quiet_run_writes_two_rows() {
    let (url, mut client) = schema("quiet_run");
    let store = open(&url, None);
    let run = |at: i64| {
        let values = json!({"os": {"family": "Debian"}, "uptime_seconds": at, "memory": {"system": {"available": at}}});
        let written = store.replace_facts(&facts("a", at, values), Time(at)).unwrap();
        let same = store.replace_catalog(&catalog("a", at, &[("/a", false), ("/b", true)]), Time(at)).unwrap();
        let outcome = report("a", at, &at.to_string(), "unchanged").apply(&store, Time(at)).unwrap();
        assert_eq!(outcome, CommandOutcome::Report(ReportOutcome::New));
        (written, same)
    };
    assert_eq!(run(NOW), (WriteOutcome::Changed, WriteOutcome::Changed));
    // Every row has the number of the transaction that wrote or locked it last.
    let tables = "environment producer node fact fact_path parameters resource catalog_edges report event";
    let rows: Vec<String> = tables
        .split(' ')
        .map(|table| {
            let last = "greatest(xmin::text::bigint, xmax::text::bigint)";
            format!("SELECT '{table}' AS name, count(*) AS number FROM {table} WHERE {last} > $1")
        })
        .collect();
    let before = number(&mut client, "SELECT txid_snapshot_xmax(txid_current_snapshot()) - 1");
    assert_eq!(run(NOW + 1), (WriteOutcome::Same, WriteOutcome::Same));
    let sql = format!("SELECT name, number FROM ({}) counted WHERE number > 0 ORDER BY name", rows.join(" UNION ALL "));
    let found = client.query(&sql, &[&before]).unwrap();
    let found: Vec<(String, i64)> = found.iter().map(|row| (row.get(0), row.get(1))).collect();
    assert_eq!(found, [("node".to_owned(), 1), ("report".to_owned(), 1)]);
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_catalog_changes_write_changed_resources_only() {
    let (url, mut client) = schema("catalog_changes");
    let store = open(&url, None);
    store.replace_catalog(&catalog("a", NOW, &[("/a", false), ("/b", false), ("/c", false)]), Time(NOW)).unwrap();
    let before = number(&mut client, "SELECT txid_snapshot_xmax(txid_current_snapshot()) - 1");
    store.replace_catalog(&catalog("a", NOW + 1, &[("/a", false), ("/b", true), ("/d", false)]), Time(NOW)).unwrap();
    let written = client.query("SELECT title FROM resource WHERE xmin::text::bigint > $1 ORDER BY title", &[&before]);
    let written: Vec<String> = written.unwrap().iter().map(|row| row.get(0)).collect();
    assert_eq!(written, ["/b", "/d"]);
    assert_eq!(rows(&store, "resources", json!(["=", "certname", "a"])).len(), 3);
    assert_eq!(rows(&store, "edges", json!(["=", "certname", "a"])).len(), 2);
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_reports_of_a_run_that_arrive_together_are_stored_once() {
    let (url, mut client) = schema("together");
    let stores = [open(&url, None), open(&url, None)];
    let barrier = Barrier::new(8);
    let outcomes: Vec<CommandOutcome> = thread::scope(|scope| {
        let sent: Vec<_> = (0..8)
            .map(|number| {
                let (store, barrier) = (&stores[number % 2], &barrier);
                scope.spawn(move || {
                    let command = report("a", NOW + number as i64, "t", "changed");
                    barrier.wait();
                    command.apply(store, Time(NOW + DAY * number as i64)).unwrap()
                })
            })
            .collect();
        sent.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let new = outcomes.iter().filter(|outcome| **outcome == CommandOutcome::Report(ReportOutcome::New)).count();
    assert_eq!(
        (new, number(&mut client, "SELECT count(*) FROM report"), number(&mut client, "SELECT count(*) FROM event")),
        (1, 1, 1)
    );
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_sweep_removes_days_of_reports_and_silent_nodes() {
    let (url, mut client) = schema("sweep");
    let store = open(&url, None);
    for day in 1..=5 {
        report("a", NOW + day * DAY, &day.to_string(), "unchanged").apply(&store, Time(NOW + day * DAY)).unwrap();
    }
    store.replace_facts(&facts("old", NOW, json!({"only": 1})), Time(NOW)).unwrap();
    store.replace_catalog(&catalog("old", NOW, &[("/x", true)]), Time(NOW)).unwrap();
    let day = 24 * 60 * 60;
    let retention =
        Retention { node_ttl: Some(4 * day), node_purge_ttl: Some(day), report_ttl: 3 * day, body_ttl: day, batch: 1 };
    let now = Time(NOW + 6 * DAY - 1);
    let mut sums = [0; 3];
    let mut steps = 0;
    loop {
        let swept = store.sweep(&retention, now).unwrap();
        if swept.is_done() {
            break;
        }
        assert!(swept.days <= 1 && swept.bodies <= 1 && swept.nodes <= 1);
        for (sum, count) in sums.iter_mut().zip([swept.days, swept.bodies, swept.expired]) {
            *sum += count;
        }
        steps += 1;
        assert!(steps < 20);
    }
    // Day 1; the bodies of days 2 to 4: that of day 5 is the latest.
    assert_eq!(sums, [1, 3, 1]);
    assert_eq!(number(&mut client, "SELECT count(*) FROM report"), 4);
    assert_eq!(rows(&store, "nodes", json!(["=", "node_state", "any"])).len(), 2);
    let later = Time(now.0 + 2 * DAY);
    let nodes: usize = (0..5).map(|_| store.sweep(&retention, later).unwrap().nodes).sum();
    assert_eq!(nodes, 1);
    assert_eq!(rows(&store, "fact_paths", json!(["=", "name", "only"])), [] as [Json; 0]);
    assert_eq!(store.population().unwrap().resources, 0);
    assert_eq!(number(&mut client, "SELECT count(*) FROM parameters"), 0);
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_sweep_leaves_a_day_that_a_query_reads() {
    let (url, mut client) = schema("busy_sweep");
    let store = open(&url, None);
    report("a", NOW, "1", "unchanged").apply(&store, Time(NOW)).unwrap();
    let mut reading = client.transaction().unwrap();
    reading.query("SELECT * FROM report", &[]).unwrap();
    let later = Time(NOW + 30 * DAY);
    let retention = Retention { node_ttl: None, node_purge_ttl: None, ..Retention::default() };
    assert_eq!(store.sweep(&retention, later).unwrap().days, 0);
    reading.commit().unwrap();
    assert_eq!(store.sweep(&retention, later).unwrap().days, 1);
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_connections_are_replaced_after_they_are_lost() {
    let (url, mut client) = schema("lost");
    let store = open(&format!("{url}&application_name=lost"), None);
    store.replace_facts(&facts("a", NOW, json!({"x": 1})), Time(NOW)).unwrap();
    assert_eq!(rows(&store, "facts", json!(["=", "name", "x"])).len(), 1);
    let ended = "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE application_name = 'lost'";
    assert_eq!(number(&mut client, ended), 2);
    store.replace_facts(&facts("a", NOW + 1, json!({"x": 2})), Time(NOW)).unwrap();
    assert_eq!(number(&mut client, ended), 1);
    assert_eq!(rows(&store, "facts", json!(["extract", "value", ["=", "name", "x"]])), [json!({"value": 2})]);
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_query_that_is_not_read_to_its_end_frees_its_connection() {
    let (url, _client) = schema("broken_off");
    let store = open(&url, None);
    for node in 0..20 {
        let values = (0..200).map(|number| (format!("fact{number}"), json!("x".repeat(200))));
        store.replace_facts(&facts(&format!("n{node}"), NOW, values.collect()), Time(NOW)).unwrap();
    }
    let query = Query::new("facts", None, &Page::default(), &Summaries::default(), Time(0)).unwrap();
    for _ in 0..40 {
        let mut row = |_: &str| std::ops::ControlFlow::Break(());
        store.query(&query, &mut |_| (), &mut row).unwrap();
    }
    assert_eq!(rows(&store, "facts", json!(["=", "name", "fact1"])).len(), 20);
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_counts_of_latest_reports_read_no_event_and_one_partition_for_each_node() {
    let (url, mut client) = schema("latest");
    let store = open(&url, None);
    for (node, day) in (0..50).flat_map(|node| (0..3).map(move |day| (node, day))) {
        let at = NOW + day * DAY;
        report(&format!("n{node}"), at, &format!("{node} {day}"), "unchanged").apply(&store, Time(at)).unwrap();
    }
    // As with more nodes.
    client
        .batch_execute("ANALYZE; SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_seqscan = off")
        .unwrap();
    let summaries = Summaries { summarize_by: Some("certname".to_owned()), ..Summaries::default() };
    let latest = json!(["and", ["=", "latest_report?", true], ["=", "certname", "n7"]]);
    let query = Query::new("event-counts", Some(&latest), &Page::default(), &summaries, Time(0)).unwrap();
    let compiled = crate::sql::compile(&query, &super::dialect::Postgres, true).unwrap();
    let sql = compiled.sql.replace("$1::text", "'n7'").replace("$2::text", "'agent'");
    let steps = client.query(&format!("EXPLAIN (ANALYZE, COSTS off, TIMING off, SUMMARY off) {sql}"), &[]).unwrap();
    let steps: Vec<String> = steps.iter().map(|row| row.get(0)).collect();
    let is_read = |step: &&String| step.contains(" on report_1970") && !step.contains("never executed");
    assert_eq!(steps.iter().filter(is_read).count(), 1, "{steps:#?}");
    assert!(!steps.iter().any(|step| step.contains(" on event")), "{steps:#?}");
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_at_most_the_given_number_of_nodes_runs_at_once() {
    let (url, _client) = schema("at_most_the_given_number_of_nodes_runs_a");
    checks::jobs::at_most_the_given_number_of_nodes_runs_at_once(&open(&url, None));
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_job_stops_after_too_many_failures() {
    let (url, _client) = schema("job_stops_after_too_many_failures");
    checks::jobs::job_stops_after_too_many_failures(&open(&url, None));
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_nodes_that_are_late_are_missed() {
    let (url, _client) = schema("nodes_that_are_late_are_missed");
    checks::jobs::nodes_that_are_late_are_missed(&open(&url, None));
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_node_runs_one_job_at_a_time_and_waits_again_if_it_was_not_reached() {
    let (url, _client) = schema("node_runs_one_job_at_a_time_and_waits_ag");
    checks::jobs::node_runs_one_job_at_a_time_and_waits_again_if_it_was_not_reached(&open(&url, None));
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_stopped_job_assigns_no_further_runs() {
    let (url, _client) = schema("stopped_job_assigns_no_further_runs");
    checks::jobs::stopped_job_assigns_no_further_runs(&open(&url, None));
}

#[test]
#[ignore = "needs a PostgreSQL database in MAROTTE_TEST_DATABASE"]
fn postgres_removed_node_has_no_data() {
    let (url, _client) = schema("removed_node_has_no_data");
    checks::removed_node_has_no_data(&open(&url, None));
}
