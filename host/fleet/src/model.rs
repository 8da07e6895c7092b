//! The values of the store: facts, catalogs and reports of nodes.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::json::{hash, object};
use crate::time::Time;

/// The facts of a node.
#[derive(Debug, Clone, PartialEq)]
pub struct Factset {
    /// The node.
    pub certname: String,
    /// The environment of the run.
    pub environment: Option<String>,
    /// The host that sent the facts.
    pub producer: Option<String>,
    /// When they were sent.
    pub producer_timestamp: Time,
    /// The facts by name.
    pub values: Map<String, Json>,
}

/// Type and title of a resource.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ResourceName {
    /// The type, such as `File`.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The title.
    pub title: String,
}

impl fmt::Display for ResourceName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}[{}]", self.type_name, self.title)
    }
}

/// A resource of a catalog.
#[derive(Debug, Clone, PartialEq)]
pub struct CatalogResource {
    /// Type and title.
    pub name: ResourceName,
    /// The parameters by name.
    pub parameters: Map<String, Json>,
    /// The tags, sorted.
    pub tags: Vec<String>,
    /// Whether other nodes can collect the resource.
    pub exported: bool,
    /// The manifest.
    pub file: Option<String>,
    /// The line of the manifest.
    pub line: Option<i64>,
}

/// A relationship between two resources of a catalog.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The first resource.
    pub source: ResourceName,
    /// The second resource.
    pub target: ResourceName,
    /// The kind, such as `contains`.
    pub relationship: String,
}

/// A catalog of a node without its resources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogHead {
    /// The node.
    pub certname: String,
    /// The version of the configuration.
    pub version: String,
    /// The environment.
    pub environment: Option<String>,
    /// The run.
    pub transaction_uuid: Option<String>,
    /// The catalog.
    pub catalog_uuid: Option<String>,
    /// The version of the code.
    pub code_id: Option<String>,
    /// The job that requested the run.
    pub job_id: Option<String>,
    /// The host that compiled the catalog.
    pub producer: Option<String>,
    /// When it was compiled.
    pub producer_timestamp: Time,
}

/// The catalog of a node.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredCatalog {
    pub(crate) head: CatalogHead,
    pub(crate) resources: Vec<CatalogResource>,
    pub(crate) edges: Vec<Edge>,
    hash: String,
}

/// The names of the data that a catalog was made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogInputs {
    /// The node.
    pub certname: String,
    /// The catalog.
    pub catalog_uuid: Option<String>,
    /// When it was compiled.
    pub producer_timestamp: Time,
    /// Kinds and names.
    pub inputs: Vec<(String, String)>,
}

/// A node is to be deactivated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deactivation {
    /// The node.
    pub certname: String,
    /// Data that are later activate the node again.
    pub at: Time,
}

/// An event of a report.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportEvent {
    /// `success`, `failure`, `noop` or `skipped`.
    pub status: String,
    /// Whether the change restored an earlier state.
    pub corrective_change: Option<bool>,
    /// When it happened.
    pub timestamp: Time,
    /// The resource.
    pub resource: ResourceName,
    /// The property.
    pub property: Option<String>,
    /// The desired value.
    pub new_value: Json,
    /// The previous value.
    pub old_value: Json,
    /// The message.
    pub message: Option<String>,
    /// The name of the event.
    pub name: Option<String>,
    /// The manifest.
    pub file: Option<String>,
    /// The line of the manifest.
    pub line: Option<i64>,
    /// The resources that contain the resource, and the resource.
    pub containment_path: Vec<String>,
    /// The innermost class of that path.
    pub containing_class: Option<String>,
}

