//! The resource types `nova_config`, `swift_proxy_config` and similar ones: one for each configuration file
//! of a program, all derived from a few structs by data alone. The types are listed in `schema.rs`.

mod canonical;
mod config;
mod kind;
mod schema;
mod value;

pub use config::Config;
pub use schema::*;
pub use value::{Lowered, Name, Plain, SectionAndKey, Spelled};
