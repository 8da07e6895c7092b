//! Network configuration and repositories of the `provider` commands.

use std::path::Path;

use anyhow::Result;
use registry::{Network, OciLayout, Registry, Repository, SourceLocator};

use crate::console::Console;

/// Returns the network configuration, with the environment of this process and a progress display.
pub(in crate::command) fn network(console: &Console) -> Network {
    Network { progress: console.transfer(), ..Network::new(std::env::vars_os().collect()) }
}

/// Opens a directory or registry for reading.
///
/// # Errors
/// Returns an error if the text refers to a file, or the directory or registry cannot be opened.
pub(super) fn repository(text: &str, network: &Network) -> Result<Box<dyn Repository>> {
    Ok(match SourceLocator::find(text)? {
        SourceLocator::Registry { host, prefix } => Box::new(Registry::new(&host, &prefix, network)?),
        SourceLocator::Layout(directory) => Box::new(OciLayout::open(&directory)?),
        SourceLocator::File(path) => {
            anyhow::bail!("'{}' is a file; a directory or a registry is needed", path.display())
        }
    })
}

/// Opens a directory or registry for writing. A missing directory is created.
///
/// # Errors
/// Returns an error if the text does not refer to either, or the directory cannot be written.
pub(super) fn destination(text: &str, network: &Network) -> Result<Box<dyn Repository>> {
    if text.contains("://") {
        return repository(text, network);
    }
    if SourceLocator::is_ambiguous(text) {
        anyhow::bail!("'{text}' could be a registry or a new directory: write 'oci://{text}' or './{text}'");
    }
    Ok(Box::new(OciLayout::make(&std::path::absolute(Path::new(text))?)?))
}
