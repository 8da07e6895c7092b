//! `graph`: drawing the resources of a manifest, a catalog or a run.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result, anyhow};
use catalog::Catalog;

use super::node_database;
use crate::args::{Graph, GraphFormat};
use crate::command::catalog as catalogs;
use crate::console::Console;
use crate::exit;
use engine::{Engine, SessionOptions, Settings, SiteSource};
use report::ReportStore;
use report::graph::{Drawing, SvgStyle, dot, svg};
use report::view::ReportView;
use runtime::Durable;

/// Draws the resources of a manifest, a catalog or a run.
///
/// # Errors
/// Returns an error if the input cannot be read, the run does not exist, or the drawing cannot be written.
pub(crate) fn run(arguments: &Graph, console: &mut Console) -> Result<ExitCode> {
    // Standard output is reserved for the drawing.
    console.log_to_stderr();
    let settings = console.settings(&arguments.common, arguments.root.as_deref(), "user")?;
    let drawing = match arguments.run {
        Some(run) => Some(of_run(&settings, run)?),
        None => of_catalog(arguments, settings, console)?,
    };
    let Some(drawing) = drawing else {
        return Ok(ExitCode::from(exit::FAILURE));
    };
    let text = match arguments.format {
        GraphFormat::Dot => dot(&drawing),
        GraphFormat::Svg => svg(&drawing, SvgStyle::Alone).context("The catalog has no resources to draw")? + "\n",
    };
    match &arguments.output {
        Some(path) => fs::write(path, text).with_context(|| format!("Could not write '{}'", path.display()))?,
        None => console.print(&text),
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

fn of_run(settings: &Settings, run: u64) -> Result<Drawing> {
    let kept = ReportStore::new(settings.reportdir.value.clone()).find(Some(run))?;
    let text = fs::read_to_string(&kept.path).with_context(|| format!("Could not read '{}'", kept.path.display()))?;
    let view = ReportView::read(&text).with_context(|| format!("'{}' is damaged", kept.path.display()))?;
    view.drawing.ok_or_else(|| anyhow!("The report of run {run} has no graph: no resource was applied"))
}

/// Draws a catalog; `None` if it is not valid, with the errors in the log.
fn of_catalog(arguments: &Graph, settings: Settings, console: &mut Console) -> Result<Option<Drawing>> {
    let options = node_database::options(&arguments.compile, None, &settings)?;
    let engine = Engine::open(settings, options, console.engine_hooks(), console)?;
    let file = arguments.file.as_deref().or(engine.settings().manifest.given().map(Path::new));
    let read: Option<Catalog> = arguments.catalog.as_deref().map(catalogs::read).transpose()?;
    let site = engine.site(match (&read, &arguments.execute, file) {
        (Some(_), ..) => SiteSource::Empty,
        (None, Some(code), _) => SiteSource::Code(code),
        (None, None, Some(path)) => SiteSource::Path(path),
        (None, None, None) => SiteSource::Environment,
    })?;
    let options = SessionOptions { noop: true, durable: Durable::Off, ..SessionOptions::default() };
    let mut session = engine.session(site, options, console)?;
    let catalog = match read {
        Some(catalog) => Some(catalog),
        None => session.compile(console)?.catalog,
    };
    let Some(catalog) = catalog else { return Ok(None) };
    Ok(session.prepare(catalog, console)?.map(|prepared| Drawing::of(&prepared)))
}
