//! Commands: how nodes and compilers change the state of the fleet. The formats are those of PuppetDB.

mod document;
mod fault;

use std::collections::BTreeMap;

use serde_json::Value as Json;

use crate::model::{CatalogInputs, Deactivation, Factset, StoredCatalog, StoredReport};
use crate::store::{Added, Store, StoreError, Written};
use crate::time::Time;

pub use fault::CommandError;

/// Names of commands with the lowest and the highest supported version, in the order of PuppetDB's messages.
const COMMANDS: [(&str, i64, i64); 5] = [
    ("deactivate node", 3, 3),
    ("replace catalog", 6, 9),
    ("replace catalog inputs", 1, 1),
    ("replace facts", 4, 5),
    ("store report", 6, 8),
];

/// The parameters that a request can have.
const PARAMETERS: [&str; 6] =
    ["checksum", "secondsToWaitForCompletion", "certname", "command", "version", "producer-timestamp"];

/// A valid command.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Replaces the facts of a node.
    ReplaceFacts(Factset),
    /// Replaces the catalog of a node.
    ReplaceCatalog(StoredCatalog),
    /// Replaces the names of the data that a catalog was made from.
    ReplaceCatalogInputs(CatalogInputs),
    /// Adds a report.
    StoreReport(StoredReport),
    /// Deactivates a node.
    DeactivateNode(Deactivation),
}

/// What a command changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Facts or a catalog were written or not.
    Written(Written),
    /// A report was added or not.
    Added(Added),
    /// The node is deactivated.
    Deactivated,
}

impl Command {
    /// Reads a command from the parameters and the body of a request. `received` replaces a missing time.
    ///
    /// # Errors
    /// Returns an error if a parameter is missing or unknown, or if the body is not the document of the command.
    pub fn read(parameters: &[(String, String)], body: &[u8], received: Time) -> Result<Self, CommandError> {
        let given: BTreeMap<&str, &str> =
            parameters.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let body: Json = serde_json::from_slice(body).map_err(|error| CommandError::Body(error.to_string()))?;
        if !given.contains_key("command") {
            return Self::read_old(&body, received);
        }
        let name = given["command"].replace('_', " ");
        let certname = given.get("certname").copied();
        let fault = |reason: String| CommandError::parameters(&name, certname, reason);
        let missing: Vec<&str> = ["certname", "version"].into_iter().filter(|name| !given.contains_key(name)).collect();
        if !missing.is_empty() {
            return Err(fault(format!("Command is missing required parameters: {}.", missing.join(", "))));
        }
        let unknown: Vec<&str> = given.keys().copied().filter(|name| !PARAMETERS.contains(name)).collect();
        if !unknown.is_empty() {
            return Err(fault(format!("Command has invalid parameters: {}.", unknown.join(", "))));
        }
        let version = given["version"].parse().map_err(|_| given["version"]);
        Self::read_payload(&name, version, certname.unwrap_or_default(), body, received)
    }

    /// Reads a command from its document, such as those of [`facts_command`](crate::facts_command).
    ///
    /// # Errors
    /// Returns an error if there is no such command, or the document is not valid.
    pub fn of_document(name: &str, version: i64, document: Json, received: Time) -> Result<Self, CommandError> {
        let certname = document["certname"].as_str().unwrap_or_default().to_owned();
        Self::read_payload(name, Ok(version), &certname, document, received)
    }

    /// Reads a command whose name and version are in the body.
    fn read_old(body: &Json, received: Time) -> Result<Self, CommandError> {
        let name = body["command"].as_str();
        let certname = body["payload"]["certname"].as_str();
        let fault = |reason: &str| {
            let reason = format!("Command was submitted without query parameters (old format). {reason}");
            CommandError::parameters(name.unwrap_or("nil"), certname, reason)
        };
        let (Some(name), Some(version)) = (name, body["version"].as_i64()) else {
            return Err(fault("The request body must be a JSON map with required keys: command, version, payload."));
        };
        if !body["payload"].is_object() {
            return Err(fault("The payload value must be a JSON map."));
        }
        let name = name.replace('_', " ");
        Self::read_payload(&name, Ok(version), certname.unwrap_or_default(), body["payload"].clone(), received)
    }

    fn read_payload(
        name: &str,
        version: Result<i64, &str>,
        certname: &str,
        payload: Json,
        received: Time,
    ) -> Result<Self, CommandError> {
        let fault = |reason: String| CommandError::parameters(name, Some(certname), reason);
        if certname.trim().is_empty() {
            return Err(fault("Certname must be a non-empty string.".to_owned()));
        }
        let Some((name, lowest, highest)) = COMMANDS.into_iter().find(|(known, ..)| *known == name) else {
            let names: Vec<&str> = COMMANDS.iter().map(|(name, ..)| *name).collect();
            return Err(fault(format!("Command must be one of: {}.", names.join(", "))));
        };
        let Ok(version) = version else { return Err(fault("Version must be a valid integer.".to_owned())) };
        if version < lowest {
            let text = format!("Version {version} of command \"{name}\" is retired.");
            return Err(fault(format!("{text} The minimum supported version is {lowest}.")));
        }
        if version > highest {
            return Err(fault(format!("Version {version} of command \"{name}\" is not supported.")));
        }
        let command = document::read(name, payload, received)?;
        match command.certname() {
            found if found == certname => Ok(command),
            found => Err(fault(format!("The document is about \"{found}\"."))),
        }
    }

    /// Returns the name of the node.
    pub fn certname(&self) -> &str {
        match self {
            Self::ReplaceFacts(facts) => &facts.certname,
            Self::ReplaceCatalog(catalog) => &catalog.certname,
            Self::ReplaceCatalogInputs(inputs) => &inputs.certname,
            Self::StoreReport(report) => &report.certname,
            Self::DeactivateNode(node) => &node.certname,
        }
    }

    /// Changes the state of the fleet. The change is durable afterwards.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written.
    pub fn apply(&self, store: &dyn Store, received: Time) -> Result<Outcome, StoreError> {
        Ok(match self {
            Self::ReplaceFacts(facts) => Outcome::Written(store.replace_facts(facts, received)?),
            Self::ReplaceCatalog(catalog) => Outcome::Written(store.replace_catalog(catalog, received)?),
            Self::ReplaceCatalogInputs(inputs) => Outcome::Written(store.replace_catalog_inputs(inputs)?),
            Self::StoreReport(report) => Outcome::Added(store.add_report(report, received)?),
            Self::DeactivateNode(node) => {
                store.deactivate(node)?;
                Outcome::Deactivated
            }
        })
    }
}
