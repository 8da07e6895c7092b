//! HTML pages of reports about nodes.

use std::path::Path;

use anyhow::{Context as _, Result};
use files::Durability;

use crate::console::Console;

/// Writes a page to a file; `-` is standard output.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub(super) fn write(file: &Path, page: &str, console: &mut Console) -> Result<()> {
    if file == Path::new("-") {
        console.print(page);
        return Ok(());
    }
    // Catalogs can contain what not everybody can read.
    files::replace(file, files::PRIVATE, Durability::Lazy, |out| out.write_all(page.as_bytes()))
        .with_context(|| format!("Could not write '{}'", file.display()))
}
