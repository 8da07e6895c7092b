//! The environment and the variables of a node.

use catalog::wire;
use engine::NodeClassification;
use serde_json::json;

use puppet::{ApiRequest, NodeFacts, Reply};

use crate::app::App;
use crate::facts;

/// Answers the request with which an agent asks for its environment before it requests its catalog.
pub(crate) fn answer(app: &App, request: &ApiRequest, node: &str) -> Result<Reply, Reply> {
    let failed = |error: anyhow::Error| Reply::failed(&format!("{error:#}"));
    let requested = app.environment_of(request)?;
    request.accepted(&["application/json", "text/pson"])?;
    let classification = NodeClassification::of(&app.settings, node).map_err(failed)?;
    let stored = facts::stored(app, node).map_err(failed)?;
    let mut parameters = stored.map(NodeFacts::into_json).unwrap_or_default();
    // The environment is that of the node, not that of its facts.
    parameters.remove("environment");
    for (name, value) in classification.variables() {
        parameters.insert(name.clone(), wire::to_json(value).map_err(|error| failed(error.into()))?);
    }
    let environment = classification.environment().unwrap_or(&requested.environment().name);
    let mut described = json!({ "name": node, "environment": environment });
    if !parameters.is_empty() {
        described["parameters"] = parameters.into();
    }
    Ok(Reply::json(&described))
}
