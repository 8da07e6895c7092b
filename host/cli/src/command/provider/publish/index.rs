//! Publishing of an index.

use std::process::ExitCode;

use anyhow::Result;
use registry::Repository;
use serde_json::json;

use super::super::search;
use crate::args::ProviderPublish;
use crate::console::Console;
use crate::exit;

/// Publishes an index; `open` opens the destination.
pub(super) fn run(
    arguments: &ProviderPublish,
    console: &mut Console,
    open: impl Fn(&str) -> Result<Box<dyn Repository>>,
) -> Result<ExitCode> {
    let path = arguments.file.display().to_string();
    let index = search::read_file(&arguments.file)?;
    let to = open(&arguments.destination)?;
    index.publish(&*to)?;
    let place = to.place();
    if console.is_structured() {
        console.print_data(&json!({ "index": path, "place": place }));
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    console.print_untrusted(&format!(
        "Published the index '{path}' to {place}\n  marotte provider search --provider_index {place} WORD\n"
    ));
    Ok(ExitCode::from(exit::SUCCESS))
}
