//! Agent for a server that speaks Puppet's HTTP API: the node's key and certificate, and the server's catalogs, files,
//! plugins and reports.
//!
//! 1. [`Enrolment::complete`] gets a certificate for the node, or finds the one that exists.
//! 2. [`PuppetServer::connect`] opens connections with that certificate.
//! 3. [`CatalogRetrieval`] synchronizes the plugins of the server's modules, sends the facts and receives the catalog.
//! 4. [`SourceMirror`] retrieves the files of `puppet://` sources when the catalog is applied.
//! 5. [`ReportSpool::send`] sends the report and the pending reports of earlier runs.
//!
//! [`Daemon`] starts a process for each of these runs, at intervals and when a job of the server assigns one ([`NextRun`]).
//!
//! Everything blocks; nothing here prints.

mod catalog_files;
mod daemon;
mod disabled;
mod endpoint;
mod enrolment;
mod error;
mod file_tree;
mod http;
mod next_run;
mod pid_file;
mod plugins;
mod retrieval;
mod server;
mod sources;
mod splay;
mod spool;

pub use catalog_files::{CatalogFields, CatalogFiles};
pub use daemon::{Daemon, DaemonContext};
pub use disabled::{DisabledFile, NO_REASON};
pub use endpoint::Endpoint;
pub use enrolment::{CertificateRequestFile, Enrolment, EnrolmentOptions, IdentityFiles, VerifiedIdentity};
pub use error::AgentError;
pub use next_run::NextRun;
pub use pid_file::PidFile;
pub use plugins::{PluginChanges, Plugins};
pub use retrieval::{CatalogRetrieval, OpenEngine, RetrievedCatalog};
pub use server::{CatalogRequest, PuppetServer};
pub use sources::SourceMirror;
pub use splay::splay;
pub use spool::{ReportSpool, SpoolOutcome};
