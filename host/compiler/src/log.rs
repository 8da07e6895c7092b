//! What a compilation has to say besides its catalog, in the order in which it was said.

use syntax::Diagnostic;

/// How grave a line is, in Puppet's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Only for debugging Puppet code.
    Debug,
    /// Worth seeing with `--verbose`.
    Info,
    /// Worth seeing.
    Notice,
    /// Something looks wrong.
    Warning,
    /// Something is wrong.
    Err,
    /// Something must be done at once.
    Alert,
    /// Nothing works any more.
    Emerg,
    /// Something important is wrong.
    Crit,
}

impl Level {
    /// Returns Puppet's name of the level, which is the name of its function too.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Err => "err",
            Self::Alert => "alert",
            Self::Emerg => "emerg",
            Self::Crit => "crit",
        }
    }
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Log {
    /// How grave it is.
    pub level: Level,
    /// The source: `Scope(Class[main])`, or empty for messages of Puppet itself.
    pub source: String,
    /// The text.
    pub message: String,
    /// For warnings of the compiler: all that is known about them. The message is that of the diagnostic.
    pub diagnostic: Option<Diagnostic>,
}
