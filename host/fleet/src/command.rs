//! Commands: how nodes and compilers change the state of the fleet. The formats are PuppetDB's.

mod document;
mod fault;

use std::collections::BTreeMap;

use serde_json::Value as Json;

use crate::model::{CatalogInputs, Deactivation, Factset, StoredCatalog, StoredReport};
use crate::store::{ReportOutcome, Store, StoreError, WriteOutcome};
use crate::time::Time;

pub use fault::CommandError;

/// Names of commands with the lowest and the highest supported version, in the order of PuppetDB's messages.
const COMMANDS: [(&str, i64, i64); 6] = [
    // Never supported: nodes expire by the time of their data alone.
    ("configure expiration", 1, 0),
    ("deactivate node", 3, 3),
    ("replace catalog", 6, 9),
    ("replace catalog inputs", 1, 1),
    ("replace facts", 4, 5),
    ("store report", 5, 8),
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
pub enum CommandOutcome {
    /// Facts or a catalog were written or not.
    Replaced(WriteOutcome),
    /// A report was added or not.
    Report(ReportOutcome),
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
        let Some(name) = given.get("command") else { return Self::read_old(body, received) };
        let name = name.replace('_', " ");
        let certname = given.get("certname").copied();
        let fault = |reason: String| CommandError::parameters(Some(&name), certname, &reason);
        let Some(certname) = certname else {
            return Err(fault("Command is missing required parameters: certname.".to_owned()));
        };
        let unknown: Vec<&str> = given.keys().copied().filter(|name| !PARAMETERS.contains(name)).collect();
        if !unknown.is_empty() {
            return Err(fault(format!("Command has invalid parameters: {}.", unknown.join(", "))));
        }
        let version = given.get("version").and_then(|version| version.parse().ok());
        let name = check(&name, version, certname)?;
        let payload = serde_json::from_slice(body).map_err(|error| CommandError::Body(error.to_string()))?;
        Self::read_payload(name, certname, payload, received)
    }

    /// Reads a command from its document, for example the result of [`facts_command`](crate::facts_command).
    ///
    /// # Errors
    /// Returns an error if there is no such command, or the document is not valid.
    pub fn of_document(name: &str, version: i64, document: Json, received: Time) -> Result<Self, CommandError> {
        let certname = document["certname"].as_str().unwrap_or_default().to_owned();
        Self::read_payload(check(name, Some(version), &certname)?, &certname, document, received)
    }

    /// Reads a command whose name and version are in the body.
    fn read_old(body: &[u8], received: Time) -> Result<Self, CommandError> {
        let body: Json = serde_json::from_slice(body).unwrap_or_default();
        let name = body["command"].as_str();
        let certname = body["payload"]["certname"].as_str();
        let fault = |reason: &str| {
            let reason = format!("Command was submitted without query parameters (old format). {reason}");
            CommandError::parameters(name, certname, &reason)
        };
        let (Some(name), Some(payload)) = (name.filter(|_| !body["version"].is_null()), body.get("payload")) else {
            return Err(fault("The request body must be a JSON map with required keys: command, version, payload."));
        };
        if !payload.is_object() {
            return Err(fault("The payload value must be a JSON map."));
        }
        let Some(certname) = certname else {
            let reason = "Command is missing required parameters: certname.";
            return Err(CommandError::parameters(Some(name), None, reason));
        };
        let name = check(&name.replace('_', " "), body["version"].as_i64(), certname)?;
        Self::read_payload(name, certname, payload.clone(), received)
    }

    fn read_payload(name: &str, certname: &str, payload: Json, received: Time) -> Result<Self, CommandError> {
        let command = document::read(name, payload, received)?;
        match command.certname() {
            found if found == certname => Ok(command),
            found => {
                let reason = format!("The document is about \"{found}\".");
                Err(CommandError::parameters(Some(name), Some(certname), &reason))
            }
        }
    }

    /// Returns the name of the node.
    pub fn certname(&self) -> &str {
        match self {
            Self::ReplaceFacts(facts) => &facts.certname,
            Self::ReplaceCatalog(catalog) => &catalog.head.certname,
            Self::ReplaceCatalogInputs(inputs) => &inputs.certname,
            Self::StoreReport(report) => &report.certname,
            Self::DeactivateNode(node) => &node.certname,
        }
    }

    /// Changes the state of the fleet. The change is durable afterwards.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written.
    pub fn apply(&self, store: &dyn Store, received: Time) -> Result<CommandOutcome, StoreError> {
        Ok(match self {
            Self::ReplaceFacts(facts) => CommandOutcome::Replaced(store.replace_facts(facts, received)?),
            Self::ReplaceCatalog(catalog) => CommandOutcome::Replaced(store.replace_catalog(catalog, received)?),
            Self::ReplaceCatalogInputs(inputs) => CommandOutcome::Replaced(store.replace_catalog_inputs(inputs)?),
            Self::StoreReport(report) => CommandOutcome::Report(store.add_report(report, received)?),
            Self::DeactivateNode(node) => {
                store.deactivate(node)?;
                CommandOutcome::Deactivated
            }
        })
    }
}

