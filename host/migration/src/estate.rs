//! Checks the nodes in PuppetDB: whether their catalogs compile here with their facts, and contain the resources of the catalogs that
//! PuppetDB has.

use std::collections::BTreeSet;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, bail};
use catalog::{Value, wire};
use engine::{NodeClassification, NodeIdentity, ServedCatalogError, ServedEnvironment, ServerFacts};
use report::comparison::{
    CatalogComparison, CatalogDifference, ComparisonCounts, ComparisonResult, ComparisonSummary, CompileFailure,
    DifferenceKind,
};
use serde_json::{Map, Value as Json, json};

/// The query API of PuppetDB.
pub trait NodeStore {
    /// Returns the reply to a query, given by its path; `None` if there is no such object.
    ///
    /// # Errors
    /// Returns an error if there is no reply.
    fn query(&mut self, path: &str) -> Result<Option<Json>>;
}

/// The result of a check of nodes.
#[derive(Debug, Clone, Default)]
pub struct EstateReport {
    /// The comparison with the catalogs in PuppetDB.
    pub summary: ComparisonSummary,
    /// The number of resources in the catalogs of PuppetDB.
    pub resources: usize,
    /// The number of those that the catalogs compiled here contain.
    pub covered: usize,
    /// Nodes without facts in PuppetDB, which are not checked.
    pub without_facts: Vec<String>,
}

/// A node with its facts and the resources of its last catalog.
struct StoredNode {
    name: String,
    facts: Map<String, Json>,
    resources: BTreeSet<String>,
}

impl EstateReport {
    /// Returns the number of nodes whose catalogs compile here.
    #[must_use]
    pub fn compiling(&self) -> usize {
        self.summary.nodes.len() - ComparisonSummary::nodes_of(&self.summary.failures_here)
    }

    /// Returns the report as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.headline() + "\n" + &report::comparison::to_text(&self.summary)
    }

    /// Returns the coverage in a sentence.
    #[must_use]
    pub fn headline(&self) -> String {
        let missing = match self.without_facts.len() {
            0 => String::new(),
            1 => " 1 node has no facts in PuppetDB.".to_owned(),
            number => format!(" {number} nodes have no facts in PuppetDB."),
        };
        format!(
            "{} of {} nodes compile here with their facts, with {} of {} resources of their catalogs in PuppetDB.{missing}",
            self.compiling(),
            self.summary.nodes.len(),
            self.covered,
            self.resources
        )
    }

    /// Returns the report as JSON.
    #[must_use]
    pub fn to_json(&self) -> Json {
        json!({
            "nodes": self.summary.nodes.len(),
            "compiling": self.compiling(),
            "resources": self.resources,
            "covered": self.covered,
            "without_facts": self.without_facts,
            "comparison": report::comparison::to_json(&self.summary),
        })
    }
}

