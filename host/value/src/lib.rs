//! The values of the language with what the evaluator and Hiera share: errors, log messages, the request to the compiler, and
//! the trait [`World`], through which all input comes. The crate has no I/O.

mod eval_error;
mod issue;
mod limit;
mod log;
mod request;
mod ruby_data;
mod stack;
mod value;
mod world;
pub mod yaml;

/// Reexported for crates that do not depend on `catalog`.
pub use catalog::json_fault;
pub use eval_error::{EvalError, UnplacedError};
pub use issue::LOOKUP_ERROR;
pub use limit::{NestingWatch, check_size, check_text, checked_nesting};
pub use log::Log;
pub use request::{CompileRequest, CompilerSettings, Language, Manifests, NodeClass, Strict};
pub use ruby_data::{to_data, to_value, to_value_with};
pub use stack::with_stack;
pub use value::{
    AttributeError, CollectorId, ContextId, Deferred, Hash, LazyElements, LazySequence, MAXIMUM_ELEMENTS, MAXIMUM_TEXT,
    Object, Value, class_name, class_noun,
};
pub use world::{
    DirectoryEntry, FileLocation, GlobBase, LocatedFile, ManifestSource, QueryError, ReadError, RunError, SourceText,
    World,
};
