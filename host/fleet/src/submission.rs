//! Documents for PuppetDB from the documents that Puppet's agents and servers have: what a client of PuppetDB sends.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};
use thiserror::Error;

use crate::time::{Time, TimeError};

/// Metaparameters that are relationships: the name, whether the resource itself comes first, and the relationship.
const RELATIONSHIPS: [(&str, bool, &str); 4] = [
    ("before", true, "before"),
    ("require", false, "required-by"),
    ("notify", true, "notifies"),
    ("subscribe", false, "subscription-of"),
];

/// Metaparameters whose order has no meaning.
const UNORDERED: [&str; 8] = ["alias", "audit", "before", "check", "notify", "require", "subscribe", "tag"];

/// What all documents of a run have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The host that sends the documents.
    pub producer: String,
    /// When they are sent.
    pub time: Time,
    /// The environment of the run.
    pub environment: String,
    /// The run.
    pub transaction_uuid: Option<String>,
    /// The job that requested the run.
    pub job_id: Option<String>,
}

/// A document cannot be converted.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum SubmissionError {
    /// A field is missing or has another type.
    #[error("The {document} has no valid '{field}'")]
    Field {
        /// The kind of document.
        document: &'static str,
        /// The field.
        field: String,
    },
    /// A relationship refers to a resource that is not in the catalog.
    #[error("{resource} refers to {reference}, which is not in the catalog")]
    Reference {
        /// The resource.
        resource: String,
        /// The reference.
        reference: String,
    },
    /// A text is not a time.
    #[error(transparent)]
    Time(#[from] TimeError),
}

/// Returns the document of `replace_facts` version 5. `trusted` are the trusted facts of the node.
pub fn facts_document(certname: &str, values: &Map<String, Json>, trusted: Json, origin: &Origin) -> Json {
    let mut values = values.clone();
    values.insert("trusted".to_owned(), trusted);
    // The list of packages of Puppet Enterprise's agents.
    values.remove("_puppet_inventory_1");
    json!({
        "certname": certname,
        "values": values,
        "environment": origin.environment,
        "producer_timestamp": origin.time.to_string(),
        "producer": origin.producer,
    })
}

/// Returns the document of `store_report` version 8 for a report in Puppet's format.
///
/// # Errors
/// Returns an error if a field of the report is missing.
pub fn report_document(report: &Json, origin: &Origin) -> Result<Json, SubmissionError> {
    let start: Time = text(report, "report", "time")?.parse()?;
    let end = Time(start.0.saturating_add((duration(report) * 1000.0) as i64));
    let mut resources = Vec::new();
    for status in report["resource_statuses"].as_object().into_iter().flat_map(Map::values) {
        let is_skipped = status["skipped"] == true;
        let events = status["events"].as_array().map(Vec::as_slice).unwrap_or_default();
        if is_skipped || !events.is_empty() {
            resources.push(resource_status(status, events)?);
        }
    }
    let statuses = || resources.iter().flat_map(|resource| resource["events"].as_array().into_iter().flatten());
    let is_noop = statuses().count() > 0 && statuses().all(|event| event["status"] == "noop");
    Ok(json!({
        "certname": text(report, "report", "host")?,
        "job_id": report["job_id"],
        "puppet_version": text(report, "report", "puppet_version")?,
        "report_format": report["report_format"],
        "configuration_version": shown(&report["configuration_version"]),
        "producer_timestamp": origin.time.to_string(),
        "start_time": start.to_string(),
        "end_time": end.to_string(),
        "environment": report["environment"].as_str().unwrap_or(&origin.environment),
        "transaction_uuid": report["transaction_uuid"],
        "status": report["status"],
        "noop": report["noop"].as_bool().unwrap_or(is_noop),
        "noop_pending": report["noop_pending"],
        "corrective_change": report["corrective_change"],
        "logs": logs(report),
        "metrics": metrics(report),
        "resources": resources,
        "catalog_uuid": report["catalog_uuid"],
        "code_id": report["code_id"],
        "cached_catalog_status": report["cached_catalog_status"],
        "producer": origin.producer,
    }))
}

/// Returns the length of a run, in seconds.
fn duration(report: &Json) -> f64 {
    let values = report["metrics"]["time"]["values"].as_array().into_iter().flatten();
    values.into_iter().find(|value| value[0] == "total").and_then(|value| value[2].as_f64()).unwrap_or(0.0)
}

