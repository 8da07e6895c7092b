//! Data lookups as in Hiera 5: the global layer, the environment's layer and that of the key's module, in this order. Functions,
//! variables and data types come through the trait [`LookupHost`], files through the trait [`value::World`]. The crate has no I/O.

mod backend;
mod config;
mod context;
mod explain;
mod eyaml;
mod hocon;
mod host;
mod interpolation;
mod issue;
mod key;
mod layer;
mod legacy;
mod location;
mod lookup;
mod merge;
mod options;
mod outline;
mod provider;
mod sealing;
mod state;

pub use backend::DataFormat;
pub use explain::{Branch, Explain, ExplainedLookup, Explanation, LookupEvent, LookupStep};
pub use hocon::{HoconError, parse as parse_hocon};
pub use host::{ClassState, LookupHost};
pub use lookup::{Lookup, LookupCall};
pub use outline::{ConfigLayer, ConfigOutline, ConfigProblem, DataFunction, interpolated_variables};
pub use sealing::{DataPath, EncryptedLevel, TrustedFacts, encrypted_strings};
pub use state::{Hiera, Invocation};
