//! The documents of commands, read into the values of the store.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use super::{Command, CommandError};
use crate::model::{CatalogHead, CatalogInputs, CatalogResource, Deactivation, Edge, Factset, StoredCatalog};
use crate::model::{ReportEvent, ResourceName, StoredReport};
use crate::time::Time;

/// The kinds of relationship.
const RELATIONSHIPS: [&str; 5] = ["contains", "required-by", "notifies", "before", "subscription-of"];

/// Reads the document of a command.
pub(super) fn read(name: &str, payload: Json, received: Time) -> Result<Command, CommandError> {
    Ok(match name {
        "replace facts" => Command::ReplaceFacts(facts(parse(name, payload)?, name, received)?),
        "replace catalog" => Command::ReplaceCatalog(catalog(parse(name, payload)?, name, received)?),
        "replace catalog inputs" => Command::ReplaceCatalogInputs(inputs(parse(name, payload)?, name, received)?),
        // Version 5 of the format.
        "store report" if payload.get("resource_events").is_some() => {
            return Err(fault(name, "reports with 'resource_events' are not supported".to_owned()));
        }
        "store report" => Command::StoreReport(report(parse(name, payload)?, name, received)?),
        _ => {
            let node: NodeDocument = parse(name, payload)?;
            let at = time(node.producer_timestamp.as_ref(), name, received)?;
            Command::DeactivateNode(Deactivation { certname: node.certname, at })
        }
    })
}

fn parse<T: DeserializeOwned>(command: &str, payload: Json) -> Result<T, CommandError> {
    serde_json::from_value(payload).map_err(|error| fault(command, error.to_string()))
}

fn fault(command: &str, reason: String) -> CommandError {
    CommandError::Document { command: command.to_owned(), reason }
}

/// Reads a time: a text, or milliseconds since 1970.
fn time(value: Option<&Json>, command: &str, default: Time) -> Result<Time, CommandError> {
    match value {
        None | Some(Json::Null) => Ok(default),
        Some(Json::String(text)) => text.parse().map_err(|error: crate::TimeError| fault(command, error.to_string())),
        Some(Json::Number(number)) if number.is_i64() => Ok(Time(number.as_i64().unwrap_or_default())),
        Some(other) => Err(fault(command, format!("'{other}' is not a valid timestamp value"))),
    }
}

#[derive(Deserialize)]
struct NodeDocument {
    certname: String,
    #[serde(default)]
    producer_timestamp: Option<Json>,
}

#[derive(Deserialize)]
struct FactsDocument {
    certname: String,
    environment: Option<String>,
    #[serde(default)]
    producer: Option<String>,
    producer_timestamp: Option<Json>,
    values: Map<String, Json>,
    /// Only accepted: packages are not stored.
    #[serde(default, rename = "package_inventory")]
    _packages: Option<Vec<Vec<String>>>,
}

fn facts(document: FactsDocument, command: &str, received: Time) -> Result<Factset, CommandError> {
    let producer_timestamp = time(document.producer_timestamp.as_ref(), command, received)?;
    Ok(Factset {
        certname: document.certname,
        environment: document.environment,
        producer: document.producer,
        producer_timestamp,
        values: document.values,
    })
}

#[derive(Deserialize)]
struct InputsDocument {
    certname: String,
    catalog_uuid: Option<String>,
    producer_timestamp: Option<Json>,
    inputs: Vec<(String, String)>,
}

fn inputs(document: InputsDocument, command: &str, received: Time) -> Result<CatalogInputs, CommandError> {
    let producer_timestamp = time(document.producer_timestamp.as_ref(), command, received)?;
    let InputsDocument { certname, catalog_uuid, inputs, .. } = document;
    Ok(CatalogInputs { certname, catalog_uuid, producer_timestamp, inputs })
}

#[derive(Deserialize)]
struct CatalogDocument {
    certname: String,
    version: String,
    environment: Option<String>,
    transaction_uuid: Option<String>,
    #[serde(default)]
    catalog_uuid: Option<String>,
    #[serde(default)]
    code_id: Option<String>,
    #[serde(default)]
    job_id: Option<String>,
    #[serde(default)]
    producer: Option<String>,
    producer_timestamp: Option<Json>,
    resources: Vec<ResourceDocument>,
    edges: Vec<EdgeDocument>,
}

#[derive(Deserialize)]
struct ResourceDocument {
    #[serde(rename = "type")]
    type_name: String,
    title: String,
    #[serde(default)]
    parameters: Map<String, Json>,
    #[serde(default)]
    tags: BTreeSet<String>,
    #[serde(default)]
    exported: bool,
    #[serde(default)]
    file: Option<String>,
    #[serde(default)]
    line: Option<i64>,
}

#[derive(Deserialize)]
struct EdgeDocument {
    source: ResourceName,
    target: ResourceName,
    relationship: String,
}

fn catalog(document: CatalogDocument, command: &str, received: Time) -> Result<StoredCatalog, CommandError> {
    let producer_timestamp = time(document.producer_timestamp.as_ref(), command, received)?;
    let mut names = BTreeSet::new();
    let mut resources = Vec::new();
    for resource in document.resources {
        let name = ResourceName { type_name: resource.type_name, title: resource.title };
        if let Some(tag) = resource.tags.iter().find(|tag| !is_tag(tag)) {
            return Err(CommandError::Tag { resource: name.to_string(), tag: tag.clone() });
        }
        names.insert(name.clone());
        let ResourceDocument { parameters, tags, exported, file, line, .. } = resource;
        resources.push(CatalogResource { name, parameters, tags: tags.into_iter().collect(), exported, file, line });
    }
    if names.len() != resources.len() {
        return Err(fault(command, "a resource is twice in the catalog".to_owned()));
    }
    let edges = document.edges.into_iter().map(|edge| check_edge(edge, &names)).collect::<Result<_, _>>()?;
    let head = CatalogHead {
        certname: document.certname,
        version: document.version,
        environment: document.environment,
        transaction_uuid: document.transaction_uuid,
        catalog_uuid: document.catalog_uuid,
        code_id: document.code_id,
        job_id: document.job_id,
        producer: document.producer,
        producer_timestamp,
    };
    Ok(StoredCatalog::new(head, resources, edges))
}