/// Returns a value as text, which is empty for `null`.
fn shown(value: &Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn text<'a>(document: &'a Json, name: &'static str, field: &str) -> Result<&'a str, SubmissionError> {
    let fault = || SubmissionError::Field { document: name, field: field.to_owned() };
    document[field].as_str().ok_or_else(fault)
}

fn resource_status(status: &Json, events: &[Json]) -> Result<Json, SubmissionError> {
    // As with PuppetDB's own client, the values of events are texts.
    let event = |event: &Json| {
        let time: Time = text(event, "event", "time")?.parse()?;
        Ok(json!({
            "status": event["status"],
            "timestamp": time.to_string(),
            "name": event["name"],
            "property": event["property"],
            "new_value": shown(&event["desired_value"]),
            "old_value": shown(&event["previous_value"]),
            "corrective_change": event["corrective_change"],
            "message": event["message"],
        }))
    };
    let time: Time = text(status, "resource status", "time")?.parse()?;
    Ok(json!({
        "skipped": status["skipped"] == true,
        "timestamp": time.to_string(),
        "resource_type": text(status, "resource status", "resource_type")?,
        "resource_title": shown(&status["title"]),
        "file": status["file"],
        "line": status["line"],
        "containment_path": status["containment_path"],
        "corrective_change": status["corrective_change"],
        "events": events.iter().map(event).collect::<Result<Vec<Json>, SubmissionError>>()?,
    }))
}

fn logs(report: &Json) -> Vec<Json> {
    let log = |log: &Json| {
        let time = log["time"].as_str().and_then(|time| time.parse::<Time>().ok());
        json!({
            "file": log["file"],
            "line": log["line"],
            "level": log["level"],
            "message": log["message"],
            "source": log["source"],
            "tags": log["tags"],
            "time": time.map(|time| time.to_string()),
        })
    };
    report["logs"].as_array().into_iter().flatten().map(log).collect()
}

fn metrics(report: &Json) -> Vec<Json> {
    let mut found = Vec::new();
    for (category, metric) in report["metrics"].as_object().into_iter().flatten() {
        for value in metric["values"].as_array().into_iter().flatten() {
            found.push(json!({"category": category, "name": value[0], "value": value[2]}));
        }
    }
    found
}

/// Returns the document of `replace_catalog` version 9 for a catalog in Puppet's format. Exported resources are those with
/// `exported`. Parameters with sensitive values are left out.
///
/// # Errors
/// Returns an error if a field is missing, or a relationship refers to a resource that is not in the catalog.
pub fn catalog_document(catalog: &Json, origin: &Origin) -> Result<Json, SubmissionError> {
    let version = match &catalog["version"] {
        Json::String(version) => version.clone(),
        other => other.to_string(),
    };
    let given = catalog["resources"].as_array().map(Vec::as_slice).unwrap_or_default();
    let resources = given.iter().map(resource).collect::<Result<Vec<Json>, SubmissionError>>()?;
    let names: BTreeSet<(&str, &str)> = resources.iter().filter_map(|resource| name(resource)).collect();
    let mut edges = Vec::new();
    for edge in catalog["edges"].as_array().into_iter().flatten() {
        let (source, target) =
            (reference(&edge["source"], "edge", &names)?, reference(&edge["target"], "edge", &names)?);
        edges.push(json!({"source": source, "target": target, "relationship": "contains"}));
    }
    for resource in resources.iter().filter(|resource| resource["exported"] != true) {
        edges.extend(relationships(resource, &names)?);
    }
    let uuid = catalog["catalog_uuid"].as_str().map(str::to_owned);
    Ok(json!({
        "certname": text(catalog, "catalog", "name")?,
        "version": version,
        "environment": origin.environment,
        "transaction_uuid": origin.transaction_uuid,
        "catalog_uuid": uuid.or_else(|| origin.transaction_uuid.clone()),
        "code_id": catalog["code_id"],
        "job_id": origin.job_id,
        "producer": origin.producer,
        "producer_timestamp": origin.time.to_string(),
        "resources": resources,
        "edges": edges,
    }))
}

fn name(resource: &Json) -> Option<(&str, &str)> {
    Some((resource["type"].as_str()?, resource["title"].as_str()?))
}

fn resource(resource: &Json) -> Result<Json, SubmissionError> {
    let secret: Vec<&str> =
        resource["sensitive_parameters"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
    let mut parameters = Map::new();
    for (name, value) in resource["parameters"].as_object().into_iter().flatten() {
        if secret.contains(&name.as_str()) || is_sensitive(value) {
            continue;
        }
        let mut value = plain(value);
        if let (true, Json::Array(values)) = (UNORDERED.contains(&name.as_str()), &mut value) {
            values.sort_by_cached_key(Json::to_string);
        }
        parameters.insert(name.clone(), value);
    }
    let title = match &resource["title"] {
        Json::String(title) => title.clone(),
        other => other.to_string(),
    };
    let mut found = json!({
        "type": text(resource, "resource", "type")?,
        "title": title,
        "parameters": parameters,
        "tags": resource["tags"].as_array().cloned().unwrap_or_default(),
        "exported": resource["exported"] == true,
    });
    for field in ["file", "line"] {
        if let Some(value) = resource.get(field).filter(|value| !value.is_null()) {
            found[field] = value.clone();
        }
    }
    Ok(found)
}

/// Returns whether a value is or contains one that must not be shown.
fn is_sensitive(value: &Json) -> bool {
    match value {
        Json::Object(members) => {
            members.get("__ptype").is_some_and(|kind| kind == "Sensitive") || members.values().any(is_sensitive)
        }
        Json::Array(values) => values.iter().any(is_sensitive),
        _ => false,
    }
}

/// Returns a value without the types of rich data.
fn plain(value: &Json) -> Json {
    match value {
        Json::Object(members) => match (members.get("__ptype"), members.get("__pvalue")) {
            (Some(_), Some(Json::String(text))) => text.as_str().into(),
            (Some(kind), None) if kind == "Default" => "default".into(),
            (Some(_), Some(other)) => plain(other),
            _ => Json::Object(members.iter().map(|(name, value)| (name.clone(), plain(value))).collect()),
        },
        Json::Array(values) => values.iter().map(plain).collect(),
        other => other.clone(),
    }
}

/// Returns the relationships of a resource by its metaparameters.
fn relationships(resource: &Json, names: &BTreeSet<(&str, &str)>) -> Result<Vec<Json>, SubmissionError> {
    let Some((type_name, title)) = name(resource) else { return Ok(Vec::new()) };
    let own = json!({"type": type_name, "title": title});
    let mut edges = Vec::new();
    for (parameter, is_first, relationship) in RELATIONSHIPS {
        let value = &resource["parameters"][parameter];
        let others = match value {
            Json::Null => &[],
            Json::Array(others) => others.as_slice(),
            other => std::slice::from_ref(other),
        };
        for other in others {
            let other = reference(other, &format!("{type_name}[{title}]"), names)?;
            let (source, target) = if is_first { (own.clone(), other) } else { (other, own.clone()) };
            edges.push(json!({"source": source, "target": target, "relationship": relationship}));
        }
    }
    Ok(edges)
}

/// Returns type and title of a reference such as `File[/a]`.
fn reference(value: &Json, resource: &str, names: &BTreeSet<(&str, &str)>) -> Result<Json, SubmissionError> {
    let fault = || SubmissionError::Reference { resource: resource.to_owned(), reference: value.to_string() };
    let text = value.as_str().ok_or_else(fault)?;
    let (type_name, title) = text.strip_suffix(']').and_then(|text| text.split_once('[')).ok_or_else(fault)?;
    // A directory can have a slash at the end.
    let titles = [title, title.trim_end_matches('/')];
    let title = titles.into_iter().find(|title| names.contains(&(type_name, *title))).ok_or_else(fault)?;
    Ok(json!({"type": type_name, "title": title}))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Command;

    fn origin() -> Origin {
        Origin {
            producer: "server".to_owned(),
            time: Time(1_780_000_000_000),
            environment: "production".to_owned(),
            transaction_uuid: Some("t".to_owned()),
            job_id: None,
        }
    }

    fn read(command: &str, version: &str, document: &Json) -> Command {
        let parameters = [("command", command), ("version", version), ("certname", "n")];
        let parameters = parameters.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Command::read(&parameters, document.to_string().as_bytes(), Time(0)).unwrap()
    }

    #[test]
    fn submission_of_facts_is_a_command() {
        let values =
            Map::from_iter([("kernel".to_owned(), json!("Linux")), ("_puppet_inventory_1".to_owned(), json!({}))]);
        let document = facts_document("n", &values, json!({"certname": "n"}), &origin());
        let Command::ReplaceFacts(facts) = read("replace_facts", "5", &document) else { panic!() };
        assert_eq!(facts.values.keys().collect::<Vec<_>>(), ["kernel", "trusted"]);
        assert_eq!(facts.producer.as_deref(), Some("server"));
    }

    #[test]
    fn submission_of_report_is_a_command() {
        let event = json!({"status": "noop", "time": "2026-03-01T10:00:01.5+01:00", "name": "e", "property": "ensure",
            "desired_value": ["a", 1], "previous_value": null, "message": "m", "corrective_change": false});
        let status = |events: Json, skipped: bool| {
            json!({"time": "2026-03-01T10:00:00+01:00", "resource_type": "File", "title": "/a",
            "file": "/x.pp", "line": 1, "containment_path": ["Stage[main]", "A", "File[/a]"], "skipped": skipped, "events": events})
        };
        let report = json!({"host": "n", "time": "2026-03-01T10:00:00.123456789+01:00", "puppet_version": "7", "report_format": 12,
            "configuration_version": 5, "transaction_uuid": "t", "status": "unchanged", "environment": "e",
            "logs": [{"level": "notice", "message": "m", "source": "Puppet", "tags": ["notice"], "time": "2026-03-01T10:00:00+01:00"}],
            "metrics": {"time": {"name": "time", "values": [["total", "Total", 2.5]]}},
            "resource_statuses": {"File[/a]": status(json!([event]), false), "File[/b]": status(json!([]), false),
                "File[/c]": status(json!([]), true)}});
        let document = report_document(&report, &origin()).unwrap();
        let Command::StoreReport(stored) = read("store_report", "8", &document) else { panic!() };
        assert_eq!(
            (stored.start_time.to_string().as_str(), stored.end_time.to_string().as_str()),
            ("2026-03-01T09:00:00.123Z", "2026-03-01T09:00:02.623Z")
        );
        assert_eq!(stored.configuration_version, "5");
        assert_eq!(stored.noop, Some(true));
        assert_eq!(stored.events.len(), 2);
        assert_eq!(stored.events[0].new_value, json!("[\"a\",1]"));
        assert_eq!(stored.events[0].containing_class.as_deref(), Some("A"));
        assert_eq!(stored.metrics, [json!({"category": "time", "name": "total", "value": 2.5})]);
    }

    #[test]
    fn submission_of_catalog_has_relationships_and_no_secrets() {
        let resource = |title: &str, parameters: Json| {
            json!({"type": "File", "title": title, "tags": ["file"], "exported": false,
            "parameters": parameters, "sensitive_parameters": ["old"]})
        };
        let catalog = |parameters: Json| {
            json!({"name": "n", "version": 1, "edges": [{"source": "File[/a]", "target": "File[/b]"}],
            "resources": [resource("/a", parameters), resource("/b", json!({}))]})
        };
        let parameters = json!({"require": ["File[/b/]"], "old": "x", "content": {"__ptype": "Sensitive", "__pvalue": "x"},
            "when": {"__ptype": "Timestamp", "__pvalue": "2026"}});
        let document = catalog_document(&catalog(parameters), &origin()).unwrap();
        let Command::ReplaceCatalog(stored) = read("replace_catalog", "9", &document) else { panic!() };
        assert_eq!(stored.catalog_uuid.as_deref(), Some("t"));
        assert_eq!(
            Json::Object(stored.resources[0].parameters.clone()),
            json!({"require": ["File[/b/]"], "when": "2026"})
        );
        let edges: Vec<String> =
            stored.edges.iter().map(|edge| format!("{} {} {}", edge.source, edge.relationship, edge.target)).collect();
        assert_eq!(edges, ["File[/a] contains File[/b]", "File[/b] required-by File[/a]"]);
        let error = catalog_document(&catalog(json!({"before": "File[/c]"})), &origin()).unwrap_err();
        assert_eq!(error.to_string(), "File[/a] refers to \"File[/c]\", which is not in the catalog");
    }
}
