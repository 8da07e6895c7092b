//! Evaluator of the Puppet language: compiles manifests and facts to a catalog. It does no input or output: files,
//! facts and time come through [`World`], and messages are returned in [`Compiled`] or [`Failure`].

mod collector;
mod compile;
mod definition;
mod epp;
mod erb_template;
mod eval_error;
pub mod evaluator;
mod facts;
mod finish;
pub mod function;
mod functions;
mod hiera;
mod import;
mod issue;
mod loader;
mod log;
mod node;
mod relationship;
mod request;
mod resource;
pub mod ruby_type;
mod scope;
mod session;
mod value;
mod world;
mod yaml;

pub use compile::{Compiled, Failure, compile};
pub use eval_error::EvalError;
pub use functions::all as functions;
pub use hiera::{
    Branch, ContextId, Explain, Explanation, LookupEvent, LookupRequest, LookupResult, LookupStep, lookup,
};
pub use log::{Level, Log};
pub use request::{CompileRequest, CompilerSettings, Language, Manifests, NodeClass, Strict};
pub use ruby::yaml::{Dates, YamlError};
pub use session::{EvaluationSession, TemplateSource, session};
pub use value::{AttributeError, CollectorId, Deferred, Hash, LazyElements, LazySequence, Object, Value};
pub use world::{DirectoryEntry, ExportedResource, FileLocation, GlobBase, ReadError, RunError, SourceText, World};
pub use yaml::{parse_plain_yaml, parse_yaml};
