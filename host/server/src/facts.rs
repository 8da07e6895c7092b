//! Facts that nodes send.

use std::path::PathBuf;
use std::sync::PoisonError;

use anyhow::{Context as _, Result};
use serde_json::json;

use puppet::{ApiRequest, IssueKind, NodeFacts, Reply};

use crate::app::App;

/// Stores the facts of a node.
pub(crate) fn answer(app: &App, request: &ApiRequest, node: &str) -> Result<Reply, Reply> {
    request.check_content_type(&["application/json", "text/pson"])?;
    app.environment_of(request)?;
    let invalid = |reason: &str| {
        let message = format!("The request body is invalid: {reason}");
        Reply::bad_request(IssueKind::RuntimeError, &message)
    };
    let text = str::from_utf8(&request.content).map_err(|_| invalid("it is not UTF-8"))?;
    let facts = NodeFacts::parse(text, node).map_err(|reason| invalid(&reason.to_string()))?;
    save(app, node, &facts).map_err(|error| {
        app.log.error(format!("{node}: the facts cannot be stored: {error:#}"));
        Reply::insufficient_storage(&format!("{error:#}"))
    })?;
    // The number of bytes that were stored, in Puppet.
    Ok(Reply::json(&json!(0)))
}

/// Returns the facts in a request for a catalog; `None` without facts.
///
/// # Errors
/// Returns the reply to facts that cannot be read; puppetserver answers as if the server had failed.
pub(crate) fn of_request(request: &ApiRequest, node: &str) -> Result<Option<NodeFacts>, Reply> {
    NodeFacts::of_request(request, node).map_err(|reason| Reply::failed(&format!("The facts cannot be read: {reason}")))
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
    let text = facts.document(node).to_string();
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
    NodeFacts::parse(&text, node)
        .map(Some)
        .map_err(|reason| anyhow::anyhow!("{} is not valid: {reason}", file.display()))
}
