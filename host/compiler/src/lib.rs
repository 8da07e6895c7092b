//! Evaluator of the Puppet language: compiles manifests and facts to a catalog. It does no input or output: files,
//! facts and time come through the trait [`value::World`], and messages are returned in [`Compiled`] or [`Failure`].

mod attribute;
mod collector;
mod compile;
mod definition;
pub mod evaluator;
mod facts;
mod finish;
mod finished;
mod functions;
mod identity;
mod import;
mod issue;
mod loader;
mod lookup;
mod node;
mod resource;
pub mod ruby_type;
mod scope;
mod session;
mod type_questions;

pub use compile::{Compiled, Failure, compile};
pub use evaluator::PUPPETDB_FUNCTIONS;
pub use functions::all as functions;
pub use lookup::{LookupRequest, LookupResult, lookup};
pub use session::{EvaluationSession, TemplateSource, session};
pub use type_questions::{answer_about_types, host_objects};
