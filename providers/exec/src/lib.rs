//! Owns the resource type `exec`: a command that runs unless its checks say that it need not. What is run is never read here
//! where it is Sensitive, and the command itself runs only while writing.

mod canonical;
mod check;
mod command;
mod relation;
mod ruby;
mod run;
mod schema;
#[cfg(test)]
mod tests;
mod value;

pub use command::Runner;
pub use schema::{Component, Exec, ExecAttribute, ExecState, LogOutput, Switch};
pub use value::{
    Account, Commands, Creates, Cwd, Environment, ExitCodes, Line, SearchPath, Timeout, Tries, TrySleep, Umask,
};
