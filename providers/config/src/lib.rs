//! The resource types `nova_config`, `swift_proxy_config` and their like: one for each file of a program, all made of a few structs
//! by data alone. Which there are stands in `schema.rs`.

mod canonical;
mod config;
mod kind;
mod schema;
mod value;

pub use config::Config;
pub use schema::*;
pub use value::{Lowered, Name, Plain, SectionAndKey, Spelled};
