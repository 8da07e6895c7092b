//! Owns `provider index`: what a folder or a registry has, in one file that can be searched.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use registry::index::Entry;
use registry::source::file::FileSource;
use registry::{Index, Layout, Network, Place, Source};
use serde_json::json;

use super::place;
use crate::args::ProviderIndex;
use crate::console::Console;
use crate::exit;
use crate::settings::Settings;
use crate::whole::{self, Lasting};

/// Makes an index.
///
/// # Errors
/// The source can't be read, does not have what is named, or the file can't be written.
pub(super) fn run(arguments: &ProviderIndex, console: &mut Console) -> Result<ExitCode> {
    Settings::of(&arguments.common, None, "user", console)?;
    let network = place::network(console);
    let path = Path::new(&arguments.source);
    let entries = match is_folder_of_files(path) {
        true => of_files(path, &arguments.names)?,
        false => of_source(&arguments.source, &arguments.names, &network)?,
    };
    let index = Index::of(entries);
    let output = &arguments.output;
    whole::replace(output, 0o644, Lasting::Sure, |out| out.write_all(&index.to_json()))
        .with_context(|| format!("Could not write '{}'", output.display()))?;
    if console.is_json() {
        console.answer_json(&json!({ "file": output.display().to_string(), "versions": index.providers.len() }));
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    let count = index.providers.len();
    let versions = if count == 1 { "1 version".to_owned() } else { format!("{count} versions") };
    console.tell(&format!("Wrote {}: {versions} of providers\n", output.display()));
    Ok(ExitCode::from(exit::SUCCESS))
}

fn is_folder_of_files(path: &Path) -> bool {
    path.is_dir() && !path.join("oci-layout").is_file()
}

/// Reads the components that lie in a folder.
fn of_files(folder: &Path, names: &[String]) -> Result<Vec<Entry>> {
    let shown = folder.display();
    let unreadable = || format!("Could not read the folder '{shown}'");
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder).with_context(unreadable)? {
        let path = entry.with_context(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "wasm") {
            files.push(path);
        }
    }
    files.sort();
    let mut entries = Vec::new();
    for file in files {
        let artifact = FileSource::new(file).read()?.artifact;
        if names.is_empty() || names.iter().any(|name| name == artifact.name()) {
            entries.push(Entry::of(&artifact)?);
        }
    }
    if entries.is_empty() {
        bail!("'{shown}' has no components that are meant: files that end in .wasm");
    }
    Ok(entries)
}

/// Fetches all versions of what a layout or a registry has.
fn of_source(text: &str, names: &[String], network: &Network) -> Result<Vec<Entry>> {
    let place = Place::find(text)?;
    let names = match &place {
        Place::Layout(folder) if names.is_empty() => Layout::open(folder)?.names()?,
        Place::Registry { .. } if names.is_empty() => {
            bail!(
                "A registry does not say which providers it has: name them, as in marotte provider index {text} acme/motd -o FILE"
            )
        }
        Place::File(path) => {
            bail!(
                "'{}' is a file, where a folder or a registry is needed: name the folder that it lies in",
                path.display()
            )
        }
        Place::Layout(_) | Place::Registry { .. } => names.to_vec(),
    };
    let source: Box<dyn Source> = place.open(network)?;
    let mut entries = Vec::new();
    for name in &names {
        let versions = source.versions(name)?;
        if versions.is_empty() {
            bail!("'{}' has no version of the provider '{name}'", source.describe());
        }
        for version in versions {
            entries.push(Entry::of(&source.fetch(name, &version)?.artifact)?);
        }
    }
    Ok(entries)
}
