//! Comparison of the results of preparing and applying a catalog.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::message::{loud, same_log, same_message};

/// Compares two prepared catalogs.
pub(super) fn ral(expected: &Json, actual: &Json) -> Vec<String> {
    let mut found = error(expected, actual);
    if !expected["error"].is_null() {
        return found;
    }
    let (wanted, got) = (set(&expected["relationships"]), set(&actual["relationships"]));
    found.extend(wanted.difference(&got).map(|relation| format!("relationship {relation} is missing")));
    found.extend(got.difference(&wanted).map(|relation| format!("relationship {relation} is unexpected")));
    if expected["order"] != actual["order"] {
        found.push(format!("order: expected {}, got {}", expected["order"], actual["order"]));
    }
    if let Some(values) = expected["values"].as_object() {
        for (reference, wanted) in values {
            let (wanted, got) = (settled(wanted), settled(&actual["values"][reference]));
            if wanted != got {
                found.push(format!("{reference}: expected {wanted}, got {got}"));
            }
        }
    }
    found
}

/// Compares two runs.
pub(super) fn apply(expected: &Json, actual: &Json) -> Vec<String> {
    let mut found = error(expected, actual);
    if let Some(resources) = expected["resources"].as_object() {
        // Containers have no status here.
        for (reference, wanted) in resources.iter().filter(|(reference, _)| is_resource(reference)) {
            let got = &actual["resources"][reference];
            if set(&wanted["flags"]) != set(&got["flags"]) {
                found.push(format!("{reference} flags: expected {}, got {}", wanted["flags"], got["flags"]));
            }
            if events(wanted) != events(got) {
                found.push(format!("{reference} events: expected {}, got {}", wanted["events"], got["events"]));
            }
        }
    }
    let (wanted, got) = (loud(&expected["logs"], false), loud(&actual["logs"], false));
    if wanted.len() != got.len() || !wanted.iter().zip(&got).all(|(wanted, got)| same_log(wanted, got)) {
        found.push(format!("logs: expected {wanted:?}, got {got:?}"));
    }
    found
}

fn error(expected: &Json, actual: &Json) -> Vec<String> {
    let text = |of: &Json| of["error"].as_str().unwrap_or_default().to_owned();
    let mut found = Vec::new();
    if !same_message(&text(expected), &text(actual)) {
        found.push(format!("error: expected {}, got {}", expected["error"], actual["error"]));
    }
    let count = |of: &Json| of["cycles"].as_array().map_or(0, Vec::len);
    if count(expected) != count(actual) {
        found.push(format!("cycles: expected {}, got {}", expected["cycles"], actual["cycles"]));
    }
    found
}

fn is_resource(reference: &str) -> bool {
    !reference.starts_with("Class[") && !reference.starts_with("Stage[")
}

fn events(status: &Json) -> Vec<(String, String)> {
    let events = status["events"].as_array().map_or(&[] as &[Json], Vec::as_slice);
    let text = |event: &Json, name: &str| event[name].as_str().unwrap_or_default().to_owned();
    events.iter().map(|event| (text(event, "property"), text(event, "status"))).collect()
}

/// Removes the log level, which is set for every resource in Puppet.
fn settled(values: &Json) -> Json {
    let mut values = values.clone();
    if let Json::Object(entries) = &mut values {
        entries.remove("loglevel");
        entries.sort_keys();
    }
    values
}

fn set(json: &Json) -> BTreeSet<String> {
    json.as_array().into_iter().flatten().map(Json::to_string).collect()
}
