//! The levels of log lines: Puppet's names, labels and colours.

/// The levels of Puppet's log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    Debug,
    Info,
    Notice,
    Warning,
    Err,
    Alert,
    Emerg,
    Crit,
}

impl Level {
    /// Returns what a line of this level begins with.
    pub(super) fn label(self) -> &'static str {
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

    /// Returns Puppet's name of the level.
    pub(super) fn name(self) -> &'static str {
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

    /// Returns what switches a terminal to the colour of the level.
    pub(super) fn color(self) -> &'static str {
        match self {
            Self::Debug => "\x1b[0;36m",
            Self::Info => "\x1b[0;32m",
            Self::Notice => "\x1b[m",
            Self::Warning => "\x1b[1;33m",
            Self::Err | Self::Alert | Self::Emerg | Self::Crit => "\x1b[1;31m",
        }
    }

    /// Returns the number of the level in the system's log.
    pub(super) fn severity(self) -> u8 {
        match self {
            Self::Emerg => 0,
            Self::Alert => 1,
            Self::Crit => 2,
            Self::Err => 3,
            Self::Warning => 4,
            Self::Notice => 5,
            Self::Info => 6,
            Self::Debug => 7,
        }
    }

    /// Returns whether lines of this level go to standard error.
    pub(super) fn is_fault(self) -> bool {
        self >= Self::Warning
    }
}

impl From<transaction::Level> for Level {
    fn from(level: transaction::Level) -> Self {
        match level {
            transaction::Level::Debug => Self::Debug,
            transaction::Level::Info => Self::Info,
            transaction::Level::Notice => Self::Notice,
            transaction::Level::Warning => Self::Warning,
            transaction::Level::Err => Self::Err,
            transaction::Level::Alert => Self::Alert,
            transaction::Level::Emerg => Self::Emerg,
            transaction::Level::Crit => Self::Crit,
        }
    }
}

impl From<Level> for transaction::Level {
    fn from(level: Level) -> Self {
        match level {
            Level::Debug => Self::Debug,
            Level::Info => Self::Info,
            Level::Notice => Self::Notice,
            Level::Warning => Self::Warning,
            Level::Err => Self::Err,
            Level::Alert => Self::Alert,
            Level::Emerg => Self::Emerg,
            Level::Crit => Self::Crit,
        }
    }
}

impl From<compiler::Level> for Level {
    fn from(level: compiler::Level) -> Self {
        match level {
            compiler::Level::Debug => Self::Debug,
            compiler::Level::Info => Self::Info,
            compiler::Level::Notice => Self::Notice,
            compiler::Level::Warning => Self::Warning,
            compiler::Level::Err => Self::Err,
            compiler::Level::Alert => Self::Alert,
            compiler::Level::Emerg => Self::Emerg,
            compiler::Level::Crit => Self::Crit,
        }
    }
}
