//! Resources and relationships of catalogs.

use std::collections::{HashMap, HashSet};

use serde_json::{Value as Json, json};

use crate::model::{CatalogInputs, CatalogResource, Edge, StoredCatalog};

/// A stored resource without its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ResourceRow {
    /// The hash of type, title and parameters.
    pub(crate) hash: String,
    pub(crate) exported: bool,
    /// An array of texts as JSON.
    pub(crate) tags: Json,
    pub(crate) file: Option<String>,
    pub(crate) line: Option<i64>,
}

/// The stored resources of a node by type and title.
pub(crate) type StoredResources = HashMap<(String, String), ResourceRow>;

/// The differences of a catalog from the stored one.
#[derive(Debug)]
pub(crate) struct ResourceChanges<'a> {
    /// New and changed resources.
    pub(crate) written: Vec<(&'a CatalogResource, ResourceRow)>,
    /// Types and titles of resources that the catalog does not have, sorted.
    pub(crate) removed: Vec<(String, String)>,
}

/// Returns the number of different resources in a catalog.
pub(crate) fn resource_count(catalog: &StoredCatalog) -> i64 {
    let names: HashSet<(&str, &str)> = catalog
        .resources
        .iter()
        .map(|resource| (resource.name.type_name.as_str(), resource.name.title.as_str()))
        .collect();
    i64::try_from(names.len()).unwrap_or(i64::MAX)
}

impl<'a> ResourceChanges<'a> {
    pub(crate) fn of(resources: &'a [CatalogResource], mut stored: StoredResources) -> Self {
        let mut written = Vec::new();
        for resource in resources {
            let row = ResourceRow {
                hash: resource.hash(),
                exported: resource.exported,
                tags: resource.tags.clone().into(),
                file: resource.file.clone(),
                line: resource.line,
            };
            let name = (resource.name.type_name.clone(), resource.name.title.clone());
            if stored.remove(&name).as_ref() != Some(&row) {
                written.push((resource, row));
            }
        }
        let mut removed: Vec<(String, String)> = stored.into_keys().collect();
        removed.sort_unstable();
        Self { written, removed }
    }
}

/// Returns the relationships as arrays of source type, source title, target type, target title and relationship.
pub(crate) fn edges_document(catalog: &StoredCatalog) -> Json {
    let mut edges: Vec<&Edge> = catalog.edges.iter().collect();
    edges.sort_unstable();
    edges.dedup();
    let row = |edge: &&Edge| {
        let (source, target) = (&edge.source, &edge.target);
        json!([source.type_name, source.title, target.type_name, target.title, edge.relationship])
    };
    edges.iter().map(row).collect()
}

/// Returns the inputs as pairs of kind and name.
pub(crate) fn inputs_document(inputs: &CatalogInputs) -> Json {
    inputs.inputs.iter().map(|(kind, name)| json!([kind, name])).collect()
}