/// Checks certname, name and version of a command, in this order, and returns the name.
fn check(name: &str, version: Option<i64>, certname: &str) -> Result<&'static str, CommandError> {
    let fault = |reason: &str| CommandError::parameters(Some(name), Some(certname), reason);
    if certname.trim().is_empty() {
        return Err(fault("Certname must be a non-empty string."));
    }
    let Some((name, lowest, highest)) = COMMANDS.into_iter().find(|(known, ..)| *known == name) else {
        let names: Vec<&str> = COMMANDS.iter().map(|(name, ..)| *name).collect();
        return Err(fault(&format!("Command must be one of: {}.", names.join(", "))));
    };
    let Some(version) = version else { return Err(fault("Version must be a valid integer.")) };
    if version < lowest {
        let text = format!("Version {version} of command \"{name}\" is retired.");
        return Err(fault(&format!("{text} The minimum supported version is {lowest}.")));
    }
    if version > highest {
        return Err(fault(&format!("Version {version} of command \"{name}\" is not supported.")));
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(command: &str, version: &str, payload: Json) -> Result<Command, CommandError> {
        let parameters = [("command", command), ("version", version), ("certname", "n")];
        let parameters = parameters.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Command::read(&parameters, payload.to_string().as_bytes(), Time(5))
    }

    #[test]
    fn command_with_document_of_another_node_is_refused() {
        let error = read("deactivate_node", "3", json!({"certname": "other"})).unwrap_err();
        assert_eq!(
            error.to_string(),
            "Command \"deactivate node\" for certname \"n\" is invalid. The document is about \"other\"."
        );
    }

    #[test]
    fn command_without_time_has_that_of_its_receipt() {
        let Ok(Command::DeactivateNode(node)) = read("deactivate_node", "3", json!({"certname": "n"})) else {
            panic!()
        };
        assert_eq!(node.at, Time(5));
    }

    #[test]
    fn catalog_with_wrong_tags_and_edges_is_refused() {
        let catalog = |tags: Json, edge: Json| {
            let resource = json!({"type": "File", "title": "/a", "tags": tags, "exported": false, "parameters": {}});
            let payload = json!({"certname": "n", "version": "1", "environment": "e", "transaction_uuid": null,
                "producer_timestamp": "2026-03-01", "resources": [resource], "edges": edge});
            read("replace_catalog", "9", payload).map(drop).map_err(|error| error.to_string())
        };
        let name = |title: &str| json!({"type": "File", "title": title});
        let edge =
            |target: &str, kind: &str| json!([{"source": name("/a"), "target": name(target), "relationship": kind}]);
        assert_eq!(catalog(json!(["a::b-c.d", "grün"]), edge("/a", "before")), Ok(()));
        let errors = [
            (json!(["A"]), json!([]), "Resource 'File[/a]' has an invalid tag 'A'."),
            (
                json!([]),
                edge("/b", "before"),
                "Edge 'File[/a] -> File[/b]' refers to resource 'File[/b]', which doesn't exist in the catalog.",
            ),
            (json!([]), edge("/a", "after"), "Edge 'File[/a] -> File[/a]' has invalid relationship type 'after'"),
        ];
        for (tags, edges, expected) in errors {
            assert_eq!(catalog(tags, edges), Err(expected.to_owned()));
        }
    }

    #[test]
    fn report_with_unknown_fields_is_refused() {
        let error = read("store_report", "8", json!({"certname": "n", "nosuch": 1})).unwrap_err();
        assert!(error.to_string().contains("unknown field `nosuch`"), "{error}");
    }
}
