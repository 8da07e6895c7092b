//! Locations of external facts: the directories of this system, of modules and of the command line.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use engine::node;
use facts::FactsDirectory;
use ownership::{Checker, OwnershipRule};

use crate::args::FactsShow;
use crate::console::Console;

/// Locations of external facts.
#[derive(Default)]
pub(super) struct External {
    pub(super) directories: Vec<FactsDirectory>,
    pub(super) checker: Arc<Checker>,
    /// The time limit of each external program.
    pub(super) timeout: Option<Duration>,
    /// The directories of modules.
    pub(super) modulepath: Vec<PathBuf>,
}

/// Finds external facts; none with `--no-external-facts`.
///
/// # Errors
/// Returns an error if the settings cannot be read, or the environment does not exist.
pub(super) fn locate(arguments: &FactsShow, console: &mut Console) -> Result<External> {
    if arguments.no_external_facts {
        return Ok(External::default());
    }
    let (settings, modulepath) = console.modulepath(&arguments.common)?;
    let mut directories = node::external_directories(&settings.confdir, &modulepath);
    let named = arguments
        .external_dir
        .iter()
        .map(|path| FactsDirectory { path: path.clone(), programs: OwnershipRule::Trusted });
    directories.extend(named);
    let timeout = *settings.external_fact_timeout;
    Ok(External { directories, checker: Arc::clone(&settings.checker), timeout, modulepath })
}
