//! `provider index`: a searchable index of the providers in a directory or a registry.

mod entries;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use registry::RepositoryIndex;
use serde_json::json;

use super::place;
use crate::args::ProviderIndex;
use crate::console::Console;
use crate::exit;
use files::Durability;

use entries::{of_files, of_source};

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
    if console.is_structured() {
        console.print_data(&json!({ "file": output.display().to_string(), "versions": index.providers.len() }));
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
