//! The fallback server: compiles the catalogs that need code in Ruby that cannot run here, and has the contents of their files.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use puppet::{ApiRequest, Reply, TEXT};
use report::comparison::NodeRecords;
use report::fallbacks::FallbackRecord;
use syntax::MissingRuby;

use crate::app::App;
use crate::upstream::{Encoding, Upstream};

/// The reason why this server does not answer a request with what was requested.
pub(crate) enum Unanswered {
    /// The request is refused or failed, whatever other servers have.
    Final(Reply),
    /// The catalog of a node needs code in Ruby that cannot run here. The message is that of the compiler.
    MissingRuby { node: String, message: String, missing: MissingRuby },
    /// This server does not have the content of a file in a version of the code.
    MissingContent { path: String, message: String },
}

impl From<Reply> for Unanswered {
    fn from(reply: Reply) -> Self {
        Self::Final(reply)
    }
}

impl Unanswered {
    /// Returns the reply of a server without fallback server, and logs the error.
    pub(crate) fn into_reply(self, app: &App) -> Reply {
        match self {
            Self::Final(reply) => reply,
            Self::MissingRuby { node, message, .. } => {
                app.log.error(format!("{node}: {message}"));
                Reply::failed(&message)
            }
            Self::MissingContent { path, message } => {
                app.log.error(format!("{path}: {message}"));
                Reply::new(500, TEXT, format!("Internal Server Error: {message}"))
            }
        }
    }
}

/// The fallback server.
pub(crate) struct Fallback {
    upstream: Upstream,
    /// The catalogs that it compiled.
    records: Arc<NodeRecords>,
}

impl Fallback {
    /// Returns a fallback server whose catalogs are counted in a directory.
    pub(crate) fn new(upstream: Upstream, directory: PathBuf) -> Self {
        Self { upstream, records: Arc::new(NodeRecords::new(directory)) }
    }

    /// Forwards a request that this server does not answer, unless the reply is final.
    pub(crate) async fn answer(&self, app: &App, request: &ApiRequest, unanswered: Unanswered) -> Reply {
        match unanswered {
            Unanswered::Final(reply) => reply,
            Unanswered::MissingRuby { node, message, missing } => {
                self.catalog(app, request, &node, &message, &missing).await
            }
            Unanswered::MissingContent { path, message } => {
                app.log.info(format!("{path} is requested from {}: {message}", self.upstream.address()));
                self.forward(app, request).await
            }
        }
    }

    /// Forwards the request for a catalog that does not compile here, with an error `message`, since code in Ruby is missing.
    async fn catalog(
        &self,
        app: &App,
        request: &ApiRequest,
        node: &str,
        message: &str,
        missing: &MissingRuby,
    ) -> Reply {
        let tls = app.tls.of_upstream();
        let result = self.upstream.read(&tls, request, Encoding::OfClient).await;
        self.record(app, node, missing, result.is_ok()).await;
        let address = self.upstream.address();
        match result {
            Ok(reply) => {
                let status = reply.status;
                app.log
                    .notice(format!("{node}: {address} answered with {status}, since the catalog needs the {missing}"));
                reply.into_reply()
            }
            Err(error) => {
                let note = format!("{message} (the fallback server {address} did not answer: {error})");
                app.log.error(format!("{node}: {note}"));
                Reply::failed(&note)
            }
        }
    }

    /// Forwards a request that is not for a catalog.
    pub(crate) async fn forward(&self, app: &App, request: &ApiRequest) -> Reply {
        let streamed = self.upstream.stream(&app.tls.of_upstream(), request).await;
        streamed.unwrap_or_else(|error| self.upstream.unanswered(app, &error))
    }

    async fn record(&self, app: &App, node: &str, missing: &MissingRuby, is_answered: bool) {
        let records = Arc::clone(&self.records);
        let (node, reason) = (node.to_ascii_lowercase(), missing.to_string());
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let write = move || {
            records.update(&node, |record: Option<FallbackRecord>| {
                record.unwrap_or_default().with(&node, &reason, is_answered, time)
            })
        };
        if let Ok(Err(error)) = tokio::task::spawn_blocking(write).await {
            app.log.error(format!("The fallback was not counted: {error:#}"));
        }
    }
}
