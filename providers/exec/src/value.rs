//! Values of attributes: their forms in manifests and Puppet's messages for invalid values. Sensitive values
//! are not inspected.

mod number;
mod text;

pub use number::{Timeout, Tries, TrySleep, Umask};
pub(crate) use text::is_word;
pub use text::{Account, Commands, Creates, Cwd, Environment, ExitCodes, Line, SearchPath};

use marotte_sdk::Value;

/// Returns the elements of an array; any other value is its only element.
fn elements(value: Value) -> Vec<Value> {
    match value {
        Value::Array(values) => values,
        value => vec![value],
    }
}
