//! `server fallbacks`: the catalogs that the fallback server compiled.

use std::process::ExitCode;

use anyhow::Result;
use report::comparison::NodeRecords;
use report::fallbacks::{self, FallbackRecord};
use server::UpstreamRole;

use crate::args;
use crate::console::Console;
use crate::exit;

/// Shows the catalogs that the fallback server compiled.
///
/// # Errors
/// Returns an error if the counts cannot be read.
pub(super) fn show(arguments: &args::Server, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(arguments.common(), None, "server")?;
    let records: Vec<FallbackRecord> = NodeRecords::new(UpstreamRole::Fallback.records(&settings)).all()?;
    match console.is_structured() {
        true => console.print_data(&fallbacks::to_json(&records)),
        false => console.print_untrusted(&fallbacks::to_text(&records)),
    }
    Ok(ExitCode::from(exit::SUCCESS))
}
