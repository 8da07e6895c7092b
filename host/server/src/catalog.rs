//! Compiles the catalog of a node.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use engine::{NodeClassification, NodeIdentity, ServedCatalog, ServedCatalogError};

use crate::app::App;
use crate::facts;
use crate::pool::PoolError;
use crate::reply::{RICH_JSON, Reply};
use crate::request::Request;

/// The format of catalogs. Agents support it from version 5 on and prefer it from version 6 on.
pub(crate) const RICH: &str = "application/vnd.puppet.rich+json";

/// The environment of nodes that ask for one that does not exist, as in Puppet.
const DEFAULT_ENVIRONMENT: &str = "production";

/// The reason why there is no catalog.
pub(crate) enum CatalogFailure {
    /// The request is refused.
    Refusal(Reply),
    /// The manifests do not compile.
    Compilation(ServedCatalogError),
}

impl From<Reply> for CatalogFailure {
    fn from(reply: Reply) -> Self {
        Self::Refusal(reply)
    }
}

impl From<anyhow::Error> for CatalogFailure {
    fn from(error: anyhow::Error) -> Self {
        Self::Compilation(error.into())
    }
}

/// A compiled catalog.
pub(crate) struct NodeCatalog {
    pub(crate) catalog: ServedCatalog,
    pub(crate) environment: String,
    /// The time of the compilation.
    pub(crate) seconds: f64,
}

/// Answers a request for the catalog of the node that sent it. A catalog that needs code in Ruby that cannot run here comes from the
/// fallback server, if there is one.
pub(crate) async fn answer(app: &Arc<App>, request: Request, node: String) -> Reply {
    let request = Arc::new(request);
    let work = {
        let (app, request, node) = (Arc::clone(app), Arc::clone(&request), node.clone());
        move || {
            // The environment is checked first, as in puppetserver.
            requested_environment(&app, &request)?;
            request.accepted(&[RICH])?;
            compile(&app, &request, &node)
        }
    };
    let failure = match app.compilers.run(work).await {
        Ok(Ok(compiled)) => return reply(app, &node, compiled),
        Ok(Err(CatalogFailure::Refusal(reply))) => return reply,
        Ok(Err(CatalogFailure::Compilation(failure))) => failure,
        Err(PoolError::Full) => return busy(),
        Err(error @ PoolError::Panic) => return Reply::failed(&error.to_string()),
    };
    match (&app.fallback, &failure) {
        (Some(fallback), ServedCatalogError::MissingRuby { message, missing }) => {
            fallback.answer(app, &request, &node, message, missing).await
        }
        _ => {
            app.log.error(format!("{node}: {failure:#}"));
            Reply::failed(&format!("{failure:#}"))
        }
    }
}

/// Returns the reply with a catalog, and logs the messages of the compilation.
fn reply(app: &App, node: &str, compiled: NodeCatalog) -> Reply {
    let NodeCatalog { catalog, environment, seconds } = compiled;
    for (level, text) in catalog.messages {
        app.log.log(level, format!("{node}: {text}"));
    }
    app.log.notice(format!("Compiled catalog for {node} in environment {environment} in {seconds:.2} seconds"));
    Reply::new(200, RICH_JSON, catalog.document)
}

/// Compiles the catalog of the node that sent a request.
///
/// # Errors
/// Returns an error if the request is wrong or the manifests do not compile.
pub(crate) fn compile(app: &App, request: &Request, node: &str) -> Result<NodeCatalog, CatalogFailure> {
    let requested = requested_environment(app, request)?;
    let facts = match facts::of_request(request, node)? {
        Some(facts) => {
            facts::save(app, node, &facts)?;
            facts
        }
        None => facts::stored(app, node)?.unwrap_or_default(),
    };
    let classification = NodeClassification::of(&app.settings, node)?;
    let environment = app.environment(classification.environment().unwrap_or(requested))?;
    let identity = NodeIdentity { name: node.to_owned(), extensions: trusted_extensions(request) };
    let server = app.server_facts(request);
    let begin = Instant::now();
    let catalog = environment
        .compile(&identity, facts.values, &classification, &server, app.options.compile_time)
        .map_err(CatalogFailure::Compilation)?;
    let environment = environment.environment().name.clone();
    Ok(NodeCatalog { catalog, environment, seconds: begin.elapsed().as_secs_f64() })
}

/// Extensions for which the compiler of Puppet 7.23 has no names.
const NUMBERED: [(&str, &str); 2] =
    [("pp_cli_auth", "1.3.6.1.4.1.34380.1.3.39"), ("pp_auth_auto_renew", "1.3.6.1.4.1.34380.1.3.14")];

/// Returns the extensions of the client's certificate with the names that manifests know.
fn trusted_extensions(request: &Request) -> Vec<(String, String)> {
    let extensions = request.client.certificate.as_ref().map(|certificate| certificate.extensions(&BTreeMap::new()));
    let renamed = |name: String| match NUMBERED.iter().find(|(known, _)| *known == name) {
        Some((_, number)) => (*number).to_owned(),
        None => name,
    };
    extensions.unwrap_or_default().into_iter().map(|(name, value)| (renamed(name), value)).collect()
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

/// The reply if too many catalogs are requested. The time after which agents try again is random, so that they do not all come
/// back at once.
fn busy() -> Reply {
    const LONGEST: u32 = 60;
    let chance = getrandom::u32().unwrap_or_default() % LONGEST;
    Reply::text(503, "The maximum number of waiting requests was reached; try again later")
        .with("retry-after", (chance + 1).to_string())
        .with("connection", "close")
}
