//! Entries of an index, read from the components of a directory or a registry.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use catalog::Level;
use registry::index::IndexEntry;
use registry::source::SourceError;
use registry::source::file::FileSource;
use registry::{ArtifactSource, Network, OciLayout, SourceLocator};

use crate::console::Console;

/// Reads the components in a directory.
pub(super) fn of_files(directory: &Path, names: &[String], console: &mut Console) -> Result<Vec<IndexEntry>> {
    let shown = directory.display();
    let unreadable = || format!("Could not read the directory '{shown}'");
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(directory).with_context(unreadable)? {
        let path = entry.with_context(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "wasm") {
            files.push(path);
        }
    }
    files.sort();
    let mut entries = Vec::new();
    for file in files {
        let shown = file.display().to_string();
        let entry = FileSource::new(file).read().and_then(|fetched| IndexEntry::of(&fetched.artifact));
        let entry = readable(entry, &shown, console)?;
        entries.extend(entry.filter(|entry| names.is_empty() || names.contains(&entry.name)));
    }
    if entries.is_empty() {
        bail!("'{shown}' contains no matching components (files ending in .wasm)");
    }
    Ok(entries)
}

/// Fetches all versions of the providers in a layout or a registry.
pub(super) fn of_source(
    text: &str,
    names: &[String],
    network: &Network,
    console: &mut Console,
) -> Result<Vec<IndexEntry>> {
    let place = SourceLocator::find(text)?;
    let names = match &place {
        SourceLocator::Layout(directory) if names.is_empty() => OciLayout::open(directory)?.names()?,
        SourceLocator::Registry { .. } if names.is_empty() => {
            bail!(
                "Registries do not list their providers: give their names, for example marotte provider index {text} acme/motd -o FILE"
            )
        }
        SourceLocator::File(path) => {
            bail!("'{}' is a file; a directory or a registry is needed: give the directory of the file", path.display())
        }
        SourceLocator::Layout(_) | SourceLocator::Registry { .. } => names.to_vec(),
    };
    let source: Box<dyn ArtifactSource> = place.open(network)?;
    let mut entries = Vec::new();
    for name in &names {
        let versions = source.versions(name)?;
        if versions.is_empty() {
            bail!("'{}' has no version of the provider '{name}'", source.describe());
        }
        for version in versions {
            let entry = source.fetch(name, &version).and_then(|fetched| IndexEntry::of(&fetched.artifact));
            entries.extend(readable(entry, &format!("{name} {version}"), console)?);
        }
    }
    if entries.is_empty() {
        bail!("'{}' has no readable version of a matching provider", source.describe());
    }
    Ok(entries)
}

/// Skips a component that this version cannot read, such as one with a newer contract, with a warning.
fn readable(entry: Result<IndexEntry, SourceError>, what: &str, console: &mut Console) -> Result<Option<IndexEntry>> {
    match entry {
        Ok(entry) => Ok(Some(entry)),
        Err(unread @ (SourceError::Package(_) | SourceError::Version { .. } | SourceError::Malformed { .. })) => {
            console.log(Level::Warning, "", &format!("Skipped {what}: {unread}"));
            Ok(None)
        }
        Err(failed) => Err(failed.into()),
    }
}
