//! The current state of a package: absent, or installed in one or more versions.

use marotte_sdk::{AttributeValue, InvalidValue, Value};

/// The current state of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Current {
    /// Not installed; configuration files may exist.
    Absent,
    /// Not installed, without any remains.
    Purged,
    /// Installed in one version.
    Version(String),
    /// Installed in several versions, like a gem.
    Versions(Vec<String>),
}

impl Current {
    /// Creates the state of a package installed in one version.
    pub fn version(version: impl Into<String>) -> Self {
        Self::Version(version.into())
    }

    /// Returns whether the package is installed.
    pub fn is_installed(&self) -> bool {
        matches!(self, Self::Version(_) | Self::Versions(_))
    }

    /// Returns the installed versions.
    pub fn versions(&self) -> &[String] {
        match self {
            Self::Version(version) => std::slice::from_ref(version),
            Self::Versions(versions) => versions,
            Self::Absent | Self::Purged => &[],
        }
    }

    /// Returns the state, formatted for messages.
    pub fn show(&self) -> String {
        match self {
            Self::Absent => "'absent'".to_owned(),
            Self::Purged => "'purged'".to_owned(),
            Self::Version(version) => format!("'{version}'"),
            Self::Versions(versions) => {
                let quoted: Vec<String> = versions.iter().map(|version| format!("'{version}'")).collect();
                format!("[{}]", quoted.join(", "))
            }
        }
    }
}

impl AttributeValue for Current {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        match value {
            Value::Text(text) if text == "absent" => Ok(Self::Absent),
            Value::Text(text) if text == "purged" => Ok(Self::Purged),
            Value::Text(text) => Ok(Self::Version(text)),
            other => Vec::from_value(other).map(Self::Versions),
        }
    }

    fn into_value(self) -> Value {
        match self {
            Self::Absent => "absent".into(),
            Self::Purged => "purged".into(),
            Self::Version(version) => version.into(),
            Self::Versions(versions) => versions.into(),
        }
    }
}
