//! Compiles the catalog of a node.

use std::sync::Arc;
use std::time::Instant;

use catalog::Value;
use catalog::wire::Compilation;
use engine::{NodeClassification, NodeIdentity, ServedCatalog, ServedCatalogError, ServedEnvironment};
use puppet::{ApiRequest, RICH_JSON, Reply};

use crate::app::App;
use crate::authority;
use crate::code;
use crate::database::CatalogRun;
use crate::facts;
use crate::fallback::Unanswered;
use crate::static_catalog::{self, StaticCompilation};

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

impl CatalogFailure {
    /// Returns the failure of the request for the catalog of a node, and logs an error that this server reports.
    fn into_unanswered(self, app: &App, node: &str) -> Unanswered {
        match self {
            Self::Refusal(reply) => Unanswered::Final(reply),
            Self::Compilation(ServedCatalogError::MissingRuby { message, missing }) => {
                Unanswered::MissingRuby { node: node.to_owned(), message, missing }
            }
            // Agents use their cached catalogs: without the exported resources of other nodes, a catalog would remove some.
            Self::Compilation(error @ ServedCatalogError::Database(_)) => {
                app.log.error(format!("{node}: {error:#}"));
                Unanswered::Final(Reply::text(503, format!("{error:#}")))
            }
            Self::Compilation(error) => {
                app.log.error(format!("{node}: {error:#}"));
                Unanswered::Final(Reply::failed(&format!("{error:#}")))
            }
        }
    }
}

/// A compiled catalog for a comparison.
pub(crate) struct NodeCatalog {
    pub(crate) document: String,
    pub(crate) environment: String,
}

/// Answers a request for the catalog of the node that sent it.
pub(crate) fn answer(app: &App, request: &ApiRequest, node: &str) -> Result<Reply, Unanswered> {
    // The environment is checked first, as in puppetserver.
    requested_environment(app, request)?;
    request.accepted(&[RICH])?;
    compiled(app, request, node).map_err(|failure| failure.into_unanswered(app, node))
}

/// Compiles a catalog, static if the agent requests it.
fn compiled(app: &App, request: &ApiRequest, node: &str) -> Result<Reply, CatalogFailure> {
    let compilation = NodeCompilation::new(app, request, node)?;
    let environment = Arc::clone(&compilation.environment);
    let name = &environment.environment().name;
    let code_id = code::current_id(app, environment.environment())?;
    let checksum = static_catalog::checksum_kind(request, &environment, code_id.as_deref())?;
    let begin = Instant::now();
    let compiled = compilation.run(app)?;
    for (level, text) in &compiled.messages {
        app.log.log(*level, format!("{node}: {text}"));
    }
    let mut compilation = Compilation { code_id, ..Compilation::default() };
    if let Some(checksum) = checksum {
        let statics = StaticCompilation { app, request, environment: &environment, checksum };
        statics.describe(&compiled.catalog, &mut compilation)?;
    }
    let kind = if checksum.is_some() { "static catalog" } else { "catalog" };
    let time = begin.elapsed().as_secs_f64();
    app.log.notice(format!("Compiled {kind} for {node} in environment {name} in {time:.2} seconds"));
    let document = environment.document(&compiled.catalog, compilation)?;
    if let Some(recorder) = &app.recorder {
        let parameter = |name| request.parameter(name);
        let run = CatalogRun { transaction_uuid: parameter("transaction_uuid"), job_id: parameter("job_id") };
        if let Err(error) = recorder.replace_catalog(&environment, &compiled, &document, run) {
            app.log.error(format!("{node}: the catalog cannot be stored: {error:#}"));
        }
    }
    Ok(Reply::new(200, RICH_JSON, document.text))
}

