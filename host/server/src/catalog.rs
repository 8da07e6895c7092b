//! Compiles the catalog of a node.

use std::collections::BTreeMap;

use engine::{NodeClassification, NodeIdentity};

use crate::app::App;
use crate::facts;
use crate::reply::{RICH_JSON, Reply};
use crate::request::Request;

/// The format of catalogs. Agents support it from version 5 on and prefer it from version 6 on.
const RICH: &str = "application/vnd.puppet.rich+json";

/// The environment of nodes that ask for one that does not exist, as in Puppet.
const DEFAULT_ENVIRONMENT: &str = "production";

/// Answers a request for the catalog of the node that sent it.
pub(crate) fn answer(app: &App, request: &Request, node: &str) -> Reply {
    compiled(app, request, node).unwrap_or_else(|reply| reply)
}

fn compiled(app: &App, request: &Request, node: &str) -> Result<Reply, Reply> {
    let failed = |error: anyhow::Error| {
        app.log.error(format!("{node}: {error:#}"));
        Reply::failed(&format!("{error:#}"))
    };
    let requested = requested_environment(app, request)?;
    request.accepted(&[RICH])?;
    let facts = match facts::of_request(request, node)? {
        Some(facts) => {
            facts::save(app, node, &facts).map_err(failed)?;
            facts
        }
        None => facts::stored(app, node).map_err(failed)?.unwrap_or_default(),
    };
    let classification = NodeClassification::of(&app.settings, node).map_err(failed)?;
    let environment = match classification.environment() {
        Some(name) => app.environment(name)?,
        None => app.environment(requested)?,
    };
    let extensions = request.client.certificate.as_ref().map(|certificate| certificate.extensions(&BTreeMap::new()));
    let extensions = extensions.unwrap_or_default().into_iter().collect();
    let identity = NodeIdentity { name: node.to_owned(), extensions };
    let server = app.server_facts(request);
    let begin = std::time::Instant::now();
    let compiled = environment
        .compile(&identity, facts.values, &classification, &server, app.options.compile_time)
        .map_err(failed)?;
    for (level, text) in compiled.messages {
        app.log.log(level, format!("{node}: {text}"));
    }
    let (name, time) = (&environment.environment().name, begin.elapsed().as_secs_f64());
    app.log.notice(format!("Compiled catalog for {node} in environment {name} in {time:.2} seconds"));
    Ok(Reply::new(200, RICH_JSON, compiled.document))
}

/// Returns the name of the environment that a node asks for; that of a form counts more than that of the query. An environment
/// that does not exist is replaced by the default one: an agent notices the difference and runs again.
fn requested_environment<'r>(app: &App, request: &'r Request) -> Result<&'r str, Reply> {
    let name =
        request.parameters.iter().rfind(|(name, _)| name == "environment").map_or("", |(_, value)| value.as_str());
    if !engine::is_environment_name(name) {
        return Err(Reply::text(400, format!("The environment must be purely alphanumeric, not '{name}'")));
    }
    Ok(if app.exists(name) { name } else { DEFAULT_ENVIRONMENT })
}
