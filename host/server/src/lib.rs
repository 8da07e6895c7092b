//! A server for agents of Puppet 6 to 8 and OpenVox: it compiles catalogs, serves the files of modules, and stores facts and
//! reports. It keeps no state that another server needs: any number of them can serve the same agents.
//!
//! Connections are asynchronous; everything behind them blocks. Catalogs are compiled by a fixed number of threads.

mod access;
mod app;
mod authority;
mod bucket;
mod catalog;
mod checksum;
mod classes;
mod code;
mod configuration;
mod connection;
mod database;
mod durable;
mod environments;
mod expiry;
mod extensions;
mod facts;
mod fallback;
mod jobs;
mod log;
mod mounts;
mod node;
mod options;
mod pool;
mod puppetdb;
mod reports;
mod shadow;
mod signer;
mod static_catalog;
mod status;
mod systemd;
mod tls;
mod upstream;
mod watched;

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use anyhow::Result;
use engine::{ServedTypes, Settings};
use tokio::runtime::Runtime;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::{Semaphore, watch};

use crate::app::App;
use crate::log::ServerLog;
use crate::systemd::Notifier;

pub use database::{node_database, open_database, report_database};
pub use extensions::extension_names;
pub use log::ServerMessage;
pub use options::ServerOptions;
pub use puppetdb::{PuppetDb, PuppetDbAddress, PuppetDbError};
pub use signer::{SIGN_ARGUMENT, sign_main};
pub use systemd::{ActivationError, passed_listener};
pub use tls::TlsFiles;
pub use upstream::{UpstreamAddress, UpstreamAddressError, UpstreamLimits, UpstreamOptions, UpstreamRole};

/// How long the server waits after a connection could not be accepted.
const PAUSE: Duration = Duration::from_millis(100);

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How long requests in progress may take when the server stops.
const GRACE: Duration = Duration::from_secs(60);

/// A server that listens.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    runtime: Runtime,
    signals: Signals,
    notifier: Notifier,
}

/// The signals that a server receives.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
    reload: Signal,
}

impl Server {
    /// Opens the files of a server, whose clients connect to `listener`. Messages are sent to `messages`.
    ///
    /// # Errors
    /// Returns an error if a certificate or key cannot be read or is not valid, or the environment variable `NOTIFY_SOCKET` is
    /// not valid.
    pub fn open(
        settings: Arc<Settings>,
        options: ServerOptions,
        types: Arc<ServedTypes>,
        listener: TcpListener,
        messages: Sender<ServerMessage>,
    ) -> Result<Self> {
        let tls = tls::TlsConfig::new(options.tls.clone(), Arc::clone(&settings.checker))?;
        let notifier = Notifier::from_environment()?;
        listener.set_nonblocking(true)?;
        let app = Arc::new(App::new(settings, options, tls, types, ServerLog::new(messages))?);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(64)
            .thread_name("server")
            .enable_all()
            .build()?;
        // Before the caller announces the server.
        let signals = {
            let _inside = runtime.enter();
            Signals {
                terminate: signal(SignalKind::terminate())?,
                interrupt: signal(SignalKind::interrupt())?,
                reload: signal(SignalKind::hangup())?,
            }
        };
        Ok(Self { app, listener, runtime, signals, notifier })
    }

    /// Returns the address on which the server listens.
    ///
    /// # Errors
    /// Returns an error if the system does not know it.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until the process receives SIGTERM or SIGINT; requests in progress are answered first. SIGHUP makes the server
    /// read environments again.
    ///
    /// # Errors
    /// Returns an error if the listening socket cannot be used.
    pub fn serve(self) -> Result<()> {
        let Self { app, listener, runtime, signals, notifier } = self;
        let served = runtime.block_on(accept(app, listener, signals, &notifier));
        runtime.shutdown_timeout(Duration::from_secs(1));
        served
    }
}

/// Accepts connections until the process receives a signal that ends it.
async fn accept(app: Arc<App>, listener: TcpListener, mut signals: Signals, notifier: &Notifier) -> Result<()> {
    let status = format!("Serving agents on {}", listener.local_addr()?);
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let permits = Arc::new(Semaphore::new(app.options.connections));
    let (stop, stopped) = watch::channel(false);
    tokio::spawn(maintain(Arc::clone(&app)));
    tokio::spawn(jobs::assign(Arc::clone(&app)));
    notifier.ready(&status);
    loop {
        let next = async {
            let permit = Arc::clone(&permits).acquire_owned().await;
            (permit, listener.accept().await)
        };
        let (permit, accepted) = tokio::select! {
            _ = signals.terminate.recv() => break,
            _ = signals.interrupt.recv() => break,
            _ = signals.reload.recv() => {
                app.log.notice("Reading the environments again".to_owned());
                notifier.reloading("Reading the environments again");
                app.forget_environments();
                notifier.ready(&status);
                continue;
            }
            next = next => next,
        };
        match accepted {
            Ok((stream, address)) => {
                let (app, stopped) = (Arc::clone(&app), stopped.clone());
                tokio::spawn(async move {
                    connection::serve(stream, address, app, stopped).await;
                    drop(permit);
                });
            }
            Err(error) => {
                app.log.error(format!("Could not accept a connection: {error}"));
                // Usually too many files are open.
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    drop(listener);
    drop(stopped);
    notifier.stopping("Answering the requests in progress");
    app.log.notice("Stopping: requests in progress are answered".to_owned());
    stop.send_replace(true);
    app.waiting.end();
    // Each connection has a receiver.
    if tokio::time::timeout(GRACE, stop.closed()).await.is_err() {
        app.log.warning("Some requests took too long and were not answered".to_owned());
    }
    if let Some(shadow) = &app.shadow {
        shadow.count(&app, |_| {});
    }
    Ok(())
}

/// Renews the revocation list of the authority and the certificate of the server before they end, reports others that end soon, and
/// removes old data of the database.
async fn maintain(app: Arc<App>) {
    loop {
        let of_task = Arc::clone(&app);
        // A failure is logged.
        let maintained = tokio::task::spawn_blocking(move || {
            authority::maintain(&of_task);
            if let Some(store) = &of_task.store {
                database::sweep(&**store, &of_task.log);
            }
        });
        let _ = maintained.await;
        tokio::time::sleep(DAY).await;
    }
}
