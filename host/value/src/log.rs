//! Log messages of a compilation.

use catalog::Level;
use syntax::Diagnostic;

/// A log message.
#[derive(Clone, Debug, PartialEq)]
pub struct Log {
    /// Its level.
    pub level: Level,
    /// The source: `Scope(Class[main])`, or empty for messages of Puppet itself.
    pub source: String,
    /// The text.
    pub message: String,
    /// The diagnostic of a compiler warning; `message` is its message.
    pub diagnostic: Option<Diagnostic>,
}
