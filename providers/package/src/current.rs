//! Owns what a package is: there in a version or in several, or gone.

use marotte_sdk::{AttributeValue, InvalidValue, Value};

/// What a package is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Current {
    /// It is not there. Its settings may be.
    Absent,
    /// Nothing of it is there.
    Purged,
    /// It is there in this version.
    Version(String),
    /// It is there in these versions, as a gem is.
    Versions(Vec<String>),
}

impl Current {
    /// A package that is there in one version.
    pub fn version(version: impl Into<String>) -> Self {
        Self::Version(version.into())
    }

    /// Returns whether it is there.
    pub fn is_installed(&self) -> bool {
        matches!(self, Self::Version(_) | Self::Versions(_))
    }

    /// Returns the versions that are there.
    pub fn versions(&self) -> &[String] {
        match self {
            Self::Version(version) => std::slice::from_ref(version),
            Self::Versions(versions) => versions,
            Self::Absent | Self::Purged => &[],
        }
    }

    /// Returns the value as messages show it.
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
