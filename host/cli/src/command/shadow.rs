//! `shadow report`: the differences from the catalogs of the upstream server.

use std::process::ExitCode;

use anyhow::Result;
use engine::Settings;
use report::comparison::{self, ComparisonStore, ComparisonSummary};
use server::UpstreamRole;

use super::html_file;
use crate::args::{ShadowCommand, ShadowReport};
use crate::console::Console;
use crate::exit;

/// Runs a `shadow` command.
///
/// # Errors
/// Returns an error if the settings cannot be loaded.
pub(crate) fn run(command: &ShadowCommand, console: &mut Console) -> Result<ExitCode> {
    let ShadowCommand::Report(arguments) = command;
    let settings = console.settings(&arguments.common, None, "server")?;
    let shown = summary(&settings).and_then(|summary| {
        show(arguments, &summary, console)?;
        console.finish_stdout()?;
        Ok(summary.is_same())
    });
    let code = match shown {
        Ok(true) => exit::SUCCESS,
        Ok(false) => exit::DIFFERENT,
        Err(error) => {
            console.fail(&error);
            exit::TROUBLE
        }
    };
    Ok(ExitCode::from(code))
}

fn summary(settings: &Settings) -> Result<ComparisonSummary> {
    let store = ComparisonStore::new(UpstreamRole::Shadow.records(settings));
    Ok(ComparisonSummary::new(store.all()?, store.counts()?))
}

fn show(arguments: &ShadowReport, summary: &ComparisonSummary, console: &mut Console) -> Result<()> {
    match &arguments.html {
        Some(file) => html_file::write(file, &comparison::page(summary), console)?,
        None if console.is_structured() => console.print_data(&comparison::to_json(summary)),
        None => console.print_untrusted(&comparison::to_text(summary)),
    }
    Ok(())
}
