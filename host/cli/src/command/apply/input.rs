//! Input of a run: the manifests or the catalog.

use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use catalog::{Catalog, Level};
use engine::settings::types::NodeTerminus;
use engine::{Engine, ManifestSet, RunCatalog, Session, SiteSource};
use report::RunRecord;

use crate::args::Apply;
use crate::console::Console;

use super::planned::PlanInput;

/// Reads the manifests, unless a catalog is applied.
pub(super) fn site(
    arguments: &Apply,
    planned: Option<&PlanInput>,
    engine: &Engine,
    console: &mut Console,
) -> Result<ManifestSet> {
    if planned.is_some_and(|planned| planned.is_source) {
        return engine.site(SiteSource::Empty);
    }
    let file = arguments.manifest().or(engine.settings().manifest.given().map(Path::new));
    let site = engine.site(match (&arguments.catalog, &arguments.execute, file) {
        _ if arguments.repository.repo.is_some() => SiteSource::Environment,
        (Some(_), ..) => SiteSource::Empty,
        (None, Some(code), _) => SiteSource::Code(code),
        (None, None, Some(path)) if path == Path::new("-") => SiteSource::StandardInput,
        (None, None, Some(path)) => SiteSource::Path(path),
        (None, None, None) if io::stdin().is_terminal() => SiteSource::Environment,
        (None, None, None) => SiteSource::StandardInput,
    })?;
    let is_classified = arguments.loadclasses || *engine.settings().node_terminus == NodeTerminus::Exec;
    if site.is_own && engine.environment().manifest.is_none() && !is_classified {
        console.log(Level::Warning, "", &format!("There is no manifest: {}", missing_manifest(engine)));
    }
    if let [_, others @ ..] = &*arguments.files
        && !others.is_empty()
    {
        let others: Vec<String> = others.iter().map(|path| path.display().to_string()).collect();
        let message = format!("Only one file can be applied per run.  Skipping {}", others.join(", "));
        console.log(Level::Warning, "", &message);
    }
    Ok(site)
}

/// Returns why the environment has no manifest.
fn missing_manifest(engine: &Engine) -> String {
    match &engine.environment().directory {
        Some(directory) => format!("'{}' does not exist", directory.join("manifests").display()),
        None => format!("the environment '{}' has no directory", engine.environment().name),
    }
}

/// Reads or compiles the catalog; `None` without one, with the errors in the log. As in Puppet, the report
/// begins with the compiled catalog and contains no messages of the compiler.
pub(super) fn catalog_of(
    arguments: &Apply,
    planned: Option<&PlanInput>,
    session: &Session<'_>,
    run: &mut RunRecord,
    console: &mut Console,
) -> Result<Option<Catalog>> {
    let planned = planned.filter(|planned| planned.is_source);
    let (catalog, time) = match (&arguments.catalog, planned) {
        (Some(path), _) => (session.read_catalog(path)?, Duration::ZERO),
        (None, Some(planned)) => (session.planned_catalog(&planned.plan)?, Duration::ZERO),
        (None, None) => {
            let Some(found) = session.compile_for_run(run.noop, arguments.test, console)? else {
                return Ok(None);
            };
            let RunCatalog { catalog, time, is_cached } = found;
            run.is_cached = is_cached;
            if !is_cached {
                console.record();
                console.log(Level::Info, "", &format!("Using environment '{}'", catalog.environment));
            }
            (catalog, time)
        }
    };
    run.set_catalog(&catalog, time);
    Ok(Some(catalog))
}
