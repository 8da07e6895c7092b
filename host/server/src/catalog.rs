//! Compiles the catalog of a node.

use catalog::wire::Compilation;
use engine::{NodeClassification, NodeIdentity};

use crate::app::App;
use crate::authority;
use crate::code;
use crate::facts;
use crate::reply::{RICH_JSON, Reply};
use crate::request::Request;
use crate::static_catalog::{self, StaticCompilation};

/// The format of catalogs. Agents support it from version 5 on and prefer it from version 6 on.
const RICH: &str = "application/vnd.puppet.rich+json";

/// The environment of nodes that ask for one that does not exist, as in Puppet.
const DEFAULT_ENVIRONMENT: &str = "production";

/// Answers a request for the catalog of the node that sent it.
pub(crate) fn answer(app: &App, request: &Request, node: &str) -> Result<Reply, Reply> {
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
    let name = &environment.environment().name;
    let code_id = code::current_id(app, name).map_err(failed)?;
    let checksum = static_catalog::checksum_kind(request, &environment, code_id.as_deref())?;
    let identity = NodeIdentity { name: node.to_owned(), extensions: extensions(app, request, node) };
    let server = app.server_facts(request);
    let begin = std::time::Instant::now();
    let compiled = environment
        .compile(&identity, facts.values, &classification, &server, app.options.compile_time)
        .map_err(failed)?;
    for (level, text) in compiled.messages {
        app.log.log(level, format!("{node}: {text}"));
    }
    let mut compilation = Compilation { code_id, ..Compilation::default() };
    if let Some(checksum) = checksum {
        let statics = StaticCompilation { app, request, environment: &environment, checksum };
        statics.describe(&compiled.catalog, &mut compilation)?;
    }
    let kind = if checksum.is_some() { "static catalog" } else { "catalog" };
    let time = begin.elapsed().as_secs_f64();
    app.log.notice(format!("Compiled {kind} for {node} in environment {name} in {time:.2} seconds"));
    let document = environment.document(&compiled.catalog, compilation).map_err(failed)?;
    Ok(Reply::new(200, RICH_JSON, document))
}

/// Returns the extensions of the node's certificate, which is that of the client unless a rule lets another client request the catalog.
fn extensions(app: &App, request: &Request, node: &str) -> Vec<(String, String)> {
    if request.client.name().is_some_and(|name| name.eq_ignore_ascii_case(node)) {
        return app.extensions(&request.client);
    }
    let certificate = authority::certificate_of(app, node);
    certificate.map(|certificate| app.named_extensions(&certificate)).unwrap_or_default()
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
