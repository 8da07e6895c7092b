//! Names of hosts, and Puppet's messages for invalid names.

use std::ops::Deref;

use marotte_sdk::{AttributeValue, InvalidValue, Value};

/// The name of a host.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Name(String);

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Name {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let name = String::from_value(value)?;
        if name.contains(char::is_whitespace) {
            return Err("Resourcename cannot include whitespaces".into());
        }
        if name.contains(',') {
            let advice = "If you want to specify aliases use the host_aliases property";
            return Err(format!("No comma in resourcename allowed. {advice}").into());
        }
        if name.is_empty() || name.starts_with(['#', '@']) {
            return Err(format!("'{name}' at the beginning of a line is not a host name").into());
        }
        Ok(Self(name))
    }
}

/// An alias of a host.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Alias(String);

impl Alias {
    pub(crate) fn new(name: &str) -> Self {
        Self(name.to_owned())
    }
}

impl Deref for Alias {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Alias {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let name = String::from_value(value)?;
        if name.contains(char::is_whitespace) {
            return Err("Aliases cannot include whitespace".into());
        }
        if name.contains(',') {
            return Err("Aliases must be provided as an array, not a comma-separated list".into());
        }
        if name.is_empty() {
            return Err("Aliases cannot be empty".into());
        }
        Ok(Self(name))
    }
}
