//! Directories of external facts: the usual ones, and those given by flags.

use std::path::PathBuf;

use engine::{Settings, node};
use facts::FactsDirectory;
use ownership::OwnershipRule;

use crate::args::FactsShow;

/// Returns the directories of external facts; none with `--no-external-facts`.
pub(super) fn directories(arguments: &FactsShow, settings: &Settings, modulepath: &[PathBuf]) -> Vec<FactsDirectory> {
    if arguments.no_external_facts {
        return Vec::new();
    }
    let named = arguments
        .external_dir
        .iter()
        .map(|path| FactsDirectory { path: path.clone(), programs: OwnershipRule::Trusted });
    node::external_directories(&settings.confdir, modulepath).into_iter().chain(named).collect()
}
