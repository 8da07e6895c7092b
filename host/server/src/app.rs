//! The state of a server, and the choice of the function that answers a request.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;
use engine::{ServedEnvironment, ServedTypes, ServerFacts, Settings};
use rustc_hash::FxHashMap;

use crate::authority::administration;
use crate::checksum::Checksums;
use crate::endpoint::Endpoint;
use crate::log::ServerLog;
use crate::mounts::Listings;
use crate::pool::CompilePool;
use crate::reply::{IssueKind, Reply};
use crate::request::Request;
use crate::tls::TlsConfig;
use crate::{authority, bucket, catalog, classes, environments, facts, mounts, node, reports, status};

/// Options of a server.
#[derive(Debug, Clone)]
pub struct ServerOptions {
    /// The name of the server: `$server_facts['servername']`.
    pub name: String,
    /// The number of threads that compile catalogs.
    pub compile_threads: usize,
    /// The number of requests that can wait for one of them.
    pub compile_queue: usize,
    /// The longest time of a compilation.
    pub compile_time: Duration,
    /// The largest content of a request, in bytes.
    pub request_size: usize,
    /// The largest number of connections.
    pub connections: usize,
    /// The directory of the certificate authority; `None` if this server has none.
    pub authority: Option<PathBuf>,
    /// The directory of the file bucket.
    pub bucket: PathBuf,
    /// The directory with the last facts of each node.
    pub facts: PathBuf,
    /// The directory with the reports of nodes.
    pub reports: PathBuf,
}

impl Default for ServerOptions {
    /// One thread that compiles, puppetserver's limits, and no directories.
    fn default() -> Self {
        Self {
            name: String::new(),
            compile_threads: 1,
            compile_queue: 256,
            compile_time: Duration::from_secs(60),
            request_size: 64 << 20,
            connections: 2000,
            authority: None,
            bucket: PathBuf::new(),
            facts: PathBuf::new(),
            reports: PathBuf::new(),
        }
    }
}

/// The state of a server.
pub(crate) struct App {
    pub(crate) settings: Arc<Settings>,
    pub(crate) options: ServerOptions,
    pub(crate) tls: TlsConfig,
    pub(crate) log: ServerLog,
    pub(crate) checksums: Checksums,
    pub(crate) listings: Listings,
    /// Held while facts are written.
    pub(crate) writes_facts: Mutex<()>,
    types: Arc<ServedTypes>,
    environments: Mutex<FxHashMap<String, Arc<ServedEnvironment>>>,
    compilers: CompilePool,
}

impl App {
    pub(crate) fn new(
        settings: Arc<Settings>,
        options: ServerOptions,
        tls: TlsConfig,
        types: Arc<ServedTypes>,
        log: ServerLog,
    ) -> Result<Self> {
        let compilers = CompilePool::start(options.compile_threads, options.compile_queue)?;
        Ok(Self {
            settings,
            options,
            tls,
            log,
            checksums: Checksums::default(),
            listings: Listings::default(),
            writes_facts: Mutex::default(),
            types,
            environments: Mutex::default(),
            compilers,
        })
    }

    /// Returns the endpoint of a request, whose content need not have been read.
    ///
    /// # Errors
    /// Returns the reply to a request that the client may not send, or for which there is no endpoint.
    pub(crate) fn admit(&self, request: &Request) -> Result<Endpoint, Reply> {
        let endpoint = Endpoint::of(&request.method, &request.path)?;
        match endpoint.refusal(request) {
            None => Ok(endpoint),
            Some(refusal) => {
                let (address, name) = (request.client.address.ip(), request.client.name());
                let name = name.unwrap_or("a client without certificate");
                self.log.warning(format!("{address}: {name} may not {} {}", request.method, request.path));
                Err(refusal)
            }
        }
    }

    /// Answers a request that was admitted.
    pub(crate) async fn answer(self: Arc<Self>, endpoint: Endpoint, request: Request) -> Reply {
        if let Endpoint::Catalog(node) = endpoint {
            let app = Arc::clone(&self);
            let work = move || catalog::answer(&app, &request, &node);
            return self.compilers.run(work).await.unwrap_or_else(busy);
        }
        let answered = tokio::task::spawn_blocking(move || self.answer_other(&endpoint, &request)).await;
        answered.unwrap_or_else(|_| Reply::failed("the request ended unexpectedly"))
    }

