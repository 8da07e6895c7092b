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
use crate::fallback::Fallback;
use crate::log::ServerLog;
use crate::mounts::Listings;
use crate::pool::CompilePool;
use crate::reply::{IssueKind, Reply};
use crate::request::Request;
use crate::shadow::Shadow;
use crate::tls::TlsConfig;
use crate::upstream::{Upstream, UpstreamOptions, UpstreamRole};
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
    /// The server to which requests are forwarded.
    pub upstream: Option<UpstreamOptions>,
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
            upstream: None,
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
    pub(crate) compilers: CompilePool,
    pub(crate) fallback: Option<Fallback>,
    pub(crate) shadow: Option<Shadow>,
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
        let (mut fallback, mut shadow) = (None, None);
        if let Some(UpstreamOptions { role, address, limits, directory }) = options.upstream.clone() {
            let upstream = Upstream::new(address, limits);
            match role {
                UpstreamRole::Fallback => fallback = Some(Fallback::new(upstream, directory)),
                UpstreamRole::Shadow => shadow = Some(Shadow::new(upstream, directory)?),
            }
        }
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
            fallback,
            shadow,
        })
    }

    /// Returns the endpoint of a request, whose content need not have been read.
    ///
    /// # Errors
    /// Returns the reply to a request that the client may not send, or for which there is no endpoint.
    pub(crate) fn admit(&self, request: &Request) -> Result<Endpoint, Reply> {
        let (method, path) = (&request.method, request.path.as_str());
        let of_upstream = || Endpoint::of_upstream(self.options.upstream.as_ref()?.role, method, path);
        let endpoint = Endpoint::of(method, path).or_else(|reply| of_upstream().ok_or(reply))?;
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
        if let Some(UpstreamOptions { role, .. }) = &self.options.upstream
            && endpoint.is_forwarded(*role, self.options.authority.is_some())
        {
            return self.forward(endpoint, request).await;
        }
        if let Endpoint::Catalog(node) = endpoint {
            return catalog::answer(&self, request, node).await;
        }
        let answered = tokio::task::spawn_blocking(move || self.answer_other(&endpoint, &request)).await;
        answered.unwrap_or_else(|_| Reply::failed("the request ended unexpectedly"))
    }

    /// Answers a request with the reply of the upstream server.
    async fn forward(self: &Arc<Self>, endpoint: Endpoint, request: Request) -> Reply {
        if let Some(shadow) = &self.shadow {
            return shadow.answer(self, endpoint, request).await;
        }
        let Some(fallback) = &self.fallback else { return Reply::no_endpoint(&request.path) };
        fallback.forward(self, &request).await
    }

    fn answer_other(&self, endpoint: &Endpoint, request: &Request) -> Reply {
        let answered = match endpoint {
            // They were answered before.
            Endpoint::Catalog(_) | Endpoint::Upstream => Err(Reply::no_endpoint(&request.path)),
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
