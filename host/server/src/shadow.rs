//! Shadow mode: the upstream server answers the requests of all agents, and this server compiles the same catalogs for a
//! comparison.
//! Agents never wait for a comparison, and never notice its failure.

mod comparison;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use puppet::{ApiRequest, Reply, Route};
use report::comparison::{ComparisonCounts, ComparisonStore};

use crate::app::App;
use crate::facts;
use crate::upstream::{Encoding, Upstream, UpstreamReply};

/// The largest size of all requests and catalogs that wait for their comparison, in bytes.
const WAITING: usize = 256 << 20;

/// The upstream server of shadow mode, and the comparisons with it.
pub(crate) struct Shadow {
    pub(crate) upstream: Upstream,
    store: ComparisonStore,
    /// Held while they are written.
    counts: Mutex<ComparisonCounts>,
    /// Catalogs that are not compared and not yet in `counts`.
    dropped: AtomicU64,
    /// The size of the requests and catalogs that wait.
    waiting: AtomicUsize,
}

/// A catalog of the upstream server that is to be compared.
struct ShadowedCatalog {
    node: String,
    request: ApiRequest,
    reply: UpstreamReply,
}

impl ShadowedCatalog {
    fn size(&self) -> usize {
        // The content of the request and the decoded parameters.
        2 * self.request.content.len() + self.reply.content.len()
    }
}

impl Shadow {
    /// Returns an upstream server whose comparisons are stored in a directory.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be read.
    pub(crate) fn new(upstream: Upstream, directory: PathBuf) -> anyhow::Result<Self> {
        let store = ComparisonStore::new(directory);
        let counts = Mutex::new(store.counts()?);
        Ok(Self { upstream, store, counts, dropped: AtomicU64::new(0), waiting: AtomicUsize::new(0) })
    }

    /// Answers the request of an agent with the reply of the upstream server.
    pub(crate) async fn answer(&self, app: &Arc<App>, endpoint: Route, request: ApiRequest) -> Reply {
        let tls = app.tls.of_upstream();
        let answered = match endpoint {
            // It is not compressed, since it is read here too.
            Route::Catalog(node) => self.upstream.read(&tls, &request, Encoding::Plain).await.map(|reply| {
                let answer = reply.to_reply();
                self.compare(app, ShadowedCatalog { node, request, reply });
                answer
            }),
            Route::Facts(node) => {
                let answered = self.upstream.read(&tls, &request, Encoding::OfClient).await;
                keep_facts(app, request, node);
                answered.map(UpstreamReply::into_reply)
            }
            _ => self.upstream.stream(&tls, &request).await,
        };
        answered.unwrap_or_else(|error| self.upstream.unanswered(app, &error))
    }

    /// Compares a catalog later, unless too many wait.
    fn compare(&self, app: &Arc<App>, catalog: ShadowedCatalog) {
        let size = catalog.size();
        let of_task = Arc::clone(app);
        let work = move || {
            if let Some(shadow) = &of_task.shadow {
                let _waiting = Waiting { shadow, size };
                comparison::run(&of_task, shadow, &catalog);
            }
        };
        let before = self.waiting.fetch_add(size, Ordering::Relaxed);
        if before + size > WAITING || app.compilers.submit(work).is_err() {
            self.waiting.fetch_sub(size, Ordering::Relaxed);
            app.log.debug("A catalog is not compared, since too many wait".to_owned());
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Changes the numbers of comparisons and writes them.
    pub(crate) fn count(&self, app: &App, change: impl FnOnce(&mut ComparisonCounts)) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.dropped += self.dropped.swap(0, Ordering::Relaxed);
        change(&mut counts);
        if let Err(error) = self.store.set_counts(*counts) {
            app.log.error(format!("The comparisons were not counted: {error:#}"));
        }
    }
}

/// A catalog that waits for its comparison or is compared.
struct Waiting<'s> {
    shadow: &'s Shadow,
    size: usize,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.shadow.waiting.fetch_sub(self.size, Ordering::Relaxed);
    }
}

/// Stores the facts of a node here too, for requests for catalogs without facts.
fn keep_facts(app: &Arc<App>, request: ApiRequest, node: String) {
    let app = Arc::clone(app);
    tokio::task::spawn_blocking(move || {
        if let Err(reply) = facts::answer(&app, &request, &node) {
            app.log.debug(format!("{node}: the facts were not stored: status {}", reply.status));
        }
    });
}
