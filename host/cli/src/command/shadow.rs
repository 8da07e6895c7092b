//! `shadow report`: the differences from the catalogs of the shadowed server.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use engine::Settings;
use files::Durability;
use report::comparison::{self, ComparisonStore, ComparisonSummary};
use server::UpstreamRole;

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
        Some(file) if file == Path::new("-") => console.print(&comparison::page(summary)),
        // Catalogs can contain what not everybody can read.
        Some(file) => files::replace(file, files::PRIVATE, Durability::Lazy, |out| {
            out.write_all(comparison::page(summary).as_bytes())
        })
        .with_context(|| format!("Could not write '{}'", file.display()))?,
        None if console.is_structured() => console.print_data(&comparison::to_json(summary)),
        None => console.print_untrusted(&comparison::to_text(summary)),
    }
    Ok(())
}
