//! Checks of the interface of stores, which the tests of each database call.

pub(crate) mod jobs;

use std::ops::ControlFlow;

use serde_json::{Map, Value as Json, json};

use crate::command::{Command, CommandOutcome};
use crate::model::{CatalogHead, CatalogResource, Deactivation, Edge, Factset, ResourceName, StoredCatalog};
use crate::query::{Page, Query, Summaries};
use crate::store::{ReportOutcome, Store, StoreError, WriteOutcome};
use crate::time::Time;

/// The time of the data: day 20 of 1970.
pub(crate) const NOW: i64 = 20 * DAY;
pub(crate) const DAY: i64 = 24 * 60 * 60 * 1000;

pub(crate) fn facts(certname: &str, at: i64, values: Json) -> Factset {
    let Json::Object(values) = values else { panic!("facts are an object") };
    Factset {
        certname: certname.to_owned(),
        environment: Some("production".to_owned()),
        producer: None,
        producer_timestamp: Time(at),
        values,
    }
}

pub(crate) fn name(type_name: &str, title: &str) -> ResourceName {
    ResourceName { type_name: type_name.to_owned(), title: title.to_owned() }
}

pub(crate) fn catalog(certname: &str, at: i64, titles: &[(&str, bool)]) -> StoredCatalog {
    let resource = |(title, exported): &(&str, bool)| CatalogResource {
        name: name("File", title),
        parameters: Map::from_iter([("content".to_owned(), json!(certname))]),
        tags: vec!["file".to_owned()],
        exported: *exported,
        file: None,
        line: None,
    };
    let edge = |pair: &[(&str, bool)]| Edge {
        source: name("File", pair[0].0),
        target: name("File", pair[1].0),
        relationship: "before".to_owned(),
    };
    let head = CatalogHead {
        certname: certname.to_owned(),
        version: "1".to_owned(),
        environment: Some("production".to_owned()),
        transaction_uuid: None,
        catalog_uuid: None,
        code_id: None,
        job_id: None,
        producer: None,
        producer_timestamp: Time(at),
    };
    StoredCatalog::new(head, titles.iter().map(resource).collect(), titles.windows(2).map(edge).collect())
}

pub(crate) fn report(certname: &str, at: i64, transaction: &str, status: &str) -> Command {
    let event = json!({"status": "success", "timestamp": at, "property": "ensure", "new_value": 1, "old_value": null,
        "message": "m", "corrective_change": false});
    let resource = json!({"skipped": false, "timestamp": at, "resource_type": "File", "resource_title": "/a",
        "file": null, "line": null, "containment_path": ["Stage[main]", "A", "File[/a]"],
        "events": if status == "changed" { json!([event, event]) } else { json!([]) }});
    let payload = json!({"certname": certname, "puppet_version": "7", "report_format": 12,
        "configuration_version": "1", "start_time": at, "end_time": at, "producer_timestamp": at, "resources": [resource],
        "noop": false, "transaction_uuid": transaction, "metrics": [], "environment": "production", "status": status,
        "logs": [{"level": "notice", "message": "Applied"}]});
    let parameters = [("command", "store_report"), ("version", "8"), ("certname", certname)];
    let parameters = parameters.map(|(name, value)| (name.to_owned(), value.to_owned()));
    Command::read(&parameters, payload.to_string().as_bytes(), Time(at)).unwrap()
}

pub(crate) fn rows(store: &dyn Store, entity: &str, condition: Json) -> Vec<Json> {
    let query = Query::new(entity, Some(&condition), &Page::default(), &Summaries::default(), Time(0)).unwrap();
    let mut found = Vec::new();
    store
        .query(&query, &mut |_| (), &mut |row| {
            found.push(serde_json::from_str(row).unwrap());
            ControlFlow::Continue(())
        })
        .unwrap();
    found
}

pub(crate) fn facts_are_replaced_by_later_ones(store: &dyn Store) {
    let replace = |at: i64, values: Json| store.replace_facts(&facts("a", at, values), Time(at)).unwrap();
    assert_eq!(replace(NOW, json!({"a": 1, "b": "x"})), WriteOutcome::Changed);
    assert_eq!(replace(NOW - 1, json!({"a": 2})), WriteOutcome::Older);
    assert_eq!(replace(NOW + 1, json!({"b": "y", "c": [1, {"d": null}]})), WriteOutcome::Changed);
    let mut found = rows(store, "facts", json!(["extract", ["name", "value"], ["=", "certname", "a"]]));
    found.sort_by_key(Json::to_string);
    assert_eq!(found, [json!({"name": "b", "value": "y"}), json!({"name": "c", "value": [1, {"d": null}]})]);
    let paths = rows(store, "fact_paths", json!(["=", "name", "c"]));
    assert_eq!(paths.len(), 2);
}

