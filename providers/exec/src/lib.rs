//! The resource type `exec`: a command that runs unless its checks show that it is not needed. Sensitive
//! commands are never read here, and the command itself runs only in the write phase.

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
