//! Log levels with Puppet's names.

use std::fmt;

/// A log level of Puppet, in Puppet's order: `crit` is the highest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Details for debugging.
    Debug,
    /// Shown with `--verbose`.
    Info,
    /// Changes, shown by default.
    Notice,
    /// Possible problems.
    Warning,
    /// Errors.
    Err,
    /// Immediate action is required.
    Alert,
    /// The system is unusable.
    Emerg,
    /// Critical conditions.
    Crit,
}

impl Level {
    /// All levels, in order.
    pub const ALL: [Self; 8] =
        [Self::Debug, Self::Info, Self::Notice, Self::Warning, Self::Err, Self::Alert, Self::Emerg, Self::Crit];

    /// Returns the level with this name; `verbose` is an alias of `info`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "verbose" => Some(Self::Info),
            name => Self::ALL.into_iter().find(|level| level.name() == name),
        }
    }

    /// Returns Puppet's name of the level, which is also the name of the corresponding logging function.
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

    /// Returns the prefix of a log message of this level.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Debug => "Debug",
            Self::Info => "Info",
            Self::Notice => "Notice",
            Self::Warning => "Warning",
            Self::Err => "Error",
            Self::Alert => "Alert",
            Self::Emerg => "Emergency",
            Self::Crit => "Critical",
        }
    }

    /// Returns whether messages of this level go to standard error.
    #[must_use]
    pub fn is_problem(self) -> bool {
        self >= Self::Warning
    }
}

impl fmt::Display for Level {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