/// Compiles the catalog of the node that sent a request for a comparison: without the version of the code and descriptions of files,
/// which belong to the contents that a server has.
///
/// # Errors
/// Returns an error if the request is wrong or the manifests do not compile.
pub(crate) fn compile(app: &App, request: &ApiRequest, node: &str) -> Result<NodeCatalog, CatalogFailure> {
    let compilation = NodeCompilation::new(app, request, node)?;
    let environment = Arc::clone(&compilation.environment);
    let document = environment.document(&compilation.run(app)?.catalog, Compilation::default())?.text;
    Ok(NodeCatalog { document, environment: environment.environment().name.clone() })
}

/// The compilation of the catalog of a node.
struct NodeCompilation<'r> {
    request: &'r ApiRequest,
    identity: NodeIdentity,
    facts: Value,
    classification: NodeClassification,
    environment: Arc<ServedEnvironment>,
}

impl<'r> NodeCompilation<'r> {
    /// Stores the facts of a request, classifies the node and determines its environment.
    fn new(app: &App, request: &'r ApiRequest, node: &str) -> Result<Self, CatalogFailure> {
        let requested = requested_environment(app, request)?;
        let facts = match facts::of_request(request, node)? {
            Some(facts) => {
                // A catalog does not need stored facts: nodes receive catalogs while the disk is full.
                if let Err(error) = facts::save(app, node, &facts) {
                    app.log.error(format!("{node}: the facts cannot be stored: {error:#}"));
                }
                facts
            }
            None => facts::stored(app, node)?.unwrap_or_default(),
        };
        let classification = NodeClassification::of(&app.settings, node)?;
        let environment = app.environment(classification.environment().unwrap_or(requested))?;
        let identity = NodeIdentity { name: node.to_owned(), extensions: trusted_extensions(app, request, node) };
        if let Some(recorder) = app.recorder.as_ref().filter(|_| request.parameter("facts").is_some())
            && let Err(error) = recorder.replace_facts(&identity, &environment.environment().name, &facts)
        {
            app.log.error(format!("{node}: the facts cannot be stored: {error:#}"));
        }
        Ok(Self { request, identity, facts: facts.values, classification, environment })
    }

    fn run(self, app: &App) -> Result<ServedCatalog, CatalogFailure> {
        let (server, time) = (app.server_facts(self.request), app.options.compile_time);
        let compiled = self.environment.compile(&self.identity, self.facts, &self.classification, &server, time);
        compiled.map_err(CatalogFailure::Compilation)
    }
}

/// Extensions for which the compiler of Puppet 7.23 has no names.
const NUMBERED: [(&str, &str); 2] =
    [("pp_cli_auth", "1.3.6.1.4.1.34380.1.3.39"), ("pp_auth_auto_renew", "1.3.6.1.4.1.34380.1.3.14")];

/// Returns the extensions of the node's certificate with the names that manifests know. The certificate is that of the client
/// unless a rule lets another client request the catalog.
fn trusted_extensions(app: &App, request: &ApiRequest, node: &str) -> Vec<(String, String)> {
    let is_own = request.client.name().is_some_and(|name| name.eq_ignore_ascii_case(node));
    let extensions = match is_own {
        true => app.extensions(&request.client),
        false => {
            let certificate = authority::certificate_of(app, node);
            certificate.map(|certificate| app.named_extensions(&certificate)).unwrap_or_default()
        }
    };
    let renamed = |name: String| match NUMBERED.iter().find(|(known, _)| *known == name) {
        Some((_, number)) => (*number).to_owned(),
        None => name,
    };
    extensions.into_iter().map(|(name, value)| (renamed(name), value)).collect()
}

/// Returns the name of the environment that a node asks for; that of a form counts more than that of the query. An environment
/// that does not exist is replaced by the default one: an agent notices the difference and runs again.
fn requested_environment<'r>(app: &App, request: &'r ApiRequest) -> Result<&'r str, Reply> {
    let name =
        request.parameters.iter().rfind(|(name, _)| name == "environment").map_or("", |(_, value)| value.as_str());
    if !engine::is_environment_name(name) {
        return Err(Reply::text(400, format!("The environment must be purely alphanumeric, not '{name}'")));
    }
    Ok(if app.exists(name) { name } else { DEFAULT_ENVIRONMENT })
}
