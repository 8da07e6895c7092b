//! Facts that nodes send.

use std::path::PathBuf;
use std::sync::PoisonError;

use anyhow::{Context as _, Result};
use catalog::{Value, wire};
use serde_json::{Map, Value as Json, json};

use crate::app::App;
use crate::reply::{IssueKind, Reply};
use crate::request::Request;

/// The facts of a node.
#[derive(Debug, Clone)]
pub(crate) struct NodeFacts {
    /// A hash of the facts by name.
    pub(crate) values: Value,
    /// The facts as they were sent.
    sent: Json,
}

impl Default for NodeFacts {
    fn default() -> Self {
        Self { values: Value::Hash(Vec::new()), sent: json!({}) }
    }
}

impl NodeFacts {
    /// Returns the values as they were sent.
    pub(crate) fn into_json(self) -> Map<String, Json> {
        match self.sent {
            Json::Object(values) => values,
            _ => Map::new(),
        }
    }

    /// Reads facts in the form of agents: an object with the name of the node and the values.
    fn read(text: &str, node: &str) -> Result<Self, String> {
        let mut document: Json = serde_json::from_str(text).map_err(|error| error.to_string())?;
        match document["name"].as_str() {
            Some(name) if name.eq_ignore_ascii_case(node) => {}
            Some(name) => return Err(format!("they are those of '{name}', not of '{node}'")),
            None => return Err("they have no name".to_owned()),
        }
        let sent = document["values"].take();
        if !sent.is_object() {
            return Err("'values' is not a hash".to_owned());
        }
        let values = wire::from_json(&sent).map_err(|error| error.to_string())?;
        Ok(Self { values, sent })
    }
}

/// Stores the facts of a node.
pub(crate) fn answer(app: &App, request: &Request, node: &str) -> Result<Reply, Reply> {
    request.check_content_type(&["application/json", "text/pson"])?;
    app.environment_of(request)?;
    let invalid = |reason: &str| {
        let message = format!("The request body is invalid: {reason}");
        Reply::bad_request(IssueKind::RuntimeError, &message)
    };
    let text = str::from_utf8(&request.content).map_err(|_| invalid("it is not UTF-8"))?;
    let facts = NodeFacts::read(text, node).map_err(|reason| invalid(&reason))?;
    save(app, node, &facts).map_err(|error| {
        app.log.error(format!("{node}: the facts cannot be stored: {error:#}"));
        Reply::insufficient_storage(&error)
    })?;
    // The number of bytes that were stored, in Puppet.
    Ok(Reply::json(&json!(0)))
}

/// Returns the facts in the form of a request for a catalog; `None` without facts.
///
/// # Errors
/// Returns the reply to facts that cannot be read.
pub(crate) fn of_request(request: &Request, node: &str) -> Result<Option<NodeFacts>, Reply> {
    let Some(text) = request.parameter("facts") else { return Ok(None) };
    match request.parameter("facts_format") {
        Some("application/json" | "text/pson" | "pson" | "json") => {}
        Some(other) => return Err(invalid(&format!("they have the unsupported format '{other}'"))),
        None => return Err(invalid("the parameter facts_format is missing")),
    }
    // They are encoded twice.
    let text = percent_encoding::percent_decode_str(text).decode_utf8().map_err(|_| invalid("they are not UTF-8"))?;
    NodeFacts::read(&text, node).map(Some).map_err(|reason| invalid(&reason))
}

/// Returns the reply to facts that cannot be read; puppetserver answers as if the server had failed.
fn invalid(reason: &str) -> Reply {
    Reply::failed(&format!("The facts cannot be read: {reason}"))
}

/// Returns the name of the file with the facts of a node.
fn file_name(node: &str) -> String {
    format!("{}.json", node.to_ascii_lowercase())
}

fn file(app: &App, node: &str) -> PathBuf {
    app.options.facts.join(file_name(node))
}

/// Keeps the facts of a node for requests without facts.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub(crate) fn save(app: &App, node: &str, facts: &NodeFacts) -> Result<()> {
    let text = json!({ "name": node, "values": facts.sent }).to_string();
    let file = file(app, node);
    // A node can send two requests at the same time.
    let _writing = app.writes_facts.lock().unwrap_or_else(PoisonError::into_inner);
    std::fs::create_dir_all(&app.options.facts)
        .and_then(|()| files::replace_in(&app.options.facts, &file_name(node), 0o640, text.as_bytes()))
        .with_context(|| format!("Could not write {}", file.display()))
}

/// Returns the facts that a node sent last.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub(crate) fn stored(app: &App, node: &str) -> Result<Option<NodeFacts>> {
    let file = file(app, node);
    let text = match std::fs::read_to_string(&file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        text => text.with_context(|| format!("Could not read {}", file.display()))?,
    };
    NodeFacts::read(&text, node)
        .map(Some)
        .map_err(|reason| anyhow::anyhow!("{} is not valid: {reason}", file.display()))
}
