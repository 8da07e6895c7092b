//! Origin of the value of a setting.

use std::fmt;
use std::path::PathBuf;

/// Origin of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettingOrigin {
    /// The command line.
    Flag(String),
    /// An environment variable, with its name.
    Variable(String),
    /// A line of a settings file.
    File(PathBuf, usize),
    /// The setting is not set.
    Default,
}

impl fmt::Display for SettingOrigin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(name) => write!(formatter, "flag --{name}"),
            Self::Variable(name) => write!(formatter, "variable {name}"),
            Self::File(path, line) => write!(formatter, "{}:{line}", path.display()),
            Self::Default => formatter.write_str("default"),
        }
    }
}

/// Returns the environment variable of a setting.
pub(crate) fn variable(name: &str) -> String {
    format!("MAROTTE_{}", name.to_uppercase())
}
