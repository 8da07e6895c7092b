//! Owns what an author of a provider uses: types described as Rust structs, providers as an implementation of
//! [`Provider`], and the machine as the traits [`Read`] and [`Write`]. It hides how values cross to the host, and it knows
//! nothing of the host itself.
//!
//! The README shows a whole provider. [`fake`] is the machine that its tests run on.

mod arena;
#[doc(hidden)]
pub mod bindings;
mod error;
#[doc(hidden)]
pub mod export;
#[cfg(not(target_arch = "wasm32"))]
pub mod fake;
mod machine;
mod provider;
mod resource;
pub mod system;
mod value;

pub use error::{Code, Error, Result};
pub use machine::Machine;
pub use marotte_sdk_macros::package;

pub use provider::{Applied, Expand, Generate, Generated, Instance, Instances, Precheck, Provider, Refresh, each};
pub use resource::{
    AttributeName, Canonicalize, Edge, Problems, Record, Relate, Relation, Resource, Row, Severity, Slots, State,
    Verdict,
};
pub use system::{Pure, Read, Write};
pub use value::{AttributeValue, Secret, Text, Value};

/// What nearly every provider needs.
pub mod prelude {
    pub use crate::system::{About, Attrs, Body, Command, Kind, Level, Metadata, Part, Place, Pure, Read, Write};
    pub use crate::{
        Applied, AttributeName, AttributeValue, Canonicalize, Code, Error, Expand, Generate, Generated, Instance,
        Instances, Precheck, Problems, Provider, Refresh, Relate, Resource, Result, Row, State, Text, Value, Verdict,
        each,
    };
}
