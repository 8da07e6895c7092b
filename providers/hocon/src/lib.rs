//! The resource type `hocon_setting`: a setting in a file in HOCON or JSON.

mod edit;
mod evaluate;
mod parser;
mod print;
mod provider;
mod schema;
mod setting;
mod syntax;
#[cfg(test)]
mod tests;

pub use provider::Hocon;
pub use schema::*;
pub use setting::Setting;