fn check_edge(edge: EdgeDocument, names: &BTreeSet<ResourceName>) -> Result<Edge, CommandError> {
    let EdgeDocument { source, target, relationship } = edge;
    let shown = || format!("{source} -> {target}");
    if let Some(unknown) = [&source, &target].into_iter().find(|name| !names.contains(name)) {
        return Err(CommandError::Edge { edge: shown(), resource: unknown.to_string() });
    }
    if !RELATIONSHIPS.contains(&relationship.as_str()) {
        return Err(CommandError::Relationship { edge: shown(), relationship });
    }
    Ok(Edge { source, target, relationship })
}

/// Returns whether a tag has the letters of PuppetDB's pattern, which has no capitals.
fn is_tag(tag: &str) -> bool {
    let is_word = |letter: char| (letter.is_alphanumeric() && !letter.is_uppercase()) || letter == '_';
    let mut letters = tag.chars();
    letters.next().is_some_and(is_word) && letters.all(|letter| is_word(letter) || ":.-".contains(letter))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReportDocument {
    certname: String,
    puppet_version: String,
    report_format: i64,
    configuration_version: String,
    start_time: Json,
    end_time: Json,
    producer_timestamp: Option<Json>,
    #[serde(default)]
    producer: Option<String>,
    #[serde(default)]
    corrective_change: Option<bool>,
    resources: Vec<ReportResource>,
    noop: Option<bool>,
    #[serde(default)]
    noop_pending: Option<bool>,
    transaction_uuid: Option<String>,
    #[serde(default)]
    catalog_uuid: Option<String>,
    #[serde(default)]
    code_id: Option<String>,
    #[serde(default)]
    job_id: Option<String>,
    #[serde(default)]
    cached_catalog_status: Option<String>,
    metrics: Vec<Map<String, Json>>,
    logs: Vec<Map<String, Json>>,
    environment: String,
    status: Option<String>,
    #[serde(default, rename = "type")]
    kind: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReportResource {
    skipped: bool,
    timestamp: Json,
    resource_type: String,
    resource_title: String,
    file: Option<String>,
    line: Option<i64>,
    containment_path: Vec<String>,
    #[serde(default, rename = "corrective_change")]
    _corrective_change: Option<bool>,
    events: Vec<EventDocument>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EventDocument {
    status: String,
    #[serde(default)]
    corrective_change: Option<bool>,
    timestamp: Json,
    property: Option<String>,
    new_value: Json,
    old_value: Json,
    message: Option<String>,
    #[serde(default)]
    name: Option<String>,
}

fn report(document: ReportDocument, command: &str, received: Time) -> Result<StoredReport, CommandError> {
    let at = |value: &Json| time(Some(value), command, received);
    let kind = document.kind.unwrap_or_else(|| "agent".to_owned());
    if !["agent", "plan"].contains(&kind.as_str()) {
        return Err(fault(command, format!("'{kind}' is not a type of report")));
    }
    let mut events = Vec::new();
    for resource in &document.resources {
        events.extend(events_of(resource, command, received)?);
    }
    Ok(StoredReport {
        start_time: at(&document.start_time)?,
        end_time: at(&document.end_time)?,
        producer_timestamp: time(document.producer_timestamp.as_ref(), command, received)?,
        certname: document.certname,
        puppet_version: document.puppet_version,
        report_format: document.report_format,
        configuration_version: document.configuration_version,
        producer: document.producer,
        corrective_change: document.corrective_change,
        noop: document.noop,
        noop_pending: document.noop_pending,
        transaction_uuid: document.transaction_uuid,
        catalog_uuid: document.catalog_uuid,
        code_id: document.code_id,
        job_id: document.job_id,
        cached_catalog_status: document.cached_catalog_status,
        metrics: document.metrics.into_iter().map(Json::Object).collect(),
        logs: document.logs.into_iter().map(Json::Object).collect(),
        environment: document.environment,
        status: document.status,
        kind,
        events,
    })
}

/// Returns the events of a resource; one of its own for a skipped resource.
fn events_of(resource: &ReportResource, command: &str, received: Time) -> Result<Vec<ReportEvent>, CommandError> {
    let skipped = [EventDocument {
        status: "skipped".to_owned(),
        corrective_change: Some(false),
        timestamp: resource.timestamp.clone(),
        property: None,
        new_value: Json::Null,
        old_value: Json::Null,
        message: None,
        name: None,
    }];
    let events = if resource.skipped { &skipped[..] } else { &resource.events };
    let containing_class = resource.containment_path.iter().rev().find(|name| !name.is_empty() && !name.contains('['));
    let event = |event: &EventDocument| {
        Ok(ReportEvent {
            status: event.status.clone(),
            corrective_change: event.corrective_change,
            timestamp: time(Some(&event.timestamp), command, received)?,
            resource: ResourceName {
                type_name: resource.resource_type.clone(),
                title: resource.resource_title.clone(),
            },
            property: event.property.clone(),
            new_value: event.new_value.clone(),
            old_value: event.old_value.clone(),
            message: event.message.clone(),
            name: event.name.clone(),
            file: resource.file.clone(),
            line: resource.line,
            containment_path: resource.containment_path.clone(),
            containing_class: containing_class.cloned(),
        })
    };
    events.iter().map(event).collect()
}
