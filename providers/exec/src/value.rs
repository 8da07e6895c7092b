//! The values of attributes: their spellings, their meaning, and Puppet's messages for invalid ones.
//! Sensitive values are not inspected.

mod number;
mod text;

pub use number::{Timeout, Tries, TrySleep, Umask};
pub(crate) use text::is_word;
pub use text::{Account, Commands, Creates, Cwd, Environment, ExitCodes, Line, SearchPath};

use marotte_sdk::Value;

/// Takes a list apart; any other value is a list of itself.
fn elements(value: Value) -> Vec<Value> {
    match value {
        Value::Array(values) => values,
        value => vec![value],
    }
}