/// Checks all active nodes of a store in an environment. `time` limits each compilation; `progress` receives the number of checked
/// nodes and that of all.
///
/// # Errors
/// Returns an error if the store does not answer.
pub fn check_nodes(
    store: &mut dyn NodeStore,
    environment: &ServedEnvironment,
    time: Duration,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<EstateReport> {
    let names = active_nodes(store)?;
    let mut report = EstateReport::default();
    let mut comparisons = Vec::new();
    for (number, name) in names.iter().enumerate() {
        progress(number, names.len());
        let Some(node) = StoredNode::read(store, name)? else {
            report.without_facts.push(name.clone());
            continue;
        };
        let result = match compiled(environment, &node, time) {
            Ok(here) => {
                report.covered += node.resources.intersection(&here).count();
                ComparisonResult::of_differences(differences(&node.resources, &here))
            }
            Err(failure) => ComparisonResult::FailedHere(failure),
        };
        report.resources += node.resources.len();
        comparisons.push(CatalogComparison {
            node: node.name,
            environment: environment.environment().name.clone(),
            time: SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs(),
            resources: node.resources.len(),
            result,
        });
    }
    let compared = u64::try_from(comparisons.len()).unwrap_or(u64::MAX);
    let counts = ComparisonCounts { compared, ..ComparisonCounts::default() };
    report.summary = ComparisonSummary { place: "in PuppetDB", ..ComparisonSummary::new(comparisons, counts) };
    Ok(report)
}

/// Returns the names of the nodes that are neither deactivated nor expired.
fn active_nodes(store: &mut dyn NodeStore) -> Result<Vec<String>> {
    let nodes = store.query("nodes")?.unwrap_or_default();
    let Some(nodes) = nodes.as_array() else { bail!("PuppetDB returned no list of nodes") };
    let is_active = |node: &&Json| node["deactivated"].is_null() && node["expired"].is_null();
    let mut names: Vec<String> =
        nodes.iter().filter(is_active).filter_map(|node| Some(node["certname"].as_str()?.to_owned())).collect();
    // Other names cannot be part of a path.
    names.retain(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_')));
    names.sort();
    Ok(names)
}

impl StoredNode {
    /// Reads facts and resources of a node; `None` without facts.
    fn read(store: &mut dyn NodeStore, name: &str) -> Result<Option<Self>> {
        let facts = store.query(&format!("nodes/{name}/facts"))?.unwrap_or_default();
        let facts: Map<String, Json> = facts
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|fact| Some((fact["name"].as_str()?.to_owned(), fact["value"].clone())))
            .collect();
        if facts.is_empty() {
            return Ok(None);
        }
        let catalog = store.query(&format!("catalogs/{name}"))?.unwrap_or_default();
        let resources = catalog["resources"]["data"].as_array().cloned().unwrap_or_default();
        // Exported resources belong to the nodes that collect them.
        let resources = resources.iter().filter(|resource| resource["exported"] != true);
        let reference =
            |resource: &Json| Some(format!("{}[{}]", resource["type"].as_str()?, resource["title"].as_str()?));
        Ok(Some(Self { name: name.to_owned(), facts, resources: resources.filter_map(reference).collect() }))
    }

    /// Returns the extensions of the certificate, which the server that sent the facts added to them.
    fn extensions(&self) -> Vec<(String, String)> {
        let extensions = self.facts.get("trusted").and_then(|trusted| trusted["extensions"].as_object());
        let text = |(name, value): (&String, &Json)| Some((name.clone(), value.as_str()?.to_owned()));
        extensions.into_iter().flatten().filter_map(text).collect()
    }

    fn values(&self) -> Result<Value> {
        let values: Map<String, Json> =
            self.facts.iter().filter(|(name, _)| *name != "trusted").map(|(k, v)| (k.clone(), v.clone())).collect();
        wire::from_json(&Json::Object(values)).context("The facts cannot be read")
    }
}

/// Compiles the catalog of a node and returns the references of its resources.
fn compiled(
    environment: &ServedEnvironment,
    node: &StoredNode,
    time: Duration,
) -> Result<BTreeSet<String>, CompileFailure> {
    let failed = |message: String| CompileFailure::new(&message, &node.name, false);
    let identity = NodeIdentity { name: node.name.clone(), extensions: node.extensions() };
    let server = ServerFacts {
        version: catalog::PUPPET_VERSION.to_owned(),
        name: node.name.clone(),
        address: "127.0.0.1".to_owned(),
    };
    let facts = node.values().map_err(|error| failed(format!("{error:#}")))?;
    let compiled = environment.compile(&identity, facts, &NodeClassification::default(), &server, time);
    let compiled = compiled.map_err(|error| match error {
        ServedCatalogError::MissingRuby { missing, .. } => CompileFailure::new(&missing.to_string(), &node.name, true),
        error => failed(format!("{error:#}")),
    })?;
    let document = environment.document(&compiled.catalog, wire::Compilation::default());
    let document = document.map_err(|error| failed(format!("{error:#}")))?;
    let catalog = wire::read(&document.text, &|_| true).map_err(|error| failed(error.to_string()))?;
    Ok(catalog.iter().map(|(_, resource)| resource.reference.to_string()).collect())
}

/// Returns the resources that are in one catalog only.
fn differences(stored: &BTreeSet<String>, here: &BTreeSet<String>) -> Vec<CatalogDifference> {
    // A node without a catalog cannot be compared.
    if stored.is_empty() {
        return Vec::new();
    }
    let of = |kind: DifferenceKind, resource: &String| CatalogDifference {
        kind,
        resource: resource.clone(),
        parameter: String::new(),
        upstream: None,
        here: None,
    };
    let missing = stored.difference(here).map(|resource| of(DifferenceKind::OnlyUpstream, resource));
    missing.chain(here.difference(stored).map(|resource| of(DifferenceKind::OnlyHere, resource))).collect()
}
