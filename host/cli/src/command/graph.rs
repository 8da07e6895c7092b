//! `graph`: whose resources are drawn, how, and where the drawing goes.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result, anyhow};
use catalog::Catalog;
use runtime::Runtime;

use crate::args::{Durable, Graph, GraphFormat};
use crate::command::{apply, catalog as catalogs};
use crate::compile_context::CompileContext;
use crate::console::Console;
use crate::graph_render::{Drawing, SvgStyle, dot, svg};
use crate::report::ReportStore;
use crate::report::view::ReportView;
use crate::settings::Settings;
use crate::{compilation, exit};

/// Draws the resources of a manifest, of a catalog, or of a run.
///
/// # Errors
/// It can't be read, there is no such run, or the drawing can't be written.
pub(crate) fn run(arguments: &Graph, console: &mut Console) -> Result<ExitCode> {
    // The drawing has standard output for itself.
    console.log_to_stderr();
    let settings = Settings::of(&arguments.common, arguments.root.as_deref(), "user", console)?;
    let drawing = match arguments.run {
        Some(run) => Some(of_run(&settings, run)?),
        None => of_catalog(arguments, settings, console)?,
    };
    let Some(drawing) = drawing else {
        return Ok(ExitCode::from(exit::FAILURE));
    };
    let text = match arguments.format {
        GraphFormat::Dot => dot(&drawing),
        GraphFormat::Svg => svg(&drawing, SvgStyle::Alone).context("There are no resources to be drawn")? + "\n",
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
    view.drawing.ok_or_else(|| anyhow!("The report of run {run} has no graph: nothing came to be applied"))
}

/// Nothing is returned if what went wrong is on the console.
fn of_catalog(arguments: &Graph, settings: Settings, console: &mut Console) -> Result<Option<Drawing>> {
    let surroundings = CompileContext::of(&arguments.compile, settings, None, console)?;
    let file = arguments.file.as_deref().or(surroundings.settings.manifest.given().map(Path::new));
    let read: Option<Catalog> = arguments.catalog.as_deref().map(catalogs::read).transpose()?;
    let inputs = match &read {
        Some(_) => Vec::new(),
        None => surroundings.site(file, arguments.execute.as_deref(), false)?.inputs,
    };
    let config = apply::configure(&arguments.compile, Durable::Off, &surroundings, console)?;
    let mut runtime = Runtime::new(config)?;
    let directories = surroundings.directories(inputs, &runtime);
    let request = compilation::request(&surroundings, true)?;
    let compiled = match read {
        Some(catalog) => Some(catalog),
        None => compilation::compile(&surroundings, &directories, &request, console)?.catalog,
    };
    let Some(catalog) = compiled else { return Ok(None) };
    let prepared = apply::prepare(catalog, &directories, &request, &mut runtime, console)?;
    Ok(prepared.map(|prepared| Drawing::of(&prepared)))
}
