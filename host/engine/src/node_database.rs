//! The database of nodes: what it keeps of a compilation, and the check of exported resources.

use anyhow::Result;
use catalog::schema::{TypeSchema, TypeTrait};
use catalog::{Catalog, Resource, ResourceRef, wire};
use fleet::{CommandContext, NodeDatabase, Time};
use serde_json::{Map, Value as Json};
use thiserror::Error;

use crate::engine::Engine;
use crate::log::Logger;
use crate::session::Session;

/// An exported resource contains a sensitive value.
#[derive(Debug, Error)]
#[error(
    "Could not export {reference}: its attribute '{attribute}' is Sensitive, and the database of nodes keeps no \
     secrets{place}"
)]
pub struct SecretExport {
    /// The resource.
    reference: ResourceRef,
    /// The attribute.
    attribute: String,
    /// The position, with a leading space.
    place: String,
}

/// Checks that no exported resource contains a sensitive value: a resource would be applied without its password or key.
///
/// # Errors
/// Returns an error for the first one.
pub(crate) fn check_exported(exported: &[Resource]) -> Result<(), SecretExport> {
    for resource in exported {
        if let Some(parameter) = resource.parameters.iter().find(|parameter| parameter.value.contains_sensitive()) {
            let place = parameter.position.as_ref().or(resource.position.as_ref());
            return Err(SecretExport {
                reference: resource.reference.clone(),
                attribute: parameter.name.to_string(),
                place: place.map_or_else(String::new, |place| format!(" {place}")),
            });
        }
    }
    Ok(())
}

/// Returns resources in the form of the resources of a catalog. `is_native` is whether a type has a schema.
///
/// # Errors
/// Returns an error if a resource cannot be represented, or is there twice.
pub(crate) fn resource_documents(resources: &[Resource], is_native: &dyn Fn(&str) -> bool) -> Result<Vec<Json>> {
    let mut catalog = Catalog::default();
    for resource in resources {
        catalog.add(resource.clone())?;
    }
    let mut document = serde_json::to_value(wire::document(&catalog, is_native, &wire::Compilation::default())?)?;
    let Json::Array(resources) = document["resources"].take() else { return Ok(Vec::new()) };
    Ok(resources)
}

/// Returns the namevar of a type whose resources have one name each; `None` for other types.
pub(crate) fn namevar(schema: &TypeSchema) -> Option<String> {
    let mut namevars = schema.namevars();
    match (namevars.next(), namevars.next()) {
        (Some((_, namevar)), None) if !schema.has(TypeTrait::Duplicates) => Some(namevar.name.clone()),
        _ => None,
    }
}

impl Engine {
    /// Sends the facts of the node to a database.
    ///
    /// # Errors
    /// Returns an error if other users can change an external fact, or the database does not accept them.
    pub(crate) fn record_facts(&self, database: &dyn NodeDatabase, noop: bool, logger: &mut dyn Logger) -> Result<()> {
        let mut values = Map::new();
        for (name, value) in self.facts(noop, logger)? {
            values.insert(name, wire::to_json(&value)?);
        }
        let trusted = wire::to_json(&self.node.trusted())?;
        let (name, environment) = (self.node.name(), &self.environment.name);
        Ok(database.submit(fleet::facts_command(&context(&name, environment), &values, Some(trusted)))?)
    }
}

impl Session<'_> {
    /// Sends a compiled catalog to a database.
    ///
    /// # Errors
    /// Returns an error if the catalog cannot be represented, or the database does not accept it.
    pub(crate) fn record_catalog(
        &self,
        database: &dyn NodeDatabase,
        catalog: &Catalog,
        exported: &[Resource],
    ) -> Result<()> {
        let is_native = |name: &str| self.is_native(name);
        let document = serde_json::to_value(wire::document(catalog, &is_native, &wire::Compilation::default())?)?;
        let exported = resource_documents(exported, &is_native)?;
        let namevar = |type_name: &str| {
            self.runtime.registry().schema(&type_name.to_ascii_lowercase()).and_then(|schema| namevar(schema))
        };
        let context = context(&catalog.node, &catalog.environment);
        let command = fleet::catalog_command(&context, [None, None], document, exported, &namevar)?;
        Ok(database.submit(command)?)
    }
}

/// Returns the context of a node that compiles its own catalog.
fn context<'a>(name: &'a str, environment: &'a str) -> CommandContext<'a> {
    CommandContext { certname: name, producer: name, environment, at: Time::now() }
}
