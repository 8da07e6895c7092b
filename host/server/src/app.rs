//! The state of a server, and the choice of the function that answers a request.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use engine::{ServedEnvironment, ServedTypes, ServerFacts, Settings};
use fleet::Store;
use identity::Certificate;
use launcher::Protections;
use puppet::{AccessRow, ApiRequest, Client, IssueKind, Reply, Route};
use rustc_hash::FxHashMap;

use crate::authority::administration;
use crate::checksum::Checksums;
use crate::configuration::Configuration;
use crate::database::{self, Recorder};
use crate::fallback::{Fallback, Unanswered};
use crate::jobs::{self, WaitingNodes};
use crate::log::ServerLog;
use crate::mounts::Listings;
use crate::options::ServerOptions;
use crate::pool::{CompilePool, PoolError};
use crate::shadow::Shadow;
use crate::signer::ChildSigner;
use crate::tls::TlsConfig;
use crate::upstream::{Upstream, UpstreamOptions, UpstreamRole, forwarding};
use crate::{authority, bucket, catalog, classes, code, environments, facts, mounts, node, reports, status};

/// The state of a server.
pub(crate) struct App {
    pub(crate) settings: Arc<Settings>,
    pub(crate) options: ServerOptions,
    pub(crate) tls: TlsConfig,
    pub(crate) log: ServerLog,
    pub(crate) checksums: Checksums,
    pub(crate) listings: Listings,
    pub(crate) configuration: Configuration,
    /// The own database, which answers queries.
    pub(crate) store: Option<Arc<dyn Store>>,
    /// Sends what is known of nodes to the own database or to PuppetDB.
    pub(crate) recorder: Option<Recorder>,
    /// Nodes that wait for a run of a job.
    pub(crate) waiting: WaitingNodes,
    /// Signs for the authority of this server.
    pub(crate) signer: Option<Arc<ChildSigner>>,
    /// Certificates and revocation lists that end soon.
    expiring: Mutex<Vec<String>>,
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
        let configuration = Configuration::open(&settings, &log)?;
        let store = database::open_database(&settings)?;
        let recorder = Recorder::open(&settings, store.as_ref(), &options.tls, &options.name)?;
        let authority = options.authority.as_deref();
        let signer = authority.map(|directory| Arc::new(ChildSigner::new(directory, Protections::detect())));
        if let Some(reason) = signer.as_ref().and_then(|signer| signer.refusal()) {
            log.error(format!("Certificates are not signed: {reason}"));
        }
        let compilers = CompilePool::start(options.compile_threads, options.compile_queue)?;
        let (fallback, shadow) = upstream(&options)?;
        Ok(Self {
            settings,
            options,
            tls,
            log,
            checksums: Checksums::default(),
            listings: Listings::default(),
            configuration,
            store,
            recorder,
            waiting: WaitingNodes::default(),
            signer,
            expiring: Mutex::default(),
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
    pub(crate) fn admit(&self, request: &ApiRequest) -> Result<Route, Reply> {
        let (method, path) = (&request.method, request.path.as_str());
        let of_upstream = || forwarding::route(self.options.upstream.as_ref()?.role, method, path);
        let endpoint = Route::parse(method, path).or_else(|reply| of_upstream().ok_or(reply))?;
        match endpoint.refusal(request, |row| self.has_exception(row, &request.client)) {
            None => Ok(endpoint),
            Some(refusal) => {
                let (address, name) = (request.client.address.ip(), request.client.name());
                let name = name.unwrap_or("a client without certificate");
                self.log.warning(format!("{address}: {name} may not {} {}", request.method, request.path));
                Err(refusal)
            }
        }
    }

    /// Returns whether a rule in the setting `access_file` allows a client to use the endpoints of a row.
    fn has_exception(&self, row: AccessRow, client: &Client) -> bool {
        let Some(name) = client.name() else { return false };
        self.configuration.access.current(&self.log).allow(row, name, &self.extensions(client))
    }

    /// Answers a request that was admitted.
    pub(crate) async fn answer(self: Arc<Self>, endpoint: Route, request: ApiRequest) -> Reply {
        if let Some(UpstreamOptions { role, .. }) = &self.options.upstream
            && forwarding::is_forwarded(&endpoint, *role, self.options.authority.is_some())
        {
            return Box::pin(self.forward(endpoint, request)).await;
        }
        match endpoint {
            Route::Query(_) => return Box::pin(database::query(&self, &request)).await,
            Route::NextRun => return jobs::next_run(&self, request).await,
            _ => {}
        }
        let (request, is_compilation) = (Arc::new(request), matches!(endpoint, Route::Catalog(_)));
        let work = {
            let (app, request) = (Arc::clone(&self), Arc::clone(&request));
            move || app.reply(&endpoint, &request)
        };
        let answered = match is_compilation {
            true => self.compilers.run(work).await,
            false => tokio::task::spawn_blocking(work).await.map_err(|_| PoolError::Panic),
        };
        match (answered, &self.fallback) {
            (Ok(Ok(reply)), _) => reply,
            (Ok(Err(unanswered)), Some(fallback)) => Box::pin(fallback.answer(&self, &request, unanswered)).await,
            (Ok(Err(unanswered)), None) => unanswered.into_reply(&self),
            (Err(PoolError::Full), _) => busy(),
            (Err(error @ PoolError::Panic), _) => Reply::failed(&error.to_string()),
        }
    }

    /// Answers a request with the reply of the upstream server.
    async fn forward(self: &Arc<Self>, endpoint: Route, request: ApiRequest) -> Reply {
        if let Some(shadow) = &self.shadow {
            return shadow.answer(self, endpoint, request).await;
        }
        let Some(fallback) = &self.fallback else { return Reply::no_endpoint(&request.path) };
        fallback.forward(self, &request).await
    }

    fn reply(&self, endpoint: &Route, request: &ApiRequest) -> Result<Reply, Unanswered> {
        Ok(match endpoint {
            Route::Catalog(name) => catalog::answer(self, request, name)?,
            Route::Node(name) => node::answer(self, request, name)?,
            Route::Facts(name) => facts::answer(self, request, name)?,
            Route::Report(name) => reports::answer(self, request, name)?,
            Route::FileMetadata(path) => mounts::metadata(self, request, path)?,
            Route::FileMetadatas(path) => mounts::metadatas(self, request, path)?,
            Route::FileContent(path) => mounts::content(self, request, path)?,
            Route::StaticContent(path) => code::content(self, request, path)?,
            Route::Bucket(key) => bucket::answer(self, request, key)?,
            Route::EnvironmentClasses => classes::answer(self, request)?,
            Route::Environments => environments::list(self)?,
            Route::Certificate(name) => authority::certificate(self, name)?,
            Route::Revocations => authority::revocations(self, request)?,
            Route::SubmitRequest(name) => authority::submit(self, request, name)?,
            Route::WaitingRequest(name) => authority::waiting(self, name)?,
            Route::CertificateStatus(name) => administration::status(self, name)?,
            Route::CertificateStatuses => administration::statuses(self, request)?,
            Route::ChangeCertificate(name) => administration::change(self, request, name)?,
            Route::DeleteCertificate(name) => administration::delete(self, request, name)?,
            Route::Clean => administration::clean(self, request)?,
            Route::Expirations => administration::expirations(self)?,
            Route::Renewal => authority::renew(self, request)?,
            Route::Service(name) => status::service(self, request, name)?,
            Route::Services => status::services(self, request)?,
            Route::Status(service) => status::simple(self, service),
            Route::Command => database::command(self, request)?,
            Route::DatabaseVersion => database::version(self, request)?,
            Route::DatabaseTime => database::time(self, request)?,
            Route::Metric(name) => database::metric(self, request, name)?,
            // Others are answered before, or forwarded if there is a server that has them.
            Route::Query(_) | Route::NextRun | Route::Other(_) => Reply::no_endpoint(&request.path),
        })
    }

    /// Returns the environment that a request names, with the configuration that it has now. Its manifests can have changed.
    ///
    /// # Errors
    /// Returns the reply to a request without environment, or with one that does not exist or cannot be read.
    pub(crate) fn environment_of(&self, request: &ApiRequest) -> Result<Arc<ServedEnvironment>, Reply> {
        let timeout = *self.settings.environment_timeout;
        self.known_environment(environment_name(request)?, |known| known.has_current_configuration(timeout))
    }

    /// Returns the environment that a request names, as it is now.
    ///
    /// # Errors
    /// Returns the errors of [`App::environment_of`].
    pub(crate) fn current_environment_of(&self, request: &ApiRequest) -> Result<Arc<ServedEnvironment>, Reply> {
        self.environment(environment_name(request)?)
    }

    /// Returns an environment as it is now.
    ///
    /// # Errors
    /// Returns the reply for an environment that does not exist or cannot be read.
    pub(crate) fn environment(&self, name: &str) -> Result<Arc<ServedEnvironment>, Reply> {
        self.known_environment(name, |known| known.is_current(*self.settings.environment_timeout))
    }

    /// Returns the known environment with a name if it can be used, and otherwise reads it.
    fn known_environment(
        &self,
        name: &str,
        can_be_used: impl FnOnce(&ServedEnvironment) -> bool,
    ) -> Result<Arc<ServedEnvironment>, Reply> {
        let known = || self.environments.lock().unwrap_or_else(PoisonError::into_inner);
        if !engine::is_environment_name(name) {
            let message = format!("The environment must be purely alphanumeric, not '{name}'");
            return Err(Reply::bad_request(IssueKind::RuntimeError, &message));
        }
        let current = known().get(name).cloned();
        if let Some(current) = current.filter(|current| can_be_used(current)) {
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
        let database = self.recorder.as_ref().and_then(Recorder::queried_database);
        let environment = Arc::new(environment.with_database(database));
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

    /// Returns the extensions of the client's certificate: `$trusted['extensions']`.
    pub(crate) fn extensions(&self, client: &Client) -> Vec<(String, String)> {
        client.certificate.as_ref().map(|certificate| self.named_extensions(certificate)).unwrap_or_default()
    }

    /// Returns the extensions of a certificate by short name.
    pub(crate) fn named_extensions(&self, certificate: &Certificate) -> Vec<(String, String)> {
        let names = self.configuration.extension_names.current(&self.log);
        certificate.extensions(&names.0).into_iter().collect()
    }

    /// Returns the certificates and revocation lists that end soon, as sentences.
    pub(crate) fn expiry_warnings(&self) -> Vec<String> {
        self.expiring.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces the certificates and revocation lists that end soon.
    pub(crate) fn set_expiry_warnings(&self, warnings: Vec<String>) {
        *self.expiring.lock().unwrap_or_else(PoisonError::into_inner) = warnings;
    }

    /// Returns the facts of the server for compilations.
    pub(crate) fn server_facts(&self, request: &ApiRequest) -> ServerFacts {
        ServerFacts {
            version: ::catalog::PUPPET_VERSION.to_owned(),
            name: self.options.name.clone(),
            address: request.client.server.ip().to_string(),
        }
    }
}

/// Returns the name of the environment in a request.
fn environment_name(request: &ApiRequest) -> Result<&str, Reply> {
    let mut names = request.values("environment");
    let missing = || Reply::bad_request(IssueKind::RuntimeError, "An environment parameter must be specified");
    let name = names.next().ok_or_else(missing)?;
    match names.next() {
        // puppetserver answers as if the server had failed.
        Some(_) => Err(Reply::failed("The request names two environments")),
        None => Ok(name),
    }
}

/// Returns the upstream server by its role.
fn upstream(options: &ServerOptions) -> Result<(Option<Fallback>, Option<Shadow>)> {
    let Some(UpstreamOptions { role, address, limits, directory }) = options.upstream.clone() else {
        return Ok((None, None));
    };
    let upstream = Upstream::new(address, limits);
    Ok(match role {
        UpstreamRole::Fallback => (Some(Fallback::new(upstream, directory)), None),
        UpstreamRole::Shadow => (None, Some(Shadow::new(upstream, directory)?)),
    })
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
