//! `provider search`: searches an index for providers.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use registry::index::{IndexEntry, MAX_INDEX, RepositoryIndex};

use super::place;
use crate::args::ProviderSearch;
use crate::console::Console;
use crate::exit;
use catalog::Level;
use report::sanitize::printable_line;

/// Searches an index.
///
/// # Errors
/// Returns an error if no index is configured, or it cannot be read.
pub(super) fn run(arguments: &ProviderSearch, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let place = &settings.provider_index.text;
    if place.is_empty() {
        bail!(
            "No index is configured: set 'provider_index' to a file created by marotte provider index, or to the \
             directory or registry where an index was published"
        );
    }
    let index = read(place, console)?;
    let found = index.search(&arguments.words);
    if console.is_structured() {
        console.print_data(&serde_json::to_value(&found)?);
    } else {
        console.print_untrusted(&found.iter().map(|entry| describe(entry)).collect::<String>());
    }
    if found.is_empty() {
        let words = arguments.words.join(" ");
        console.log(Level::Notice, "", &format!("No provider in '{place}' matches '{words}'"));
        return Ok(ExitCode::from(exit::FAILURE));
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Reads an index from a file; of a file that is too large, only enough to detect that.
pub(super) fn read_file(path: &Path) -> Result<RepositoryIndex> {
    let bytes = files::read_file(path, MAX_INDEX);
    let bytes = bytes.with_context(|| format!("Could not read the index '{}'", path.display()))?;
    Ok(RepositoryIndex::from_json(&path.display().to_string(), &bytes)?)
}

fn read(place: &str, console: &Console) -> Result<RepositoryIndex> {
    let path = Path::new(place);
    if path.is_file() {
        return read_file(path);
    }
    let network = place::network(console);
    let index = RepositoryIndex::fetch(&*place::repository(place, &network)?)?;
    index.with_context(|| format!("'{place}' has no index; publish one with marotte provider publish --index"))
}

fn describe(entry: &IndexEntry) -> String {
    let mut text = String::new();
    let mut line = |words: String| text.extend([printable_line(&words).as_str(), "\n"]);
    line(format!("{} {}", entry.name, entry.version));
    for known in &entry.types {
        line(format!("  type {}: {}", known.name, known.summary));
    }
    let is_anothers = |type_name: &str| entry.types.iter().all(|known| known.name != type_name);
    for backend in entry.providers.iter().filter(|backend| is_anothers(&backend.type_name)) {
        line(format!("  provider {} of {}: {}", backend.name, backend.type_name, backend.summary));
    }
    for grant in &entry.grants {
        line(format!("  may {grant}"));
    }
    text
}