/// The report of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredReport {
    /// The node.
    pub certname: String,
    /// The version of the agent.
    pub puppet_version: String,
    /// The version of the format.
    pub report_format: i64,
    /// The version of the configuration.
    pub configuration_version: String,
    /// The start of the run.
    pub start_time: Time,
    /// The end of the run.
    pub end_time: Time,
    /// When the report was sent.
    pub producer_timestamp: Time,
    /// The host that sent it.
    pub producer: Option<String>,
    /// Whether a change restored an earlier state.
    pub corrective_change: Option<bool>,
    /// Whether the run was without changes.
    pub noop: Option<bool>,
    /// Whether a resource was out of sync in such a run.
    pub noop_pending: Option<bool>,
    /// The run.
    pub transaction_uuid: Option<String>,
    /// The catalog.
    pub catalog_uuid: Option<String>,
    /// The version of the code.
    pub code_id: Option<String>,
    /// The job that requested the run.
    pub job_id: Option<String>,
    /// Whether the catalog was a cached one.
    pub cached_catalog_status: Option<String>,
    /// The metrics.
    pub metrics: Vec<Json>,
    /// The log messages.
    pub logs: Vec<Json>,
    /// The environment.
    pub environment: String,
    /// `changed`, `unchanged` or `failed`.
    pub status: Option<String>,
    /// `agent` or `plan`.
    pub kind: String,
    /// The events.
    pub events: Vec<ReportEvent>,
}

impl Factset {
    /// Returns the hash of environment and values, as PuppetDB computes it.
    pub(crate) fn hash(&self) -> String {
        hash(&object([
            ("certname", self.certname.as_str().into()),
            ("environment", self.environment.clone().into()),
            ("values", Json::Object(self.values.clone())),
        ]))
    }
}

impl CatalogResource {
    /// Returns the hash of type, title and parameters, as PuppetDB computes it.
    pub(crate) fn hash(&self) -> String {
        let ResourceName { type_name, title } = &self.name;
        hash(&Json::Array(vec![
            type_name.as_str().into(),
            title.as_str().into(),
            Json::Object(self.parameters.clone()),
        ]))
    }

    fn identity(&self) -> Json {
        let mut found = object([
            ("type", self.name.type_name.as_str().into()),
            ("title", self.name.title.as_str().into()),
            ("parameters", Json::Object(self.parameters.clone())),
            ("exported", self.exported.into()),
            ("tags", self.tags.clone().into()),
        ]);
        if let Some(file) = &self.file {
            found["file"] = file.as_str().into();
        }
        if let Some(line) = self.line {
            found["line"] = line.into();
        }
        found
    }
}

impl StoredCatalog {
    /// Returns a catalog of resources and relationships.
    pub fn new(head: CatalogHead, resources: Vec<CatalogResource>, edges: Vec<Edge>) -> Self {
        let hash = content_hash(&head.certname, &resources, &edges);
        Self { head, resources, edges, hash }
    }

    /// Returns the hash of the node's name, the resources and the relationships.
    pub fn hash(&self) -> &str {
        &self.hash
    }
}

fn content_hash(certname: &str, resources: &[CatalogResource], edges: &[Edge]) -> String {
    let mut resources: Vec<&CatalogResource> = resources.iter().collect();
    resources.sort_by_key(|resource| (&resource.name.title, &resource.name.type_name));
    let mut edges: Vec<&Edge> = edges.iter().collect();
    edges.sort_by_key(|edge| {
        let Edge { source, target, relationship } = edge;
        (&source.title, &source.type_name, &target.title, &target.type_name, relationship)
    });
    let name =
        |name: &ResourceName| object([("title", name.title.as_str().into()), ("type", name.type_name.as_str().into())]);
    let edge = |edge: &Edge| {
        let relationship = edge.relationship.as_str().into();
        object([("relationship", relationship), ("source", name(&edge.source)), ("target", name(&edge.target))])
    };
    hash(&object([
        ("certname", certname.into()),
        ("resources", resources.into_iter().map(CatalogResource::identity).collect()),
        ("edges", edges.into_iter().map(edge).collect()),
    ]))
}

impl StoredReport {
    /// Returns the hash of the identity of a report, as PuppetDB computes it.
    pub(crate) fn hash(&self) -> String {
        hash(&object([
            ("certname", self.certname.as_str().into()),
            ("configuration_version", self.configuration_version.as_str().into()),
            ("end_time", self.end_time.to_string().into()),
            ("producer_timestamp", self.producer_timestamp.to_string().into()),
            ("puppet_version", self.puppet_version.as_str().into()),
            ("report_format", self.report_format.into()),
            ("start_time", self.start_time.to_string().into()),
            ("transaction_uuid", self.transaction_uuid.clone().into()),
        ]))
    }
}