pub(crate) fn report_is_stored_once_and_counted(store: &dyn Store) {
    let command = report("a", NOW, "t1", "changed");
    assert_eq!(command.apply(store, Time(NOW)).unwrap(), CommandOutcome::Report(ReportOutcome::New));
    assert_eq!(command.apply(store, Time(NOW)).unwrap(), CommandOutcome::Report(ReportOutcome::Known));
    // The same run, although the report was sent again at another time.
    assert_eq!(
        report("a", NOW + 5, "t1", "changed").apply(store, Time(NOW)).unwrap(),
        CommandOutcome::Report(ReportOutcome::Known)
    );
    assert_eq!(rows(store, "events", json!(["=", "certname", "a"])).len(), 1);
    let summaries = Summaries { summarize_by: Some("certname".to_owned()), ..Summaries::default() };
    let latest = json!(["=", "latest_report?", true]);
    let query = Query::new("event-counts", Some(&latest), &Page::default(), &summaries, Time(0)).unwrap();
    let mut counted = Vec::new();
    let mut row = |row: &str| {
        counted.push(serde_json::from_str::<Json>(row).unwrap());
        ControlFlow::Continue(())
    };
    store.query(&query, &mut |_| (), &mut row).unwrap();
    assert_eq!(counted[0]["successes"], 1);
}

pub(crate) fn exported_resources_of_active_nodes_are_found_by_tag_and_parameter(store: &dyn Store) {
    for node in ["a", "b", "c"] {
        store.replace_catalog(&catalog(node, NOW, &[("/x", true), ("/y", false)]), Time(NOW)).unwrap();
    }
    store.deactivate(&Deactivation { certname: "c".to_owned(), at: Time(NOW + 1) }).unwrap();
    let found = |condition: Json| {
        let others = json!(["not", ["=", "certname", "a"]]);
        let active = json!(["=", "node_state", "active"]);
        rows(store, "resources", json!(["and", ["=", "exported", true], others, active, condition]))
    };
    let tagged = found(json!(["=", "tag", "FILE"]));
    assert_eq!(tagged.len(), 1);
    assert_eq!((&tagged[0]["certname"], &tagged[0]["title"]), (&json!("b"), &json!("/x")));
    assert_eq!(tagged[0]["parameters"]["content"], "b");
    assert_eq!(found(json!(["not", ["=", ["parameter", "content"], "b"]])).len(), 0);
}

pub(crate) fn deactivated_node_is_active_again_with_later_data(store: &dyn Store) {
    store.replace_facts(&facts("a", NOW, json!({"x": 1})), Time(NOW)).unwrap();
    let active = || rows(store, "nodes", json!(["=", "node_state", "active"])).len();
    store.deactivate(&Deactivation { certname: "a".to_owned(), at: Time(NOW - 1) }).unwrap();
    assert_eq!(active(), 1);
    store.deactivate(&Deactivation { certname: "a".to_owned(), at: Time(NOW + 1) }).unwrap();
    assert_eq!(active(), 0);
    store.replace_facts(&facts("a", NOW + 2, json!({"x": 1})), Time(NOW)).unwrap();
    assert_eq!(active(), 1);
}

pub(crate) fn removed_node_has_no_data(store: &dyn Store) {
    for node in ["a", "b"] {
        store.replace_facts(&facts(node, NOW, json!({"x": 1})), Time(NOW)).unwrap();
        store.replace_catalog(&catalog(node, NOW, &[("/x", true), ("/y", false)]), Time(NOW)).unwrap();
        report(node, NOW, node, "changed").apply(store, Time(NOW)).unwrap();
    }
    assert!(store.remove("a").unwrap());
    assert!(!store.remove("a").unwrap());
    for entity in ["nodes", "facts", "resources", "reports", "events"] {
        let found = |name: &str| rows(store, entity, json!(["=", "certname", name])).len();
        assert!(found("a") == 0 && found("b") > 0, "{entity}");
    }
}

