//! Plugins of the server's modules: facts, types and providers in Ruby (`lib`), and external facts (`facts.d`). They are
//! stored as a module, so that a module path with this module contains them.

use std::path::{Path, PathBuf};

use crate::error::AgentError;
use crate::file_tree::{self, TreeChanges};
use crate::server::PuppetServer;

/// The name of the module.
const MODULE: &str = "plugins";

/// Names of files and directories that are not synchronized, as in Puppet.
const IGNORED: [&str; 4] = [".svn", "CVS", ".git", ".hg"];

/// A directory of synchronized plugins.
#[derive(Debug)]
pub struct Plugins {
    directory: PathBuf,
}

/// Results of a synchronization.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PluginChanges {
    /// The number of files that were retrieved.
    pub retrieved: usize,
    /// The number of files and directories that were removed.
    pub removed: usize,
}

impl Plugins {
    /// Returns the plugins in a directory, which need not exist.
    #[must_use]
    pub fn new(directory: PathBuf) -> Self {
        Self { directory }
    }

    /// Returns the module path.
    #[must_use]
    pub fn modulepath(&self) -> Vec<PathBuf> {
        vec![self.directory.clone()]
    }

    /// Returns whether the server has an environment.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached.
    pub fn is_environment(server: &PuppetServer, environment: &str) -> Result<bool, AgentError> {
        let query = [("recurse", "false"), ("links", "manage"), ("source_permissions", "ignore")];
        server.metadatas("plugins", environment, &query).map(|found| found.is_some())
    }

    /// Synchronizes the plugins with an environment of the server.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached, or a file cannot be written or does not have the described
    /// content.
    pub fn synchronize(&self, server: &PuppetServer, environment: &str) -> Result<PluginChanges, AgentError> {
        let module = self.directory.join(MODULE);
        let facts = synchronize(server, environment, "pluginfacts", "use", &module.join("facts.d"))?;
        let code = synchronize(server, environment, "plugins", "ignore", &module.join("lib"))?;
        Ok(PluginChanges { retrieved: facts.retrieved + code.retrieved, removed: facts.removed + code.removed })
    }
}

fn synchronize(
    server: &PuppetServer,
    environment: &str,
    mount: &str,
    permissions: &str,
    directory: &Path,
) -> Result<TreeChanges, AgentError> {
    let mut query = vec![("links", "follow"), ("source_permissions", permissions)];
    query.extend(IGNORED.map(|name| ("ignore", name)));
    let entries = server.metadatas(mount, environment, &query)?.unwrap_or_default();
    let base = directory.parent().unwrap_or(directory);
    file_tree::synchronize(base, directory, &entries, &mut |relative, _, out| {
        let failed = AgentError::file(directory);
        server.content(&format!("{mount}/{relative}"), environment, out, failed)
    })
}
