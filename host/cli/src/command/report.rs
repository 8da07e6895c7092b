//! `report`: listing runs and showing reports.

mod fleet;
mod page;

use std::fs;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use serde_json::Value as Json;

use crate::args::{RenderAs, Report, ReportCommand};
use crate::console::Console;
use crate::exit;
use crate::ruby_output::{to_pretty_json, to_yaml};
use engine::Settings;
use report::show::StyledText;
use report::view::{self, ReportView};
use report::{ReportHeader, ReportStore};

/// Lists runs, or shows one.
///
/// # Errors
/// Returns an error if the report does not exist or cannot be read, or the page cannot be written.
pub(crate) fn run(arguments: &Report, console: &mut Console) -> Result<ExitCode> {
    let place = match &arguments.command {
        Some(ReportCommand::Fleet(arguments)) => return fleet::run(arguments, console),
        Some(ReportCommand::List(place)) => place,
        None => &arguments.place,
    };
    let settings = console.settings(&place.common, place.root.as_deref(), "user")?;
    let store = ReportStore::new(settings.reportdir.value.clone());
    let format = place.common.render_as;
    match (&arguments.command, &arguments.html) {
        (Some(_), _) => list(&store, format, console)?,
        (None, Some(file)) => page::write(&store, &settings, arguments.run, file, console)?,
        (None, None) => show(&store, &settings, arguments.run, format, console)?,
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

fn list(store: &ReportStore, format: RenderAs, console: &mut Console) -> Result<()> {
    let runs: Vec<Result<ReportHeader, (u64, String)>> =
        store.all().iter().map(|kept| kept.head().map_err(|error| (kept.run, format!("{error:#}")))).collect();
    let data = || -> Json {
        let failed = |(run, reason): &(u64, String)| serde_json::json!({ "run": run, "error": reason });
        runs.iter().map(|run| run.as_ref().map_or_else(failed, ReportHeader::to_json)).collect()
    };
    let text = match format {
        RenderAs::Json => serde_json::to_string_pretty(&data())? + "\n",
        RenderAs::Yaml => to_yaml(&view::data(&data().to_string())?),
        RenderAs::Console | RenderAs::S => {
            let mut page = StyledText::new(console.is_colored());
            page.list(&runs);
            page.into_text()
        }
    };
    console.print(&text);
    Ok(())
}

fn show(
    store: &ReportStore,
    settings: &Settings,
    run: Option<u64>,
    format: RenderAs,
    console: &mut Console,
) -> Result<()> {
    let (text, path) = read(store, run)?;
    let damaged = || format!("'{}' is damaged", path.display());
    let answer = match format {
        RenderAs::Yaml => text,
        RenderAs::Json => to_pretty_json(&view::data(&text).with_context(damaged)?)?,
        RenderAs::Console | RenderAs::S => {
            let view = ReportView::read(&text).with_context(damaged)?;
            let mut page = StyledText::new(console.is_colored());
            page.summary(&view, page::undo(&view, settings)?.as_deref());
            page.into_text()
        }
    };
    console.print(&answer);
    Ok(())
}

fn read(store: &ReportStore, run: Option<u64>) -> Result<(String, std::path::PathBuf)> {
    let kept = store.find(run)?;
    let text = fs::read_to_string(&kept.path).with_context(|| format!("Could not read '{}'", kept.path.display()))?;
    Ok((text, kept.path))
}
