//! `provider index`: a searchable index of the providers in a directory or a registry.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use registry::index::IndexEntry;
use registry::source::SourceError;
use registry::source::file::FileSource;
use registry::{ArtifactSource, Network, OciLayout, RepositoryIndex, SourceLocator};
use serde_json::json;

use super::place;
use crate::args::ProviderIndex;
use crate::console::Console;
use crate::exit;
use catalog::Level;
use files::Durability;

/// Creates an index.
///
/// # Errors
/// Returns an error if the source cannot be read, lacks a named provider, or the file cannot be written.
pub(super) fn run(arguments: &ProviderIndex, console: &mut Console) -> Result<ExitCode> {
    console.settings(&arguments.common, None, "user")?;
    let network = place::network(console);
    let path = Path::new(&arguments.source);
    let entries = match is_directory_of_files(path) {
        true => of_files(path, &arguments.names, console)?,
        false => of_source(&arguments.source, &arguments.names, &network, console)?,
    };
    let index = RepositoryIndex::of(entries);
    let output = &arguments.output;
    files::replace(output, 0o644, Durability::Fsync, |out| out.write_all(&index.to_json()))
        .with_context(|| format!("Could not write '{}'", output.display()))?;
    if console.is_json() {
        console.print_json(&json!({ "file": output.display().to_string(), "versions": index.providers.len() }));
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    let count = index.providers.len();
    let versions = if count == 1 { "1 version".to_owned() } else { format!("{count} versions") };
    console.print_untrusted(&format!("Wrote {}: {versions} of providers\n", output.display()));
    Ok(ExitCode::from(exit::SUCCESS))
}

fn is_directory_of_files(path: &Path) -> bool {
    path.is_dir() && !path.join("oci-layout").is_file()
}

/// Reads the components in a directory.
fn of_files(directory: &Path, names: &[String], console: &mut Console) -> Result<Vec<IndexEntry>> {
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
        bail!("'{shown}' has no components that are meant: files that end in .wasm");
    }
    Ok(entries)
}

/// Fetches all versions of the providers in a layout or a registry.
fn of_source(text: &str, names: &[String], network: &Network, console: &mut Console) -> Result<Vec<IndexEntry>> {
    let place = SourceLocator::find(text)?;
    let names = match &place {
        SourceLocator::Layout(directory) if names.is_empty() => OciLayout::open(directory)?.names()?,
        SourceLocator::Registry { .. } if names.is_empty() => {
            bail!(
                "A registry does not say which providers it has: name them, as in marotte provider index {text} acme/motd -o FILE"
            )
        }
        SourceLocator::File(path) => {
            bail!(
                "'{}' is a file, where a directory or a registry is needed: name the directory that it lies in",
                path.display()
            )
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
            console.log(Level::Warning, "", &format!("The index goes without {what}: {unread}"));
            Ok(None)
        }
        Err(failed) => Err(failed.into()),
    }
}
