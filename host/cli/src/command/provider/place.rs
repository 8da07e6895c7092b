//! How the verbs reach the places that have providers: with this program's environment, and its terminal to show progress on.

use std::path::Path;

use anyhow::Result;
use registry::{Network, OciLayout, Registry, Repository, SourceLocator};

use crate::console::Console;

/// Returns how registries are reached.
pub(super) fn network(console: &Console) -> Network {
    Network { progress: console.transfer(), ..Network::new(std::env::vars_os().collect()) }
}

/// Opens the directory or registry that a text names, to read from it.
///
/// # Errors
/// It names none, or something else.
pub(super) fn repository(text: &str, network: &Network) -> Result<Box<dyn Repository>> {
    Ok(match SourceLocator::find(text)? {
        SourceLocator::Registry { host, prefix } => Box::new(Registry::new(&host, &prefix, network)?),
        SourceLocator::Layout(directory) => Box::new(OciLayout::open(&directory)?),
        SourceLocator::File(path) => {
            anyhow::bail!("'{}' is a file, where a directory or a registry is needed", path.display())
        }
    })
}

/// Opens the directory or registry that a text names, to write to it. A directory that is not there is made.
///
/// # Errors
/// It names none, or can't be written.
pub(super) fn destination(text: &str, network: &Network) -> Result<Box<dyn Repository>> {
    if text.contains("://") {
        return repository(text, network);
    }
    Ok(Box::new(OciLayout::make(&std::path::absolute(Path::new(text))?)?))
}
