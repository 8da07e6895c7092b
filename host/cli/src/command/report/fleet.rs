//! `report fleet`: the state of all nodes in the database.

use std::process::ExitCode;

use anyhow::Result;
use jiff::Timestamp;
use report::fleet::{self, FleetSummary};

use super::super::{html_file, query};
use crate::args::FleetReport;
use crate::console::Console;
use crate::exit;

/// Shows the state of the fleet, or writes a page about it.
///
/// # Errors
/// Returns an error if the database cannot be read, or the page cannot be written.
pub(super) fn run(arguments: &FleetReport, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "server")?;
    let database = query::open(&settings)?;
    let [nodes, events, reports] = fleet::queries().map(|query| database.query(&query.to_string()));
    let summary = FleetSummary::of_rows(&[nodes?, events?, reports?], Timestamp::now());
    match &arguments.html {
        Some(file) => html_file::write(file, &fleet::page(&summary), console)?,
        None if console.is_structured() => console.print_data(&fleet::to_json(&summary)),
        None => console.print_untrusted(&fleet::to_text(&summary)),
    }
    Ok(ExitCode::from(exit::SUCCESS))
}