pub(crate) fn value_that_is_no_number_is_an_error_of_the_query(store: &dyn Store) {
    store.replace_facts(&facts("a", NOW, json!({"x": "text"})), Time(NOW)).unwrap();
    let sum = json!(["extract", [["function", "sum", "value"]], ["=", "name", "x"]]);
    let query = Query::new("facts", Some(&sum), &Page::default(), &Summaries::default(), Time(0)).unwrap();
    let error = store.query(&query, &mut |_| (), &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(matches!(error, StoreError::Value(_)), "{error}");
}

pub(crate) fn query_with_thousands_of_conditions_is_answered(store: &dyn Store) {
    store.replace_facts(&facts("n4999", NOW, json!({})), Time(NOW)).unwrap();
    let mut condition = vec![json!("or")];
    condition.extend((0..5_000).map(|number| json!(["=", "certname", format!("n{number}")])));
    assert_eq!(rows(store, "nodes", condition.into()).len(), 1);
}

pub(crate) fn values_with_zero_bytes_are_stored(store: &dyn Store) {
    let text = "a\u{0}b\\u0000c";
    let values = json!({"zero": text, "list": [{text: text}]});
    assert_eq!(store.replace_facts(&facts("a", NOW, values), Time(NOW)).unwrap(), WriteOutcome::Changed);
    let mut catalog = catalog("a", NOW, &[(text, true), ("/b", false)]);
    catalog.resources[0].parameters.insert(text.to_owned(), text.into());
    store.replace_catalog(&catalog, Time(NOW)).unwrap();
    let StoredCatalog { mut head, mut resources, edges, .. } = catalog;
    head.producer_timestamp = Time(NOW + 1);
    resources[1].exported = true;
    store.replace_catalog(&StoredCatalog::new(head, resources, edges), Time(NOW + 1)).unwrap();
    let found = rows(store, "resources", json!(["=", "certname", "a"]));
    assert_eq!(found.len(), 2, "{found:?}");
    let found = rows(store, "fact_contents", json!(["extract", ["path", "value"], ["~", "name", "zero|list"]]));
    assert_eq!(found.len(), 2);
    for row in found {
        let value = row["value"].as_str().unwrap();
        assert!(value.starts_with('a') && value.ends_with("b\\u0000c"), "{value:?}");
    }
    assert_eq!(rows(store, "facts", json!(["=", "value", text])).len(), 1);
}

/// The queries of the store end at once.
pub(crate) fn query_that_takes_too_long_ends(store: &dyn Store) {
    for node in 0..100 {
        let values = (0..50).map(|number| (format!("fact{number}"), json!({"a": [number, {"b": number}]})));
        store.replace_facts(&facts(&format!("n{node}"), NOW, values.collect()), Time(NOW)).unwrap();
    }
    let query = json!(["~", "value", "^(1|2|3)+7"]);
    let query = Query::new("fact_contents", Some(&query), &Page::default(), &Summaries::default(), Time(0)).unwrap();
    let mut row = |_: &str| ControlFlow::Continue(());
    let ended = store.query(&query, &mut |_| (), &mut row);
    assert!(matches!(ended, Err(StoreError::Timeout)), "{ended:?}");
}

/// Returns the number of resources that fulfil a condition.
pub(crate) fn resource_count(store: &dyn Store, condition: Json) -> i64 {
    let found = rows(store, "resources", json!(["extract", [["function", "count"]], condition]));
    found[0]["count"].as_i64().unwrap()
}

pub(crate) fn number_of_resources_is_that_of_the_last_catalog(store: &dyn Store) {
    for (name, at, titles) in [("a", 0, 3), ("b", 0, 1), ("a", 1, 2), ("a", 2, 2)] {
        let titles: Vec<(String, bool)> = (0..titles).map(|title| (format!("/{title}"), title == 1)).collect();
        let titles: Vec<(&str, bool)> = titles.iter().map(|(title, exported)| (title.as_str(), *exported)).collect();
        store.replace_catalog(&catalog(name, NOW + at, &titles), Time(NOW + at)).unwrap();
    }
    let active = json!(["=", "node_state", "active"]);
    assert_eq!(resource_count(store, active.clone()), 3);
    assert_eq!(resource_count(store, json!(["and", active, ["~", "certname", "a"]])), 2);
    // Conditions about resources count these.
    assert_eq!(resource_count(store, json!(["=", "title", "/0"])), 2);
    assert_eq!(resource_count(store, json!(["or", ["=", "certname", "b"], ["=", "exported", true]])), 2);
    assert_eq!(resource_count(store, json!(["=", "certname", "c"])), 0);
    assert_eq!(store.population().unwrap().resources, 3);
}

pub(crate) fn catalog_is_confirmed_only_while_it_is_stored(store: &dyn Store) {
    let files = [("/confirmed/x", false), ("/confirmed/y", false)];
    let run = |at: i64, uuid: &str| {
        let StoredCatalog { head, resources, edges, .. } = catalog("confirmed", at, &files);
        StoredCatalog::new(CatalogHead { catalog_uuid: Some(uuid.to_owned()), ..head }, resources, edges)
    };
    let stored = || {
        let query = json!(["extract", ["catalog_uuid", "producer_timestamp"], ["=", "certname", "confirmed"]]);
        rows(store, "catalogs", query)
    };
    let first = run(NOW, "first");
    assert!(!store.confirm_catalog(&first.head, first.hash(), Time(NOW)).unwrap(), "nothing is stored");
    store.replace_catalog(&first, Time(NOW)).unwrap();
    let second = run(NOW + 1000, "second");
    assert!(store.confirm_catalog(&second.head, first.hash(), Time(NOW)).unwrap());
    assert_eq!(stored(), [json!({"catalog_uuid": "second", "producer_timestamp": Time(NOW + 1000).to_string()})]);
    assert!(!store.confirm_catalog(&first.head, first.hash(), Time(NOW)).unwrap(), "a later one is stored");
    store.replace_catalog(&catalog("confirmed", NOW + 2000, &files[..1]), Time(NOW)).unwrap();
    let third = run(NOW + 3000, "third");
    assert!(!store.confirm_catalog(&third.head, first.hash(), Time(NOW)).unwrap(), "another one is stored");
    assert_eq!(stored(), [json!({"catalog_uuid": null, "producer_timestamp": Time(NOW + 2000).to_string()})]);
}
