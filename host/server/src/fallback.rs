//! The fallback server: compiles the catalogs that need code in Ruby that cannot run here.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use report::comparison::NodeRecords;
use report::fallbacks::FallbackRecord;
use syntax::MissingRuby;

use crate::app::App;
use crate::reply::Reply;
use crate::request::Request;
use crate::upstream::{Encoding, Upstream};

/// The fallback server.
pub(crate) struct Fallback {
    pub(crate) upstream: Upstream,
    /// The catalogs that it compiled.
    records: Arc<NodeRecords>,
}

impl Fallback {
    /// Returns a fallback server whose catalogs are counted in a directory.
    pub(crate) fn new(upstream: Upstream, directory: PathBuf) -> Self {
        Self { upstream, records: Arc::new(NodeRecords::new(directory)) }
    }

    /// Forwards the request for a catalog that does not compile here, with an error `message`, since code in Ruby is missing.
    pub(crate) async fn answer(
        &self,
        app: &Arc<App>,
        request: &Request,
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
    pub(crate) async fn forward(&self, app: &App, request: &Request) -> Reply {
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
