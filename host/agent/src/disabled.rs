//! The file that disables the agent, in Puppet's format: JSON with a message.

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;

use engine::Settings;
use files::Durability;
use ownership::{Checker, OwnershipRule};
use serde_json::{Value as Json, json};

use crate::error::AgentError;

/// The message without a reason, as in Puppet.
pub const NO_REASON: &str = "reason not specified";

/// The file that disables the agent.
#[derive(Debug)]
pub struct DisabledFile {
    path: PathBuf,
    checker: Arc<Checker>,
}

impl DisabledFile {
    /// Returns the file of the setting `agent_disabled_lockfile`.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        Self { path: settings.agent_disabled_lockfile.value.clone(), checker: Arc::clone(&settings.checker) }
    }

    /// Returns why the agent is disabled; `None` if it is enabled. A file without a message disables it as well.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or other users can change it.
    pub fn reason(&self) -> Result<Option<String>, AgentError> {
        let bytes = match self.checker.read(&self.path, OwnershipRule::Trusted) {
            Err(error) if error.is_missing() => return Ok(None),
            bytes => bytes?,
        };
        let message = serde_json::from_slice::<Json>(&bytes)
            .ok()
            .and_then(|json| Some(json["disabled_message"].as_str()?.to_owned()));
        Ok(Some(message.unwrap_or_else(|| NO_REASON.to_owned())))
    }

    /// Disables the agent.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn disable(&self, reason: &str) -> Result<(), AgentError> {
        let text = json!({ "disabled_message": reason }).to_string();
        files::keep(&self.path, 0o644, Durability::Fsync, |out| out.write_all(text.as_bytes()))
            .map_err(AgentError::file(&self.path))
    }

    /// Enables the agent.
    ///
    /// # Errors
    /// Returns an error if the file cannot be removed.
    pub fn enable(&self) -> Result<(), AgentError> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(AgentError::file(&self.path)(error)),
            _ => Ok(()),
        }
    }
}
