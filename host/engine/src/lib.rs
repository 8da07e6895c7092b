//! Library behind the command line: compiles and applies manifests.
//!
//! A run consists of these steps. Each returns a value that the next one consumes, and side effects occur
//! only in this order:
//!
//! 1. [`Settings::load`] reads settings from flags, environment variables and `marotte.conf`.
//! 2. [`Engine::open`] determines the node, runs the classifier, finds the environment, checks the owners of its
//!    directories, and opens the store of exported resources.
//! 3. [`RunLock::take`] excludes other runs with the same state directory.
//! 4. [`Engine::site`] reads the manifests.
//! 5. [`Engine::session`] opens the runtime with the built-in and the locked providers and starts to load the
//!    providers of types that occur in the manifests. The state directory is checked; nothing is written to it yet.
//! 6. [`Session::compile`] runs the `config_version` command and the compiler, and stores exported resources.
//!    [`Session::compile_for_run`] also writes the last good catalog, or reads it if the manifests do not compile.
//! 7. [`Session::prepare`] evaluates deferred calls, validates the catalog and verifies the providers that it uses.
//! 8. [`Session::apply`] writes graphs, reads the state file, applies the catalog, writes the state file and ends
//!    the journal.
//!
//! The caller writes the report, which contains the messages that a [`Logger`] received.

mod allocator;
mod apply;
mod catalog_cache;
mod catalog_source;
mod class_list;
mod classifier;
pub mod clock;
mod compile;
pub mod components;
mod deferred;
mod engine;
mod environment;
mod fallback;
mod hooks;
pub mod input;
pub mod installation;
pub mod log;
pub mod node;
mod node_database;
mod plan;
mod prepare;
pub mod provider_lock;
pub mod repository;
pub mod ruby;
pub mod ruby_types;
mod run_lock;
mod served_environment;
pub mod service;
mod session;
pub mod settings;
mod shared_files;
pub mod shims;
mod stamps;
mod state_file;
mod world;

pub use apply::{ApplyOutcome, ApplyRequest};
pub use catalog_source::RunCatalog;
pub use compile::CompileOutcome;
pub use components::embedded;
pub use engine::{
    Engine, EngineOptions, ManifestSet, RemoteEnvironment, SiteSource, next_run_number, next_run_number_floor,
};
pub use environment::{DirectoryEnvironment, is_name as is_environment_name, kept_file};
pub use fallback::CachedCatalogError;
pub use hooks::Hooks;
pub use log::Logger;
pub use node_database::SecretExport;
pub use plan::{Plan, PlanCheck};
pub use run_lock::RunLock;
pub use served_environment::{
    NodeClassification, NodeIdentity, ServedCatalog, ServedCatalogError, ServedDocument, ServedEnvironment,
    ServedTypes, ServerFacts,
};
pub use session::{Session, SessionOptions};
pub use settings::Settings;
pub use shared_files::SharedFiles;
pub use stamps::{Stamp, Stamps};
pub use world::{SystemWorld, TypeSchemas, VerifyScope, verify_types};