    fn answer_other(&self, endpoint: &Endpoint, request: &Request) -> Reply {
        let answered = match endpoint {
            Endpoint::Catalog(name) => Ok(catalog::answer(self, request, name)),
            Endpoint::Node(name) => node::answer(self, request, name),
            Endpoint::Facts(name) => facts::answer(self, request, name),
            Endpoint::Report(name) => reports::answer(self, request, name),
            Endpoint::FileMetadata(path) => mounts::metadata(self, request, path),
            Endpoint::FileMetadatas(path) => mounts::metadatas(self, request, path),
            Endpoint::FileContent(path) => mounts::content(self, request, path),
            Endpoint::Bucket(key) => bucket::answer(self, request, key),
            Endpoint::EnvironmentClasses => classes::answer(self, request),
            Endpoint::Environments => environments::list(self),
            Endpoint::Certificate(name) => authority::certificate(self, name),
            Endpoint::Revocations => authority::revocations(self, request),
            Endpoint::SubmitRequest(name) => authority::submit(self, request, name),
            Endpoint::WaitingRequest(name) => authority::waiting(self, name),
            Endpoint::CertificateStatus(name) => administration::status(self, name),
            Endpoint::CertificateStatuses => administration::statuses(self, request),
            Endpoint::ChangeCertificate(name) => administration::change(self, request, name),
            Endpoint::DeleteCertificate(name) => administration::delete(self, request, name),
            Endpoint::Clean => administration::clean(self, request),
            Endpoint::Expirations => administration::expirations(self),
            Endpoint::Status(service) => Ok(status::simple(service)),
        };
        answered.unwrap_or_else(|reply| reply)
    }

    /// Returns the environment that a request names, as it is now.
    ///
    /// # Errors
    /// Returns the reply to a request without environment, or with one that does not exist or cannot be read.
    pub(crate) fn environment_of(&self, request: &Request) -> Result<Arc<ServedEnvironment>, Reply> {
        let mut names = request.values("environment");
        let missing = || Reply::bad_request(IssueKind::RuntimeError, "An environment parameter must be specified");
        let name = names.next().ok_or_else(missing)?;
        match names.next() {
            // puppetserver answers as if the server had failed.
            Some(_) => Err(Reply::failed("The request names two environments")),
            None => self.environment(name),
        }
    }

    /// Returns an environment as it is now.
    ///
    /// # Errors
    /// Returns the reply for an environment that does not exist or cannot be read.
    pub(crate) fn environment(&self, name: &str) -> Result<Arc<ServedEnvironment>, Reply> {
        let known = || self.environments.lock().unwrap_or_else(PoisonError::into_inner);
        if !engine::is_environment_name(name) {
            let message = format!("The environment must be purely alphanumeric, not '{name}'");
            return Err(Reply::bad_request(IssueKind::RuntimeError, &message));
        }
        let current = known().get(name).cloned();
        if let Some(current) = current.filter(|current| current.is_current(*self.settings.environment_timeout)) {
            return Ok(current);
        }
        if !self.exists(name) {
            known().remove(name);
            let message = format!("Not Found: Could not find environment '{name}'");
            return Err(Reply::error(404, IssueKind::RuntimeError, &message));
        }
        let opened = ServedEnvironment::open(&self.settings, name, &self.types);
        let (environment, warnings) = opened.map_err(|error| Reply::failed(&format!("{error:#}")))?;
        for warning in warnings {
            self.log.warning(warning);
        }
        let environment = Arc::new(environment);
        known().insert(name.to_owned(), Arc::clone(&environment));
        Ok(environment)
    }

    /// Returns whether an environment exists.
    pub(crate) fn exists(&self, name: &str) -> bool {
        self.settings.environmentpath.iter().any(|directory| directory.join(name).is_dir())
    }

    /// Forgets all environments, so that they are read again.
    pub(crate) fn forget_environments(&self) {
        self.environments.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Returns the facts of the server for compilations.
    pub(crate) fn server_facts(&self, request: &Request) -> ServerFacts {
        ServerFacts {
            version: ::catalog::PUPPET_VERSION.to_owned(),
            name: self.options.name.clone(),
            address: request.client.server.ip().to_string(),
        }
    }
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
