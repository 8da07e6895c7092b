//! Providers implemented by WebAssembly components: engine, limits, gate and host functions. The crate prints
//! nothing and does not read the environment; all input is in [`RuntimeConfig`].

mod access_log;
mod arena;
mod bindings;
mod cache;
mod component;
mod config;
mod error;
mod gate;
mod grants;
mod helper_thread;
mod instance;
mod interpreter;
mod journal;
mod link;
mod native;
mod network;
mod package;
mod path_text;
mod paths;
mod patterns;
mod post;
mod provider;
mod provider_calls;
mod registry;
mod rows;
mod runtime;
mod secret_paths;
mod secrets;
mod source;
mod suitability;
mod system;
mod translate;
mod undo;
mod workers;

pub use component::{ComponentError, Precompiler};
pub use config::{
    ChangeHook, CommandOutput, ComponentLimits, Durable, EffectTrace, FactLookup, HostResolver, KeepRuns, NoopGuards,
    RootCommands, RuntimeConfig, SourceError, SourceLookup, SourceUrl, TracedEffect,
};
pub use error::RuntimeError;
pub use gate::{AccessKind, RefusedAccess};
pub use interpreter::RubyStart;
pub use journal::STATE_DIRECTORIES;
pub use journal::history::HistoryError;
pub use marotte_contract::PACKAGE as CONTRACT;
pub use marotte_contract::manifest;
pub use marotte_contract::package::{MAX_COMPONENT, Package, PackageError, embed, read_package, without_code};
pub use native::NativeCode;
pub use package::check as check_package;
pub use post::{Post, PostError, PostResponse};
pub use provider::DescriptionError;
pub use registry::ComponentRegistry;
pub use runtime::{ComponentLoader, Runtime};
pub use source::{ComponentIndex, ComponentRefused, ComponentSource, NameList};
pub use system::bucket::{DIRECTORY as BUCKET, save as save_in_bucket};
pub use system::digest::sha256;
pub use system::transfer::{CopyProgress, Transfer};
pub use system::wasi::is_exposed;
pub use undo::{
    KeptJournal, KeptRun, SavedContent, UndoAction, UndoConflict, UndoError, UndoOutcome, UndoRequest, UndoResult,
    UndoStep, kept_runs, last_run, next_run, saved_contents, undo, unfinished_run,
};
