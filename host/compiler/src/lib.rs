//! Manifests, facts and an environment to a catalog: the evaluator of the Puppet language. It does no input or output of
//! its own; what it needs comes through [`Environment`], and what it has to say goes into [`Compiled`] or [`Failure`].

mod collector;
mod compile;
pub mod declared;
mod definition;
mod environment;
mod epp;
mod erb_template;
pub mod evaluator;
mod facts;
mod fault;
mod finish;
pub mod function;
mod functions;
pub mod glob;
mod hiera;
mod import;
mod issue;
mod loader;
mod log;
mod node;
mod relationship;
mod request;
mod resource;
mod scope;
mod session;
mod value;

pub use compile::{Compiled, Failure, compile};
pub use environment::{Base, Entry, Environment, Exported, Place, ReadError, RunError, Text};
pub use fault::Fault;
pub use functions::all as functions;
pub use hiera::{
    Branch, ContextId, Dates, Event, Explain, Explanation, LookedUp, LookupRequest, Step, YamlError, lookup,
    parse_plain_yaml, parse_yaml,
};
pub use log::{Level, Log};
pub use request::{Language, Manifests, NodeClass, Request, Settings, Strict};
pub use session::{Session, Template, session};
pub use value::{AttributeError, CollectorId, Deferred, Elements, Hash, Lazy, Object, Value};
