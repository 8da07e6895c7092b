//! The resource type `augeas`: changes to the Augeas tree of configuration files with the command `augtool`.

mod augtool;
mod condition;
mod line;
mod outcome;
mod schema;
mod script;
#[cfg(test)]
mod tests;
mod tree;

pub use augtool::Augtool;
pub use schema::{Augeas, AugeasAttribute, AugeasState, Component, Lines, Shown, Switch};
